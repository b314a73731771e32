"""Which tests are chosen for the second database."""

from tests.on_both import TIMES, chosen


def test_every_statement_is_executed_by_several_tests():
    notes = {f"{kind} {n}": {kind, "both"} for kind in ("a", "b") for n in range(10)}
    found = chosen((), notes, notes)
    assert sorted(test[0] for test in found) == ["a"] * TIMES + ["b"] * TIMES


def test_a_statement_of_few_tests_is_executed_by_all_of_them():
    assert chosen((), ["one", "two"], {"one": {"rare"}, "two": {"rare"}}) == {"one", "two"}


def test_those_that_always_run_count():
    notes = {f"always {n}": {"read"} for n in range(TIMES)} | {"other": {"read"}}
    always = sorted(notes.keys() - {"other"})
    assert chosen(always, ["other"], notes) == {*always}


def test_a_test_that_is_new_is_chosen():
    assert chosen((), ["new", "old"], {"old": set()}) == {"new"}
