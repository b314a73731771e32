"""``keil record``: files of games in a shell."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.messages.record_text import FORMS
from engine.games import all_games
from engine.record import LARGEST, Record, read
from engine.turns import NO_TIME, Turn
from tests.bot.says import says
from tests.contract import ROOT
from tests.engine.record.test_kept import FOLDER as KEPT
from tests.engine.record.test_malformed import FILES as MALFORMED

GAMES = all_games()
KEE, KEIL, KI = GAMES["kee"], GAMES["keil"], GAMES["ki"]
TOO_LARGE = says("record-too-large", mebibytes="2")
COMMAND = (sys.executable, "-m", "bot", "record")
JAPANESE = "(;GM[1]SZ[9]RU[Japanese];B[ee];W[]C[a comment])"

Said = tuple[int, str, str]
Keil = Callable[..., Said]


@pytest.fixture
def keil(capfd: pytest.CaptureFixture[str]) -> Keil:
    """Runs ``keil record``: exit status, standard output, standard error."""

    def run(*arguments: object) -> Said:
        with pytest.raises(SystemExit) as stop:
            main(["record", *map(str, arguments)])
        said = capfd.readouterr()
        assert isinstance(stop.value.code, int)
        return stop.value.code, said.out, said.err

    return run


@contextmanager
def standard(number: int, file: int) -> Generator[None]:
    """With another file in the place of standard input or output."""
    kept = os.dup(number)
    os.dup2(file, number)
    try:
        yield
    finally:
        os.dup2(kept, number)
        os.close(kept)


def game(key: str, turns: str, seats: int = 2, **options: Any) -> Record:
    """A record of turns such as ``0 a1, 1 pass``."""
    told = (turn.split(" ", 1) for turn in turns.split(", ") if turn)
    taken = tuple(Turn(int(seat), text, NO_TIME) for seat, text in told)
    names = ("Ada", "Bo", "Cy", "Di")[:seats]
    return Record(GAMES[key], GAMES[key].settle(options, seats), names, taken)


def told(game: str, moves: int, state: str) -> str:
    """The line about a game."""
    return says("summary", game=game, moves=moves, state=state)


def running(game: str, moves: int, turn: str) -> str:
    """The line about a game that is not over."""
    return told(game, moves, says("summary-running", turn=turn))


def left(rank: int, who: str) -> str:
    """The rank of a player who has left."""
    return says("rank-departed", rank=rank, who=who)


RUNNING = running("Ki", 1, "White to play")
CHOOSE = says("turn-choose", who="Second player", words="Black or White")
SMALL = {"width": 3, "height": 2}
PASSES = "0 a1, 1 pass, 0 pass, 1 pass"
ROUND = ", ".join(f"{seat} pass" for seat in (0, 1, 2, 0, 1))
ENDS = [
    (game("kee", "", **SMALL), running("Kee Rules Go", 0, "Black to play")),
    (game("kee", "0 a1", **SMALL), running("Kee Rules Go", 1, "White to play")),
    (game("keil", ""), running("Keil", 0, says("turn-komi", who="First player"))),
    (
        game("keil", "0 komi 3"),
        running("Keil", 1, CHOOSE),
    ),
    (game("kee", PASSES, **SMALL), "Kee Rules Go, 4 moves, Black wins by 6"),
    (game("kee", PASSES, **SMALL, komi=5.5), "Kee Rules Go, 4 moves, Black wins by ½"),
    (game("kee", PASSES, **SMALL, komi=6), "Kee Rules Go, 4 moves, a draw"),
    (game("kee", "0 a1, 1 resign", **SMALL), "Kee Rules Go, 1 move, Black wins by resignation"),
    (game("keil", "0 komi 3, 1 resign"), "Keil, 1 move, First player wins by resignation"),
    (game("ki", "0 a1, 1 timeout"), "Ki, 1 move, Black wins on time"),
    (game("ki", "0 timeout"), told("Ki", 0, says("summary-closed"))),
    (game("ki", "0 a1, 1 ask win 1, 0 allow"), "Ki, 1 move, White wins by agreement"),
    (
        game("ki", "0 a1, 1 ask cancel, 0 allow"),
        told("Ki", 1, says("summary-cancelled")),
    ),
    (game("ki", "0 a1, 0 gone"), told("Ki", 1, says("summary-gone"))),
    (game("ki", "0 a1, 1 b2, 1 undo"), running("Ki", 1, "White to play")),
    (
        game("kee", "0 a1, 1 pass, 2 pass, 0 pass, 1 pass, 2 pass", 3, **SMALL),
        "Kee Rules Go, 6 moves, Black wins by 6: 1st Black · 2nd White · 2nd Red",
    ),
    (game("kee", ROUND, 3, **SMALL), "Kee Rules Go, 5 moves, a draw"),
    (
        game("kee", "0 a1, 1 c1, 2 pass, 0 pass, 1 pass, 2 pass, 0 pass", 3, **SMALL),
        "Kee Rules Go, 7 moves, Black and White share the win: 1st Black · 1st White · 3rd Red",
    ),
    (
        game("kee", "0 a1, 1 resign, 1 pass, 2 c2, 0 timeout", 3, **SMALL),
        "Kee Rules Go, 3 moves, Red wins on time: "
        f"1st Red · {left(2, 'Black')} · {left(3, 'White')}",
    ),
]


@pytest.mark.parametrize("form", ["sgf", "json"])
@pytest.mark.parametrize(("record", "end"), ENDS, ids=[end for _, end in ENDS])
def test_a_right_file_is_told_in_a_line_with_its_end(
    record: Record, end: str, form: str, keil: Keil, tmp_path: Path
) -> None:
    file = tmp_path / f"game.{form}"
    file.write_bytes(FORMS[form](record))
    assert keil("check", file) == (0, f"{file}: {end}\n", "")


@pytest.mark.parametrize("path", MALFORMED, ids=lambda path: path.name)
def test_a_wrong_file_is_told_in_a_line_of_errors(path: Path, keil: Keil, tmp_path: Path) -> None:
    status, out, said = keil("check", path)
    assert (status, out, said.count("\n")) == (1, "", 1)
    assert said.startswith(f"{path}: ")
    assert keil("convert", path, "--to", "txt") == (1, "", said)
    target = tmp_path / "out.json"
    target.write_text("mine")
    assert keil("convert", path, "--out", target, "--force") == (1, "", said)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["mine"]


def illegal(ply: int, move: str, reason: str) -> str:
    """A record is refused for this move."""
    return says("record-turn", ply=str(ply), move=move, why=reason)


def test_many_files_have_a_line_each_and_one_that_is_wrong_is_enough(
    keil: Keil, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.sgf", tmp_path / "bad.sgf"
    good.write_bytes(FORMS["sgf"](game("ki", "0 a1")))
    bad.write_text("(;GM[1]SZ[9]RU[kee-1];B[aa];W[aa])")
    line = f"{good}: {RUNNING}\n"
    wrong = f"{bad}: {illegal(2, 'a9', says('illegal-occupied'))}\n"
    assert keil("check", good, bad, good) == (1, line * 2, wrong)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "(;GM[1000]RU[keil-1]OPTION[size:3]PLAYER[0:A][1:B];SEAT[0:b2])",
            illegal(1, "b2", says("illegal-expected-komi", points="19")),
        ),
        ("(;GM[1]SZ[2]RU[kee-1];B[ab];W[bb];B[ac])", "Move 3, ac: this game has no such move."),
        ("(;GM[1]SZ[9]RU[kee-1];B[aa];B[ab])", "Move 2, a8: it is another seat’s turn."),
        (
            "(;GM[1]SZ[9]RU[kee-1]TURN[1 0 - - undo])",
            "Move 0, undo: this is not possible there (nothing to take back).",
        ),
        (
            "(;GM[1000]RU[keil-1]OPTION[size:3][komi:0]PLAYER[0:A][1:B];B[z9])",
            illegal(1, "z9", says("illegal-off-board")),
        ),
    ],
)
def test_a_turn_is_refused_in_the_words_that_players_know(
    text: str, told: str, keil: Keil, tmp_path: Path
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text)
    assert keil("check", file) == (1, "", f"{file}: {told}\n")


def test_go_by_other_rules_is_read_by_those_that_are_named(keil: Keil, tmp_path: Path) -> None:
    file = tmp_path / "go.sgf"
    file.write_text(JAPANESE)
    wrong = f"{file}: {says('record-other-rules', rules='Japanese')}\n"
    assert keil("check", file) == keil("convert", file) == (1, "", wrong)
    right = f"{file}: {running('Kee Rules Go', 2, 'Black to play')}\n"
    assert keil("check", "--rules", "kee", file) == (0, right, "")
    status, out, _ = keil("convert", file, "--rules", "kee")
    assert (status, json.loads(out)["ruleset"]) == (0, "kee-1")


# --- files that are none ---


def test_what_cannot_be_read_is_told_like_a_wrong_file(keil: Keil, tmp_path: Path) -> None:
    large = tmp_path / "large.sgf"
    with large.open("wb") as file:
        file.truncate(10 << 30)  # most file systems keep no byte of it
    told = {
        tmp_path / "none.sgf": "No such file or directory",
        tmp_path: "Is a directory",
        large: TOO_LARGE,
        Path("/dev/zero"): TOO_LARGE,
    }
    for path, why in told.items():
        for job in ("check", "convert"):
            assert keil(job, path) == (1, "", f"{path}: {why}\n")


def test_the_line_stays_one_whatever_the_name_of_the_file(keil: Keil, tmp_path: Path) -> None:
    name = os.fsdecode(b"a\n\xff\x1b.sgf")
    (tmp_path / name).write_bytes(FORMS["sgf"](game("ki", "0 a1")))
    _, out, _ = keil("check", tmp_path / name)
    assert out == f"{tmp_path}/a???.sgf: {RUNNING}\n"
    assert keil("check", tmp_path / f"no{name}") == (
        1,
        "",
        f"{tmp_path}/noa???.sgf: No such file or directory\n",
    )


def test_a_dash_is_standard_input(keil: Keil, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(FORMS["json"](game("ki", "0 a1")))
    with file.open("rb") as source, standard(0, source.fileno()):
        assert keil("check", "-") == (0, f"-: {RUNNING}\n", "")
    with file.open("rb") as source, standard(0, source.fileno()):
        _, out, _ = keil("convert", "-", "--to", "sgf")
    assert read(out.encode(), GAMES) == game("ki", "0 a1")
    with Path("/dev/zero").open("rb") as source, standard(0, source.fileno()):
        assert keil("check", "-")[2] == f"-: {TOO_LARGE}\n"


# --- convert ---


@pytest.mark.parametrize("path", sorted(KEPT.iterdir()), ids=lambda path: path.name)
def test_there_and_back_is_the_same_file(path: Path, keil: Keil, tmp_path: Path) -> None:
    other = {"sgf": "json", "json": "sgf"}[path.suffix[1:]]
    there, back = tmp_path / f"there.{other}", tmp_path / f"back{path.suffix}"
    assert keil("convert", path, "--out", there) == (0, "", "")
    assert keil("convert", there, "--out", back) == (0, "", "")
    records = [read(file.read_bytes(), GAMES) for file in (path, there, back)]
    assert records[0] == records[1] == records[2]
    status, out, _ = keil("convert", path)
    assert (status, out.encode()) == (0, there.read_bytes())


def test_the_form_is_as_it_is_said_or_as_the_file_ends(keil: Keil, tmp_path: Path) -> None:
    record = game("ki", "0 a1")
    file = tmp_path / "game.txt"  # what a file is called says nothing of what it is
    file.write_bytes(FORMS["sgf"](record))
    wanted = {
        ("--to", "txt"): "txt",
        ("--to", "sgf"): "sgf",
        ("--out", "-"): "json",
        ("--out", "-", "--to", "txt"): "txt",
    }
    for arguments, form in wanted.items():
        assert keil("convert", file, *arguments) == (0, FORMS[form](record).decode(), "")
    endings = {"a.SGF": "sgf", "a.json": "json", "b.txt": "txt"}
    for name, form in endings.items():
        assert keil("convert", file, "--out", tmp_path / name)[0] == 0
        assert (tmp_path / name).read_bytes() == FORMS[form](record)
    assert keil("convert", file, "--out", tmp_path / "c.dat", "--to", "json")[0] == 0
    assert (tmp_path / "c.dat").read_bytes() == FORMS["json"](record)


def test_an_existing_file_is_overwritten_only_by_force(keil: Keil, tmp_path: Path) -> None:
    file, link = tmp_path / "game.sgf", tmp_path / "link.sgf"
    file.write_text(JAPANESE)
    file.chmod(0o640)
    link.symlink_to(file)
    words = ("convert", file, "--rules", "kee", "--out", link)
    told = f"{link}: there is such a file; --force overwrites it\n"
    assert keil(*words) == (1, "", told)
    assert file.read_text() == JAPANESE
    assert keil(*words, "--force") == (0, "", "")
    assert link.is_symlink()
    assert "RU[kee-1]" in file.read_text()
    assert "C[a comment]" in file.read_text(), "what people wrote stays"
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.sgf", "link.sgf"]


def test_what_cannot_be_written_is_told_and_leaves_nothing(keil: Keil, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(FORMS["sgf"](game("ki", "0 a1")))
    circle, device = tmp_path / "circle.sgf", tmp_path / "device.json"
    circle.symlink_to(circle)
    device.symlink_to("/dev/null")
    folder = tmp_path / "folder.json"
    folder.mkdir()
    nowhere = tmp_path / "no" / "where.json"
    before = sorted(tmp_path.rglob("*"))
    for path, why in {
        circle: "its links lead in a circle",
        device: "it is no ordinary file, so nothing was written",
        folder: "it is no ordinary file, so nothing was written",
        nowhere: "No such file or directory",
    }.items():
        status, out, said = keil("convert", file, "--out", path, "--force")
        assert (status, out, said.count("\n")) == (1, "", 1)
        assert said.startswith(f"{path}: {why}")
    assert sorted(tmp_path.rglob("*")) == before
    assert Path("/dev/null").is_char_device()


def test_a_full_disk_is_told(keil: Keil, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(FORMS["sgf"](game("ki", "0 a1")))
    for job in ("check", "convert"):
        with Path("/dev/full").open("wb") as sink, standard(1, sink.fileno()):
            status, _, said = keil(job, file)
        assert (status, said) == (1, "standard output: No space left on device\n")


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "check",
        "convert",
        "convert a.sgf b.sgf",
        "convert a.sgf --to pgn",
        "convert a.sgf --out b.pgn",
        "convert a.sgf --out b",
        "check --rules keil a.sgf",
        "check --rules go a.sgf",
    ],
)
def test_wrong_use_is_told_with_a_status_of_its_own(arguments: str, keil: Keil) -> None:
    status, out, said = keil(*arguments.split())
    assert (status, out) == (2, "")
    assert said.startswith(("usage: keil ", "keil: --out must end in one of .sgf, .json"))


# --- a process of its own ---


@pytest.mark.slow
def test_in_a_pipe_the_process_reads_no_more_than_it_may_and_says_it_in_utf_8() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}

    def run(*arguments: str, data: bytes) -> tuple[int, bytes, bytes]:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=data,
            capture_output=True,
            cwd=ROOT,
            env=environment,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    half = FORMS["json"](game("kee", PASSES, **SMALL, komi=5.5))
    told = "-: Kee Rules Go, 4 moves, Black wins by ½\n".encode()
    assert run("check", "-", data=half) == (0, told, b"")
    assert run("check", "-", data=b"(" * (LARGEST * 4)) == (
        1,
        b"",
        f"-: {TOO_LARGE}\n".encode(),
    )


@pytest.mark.slow
def test_a_listener_that_has_gone_ends_it_quietly() -> None:
    for job in ("check", "convert"):
        with subprocess.Popen(
            [*COMMAND, job, str(KEPT / "kee.sgf")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(timeout=60) == 1
