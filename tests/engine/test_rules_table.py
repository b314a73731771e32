"""RULES.md: each sentence of the rules has code that implements it and a test that shows it."""

import ast
import re
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

from engine.games import all_games

FOLDER = Path(__file__).parent
PAGE = (FOLDER / "RULES.md").read_text("utf-8")
NOT_IMPLEMENTED = "not implemented: "


def sections(page: str) -> dict[str, list[str]]:
    """The rows of each section, without those at the head of its table."""
    parts = re.split(r"^## (.*)$", page, flags=re.M)[1:]
    return {
        title: [line for line in text.splitlines() if line.startswith("|")][2:]
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


def faults(row: str) -> list[str]:
    """What is wrong with a row: what it lacks, and what it names and does not exist."""
    cells = [cell.strip() for cell in row.split("|")[1:-1]]
    if len(cells) != 3:
        return ["not three cells"]
    rule, implemented, shown = cells
    found = [] if re.search("“.+”", rule) else ["no sentence"]
    if implemented.startswith(NOT_IMPLEMENTED):
        return found
    names, tests = (re.findall("`([^`]+)`", cell) for cell in (implemented, shown))
    found += ["nothing that implements it"] * (not names) + ["no test"] * (not tests)
    return (
        found
        + [name for name in names if not is_defined(name)]
        + [test for test in tests if not is_test(test)]
    )


def is_defined(name: str) -> bool:
    try:
        resolve_name(f"engine.{name}")
    except (AttributeError, ImportError, ValueError):
        return False
    return True


def is_test(name: str) -> bool:
    path, _, function = name.partition("::")
    return function in defined_tests(FOLDER / path)


@cache
def defined_tests(path: Path) -> frozenset[str]:
    """The tests that a file defines, none if there is no such file."""
    if not path.is_file():
        return frozenset()
    defined = ast.parse(path.read_text("utf-8")).body
    functions = (one for one in defined if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(one.name for one in functions if one.name.startswith("test_"))


def test_there_is_a_table_for_each_of_the_published_games():
    tables = sections(PAGE)
    assert {"Keil", "Ki", "Kee Rules Go"} <= set(tables) <= {g.name for g in all_games().values()}
    assert all(len(rows) > 15 for rows in tables.values())


@pytest.mark.parametrize("title", sections(PAGE))
def test_all_that_a_table_names_exists(title: str):
    wrong = {row: found for row in sections(PAGE)[title] if (found := faults(row))}
    assert wrong == {}


CODE, TEST = "`games.ki.Ki._place`", "`games/test_ki.py::test_turns_alternate`"


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        (f"| “A rule.” | {CODE} | {TEST} |", []),
        ("| “A rule.” | not implemented: nobody needs it | |", []),
        (f"| A rule. | {CODE} | {TEST} |", ["no sentence"]),
        (f"| “A rule.” | | {TEST} |", ["nothing that implements it"]),
        (f"| “A rule.” | not implemented | {TEST} |", ["nothing that implements it"]),
        (f"| “A rule.” | {CODE} | |", ["no test"]),
        (f"| “A rule.” | {CODE} |", ["not three cells"]),
        (f"| “A rule.” | `games.ki.Ki._plaice` | {TEST} |", ["games.ki.Ki._plaice"]),
        (f"| “A rule.” | `games.kii.Ki` | {TEST} |", ["games.kii.Ki"]),
        (f"| “A rule.” | {CODE} | `test_ki.py::test_a` |", ["test_ki.py::test_a"]),
        (f"| “A rule.” | {CODE} | `games/test_ki.py::test_a` |", ["games/test_ki.py::test_a"]),
        (f"| “A rule.” | {CODE} | `games/test_ki.py` |", ["games/test_ki.py"]),
    ],
)
def test_a_row_that_lacks_something_or_names_what_is_not_there_is_noticed(
    row: str, wrong: list[str]
):
    assert faults(row) == wrong
