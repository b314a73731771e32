"""Moves that the computer player chooses for a program: levels, estimates, faults."""

import logging
from random import Random

import pytest

from bot.core_files import machine
from engine.ai import Effort, MachineError, SearchPlayer, Thinker, Thoughts
from engine.game import Game
from engine.games import all_games
from engine.position import IllegalMoveError, Position
from engine.protocols import gtp
from engine.protocols.session import GtpSession


class Broken:
    """A thinker whose machine breaks off."""

    def think(self, position: Position, effort: Effort) -> Thoughts:
        raise MachineError(f"broken after {position.ply} plies and {effort.playouts} playouts")


def no_file(name: str) -> bytes:
    raise FileNotFoundError(name)


def no_reason(error: IllegalMoveError, position: Position, game: Game) -> str:
    return f"{error} in {game.key} after {position.ply}"


class Client:
    """Says one command at a time."""

    def __init__(self, thinker: Thinker, key: str = "keil", **chosen: int) -> None:
        session = GtpSession(all_games()[key], chosen)
        self.engine = gtp.Engine(
            all_games(), session, Random(1), no_file, no_reason, "1.2", thinker
        )

    def ask(self, line: str) -> str:
        said = self.engine.answer(line.encode())
        assert said is not None and said[0] == "=", said
        return said[1:].strip()

    def fail(self, line: str) -> str:
        said = self.engine.answer(line.encode())
        assert said is not None and said[0] == "?", said
        return said[1:].strip()


@pytest.fixture(scope="module")
def mind() -> SearchPlayer:
    return SearchPlayer(machine())


def test_a_level_is_asked_for_by_its_number(mind: SearchPlayer) -> None:
    client = Client(mind, size=4)
    assert client.ask("keil-level") == "5"
    assert client.ask("keil-level 2") == ""
    assert client.ask("keil-level") == "2"
    assert client.fail("keil-level 9") == "syntax error: the level must be 1 to 8"
    assert client.fail("keil-level 0") == "syntax error: the level must be 1 to 8"
    assert client.fail("keil-level best").startswith("syntax error")
    assert client.ask("genmove b")


def test_a_whole_game_is_played_at_a_low_level(mind: SearchPlayer) -> None:
    client = Client(mind, size=3, komi=3)
    client.ask("keil-level 1")
    while (to_move := client.ask("keil-to_move")) != "-":
        client.ask(f"genmove {to_move.split()[1]}")
    assert client.ask("final_score") != "0"
    assert client.ask("keil-estimate") == client.ask("keil-score")


def test_an_estimate_tells_the_points_of_each_colour_and_the_spread(mind: SearchPlayer) -> None:
    client = Client(mind, "kee", width=5, height=5)
    first, second, spread = client.ask("keil-estimate").splitlines()
    assert (first[:2], second[:2], spread[:7]) == ("B ", "W ", "spread ")
    assert 23 < float(first[2:]) + float(second[2:]) <= 25.1


def test_time_is_obeyed_by_doing_nothing(mind: SearchPlayer) -> None:
    client = Client(mind)
    before = client.ask("keil-state")
    assert client.ask("time_settings 60 30 1") == client.ask("time_left b 30 1") == ""
    assert client.ask("keil-state") == before
    assert client.fail("time_settings 60").startswith("syntax error")


class BreaksLater:
    """A thinker whose machine breaks off at the second look."""

    def think(self, position: Position, effort: Effort) -> Thoughts:
        if not effort.each_move:
            raise MachineError("broken")
        return machine().think(position, effort)


def test_the_first_look_decides_if_the_second_one_breaks_off(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = Client(BreaksLater(), size=4, komi=3)
    client.ask("keil-level 1")
    with caplog.at_level(logging.ERROR):
        assert client.ask("genmove b")
    assert "the first one decides" in caplog.text


def test_the_simple_player_moves_if_the_search_breaks_off(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = Client(Broken(), size=3)
    with caplog.at_level(logging.ERROR):
        assert client.ask("genmove b")
    assert "the simple player moves" in caplog.text
    assert "broken after 0 plies" in caplog.text
