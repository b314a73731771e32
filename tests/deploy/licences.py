"""The licences of everything that a server runs: ``python -m tests.deploy.licences`` lists them."""

import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from tests.sdk.build import inside

DEPLOY = Path(__file__).parents[2] / "deploy"
LOCK, PAGE = DEPLOY / "requirements.lock", DEPLOY / "THIRD-PARTY.md"
ELSEWHERE = {"audioop-lts": "PSF-2.0", "tzdata": "Apache-2.0"}
"""The licences of packages that only some systems need, which may not be installed here."""
CLASSIFIER = "License :: OSI Approved :: "
HEAD = """# Licences of what the bot runs with

`make licences` writes this page from `deploy/requirements.lock`; a test compares the two. The
licences are those that the packages state. psycopg is used unchanged, as a library, as the LGPL
allows; its binary package contains libpq and OpenSSL. The bundled font has its own licence, in
`render/fonts/`.

| package | version | licence |
|---|---|---|
"""

IN_THE_PAGE = """
In Discord's window the page has Discord's package, which is no part of the repository: `make web`
bundles it unchanged from `tests/sdk/package-lock.json` into `bot/web/discord_sdk.js`, with the
licences themselves beside it.

| package | version | licence |
|---|---|---|
"""


def locked(lock: str) -> dict[str, str]:
    """The version of each package of a lock file."""
    return dict(re.findall(r"^([\w.-]+)==([\w.+!-]+)", lock, re.M))


def licence_of(package: str) -> str:
    """The licence that an installed package states; empty if it states none."""
    try:
        about: Any = metadata(package)
    except PackageNotFoundError:
        return ELSEWHERE.get(package, "")
    told: list[str] = about.get_all("Classifier") or []
    named = [line.removeprefix(CLASSIFIER) for line in told if line.startswith(CLASSIFIER)]
    stated = about.get("License-Expression") or ", ".join(named) or about.get("License") or ""
    return next(iter(str(stated).strip().splitlines()), "")


def page() -> str:
    """The list as it has to be."""
    rows = [
        f"| {name} | {version} | {licence_of(name)} |\n"
        for name, version in sorted(locked(LOCK.read_text("utf-8")).items())
    ]
    bundled = [f"| {name} | {version} | {licence} |\n" for name, version, licence in inside()]
    return HEAD + "".join(rows) + IN_THE_PAGE + "".join(bundled)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(PAGE.read_text("utf-8"))
