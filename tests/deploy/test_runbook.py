"""Every command of the runbook exists, word for word, and every link leads somewhere."""

import argparse
import re
import shlex
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
PROGRAMS = ("keil ", "make ", "docker ", "sudo ", "systemctl ", "kubectl ")
COMMANDS = [*BLOCKS, *(text for text in INLINE if text.startswith(PROGRAMS))]


def parser() -> argparse.ArgumentParser:
    return _parser(all_games())


def knows(*words: str) -> bool:
    """Whether the program has this command by now."""
    try:
        parser().parse_args(words)
    except SystemExit:
        return False
    return True


def of_keil(command: str) -> list[str] | None:
    """The arguments for our program in a command; None if that runs something else."""
    words = shlex.split(command.split("|")[0])
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
    if words[0] == "admin" and not knows("admin", "check"):
        pytest.skip("NOT TESTED: this version has no `keil admin` yet")
    parser().parse_args(words)


def test_there_are_commands_of_every_kind() -> None:
    ours = [words[:2] for command in COMMANDS if (words := of_keil(command))]
    for job in ("backup", "restore", "check", "copy", "migrate"):
        assert ["admin", job] in ours, job
    assert ["health", "--ready"] in ours


@pytest.mark.parametrize("command", COMMANDS)
def test_files_services_and_targets_of_commands_exist(command: str) -> None:
    for path in re.findall(r"(?<![\w/$.])deploy/[\w./@-]+", command):
        if not path.startswith("deploy/secrets"):
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
    for unit in re.findall(r"\bkeil(?:@[\d-]+)?\.(?:service|target)\b", command):
        name = re.sub(r"@[\d-]+\.", "@.", unit)
        assert (DEPLOY / name).exists(), unit


def test_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", RUNBOOK, re.M)
    }
    anchors = re.findall(r"\]\(#([\w-]+)\)", RUNBOOK)
    assert anchors and [anchor for anchor in anchors if anchor not in headings] == []
    for path in re.findall(r"`(deploy/[\w./@-]+)`", PLAIN):
        assert path.startswith("deploy/secrets") or (ROOT / path).exists(), path


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
