"""Pairings and standings in memory: 16 people in each system, and 1,024."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from bot.features.tournaments import pairing, swiss, texts
from bot.features.tournaments.history import histories
from bot.features.tournaments.knockout import losses
from bot.features.tournaments.libraries import Pairs
from bot.features.tournaments.model import Out, Pairing, Player, Result, System, Tournament
from bot.features.tournaments.pairing import is_table, next_round, table
from bot.features.tournaments.reasons import First, Why, reason
from bot.features.tournaments.standings import TIE_BREAKS, TieBreak, crosstable, standings
from tests.features.tournaments.simulated import (
    check_rounds,
    leave,
    naive_breaks,
    naive_points,
    played,
    sign_up,
    through,
)


@pytest.mark.parametrize("trouble", [False, True], ids=["all stay", "some leave"])
@pytest.mark.parametrize("system", System)
def test_sixteen_people_from_the_first_round_to_final_standings(
    system: System, trouble: bool
) -> None:
    for seed in range(3):
        of = through(sign_up(system, 16), Random(seed), trouble=trouble)
        check_rounds(of)
        order = standings(of)
        assert {line.player.id for line in order} == {player.id for player in of.players}
        points = naive_points(of)
        for line in order:
            assert Fraction(line.points) == points[line.player.id]
            found = dict(zip(TIE_BREAKS[system], line.breaks, strict=True))
            buchholz, sonneborn, wins = naive_breaks(of, line.player.id)
            assert found[TieBreak.WINS] == wins
            if system is System.SWISS:
                assert Fraction(found[TieBreak.BUCHHOLZ]) == buchholz
            if not system.knocks_out:
                assert Fraction(found[TieBreak.SONNEBORN]) == sonneborn
        if not system.knocks_out:
            keys = [(-line.points, [-one for one in line.breaks]) for line in order]
            assert keys == sorted(keys)
            ranks = [1 + sum(key < mine for key in keys) for mine in keys]
            assert [line.rank for line in order] == ranks


@pytest.mark.parametrize("number", [16, 17, 60])
def test_who_does_not_want_to_meet_is_paired_apart_and_byes_and_rematches_stay_right(
    number: int,
) -> None:
    """The best seed wants to meet none of the next four; nobody wants whom round 1 would give."""
    signed = sign_up(System.SWISS, number)
    ids = [player.id for player in signed.players]
    apart = frozenset(frozenset((ids[0], other)) for other in ids[1:5])
    apart |= {frozenset(one.players) for one in next_round(signed) if not one.bye}
    for seed in range(3):
        of = through(replace(signed, apart=apart), Random(seed))
        check_rounds(of)
        assert not [one for one in of.pairings if frozenset(one.players) in apart]


def test_if_nothing_else_is_possible_they_meet() -> None:
    signed = sign_up(System.SWISS, 2, rounds=1)
    (one,) = next_round(replace(signed, apart=frozenset({frozenset((107, 114))})))
    assert {*one.players} == {107, 114}


@pytest.mark.parametrize("number", [2, 3, 5, 8, 11, 16])
def test_in_a_round_robin_everybody_meets_everybody_once(number: int) -> None:
    of = through(sign_up(System.ROUND_ROBIN, number), Random(1))
    assert of.round == number - 1 + number % 2
    assert len([one for one in of.pairings if not one.bye]) == number * (number - 1) // 2
    check_rounds(of)
    for record in histories(of).values():
        assert abs(record.balance) <= 1


def test_without_the_library_the_circle_makes_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (2, 3, 6, 9, 12):
        assert is_table(pairing._circle(number), number)

    def wrong(*_: object) -> Pairs:
        return [(1, 2)]

    monkeypatch.setattr(pairing, "generated", wrong)
    assert table.__wrapped__(6) == pairing._circle(6)


@pytest.mark.parametrize("number", [9, 16, 33])
def test_in_swiss_the_colours_are_balanced_and_equals_meet(number: int) -> None:
    of = through(sign_up(System.SWISS, number), Random(2), trouble=True)
    assert of.round == 5
    check_rounds(of)
    assert all(abs(record.balance) <= 2 for record in histories(of).values())


@pytest.mark.parametrize("number", [6, 7, 16, 31, 90])
def test_the_matching_keeps_the_same_rules(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss, "MOST_BY_DUTCH", 0)
    for seed in range(3):
        of = through(sign_up(System.SWISS, number), Random(seed), trouble=number > 7)
        check_rounds(of)
        assert of.round == 5
        check_colours(of, number)


def check_colours(of: Tournament, number: int) -> None:
    """In a field that is large enough, nobody goes first or second three times running, or three
    times more often than the other."""
    for record in histories(of).values():
        played = [one for one in record.firsts if one is not None]
        assert abs(record.balance) <= (2 if number > 7 else 3)
        if number > 7:
            assert not any(len({*played[i : i + 3]}) == 1 for i in range(len(played) - 2))


@pytest.mark.parametrize("wrong", ["raises", "rematch", "missing", "two byes"])
def test_what_the_library_pairs_wrongly_is_not_used(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = played(
        sign_up(System.SWISS, 6).with_round(next_round(sign_up(System.SWISS, 6))), Random(1)
    )
    first = [(one.first, one.second) for one in of.pairings]

    def paired(*_: object) -> Pairs:
        if wrong == "raises":
            raise RuntimeError
        pairs: dict[str, Pairs] = {
            "rematch": first,
            "missing": first[1:],
            "two byes": [*first[1:], (first[0][0], None), (first[0][1] or 0, None)],
        }
        return pairs[wrong]

    monkeypatch.setattr(swiss, "generated", paired)
    of = of.with_round(next_round(of))
    assert len(of.in_round(2)) == 3
    check_rounds(of)


def test_where_everybody_has_met_it_ends_early() -> None:
    of = through(sign_up(System.SWISS, 4, rounds=9), Random(1))
    assert of.round == 3


@pytest.mark.slow
def test_1024_people_play_ten_rounds_of_swiss() -> None:
    of = sign_up(System.SWISS, 1024, rounds=10)
    of = through(of, Random(5), trouble=True)
    assert of.round == 10
    check_rounds(of)
    points = naive_points(of)
    order = standings(of)
    assert [Fraction(line.points) for line in order] == sorted(points.values(), reverse=True)
    for line in order[::50]:
        buchholz, sonneborn, wins = naive_breaks(of, line.player.id)
        assert (line.breaks[0], line.breaks[1], line.breaks[3]) == (buchholz, sonneborn, wins)


@pytest.mark.parametrize("number", [2, 3, 8, 11, 16])
def test_a_knockout_has_one_winner_and_the_best_have_the_byes(number: int) -> None:
    of = through(sign_up(System.KNOCKOUT, number), Random(3))
    byes = [one.first for one in of.in_round(1) if one.bye]
    size = 2 ** (number - 1).bit_length()
    assert byes == [] or {of.player(one).seed for one in byes} == {*range(1, size - number + 1)}
    assert of.round == (number - 1).bit_length()
    assert sum(losses(of, player) == 0 for player in of.players) == 1
    first, second = standings(of)[:2]
    (final,) = of.in_round(of.round)
    assert {first.player.id, second.player.id} == {*final.players}
    assert (first.rank, second.rank) == (1, 2)


def test_the_best_two_seeds_can_meet_in_the_final_only() -> None:
    of = sign_up(System.KNOCKOUT, 8)
    of = of.with_round(next_round(of))
    seeds = [{of.player(one).seed for one in each.players} for each in of.in_round(1)]
    assert seeds == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]


def test_many_people_in_a_double_knockout_meet_nobody_twice_before_they_must() -> None:
    of, random = sign_up(System.DOUBLE, 300), Random(1)
    for _ in range(4):
        of = played(of.with_round(next_round(of)), random)
    assert of.round == 4
    met = [frozenset(one.players) for one in of.pairings if not one.bye]
    assert len(met) == len({*met})
    for number in range(1, 5):
        there = [player for one in of.in_round(number) for player in one.players]
        assert len(there) == len({*there})


@pytest.mark.parametrize("number", [2, 3, 8, 11, 16])
def test_a_double_knockout_takes_two_losses(number: int) -> None:
    of = through(sign_up(System.DOUBLE, number), Random(4))
    lost = sorted(losses(of, player) for player in of.players)
    assert lost[0] < 2
    assert lost[1:] == [2] * (number - 1)
    assert losses(of, standings(of)[0].player) < 2


def test_a_draw_in_a_knockout_lets_the_better_seed_go_on_and_two_losers_leave_a_bye() -> None:
    of = sign_up(System.KNOCKOUT, 4)
    one, other = next_round(of)
    of = of.with_round([replace(one, result=Result.NEITHER), replace(other, result=Result.DRAW)])
    assert next_round(of) == []
    assert standings(of)[0].player.seed == 2


def test_whoever_leaves_a_round_robin_loses_the_games_that_are_left() -> None:
    of = sign_up(System.ROUND_ROBIN, 4)
    of = of.with_round(next_round(of))
    gone = of.players[0].id
    of = played(leave(of, gone, Out.WITHDRAWN), Random(1))
    of = of.with_round(next_round(of))
    (free,) = [one for one in of.in_round(2) if gone in one.players]
    assert free.forfeit
    assert free.winner == free.other(gone)
    found = reason(of, free, played=False)
    assert found.why is Why.GONE
    assert "one of them had left before their game began" in texts.why(found)
    assert reason(of, free).why is Why.TABLE, "who leaves during a game was to meet by the table"


def test_where_both_have_gone_the_reason_says_so() -> None:
    of = sign_up(System.ROUND_ROBIN, 4)
    gone = next_round(of)[0].players
    players = [replace(one, out=Out.WITHDRAWN) if one.id in gone else one for one in of.players]
    of = replace(of, players=tuple(players))
    of = of.with_round(next_round(of))
    (one,) = [one for one in of.pairings if {*one.players} == {*gone}]
    assert one.result is Result.NEITHER
    assert "both had left" in texts.why(reason(of, one, played=False))


@pytest.mark.parametrize("number", [6, 16, 60])
def test_no_reason_betrays_that_somebody_does_not_want_to_meet_somebody(number: int) -> None:
    """The sentences are those that the same pairings would have if everybody met everybody."""
    signed = sign_up(System.SWISS, number, rounds=3)
    ids = [player.id for player in signed.players]
    apart = frozenset(frozenset(pair) for pair in combinations(ids[: number // 2], 2))
    of = through(replace(signed, apart=apart), Random(1))
    assert any(reason(of, one).why is Why.FLOAT for one in of.pairings)
    for one in of.pairings:
        found = reason(of, one)
        assert found == reason(replace(of, apart=frozenset()), one)
        if found.why is Why.FLOAT:
            assert "as near as the round as a whole allows" in texts.why(found)


def test_a_late_entry_begins_with_the_stated_points() -> None:
    of = played(
        sign_up(System.SWISS, 6).with_round(next_round(sign_up(System.SWISS, 6))), Random(1)
    )
    of = replace(of, players=(*of.players, Player(999, 7, enters=2, bonus=0.5)))
    of = of.with_round(next_round(of))
    assert sum(one.bye for one in of.in_round(2)) == 1
    assert any(999 in one.players for one in of.in_round(2))
    assert naive_points(of)[999] >= Fraction(1, 2)


def test_a_bye_goes_to_the_last_who_has_had_none() -> None:
    of = through(sign_up(System.SWISS, 5, rounds=3), Random(1), trouble=False)
    for number in range(1, 4):
        (bye,) = [one for one in of.in_round(number) if one.bye]
        assert reason(of, bye).why is Why.BYE


def test_every_pairing_has_a_reason() -> None:
    seen = set[Why | First | None]()
    for system in System:
        for number in (9, 16):
            of = through(sign_up(system, number), Random(number), trouble=True)
            for one in of.pairings:
                found = reason(of, one, played=not one.forfeit)
                seen |= {found.why, found.first}
    assert seen >= {*Why, *First} - {First.OTHERS}, "that is rare"


def test_the_crosstable_reads_both_ways() -> None:
    players = (Player(1, 1), Player(2, 2), Player(3, 3))
    pairings = (
        Pairing(1, 1, 1, 2, Result.FIRST),
        Pairing(1, 2, 3, None, Result.FIRST, forfeit=True),
        Pairing(2, 1, 3, 1, Result.DRAW),
        Pairing(2, 2, 2, None, Result.FIRST, forfeit=True),
        Pairing(3, 1, 2, 3),
    )
    of = Tournament(System.SWISS, 3, players, pairings)
    rows = crosstable(of)
    assert [row[:5] for row in rows] == [
        ["1", "3", "bye", "2=w", "3.b"],
        ["2", "1", "3+w", "1=b", ""],
        ["3", "2", "2-b", "bye", "1.w"],
    ]
