"""Bundles Discord's package for Activities: ``make web`` runs it, with any Python.

It writes ``bot/web/discord_sdk.js`` and the licences of what is inside. The lock file pins every
version, so the same bytes come out everywhere, and a test says so.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules"
WEB = HERE.parents[1] / "bot" / "web"
BUNDLE, LICENCES = WEB / "discord_sdk.js", WEB / "discord_sdk.LICENCES.txt"
INSIDE = (
    "@discord/embedded-app-sdk",
    "big-integer",
    "eventemitter3",
    "lodash.transform",
    "uuid",
    "zod",
)
"""The packages of which the bundle has code."""
NOTE = "/* Discord's embedded-app-sdk; its licences: bot/web/discord_sdk.LICENCES.txt */"
FLAGS = (
    *("--bundle", "--minify", "--format=iife", "--global-name=discord", "--target=es2022"),
    *("--legal-comments=none", "--log-level=warning", f"--banner:js={NOTE}"),
)


def can_build() -> bool:
    """True if npm has installed the packages."""
    return shutil.which("node") is not None and (PACKAGES / "esbuild").exists()


def build(target: Path) -> None:
    """Bundle the package; raises `subprocess.CalledProcessError` with esbuild's words shown."""
    esbuild = PACKAGES / "esbuild" / "bin" / "esbuild"
    command = ["node", str(esbuild), "entry.mjs", *FLAGS, f"--outfile={target}"]
    subprocess.run(command, cwd=HERE, check=True)


def licences() -> str:
    """The licences of everything inside, as their packages have them."""
    parts = list[str]()
    for name, version, licence in inside():
        (file,) = (PACKAGES / name).glob("LICENSE*")
        words = "\n".join(line.rstrip() for line in file.read_text("utf-8").strip().splitlines())
        parts.append(f"{name} {version} ({licence})\n\n{words}\n")
    return f"\n{'-' * 80}\n\n".join(parts)


def inside() -> list[tuple[str, str, str]]:
    """The packages inside, each with its version and its licence, as the lock file has them."""
    locked = json.loads((HERE / "package-lock.json").read_text("utf-8"))["packages"]
    about = [(name, locked[f"node_modules/{name}"]) for name in INSIDE]
    return [(name, package["version"], package["license"]) for name, package in about]


if __name__ == "__main__":
    if not can_build():
        sys.exit("npm has not installed Discord's package: make web")
    build(BUNDLE)
    LICENCES.write_text(licences(), "utf-8")
    print(f"{BUNDLE.name}: {BUNDLE.stat().st_size} bytes")
