"""The Go Text Protocol: the form of commands, records, and what no input can break."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Measure
from engine.games import all_games
from engine.protocols import gtp
from tests.engine.gtp_client import FILES, Client, kee, keil
from tests.toy import BRITTLE

__all__ = ["kee", "keil"]

REQUIRED = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
)


# --- the form of commands and answers ---


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("protocol_version", "= 2"),
        ("7 protocol_version", "=7 2"),
        ("0 protocol_version", "=0 2"),
        ("007 name", "=007 Keil"),
        ("clear_board", "="),
        ("12 clear_board", "=12"),
        ("12 foo", "?12 unknown command"),
        ("foo", "? unknown command"),
        ("Name", "? unknown command"),
        ("version", "= 1.2"),
        ("\t 3\tname \t", "=3 Keil"),
        ("na\x01me\x7f\r", "= Keil"),
        ("name # what is this?", "= Keil"),
        ("name#", "= Keil"),
        ("12345678901 name", "? unknown command"),
    ],
)
def test_a_command_is_answered_with_its_number(kee: Client, line: str, said: str):
    assert kee.answer(line) == said


@pytest.mark.parametrize("line", ["", " ", "\t", "\r", "# name", "  # 1 name", "\x00\x01"])
def test_what_says_nothing_is_not_answered(kee: Client, line: str):
    assert kee.engine.answer(line.encode()) is None


def test_a_number_alone_is_no_command(kee: Client):
    assert kee.answer("5").startswith("?5 syntax error")


def test_a_line_that_is_too_long_is_refused(kee: Client):
    fits = b"name " + b" " * (gtp.LONGEST_LINE - 5)
    assert kee.engine.answer(fits) == "= Keil\n\n"
    assert str(kee.engine.answer(fits + b" ")).startswith("? syntax error: the line is longer")


@pytest.mark.parametrize(
    "line",
    [
        *("boardsize", "boardsize x", "boardsize -3", "boardsize 5 x", "boardsize 5 5 5"),
        *("boardsize \u0665", "rectangular_boardsize 5", "komi", "komi x", "komi nan", "komi 1e3"),
        *("komi 6,5", "komi 5 5", "play", "play b", "play x a1", "play r a1", "play b a1 b1"),
        *("play b 11", "play b a", "play b undo", "play b timeout", "play b ask", "play b \udc80"),
        *("genmove", "genmove x", "known_command", "name x", "loadsgf", "loadsgf go.sgf x"),
        *("keil-say", "keil-say 1", "keil-say 0 a1", "keil-say 3 a1", "keil-say b a1"),
        *("keil-genmove 9", "keil-game", "keil-players", "keil-players x", "keil-option"),
    ],
)
def test_what_is_written_wrongly_is_a_syntax_error(kee: Client, line: str):
    said = kee.engine.answer(line.encode(errors="surrogatepass"))
    assert said is not None and re.fullmatch("[?] syntax error: .+\n\n", said)


def test_how_to_say_it_is_told(kee: Client):
    assert kee.fail("play b") == "syntax error: say play COLOUR MOVE"
    assert kee.fail("play r a1") == "syntax error: the colour must be black or white"
    assert "a point like A4, resign," in kee.fail("play b hello")


def test_the_required_commands_and_all_others_are_known(kee: Client):
    listed = kee.ask("list_commands").split("\n")
    assert set(REQUIRED) <= set(listed) and len(set(listed)) == len(listed)
    assert all(kee.ask(f"known_command {command}") == "true" for command in listed)
    assert kee.ask("known_command foo") == "false"


def test_the_table_of_commands_has_every_command(kee: Client):
    told = set(re.findall("``([a-z_-]+)[ `]", str(gtp.__doc__)))
    assert set(kee.ask("list_commands").split()) <= told


# --- records ---


def test_a_record_that_is_printed_loads_as_the_same_game(kee: Client):
    for line in ("komi 2.5", "play b b2", "play w c3", "undo", "play w d3", "play b pass"):
        kee.ask(line)
    FILES["printed.sgf"] = kee.ask("printsgf").encode()
    other = Client("ki")
    other.ask("loadsgf printed.sgf")
    assert other.ask("keil-state") == kee.ask("keil-state")
    assert other.ask("keil-options") == kee.ask("keil-options")
    assert other.ask("printsgf") == kee.ask("printsgf")
    for ply in (2, 1, 0):
        other.ask("undo")
        assert f"ply={ply} " in other.ask("keil-state")


@pytest.mark.parametrize("key", all_games())
def test_any_game_is_printed_and_loaded(key: str):
    for seats in all_games()[key].seats:
        client = Client(key, seats)
        for option in all_games()[key].measured(Measure.KOMI):
            client.ask(f"keil-option {option.key} {'' if option.default is None else 0.5}")
        for _ in range(15):
            client.ask(f"keil-genmove {client.ask('keil-to_move')[0]}")
        FILES["any.sgf"] = client.ask("printsgf").encode()
        state = client.ask("keil-state")
        client.ask("clear_board")
        client.ask("loadsgf any.sgf")
        assert client.ask("keil-state") == state


@pytest.mark.parametrize(("number", "ply"), [("", 4), (" 0", 0), (" 1", 0), (" 3", 2), (" 99", 4)])
def test_a_game_of_go_is_loaded_up_to_before_a_move(number: str, ply: int):
    for client in (Client("keil"), Client("kee", width=9, height=9)):
        client.ask(f"loadsgf go.sgf{number}")
        assert f"ply={ply} " in client.ask("keil-state")
        assert len(client.position()) == 25
        assert client.ask("keil-options").split("\n")[2].startswith("komi 6.5:")


def test_a_file_that_cannot_be_loaded_changes_nothing(kee: Client):
    kee.ask("play b b2")
    assert kee.fail("loadsgf none.sgf") == "cannot load file: No such file"
    assert kee.fail("loadsgf no.sgf").startswith("cannot load file: neither")
    assert kee.fail("loadsgf bad.sgf").startswith("cannot load file: Move 2, b4: ")


def test_a_game_that_no_record_can_hold_is_not_printed(
    kee: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.record.record.MOST_TURNS", 1)
    kee.ask("play b b2")
    assert kee.ask("printsgf").endswith(";B[bc])")
    kee.ask("play w b3")
    assert kee.fail("printsgf") == "too-many-turns most=1"


# --- faults ---


def test_a_fault_of_ours_is_an_answer_and_in_the_log(caplog: pytest.LogCaptureFixture):
    client = Client(BRITTLE.key)
    client.ask("play b b2")
    assert client.fail("play w c3") == "internal fault: RuntimeError: the board is broken"
    assert "the board is broken" in caplog.text
    client.ask("play w d3")


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=40),
            st.lists(
                st.sampled_from(
                    [
                        *gtp.COMMANDS,
                        *("b", "w", "black", "1", "2", "3", "a1", "D4", "pass", "button", "resign"),
                        *(
                            "5",
                            "6.5",
                            "-1",
                            "komi",
                            "keil",
                            "kee",
                            "ki",
                            "size",
                            "go.sgf",
                            "#",
                            "x",
                        ),
                    ]
                ),
                max_size=5,
            ).map(lambda words: " ".join(words).encode()),
        ),
        max_size=30,
    )
)
def test_whatever_is_said_is_answered_in_form_and_never_by_a_fault(said: list[bytes]):
    client = Client("keil", size=3)
    for line in said:
        answer = client.engine.answer(line)
        if answer is not None:
            assert re.match("[=?][0-9]{0,10}( |\n)", answer) and "internal fault" not in answer
            assert answer.index("\n\n") == len(answer) - 2
    assert client.ask("keil-state")


# --- serving ---


def served(sent: bytes) -> tuple[str, bytes]:
    """What is answered to ``sent``, and what is left of it."""
    source, sink = io.BytesIO(sent), io.StringIO()
    gtp.serve(source, sink, Client("kee").engine)
    return sink.getvalue(), source.read()


def test_quit_is_answered_and_ends_it():
    said, left = served(b"1 name\n\n#\n2 quit\n3 name\n")
    assert said == "=1 Keil\n\n=2\n\n" and left == b"3 name\n"


def test_the_end_of_input_ends_it():
    assert served(b"name\nversion") == ("= Keil\n\n= 1.2\n\n", b"")
    assert served(b"") == ("", b"")


def test_a_line_that_is_too_long_does_not_spoil_the_next():
    said, _ = served(b"1" * 300_000 + b"\n7 name\n")
    assert said == "? syntax error: the line is longer than 64 KiB\n\n=7 Keil\n\n"
