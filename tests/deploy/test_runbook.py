"""Every command of the runbook exists, word for word, and every link leads somewhere."""

import argparse
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.__main__ import _parser
from engine.games import all_games
from tests.contract import ROOT

DEPLOY = ROOT / "deploy"
RUNBOOK = (DEPLOY / "RUNBOOK.md").read_text("utf-8")
PLAIN = re.sub(r"^ {4}.*$", "", RUNBOOK, flags=re.M)
BLOCKS = re.findall(r"^ {4}(\S.*)$", RUNBOOK, re.M)
INLINE = [" ".join(text.split()) for text in re.findall(r"`([^`]+)`", PLAIN)]
MADE_BY_THE_READER = ("deploy/secrets", "deploy/backups", "deploy/archive")
PROGRAMS = ("keil ", "make ", "docker ", "sudo ", "systemctl ", "kubectl ")
COMMANDS = [*BLOCKS, *(text for text in INLINE if text.startswith(PROGRAMS))]


def parser() -> argparse.ArgumentParser:
    return _parser(all_games())


def of_keil(command: str) -> list[str] | None:
    """The arguments for our program in a command; None if that runs something else."""
    in_a_crontab = r"^30 3 \* \* \* cd \S+ && "
    words = shlex.split(re.sub(in_a_crontab, "", command).split(" | ")[0])
    words = words[: words.index("&&")] if "&&" in words else words
    if "keil-admin" in words[:2]:
        return ["admin", *words[words.index("keil-admin") + 1 :]]
    if words[0] == "keil":
        return words[1:]
    if words[:2] == ["docker", "compose"]:
        rest = (
            words[words.index("exec" if "exec" in words else "run") + 1 :]
            if ("exec" in words or "run" in words)
            else []
        )
        rest = [word for word in rest if word != "-T"]
        if "exec" in words and "keil" in rest[1:]:
            return rest[rest.index("keil", 1) + 1 :]
        if "run" in words and "admin" in rest:
            return rest[rest.index("admin") :]
    return None


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_ours_are_understood(command: str) -> None:
    words = of_keil(command)
    if words is None:
        return
    parser().parse_args(words)


def test_there_are_commands_of_every_kind() -> None:
    ours = [words[:2] for command in COMMANDS if (words := of_keil(command))]
    for job in ("backup", "restore", "check", "copy", "migrate"):
        assert ["admin", job] in ours, job
    assert ["health", "--ready"] in ours


@pytest.mark.parametrize("command", COMMANDS)
def test_files_services_and_targets_of_commands_exist(command: str) -> None:
    for path in re.findall(r"(?<![\w/$.])deploy/[\w./@-]+", command):
        if not path.startswith(MADE_BY_THE_READER):
            assert (ROOT / path).exists(), path
    words = shlex.split(command.split("|")[0])
    if words[0] == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M)
        assert [word for word in words[1:] if word not in targets] == []
    if words[:2] == ["docker", "compose"]:
        read: Any = yaml.safe_load((ROOT / words[3]).read_text("utf-8"))
        assert words[2] == "--file"
        named = [
            word for word in words[4:] if re.fullmatch(r"(keil|migrate|postgresql)(-\d+)?", word)
        ]
        assert named[:1] == [] or named[0] in read["services"], named
    for unit in re.findall(r"\bkeil(?:-backup|@[\d-]+)?\.(?:service|target|timer)\b", command):
        name = re.sub(r"@[\d-]+\.", "@.", unit)
        assert (DEPLOY / name).exists(), unit


def section(heading: str) -> str:
    """The text below a heading of the second level."""
    return RUNBOOK.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def test_what_is_installed_is_a_wheel_with_its_hash_in_a_folder_of_its_version() -> None:
    installs = [command for command in COMMANDS if " pip install " in command]
    assert len(installs) == 6
    for command in installs:
        safe = "--only-binary :all: --require-hashes" in command
        assert safe or "--no-deps --no-index" in command
        assert re.search(r"/opt/keil-\d", command), "no bot runs from there while it is changed"
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"ln -sfn keil-{version} /opt/keil" in section("First start with systemd")


@pytest.mark.parametrize(
    "heading", ["First start with systemd", "First start of several processes"]
)
def test_settings_are_written_before_the_bot_starts(heading: str) -> None:
    text = section(heading)
    started = text.index("enable --now")
    assert "/etc/keil/keil.env" in text[:started]
    assert not re.search(r"^    .*/etc/keil/", text[started:], re.M)


@pytest.mark.parametrize(
    "command", [one for one in COMMANDS if "backup " in one and "admin" in one]
)
def test_a_command_for_a_backup_works_on_the_second_day_too(command: str) -> None:
    if command.startswith(("docker", "30 3")):
        assert "--force" in command and re.search(r"keil-\$\(date \+\\?%F\)", command)


def test_what_a_restore_moves_away_is_kept_each_time() -> None:
    moved = [line for line in section("Restore").splitlines() if "broken" in line]
    assert len(moved) == 3
    assert [line for line in moved if "$(date +%s)" not in line] == []


def test_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", RUNBOOK, re.M)
    }
    anchors = re.findall(r"\]\(#([\w-]+)\)", RUNBOOK)
    assert anchors and [anchor for anchor in anchors if anchor not in headings] == []
    for path in re.findall(r"`(deploy/[\w./@-]+)`", PLAIN):
        assert path.startswith(MADE_BY_THE_READER) or (ROOT / path).exists(), path


def test_what_the_issue_asks_for_has_a_section() -> None:
    headings = re.findall(r"^## (.*)$", RUNBOOK, re.M)
    for wanted in (
        "First start with systemd",
        "First start with Docker",
        "First start of several processes",
        "First start on Kubernetes",
        "Upgrade",
        "Rollback",
        "Backup",
        "Restore",
        "Resharding",
        "A shard is down",
        "The database is full",
        "The token is leaked",
        "Discord limits us",
        "The dashboard",
    ):
        assert wanted in headings


def test_the_script_for_administrators_runs_the_program_as_the_service_does() -> None:
    script = (DEPLOY / "keil-admin").read_text("utf-8")
    unit = (DEPLOY / "keil.service").read_text("utf-8")
    for name in ("DynamicUser", "StateDirectory", "StateDirectoryMode", "UMask"):
        (value,) = re.findall(rf"^{name}=(.*)$", unit, re.M)
        assert f"--property={name}={value}" in script
    (database,) = re.findall(r"^Environment=(DATABASE_URL=.*)$", unit, re.M)
    assert f"Environment={database}" in script
    assert Path(DEPLOY / "keil-admin").stat().st_mode & 0o111
