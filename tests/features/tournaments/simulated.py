"""Simulated people in tournaments without a database, and a recount that is written on its own."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

from bot.features.tournaments.model import Out, Pairing, Player, Result, System, Tournament
from bot.features.tournaments.pairing import next_round

ROUNDS = 5
MOST_ROUNDS = 40


def sign_up(system: System, number: int, rounds: int = ROUNDS) -> Tournament:
    """A tournament that has not begun; ids are no seeds."""
    players = tuple(Player(id=100 + seed * 7, seed=seed) for seed in range(1, number + 1))
    return Tournament(system, rounds, players)


def played(of: Tournament, random: Random, draws: float = 0.1) -> Tournament:
    """The tournament with results for what runs; better seeds win more often."""

    def result(one: Pairing) -> Pairing:
        if one.result is not None or one.second is None:
            return one
        if random.random() < draws:
            return replace(one, result=Result.DRAW)
        ours, theirs = of.player(one.first).seed, of.player(one.second).seed
        wins = random.random() < theirs / (ours + theirs)
        return replace(one, result=Result.FIRST if wins else Result.SECOND)

    return replace(of, pairings=tuple(result(one) for one in of.pairings))


def leave(of: Tournament, player: int, why: Out) -> Tournament:
    """Somebody goes; their running game is lost."""
    pairings = [
        replace(one, result=Result.SECOND if one.first == player else Result.FIRST)
        if player in one.players and one.result is None
        else one
        for one in of.pairings
    ]
    players = [replace(one, out=why) if one.id == player else one for one in of.players]
    return replace(of, players=tuple(players), pairings=tuple(pairings))


def through(of: Tournament, random: Random, *, trouble: bool = False) -> Tournament:
    """Play to the end; with ``trouble`` somebody withdraws, somebody never comes, and one comes
    back."""
    for number in range(1, MOST_ROUNDS):
        new = next_round(of)
        if not new:
            return of
        assert {one.round for one in new} == {number}
        of = of.with_round(new)
        if trouble and number == 1:
            of = leave(of, of.players[4].id, Out.NO_SHOW)
        if trouble and number == 2:
            of = leave(of, of.players[1].id, Out.WITHDRAWN)
            back = [replace(one, out=None) if one.out is Out.NO_SHOW else one for one in of.players]
            of = replace(of, players=tuple(back))
        of = played(of, random)
    raise AssertionError("it never ends")


def check_rounds(of: Tournament) -> None:
    """Nobody meets somebody again, everybody is there once a round, one bye each at most."""
    met = Counter(frozenset(one.players) for one in of.pairings if one.second is not None)
    if of.system is not System.DOUBLE:
        assert set(met.values()) <= {1}
    for number in range(1, of.round + 1):
        there = [player for one in of.in_round(number) for player in one.players if player]
        assert len(there) == len({*there})
    if not of.system.knocks_out:
        byes = Counter(one.first for one in of.pairings if one.second is None)
        assert set(byes.values()) <= {1}
        for number in range(1, of.round + 1):
            assert sum(one.second is None for one in of.in_round(number)) <= 1


def naive_points(of: Tournament) -> dict[int, Fraction]:
    """Points, counted from a list of wins and draws."""
    points = {player.id: Fraction(str(player.bonus)) for player in of.players}
    for one in of.pairings:
        if one.result == "first" and one.first:
            points[one.first] += 1
        elif one.result == "second" and one.second is not None:
            points[one.second] += 1
        elif one.result == "draw" and one.second is not None:
            points[one.first] += Fraction(1, 2)
            points[one.second] += Fraction(1, 2)
    return points


def naive_breaks(of: Tournament, player: int) -> tuple[Fraction, Fraction, int]:
    """Buchholz, Sonneborn-Berger and wins of a player."""
    points = naive_points(of)
    buchholz = sonneborn = Fraction(0)
    wins = 0
    for one in of.pairings:
        if player not in (one.first, one.second):
            continue
        if one.second is None:
            buchholz += points[player]
            continue
        mine = "first" if one.first == player else "second"
        wins += one.result == mine
        if one.forfeit:
            buchholz += points[player]
            continue
        other = one.second if one.first == player else one.first
        buchholz += points[other]
        if one.result == mine:
            sonneborn += points[other]
        elif one.result == "draw":
            sonneborn += points[other] / 2
    return buchholz, sonneborn, wins
