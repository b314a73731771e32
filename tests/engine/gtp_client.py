"""A client of the Go Text Protocol that says one command at a time."""

from random import Random

import pytest

from engine.game import Game, OptionValue
from engine.games import all_games
from engine.position import IllegalMoveError, Position
from engine.protocols import gtp
from engine.protocols.session import GtpSession
from tests.toy import TOYS, WORDY

GAMES = {**all_games(), **TOYS, WORDY.key: WORDY}

FILES: dict[str, bytes] = {
    "go.sgf": b"(;GM[1]FF[4]SZ[5]KM[6.5];B[bb];W[cc];B[];W[dd])",
    "bad.sgf": b"(;GM[1]FF[4]SZ[5];B[bb];W[bb])",
    "no.sgf": b"hello",
}


def explain(error: IllegalMoveError, position: Position, game: Game) -> str:
    assert position.board and game in GAMES.values()
    return f"because of {error}"


def open_file(name: str) -> bytes:
    if name not in FILES:
        raise FileNotFoundError(2, "No such file")
    return FILES[name]


class Client:
    """Says one command at a time; what an engine answers must be well formed."""

    def __init__(self, key: str = "kee", seats: int | None = None, **chosen: OptionValue) -> None:
        session = GtpSession(GAMES[key], chosen, seats)
        self.engine = gtp.Engine(GAMES, session, Random(1), open_file, explain, "1.2")

    def answer(self, line: str) -> str:
        """The whole answer, without the empty line that ends it."""
        said = self.engine.answer(line.encode())
        assert said is not None and said[0] in "=?" and said.endswith("\n\n")
        assert "\n\n" not in said[:-2]
        return said[:-2]

    def ask(self, line: str) -> str:
        """The result of a command that succeeds."""
        said = self.answer(line)
        assert said[0] == "=", said
        return said[1:].removeprefix(" ")

    def fail(self, line: str) -> str:
        """Why a command fails; then nothing has changed."""
        before = self.engine.session
        state = self.ask("keil-state")
        said = self.answer(line)
        assert said.startswith("? ") and "\n" not in said, said
        assert self.engine.session is before and self.ask("keil-state") == state
        return said[2:]

    def position(self) -> str:
        return self.ask("keil-state").rpartition("position=")[2]


@pytest.fixture
def kee() -> Client:
    return Client("kee", width=5, height=4)


@pytest.fixture
def keil() -> Client:
    return Client("keil", size=3)
