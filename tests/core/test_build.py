"""The bytes of the core that everybody runs are those that its sources give."""

import shutil
from pathlib import Path

import pytest

from tests.core.build import CORE, SOURCES, build, can_build

pytestmark = pytest.mark.slow


def test_the_core_comes_out_of_its_sources_bit_for_bit(tmp_path: Path) -> None:
    """In another folder and with nothing kept from before."""
    if not can_build():
        pytest.skip("NOT TESTED: ziglang is not installed, so the core was not compiled anew")
    sources = tmp_path / "sources"
    sources.mkdir()
    for file in SOURCES.glob("*.[ch]"):
        shutil.copy(file, sources)
    build(sources, tmp_path / "core.wasm", tmp_path / "cache")
    assert (tmp_path / "core.wasm").read_bytes() == CORE.read_bytes(), "make core"
