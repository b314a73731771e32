"""Programs in processes of their own play whole games by GTP, and both keep to the rules."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from engine import diagram
from engine.game import OptionValue
from engine.games import all_games
from engine.position import tidy
from engine.protocols.session import GtpSession
from engine.record import read
from tests.gtp.referee import ROOT, Program, play

GAMES: list[tuple[str, int, dict[str, OptionValue]]] = [
    *((key, game.seats[0], {}) for key, game in all_games().items()),
    ("kee", 3, {"width": 7, "height": 6, "komi": 0.5}),
    ("keil", 2, {"size": 4, "komi": None}),
]
pytestmark = pytest.mark.slow
COMMAND = (sys.executable, "-m", "bot", "gtp")


@pytest.mark.parametrize(
    ("key", "seats", "chosen"),
    GAMES,
    ids=[f"{key}-{seats}-{n}" for n, (key, seats, _) in enumerate(GAMES)],
)
def test_two_programs_play_a_whole_game_and_agree_at_every_ply(
    key: str, seats: int, chosen: dict[str, OptionValue]
):
    game = all_games()[key]
    keys = {option.key: option for option in game.options}
    options = [f"--option={name}={keys[name].write(value)}" for name, value in chosen.items()]
    played = play(["--game", key, "--players", str(seats), *options])

    ours = GtpSession(game, chosen, seats)
    for (seat, text), state in zip(played.moves, played.states, strict=False):
        assert _state(ours) in state and ours.match.to_move == seat
        ours.take(seat, tidy(text))
    assert _state(ours) in played.states[-1]
    assert ours.match.end is not None and played.score == ours.verdict()
    assert len(played.moves) > len(ours.position.board) / 2

    record = read(played.sgf.encode(), all_games())
    assert (record.game, record.options) == (game, ours.options)
    told = [(turn.seat, turn.text) for turn in record.turns]
    assert told == [(seat, tidy(text)) for seat, text in played.moves]


def _state(table: GtpSession) -> str:
    position, letters = table.position, table.game.colours
    score = "/".join(f"{points:g}" for points in position.score())
    return f" score={score} position={diagram.line(position.board, position.stones, letters)}"


def test_a_program_loads_what_another_has_printed(tmp_path: Path):
    file = tmp_path / "game.sgf"
    with Program(["--game", "ki"]) as one, Program([]) as two:
        for colour in "bwbwb":
            one.ask(f"genmove {colour}")
        file.write_text(one.ask("printsgf"))
        two.ask(f"loadsgf {file}")
        assert one.ask("keil-state") == two.ask("keil-state")


def test_seeds_make_games_repeatable():
    with Program(["--seed", "5"]) as one, Program(["--seed", "5"]) as two:
        for colour in "bwbwbwbw":
            assert one.ask(f"genmove {colour}") == two.ask(f"genmove {colour}")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--game chess", "--game must be one of: keil, kee, ki."),
        (
            "--option size=5",
            "Kee Rules Go has no option “size”. Choose width, height, komi, side or handicap.",
        ),
        ("--option width=99", "width must be a whole number from 2 to 19."),
        ("--option width=x", "width must be a whole number from 2 to 19."),
        ("--players 9", "Kee Rules Go is for 2 to 8 players."),
        ("--game ki --option size=6", "size must be an odd number from 5 to 19."),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_one_line(
    arguments: str, told: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as stop:
        main(["gtp", *arguments.split()])
    said = capsys.readouterr()
    assert (stop.value.code, said.out, said.err) == (2, "", f"keil: {told}\n")


def test_the_process_answers_in_bytes_that_are_the_same_everywhere_and_ends_with_the_input():
    done = subprocess.run(
        COMMAND,
        input=b"1 name\r\n\xff\xfe\n\n2 loadsgf /\n3 play b a1\n4 play w a1\n",
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == (
        b"=1 Keil\n\n? unknown command\n\n?2 cannot load file: Is a directory\n\n"
        b"=3\n\n?4 illegal move: there is already a stone there\n\n"
    )


def test_a_client_that_has_gone_ends_it_quietly():
    with subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr
        process.stdout.close()
        process.stdin.write(b"list_commands\n")
        process.stdin.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""
