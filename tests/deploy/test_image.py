"""What the Dockerfile does, done without Docker, and the bot started from it as a container does.

Its packages come from PyPI, so this is no part of `make test`: `make image-check` runs it.
"""

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.bot.cli.test_health import free_address
from tests.bot.cli.test_stopping import LONG_ENOUGH
from tests.bot.table import ADA, BO, hurry, ply_of
from tests.contract import ROOT

WITH = "KEIL_BUILD_IMAGE"
"""The Python to build with, of 3.11 or newer; the image itself has 3.12."""
pytestmark = pytest.mark.skipif(
    not os.environ.get(WITH),
    reason="NOT TESTED: the commands of the image, which need PyPI: make image-check",
)
AS_IN_DOCKER = ("/opt", "/data")
"""Folders of the image, which lie in a folder of the test here."""


class Image:
    """The file system and the settings that the Dockerfile makes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environment: dict[str, str] = {"PATH": f"{root}/bin:/usr/bin:/bin"}
        self.commands: dict[str, list[str]] = {}
        for folder in ("bin", "opt", "build"):
            (root / folder).mkdir(parents=True)
        python = os.environ[WITH]
        base = subprocess.run(
            [python, "-c", "import sys; print(sys._base_executable)"],
            capture_output=True,
            text=True,
            check=True,
        )
        (root / "bin" / "python").symlink_to(base.stdout.strip())

    def here(self, text: str) -> str:
        """A text of the Dockerfile with the folders of this image."""
        for folder in AS_IN_DOCKER:
            text = re.sub(rf"(?<![\w.]){folder}(?=[/\s:]|$)", f"{self.root}{folder}", text)
        return text

    def build(self) -> None:
        """Do what the Dockerfile says, line by line."""
        text = re.sub(r"^\s*#.*\n", "", (ROOT / "deploy" / "Dockerfile").read_text(), flags=re.M)
        for line in re.sub(r"\\\n\s*", " ", text).splitlines():
            word, _, rest = line.partition(" ")
            match word:
                case "RUN":
                    owner = "" if os.geteuid() == 0 else r"--(owner|group)=\S+ "
                    rest = re.sub(owner, "", rest) if owner else rest
                    self._run(self.here(rest))
                case "COPY" if "--from" not in rest:
                    *sources, target = rest.split()
                    for source in sources:
                        self._copy(ROOT / source, self.root / "build" / target)
                case "ENV":
                    for pair in shlex.split(self.here(rest)):
                        name, _, value = pair.partition("=")
                        self.environment[name] = value.replace("$PATH", self.environment["PATH"])
                case "ENTRYPOINT" | "CMD":
                    self.commands[word] = re.findall(r'"([^"]+)"', rest)
                case _:
                    pass

    def _run(self, command: str) -> None:
        done = subprocess.run(
            ["/bin/sh", "-ec", command],
            cwd=self.root / "build",
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def _copy(self, source: Path, target: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "samples"))
        else:
            shutil.copy(source, target)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    made = Image(tmp_path_factory.mktemp("image"))
    made.build()
    return made


async def test_the_bot_in_the_image_starts_plays_is_healthy_and_stops(
    image: Image, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    (tmp_path / "token").write_text(playground.world.token)
    environment = image.environment | {
        "DISCORD_TOKEN_FILE": str(tmp_path / "token"),
        "DISCORD_API_URL": playground.url,
        "DISCORD_GATEWAY_URL": playground.gateway_url,
        "HEALTH_ADDRESS": free_address(),
    }
    entry, command = image.commands["ENTRYPOINT"], image.commands["CMD"]
    (keil,) = entry
    program = str(image.root / "opt" / "keil" / "bin" / keil)
    running = await asyncio.create_subprocess_exec(
        program, *command, cwd=image.root / "data", env=environment, stderr=PIPE
    )
    try:
        await driver.wait_connected(timeout=LONG_ENOUGH)
        asked = await asyncio.create_subprocess_exec(
            program, "health", cwd=image.root / "data", env=environment
        )
        assert await asked.wait() == 0
        given = {"opponent": BO, "size": 3, "komi": 0, "button": False}
        await driver.slash(ADA, "#games", "challenge keil", given)
        card = await driver.wait_for_message("#games", lambda m: "challenges" in m["content"])
        await driver.click(BO, card, "Accept")
        await driver.wait_for_message("#games", lambda m: ply_of(m) == (1, 0))
        running.send_signal(signal.SIGTERM)
        async with asyncio.timeout(LONG_ENOUGH):
            _, said = await running.communicate()
    finally:
        if running.returncode is None:
            running.kill()
    assert running.returncode == 0, said
    assert (image.root / "data" / "keil.db").exists()
    assert all(line.startswith(b"{") for line in said.splitlines()), said


def test_the_image_holds_the_program_and_nothing_to_build_it_with(image: Image) -> None:
    inside = image.root.glob("opt/keil/lib/*/site-packages/*")
    packages = {path.name.split("-")[0].lower() for path in inside}
    assert {"discord", "psycopg", "structlog", "keil", "engine"} <= packages
    assert not packages & {"pip", "hatchling", "pytest", "playwright"}
    help_text = subprocess.run(
        [image.root / "opt" / "keil" / "bin" / "keil", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "supervise" in help_text.stdout
