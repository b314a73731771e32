"""What the engine may import from outside: a list of all that it needs, and nothing else."""

from pathlib import Path

import grimp
import pytest

ALLOWED = frozenset(
    {
        *("abc", "collections", "contextlib", "dataclasses", "datetime", "enum", "functools"),
        *("importlib", "itertools", "json", "logging", "math", "pkgutil", "re", "string"),
        *("sys", "types", "typing", "unicodedata"),
    }
)
"""What every module of the engine may import from outside."""
ALSO = {
    "engine.ai.levels": {"random"},
    "engine.ai.machine": {"struct", "threading", "wasmtime", "weakref"},
    "engine.ai.patterns": {"struct"},
    "engine.ai.encoding": {"struct"},
    "engine.ai.simple": {"random"},
    "engine.player": {"random"},
    "engine.protocols.gtp": {"random"},
    "engine.record.sgf": {"sgfmill"},
    "engine.rest": {"heapq", "zoneinfo"},
}
"""Exceptions: chance is an argument, and these name its type; one reads SGF with its library, one
runs the core with its own, packs numbers for it, and closes it in any thread; one knows the rules
of daylight saving."""


def foreign(*packages: str) -> dict[str, set[str]]:
    """What each module of the engine imports from outside, as top-level packages."""
    graph = grimp.build_graph(*packages, include_external_packages=True, cache_dir=None)
    modules = [m for m in graph.modules if m.split(".")[0] == packages[0]]
    return {
        module: {
            found.split(".")[0]
            for found in graph.find_modules_directly_imported_by(module)
            if found.split(".")[0] != packages[0]
        }
        for module in modules
    }


def forbidden(imported: dict[str, set[str]]) -> dict[str, set[str]]:
    """The imports that are not allowed, by module."""
    found = {m: used - ALLOWED - ALSO.get(m, set[str]()) for m, used in imported.items()}
    return {module: used for module, used in found.items() if used}


def test_the_engine_imports_only_what_is_allowed():
    imported = foreign("engine")
    assert forbidden(imported) == {}
    assert set().union(*imported.values()) >= {"dataclasses", "sgfmill"}, "the graph is complete"


@pytest.mark.parametrize("name", ["urllib.request", "subprocess", "threading", "numpy", "random"])
def test_an_import_that_is_not_allowed_is_noticed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    package = tmp_path / "planted"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "board.py").write_text(f"import re\nimport {name}\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert forbidden(foreign("planted")) == {"planted.board": {name.split(".")[0]}}
