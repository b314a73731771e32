"""Ki on 3 by 3, searched to the end: what was published about it is so."""

import json
from pathlib import Path

import pytest

from engine.games.ki import Ki
from tests.engine.games.ki_helpers import ki

PUBLISHED = json.loads((Path(__file__).parents[1] / "cases" / "ki.json").read_text("utf-8"))
State = tuple[tuple[int, int], int]


class Solved:
    """The best difference of stones, Black's less White's, from every reachable state."""

    def __init__(self, start: Ki) -> None:
        self.best: dict[State, int] = {}
        self.longest: dict[State, int] = {}
        """How many plies are left at most."""
        self.under: set[State] = set()
        """Those that are being looked at: a state that comes back would be among them."""
        self.look(start)

    def look(self, position: Ki) -> int:
        state = (position.masks, position.mover)
        if state not in self.best:
            assert state not in self.under, "a position has come back"
            self.under.add(state)
            black, white = (own.bit_count() for own in position.masks)
            after = [position.play(move) for move in position.legal_moves()]
            values = [self.look(each) for each in after] or [black - white]
            self.best[state] = max(values) if position.mover == 0 else min(values)
            self.longest[state] = max(
                (1 + self.longest[each.masks, each.mover] for each in after), default=0
            )
            self.under.remove(state)
        return self.best[state]


def test_the_published_facts_are_the_ones_tried_here():
    """The other board, 3 by 5, has millions of states."""
    facts = {json.dumps(fact["opts"]): fact["fact"] for fact in PUBLISHED["solver_facts"]}
    assert facts['{"size": 3}'] == (
        "optimal B-W is +3; corner openings +1, others +3; longest possible game 19 plies; "
        "7759 reachable states (cascade), 7731 (no cascade)"
    )


@pytest.mark.parametrize(("cascade", "states"), [(True, 7759), (False, 7731)])
def test_three_by_three_is_what_was_published(cascade: bool, states: int):
    start = ki(size=3, cascade=cascade)
    solved = Solved(start)
    assert len(solved.best) == states
    assert (solved.look(start), solved.longest[start.masks, 0]) == (3, 19)
    openings = {start.write(m): solved.look(start.play(m)) for m in start.legal_moves()}
    corners = {"a1", "a3", "c1", "c3"}
    assert openings == {name: 1 if name in corners else 3 for name in start.board.names}
