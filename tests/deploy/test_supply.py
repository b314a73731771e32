"""What a server runs besides our own code: pinned, listed with its licences, audited."""

import re
from pathlib import Path

import pytest

from tests.contract import ROOT
from tests.deploy.audit import verdict
from tests.deploy.licences import LOCK, PAGE, locked, page

LOCKS = [
    ROOT / "requirements.lock",
    ROOT / "tests" / "bench" / "requirements.lock",
    ROOT / "tests" / "core" / "requirements.lock",
    *sorted((ROOT / "deploy").glob("*.lock")),
]


def test_the_list_of_licences_is_that_of_the_lock_file() -> None:
    assert PAGE.read_text("utf-8") == page(), "make licences"
    for name, version in locked(LOCK.read_text("utf-8")).items():
        assert re.search(rf"^\| {name} \| {re.escape(version)} \| \S", page(), re.M), name


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: str(lock.relative_to(ROOT)))
def test_a_lock_file_has_hashes_and_no_addresses(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text and "--index-url" not in text
    for package in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in package, package.splitlines()[0]


def test_a_server_runs_what_developers_test() -> None:
    tested = locked((ROOT / "requirements.lock").read_text("utf-8"))
    for lock in LOCKS[1:]:
        here = locked(lock.read_text("utf-8"))
        different = {n: v for n, v in here.items() if n in tested and tested[n] != v}
        assert different == {}, lock
    assert locked(LOCK.read_text("utf-8")).keys() <= tested.keys()


def test_a_server_installs_no_tools_of_developers() -> None:
    assert not locked(LOCK.read_text("utf-8")).keys() & {"pytest", "ruff", "playwright", "uv"}


def test_an_audit_says_what_is_vulnerable_and_what_it_could_not_ask_about() -> None:
    safe = {"name": "a", "version": "1", "vulns": list[object]()}
    flaw = {"id": "GHSA-1", "fix_versions": ["2"]}
    broken = {"name": "b", "version": "1", "vulns": [flaw]}
    unknown = {"name": "c", "skip_reason": "not reachable"}
    assert verdict({"dependencies": [safe]}) == (0, "No known vulnerability in 1 packages.")
    assert verdict({"dependencies": [safe, broken]}) == (1, "VULNERABLE: b 1: GHSA-1, fixed in 2")
    assert verdict({"dependencies": [safe, unknown]}) == (0, "NOT AUDITED: 1 of 2: c")
