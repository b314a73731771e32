"""The documents for people: their examples run, and what they name exists."""

import doctest
import re
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.chat.common.permissions import missing_permissions
from bot.chat.common.place_choice import FOR_THREADS
from bot.chat.play import parts
from bot.features import all_features
from tests.commands_page import on_page, registered

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCUMENTS = (
    "README.md",
    "ARCHITECTURE.md",
    "COMMANDS.md",
    "CONTRIBUTING.md",
    "FORMATS.md",
    "SECURITY.md",
    "PRIVACY.md",
    "TERMS.md",
)

MADE_LATER = {
    ".env": "a server's own settings",
    ".venv/": "made by `make setup`",
    "build/": "made by `make gallery`",
    "data/": "games and keys of a server or a playground",
    "../shared/": "Discord's API document, which is optional and no part of the repository",
}
"""Files and folders that no fresh clone has, and why the documents name them."""


def existing_paths() -> set[str]:
    """Every file and folder of the repository with each end of its path: ``chat/posts.py``."""
    found = [*ROOT.iterdir()]
    for folder in ("engine", "render", "bot", "tests", "deploy"):
        found += (ROOT / folder).rglob("*")
    ends: set[str] = set()
    for path in found:
        parts = path.relative_to(ROOT).parts
        ends |= {"/".join(parts[first:]) for first in range(len(parts))}
    return ends


def named_paths(text: str) -> list[str]:
    """What stands in backticks and has a slash or the ending of a file of ours."""
    quoted = re.findall(r"`([^`\s]+)`", without_blocks(text))
    return [
        name
        for name in quoted
        if not name.startswith(("/", "http"))  # slash commands, addresses
        and "::" not in name  # tests, which have a check of their own
        and ("/" in name or name.endswith((".py", ".md")))
    ]


def without_blocks(text: str) -> str:
    """A document's text without its examples."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def mapped_paths(text: str) -> list[str]:
    """The files and folders that the map of ARCHITECTURE.md names, each with its folders."""
    (drawing,) = re.findall(r"^## Map\n+```\n(.*?)^```$", text, re.M | re.S)
    folders: list[tuple[int, str]] = []
    named: list[str] = []
    for line in drawing.splitlines():
        indent = len(line) - len(line.lstrip())
        while folders and folders[-1][0] >= indent:
            folders.pop()
        above = "".join(name for _, name in folders)
        names = line.strip().split("  ")[0].split()
        for word in names if all(re.fullmatch(r"\w+(/|\.py)", name) for name in names) else ():
            named.append(above + word)
            if word.endswith("/"):
                folders.append((indent, word))
    return named


def test_the_python_example_runs_and_shows_what_happens() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.failed == 0
    assert result.attempted >= 5, "README has an example of the engine as a library"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_and_folders_that_a_document_names_exist(name: str) -> None:
    there = existing_paths()
    missing = [
        path
        for path in named_paths((ROOT / name).read_text())
        # `engine/games/<key>.py` is a file that the reader adds: its folder has to be there.
        if path.split("<")[0].rstrip("/") not in there and not path.startswith(tuple(MADE_LATER))
    ]
    assert missing == []


def test_files_and_folders_on_the_map_exist_where_it_shows_them() -> None:
    named = mapped_paths((ROOT / "ARCHITECTURE.md").read_text())
    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_within_the_repository_lead_somewhere(name: str) -> None:
    text = without_blocks((ROOT / name).read_text())
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if not leads_somewhere(link, ROOT / name)] == []


def leads_somewhere(link: str, page: Path) -> bool:
    """Whether a file, and in it a heading, is where the link leads."""
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    if not anchor:
        return target.exists()
    headings = re.findall(r"^#+ (.*)$", target.read_text(), re.M)
    return anchor in [heading.lower().replace(" ", "-") for heading in headings]


async def test_the_page_of_commands_says_what_the_commands_say(tmp_path: Path) -> None:
    """One that it does not list yet comes with the next `make format`."""
    there, told = on_page(), await registered(tmp_path)
    assert len(there) > 30
    assert [one for one in there if one not in told] == [], "run `make commands`"


async def test_who_reads_the_commands_leaves_the_features_as_they_are(tmp_path: Path) -> None:
    """Run again, a module is another one, in which nothing that a test replaces is replaced."""
    before = {name: import_module(name) for name in (*all_features(), *parts())}
    await registered(tmp_path)
    assert [name for name, module in before.items() if sys.modules.get(name) is not module] == []


def test_the_invitation_asks_for_exactly_what_games_threads_polls_and_events_need() -> None:
    scope, number = re.findall(r"&scope=(\S+)&permissions=(\d+)$", README.read_text(), re.M)[0]
    invited = discord.Permissions(int(number))
    thread = object.__new__(discord.Thread)
    thread.locked = False  # a locked one is for moderators, and nobody invites a bot as one
    needed = {*FOR_THREADS, "send_polls", "create_events"}
    for channel in (None, thread):
        bare = SimpleNamespace(channel=channel, app_permissions=discord.Permissions.none())
        needed |= set(missing_permissions(cast(Any, bare)))
    assert invited == discord.Permissions(**dict.fromkeys(needed, True))
    assert scope == "bot+applications.commands"


def test_every_promise_of_security_names_a_test_that_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text("utf-8"))
    assert len(named) > 10
    for file, test in named:
        assert re.search(rf"^(async )?def {test}\(", (ROOT / file).read_text("utf-8"), re.M), test
