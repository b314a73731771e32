"""SGF: what Go programs see of a game like Go, and what is read of files that they write."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sgf as sgf_reader
from sgfmill import sgf as sgfmill_reader

from engine.game import Game, Option, Options
from engine.games import all_games
from engine.match import Match
from engine.position import Position
from engine.record import FORMS, Record, RecordError, read
from engine.time_control import DEFAULT_CONTROL, TimeControl
from engine.turns import NO_TIME, Turn
from tests.toy import GAME as TRIO

another_reader: Any = sgf_reader  # neither has types of its own
sgfmill: Any = sgfmill_reader
KEE = all_games()["kee"]
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def played(
    game: Game, moves: str, *, players: tuple[str, ...] = ("Ada", "Bo"), **options: Any
) -> Record:
    """A record of these moves, taken in turn."""
    settled = game.settle(options, len(players))
    match, turns = Match.start(game, settled, len(players)), list[Turn]()
    for text in moves.split():
        seat = match.to_move
        assert seat is not None
        turns.append(Turn(seat, text, NOON, timedelta(seconds=90)))
        match = match.take(turns[-1])
    return Record(game, settled, players, tuple(turns), f"{game.name} #7", NOON, DEFAULT_CONTROL)


def sgf(record: Record) -> bytes:
    return FORMS["sgf"](record)


def go(nodes: str, *, root: str = "GM[1]FF[4]SZ[9]RU[kee-1]") -> bytes:
    return f"(;{root}{nodes})".encode()


def refusal(data: bytes, by: Game | None = None) -> str:
    with pytest.raises(RecordError) as error:
        read(data, all_games(), by)
    return str(error.value)


def texts(record: Record) -> list[str]:
    return [turn.text for turn in record.turns]


# --- written ---


@pytest.mark.parametrize(
    ("width", "height", "size"), [(9, 9, "9"), (19, 19, "19"), (5, 13, "5:13"), (2, 3, "2:3")]
)
def test_go_programs_are_told_the_board_as_they_expect(width: int, height: int, size: str) -> None:
    record = played(KEE, "a1 b2 pass", width=width, height=height)
    (tree,) = another_reader.parse(sgf(record).decode())
    root, *moves = [node.properties for node in tree]
    assert root["SZ"] == [size]
    last = chr(ord("a") + height - 1)
    assert [node.get("B", node.get("W")) for node in moves] == [
        [f"a{last}"],
        [f"b{chr(ord(last) - 1)}"],
        [""],
    ]


def test_sgfmill_opens_a_game_of_two_and_reads_its_main_line() -> None:
    record = played(KEE, "d4 pass e5 f6 pass pass pass", komi=6.5)
    game = sgfmill.Sgf_game.from_bytes(sgf(record))
    assert (game.get_size(), game.get_komi(), game.get_winner()) == (9, 6.5, "w")
    assert (game.get_player_name("b"), game.get_player_name("w")) == ("Ada", "Bo")
    root = game.get_root()
    assert root.get("RU") == "kee-1"
    assert root.get("DT") == "2026-11-21"
    # Two stones against one, and nobody has territory: the empty points touch both.
    assert root.get("RE") == "W+5.5"
    moves = [node.get_move() for node in game.get_main_sequence()[1:]]
    assert moves == [
        ("b", (3, 3)),
        ("w", None),
        ("b", (4, 4)),
        ("w", (5, 5)),
        ("b", None),
        ("w", None),
        ("b", None),
    ]


def test_another_reader_reads_the_same_main_line() -> None:
    record = played(KEE, "d4 pass e5 j9 pass pass pass", komi=6.5, width=9, height=13)
    (tree,) = another_reader.parse(sgf(record).decode())
    root, *moves = [node.properties for node in tree]
    assert root["GM"] == ["1"]
    assert (root["KM"], root["PB"], root["PW"], root["RU"]) == (["6.5"], ["Ada"], ["Bo"], ["kee-1"])
    said = [(key, node[key][0]) for node in moves for key in "BW" if key in node]
    black, white = said[::2], said[1::2]
    assert black == [("B", "dj"), ("B", "ei"), ("B", ""), ("B", "")]
    assert white == [("W", ""), ("W", "ie"), ("W", "")]


def test_what_was_taken_back_is_not_on_the_main_line() -> None:
    record = played(KEE, "d4 e5")
    undone = (Turn(1, "undo", NOON), Turn(1, "e6", NOON), Turn(0, "ask undo", NOON))
    allowed = (Turn(1, "allow", NOON), Turn(0, "c3", NOON), Turn(1, "resign", NOON))
    whole = Record(KEE, record.options, record.players, (*record.turns, *undone, *allowed))
    (tree,) = another_reader.parse(sgf(whole).decode())
    moves = [node.properties for node in tree][1:]
    assert [node.get("B", node.get("W")) for node in moves] == [["cg"]]
    assert tree.root.properties["RE"] == ["B+R"]
    assert read(sgf(whole), all_games()) == whole


def test_games_that_are_not_like_go_have_a_number_of_their_own() -> None:
    three = played(KEE, "d4 e5", players=("Ada", "Bo", "Cy"))
    keil = played(all_games()["keil"], "c3 d4", komi=0)
    for record in (three, keil, played(all_games()["ki"], "c3 d4")):
        assert another_reader.parse(sgf(record).decode())[0].root.properties["GM"] == ["1000"]


def test_the_pie_and_the_button_are_moves_with_their_seat() -> None:
    keil = all_games()["keil"]
    options = keil.settle({"size": 3})
    texts = [(0, "komi 2"), (1, "white"), (0, "b2"), (1, "button")]
    record = Record(keil, options, ("Ada", "Bo"), tuple(Turn(s, t, NO_TIME) for s, t in texts))
    (tree,) = another_reader.parse(sgf(record).decode())
    nodes = [node.properties for node in tree]
    assert nodes[0]["OPTION"] == [
        *("size:3", "linking:current", "komi:", "button:yes", "handicap:", "komi_by:cut")
    ]
    assert nodes[0]["PLAYER"] == ["0:Ada", "1:Bo"]
    assert nodes[1:] == [
        {"SEAT": ["0:komi 2"]},
        {"SEAT": ["1:white"]},
        {"B": ["b2"]},
        {"W": ["button"]},
    ]


@pytest.mark.parametrize("form", FORMS)
def test_half_komi_that_was_named_is_kept(form: str) -> None:
    keil = all_games()["keil"]
    options = keil.settle({"size": 3, "button": False})
    texts = [(0, "komi 6.5"), (1, "white"), (0, "c3"), (1, "pass"), (0, "pass")]
    record = Record(keil, options, ("Ada", "Bo"), tuple(Turn(s, t, NO_TIME) for s, t in texts))
    match = read(FORMS[form](record), all_games()).match()
    assert match.position.score() == (19, 6.5)


def test_who_resigns_before_there_are_colours_has_no_result_in_sgf() -> None:
    keil = all_games()["keil"]
    turns = (Turn(0, "komi 2", NO_TIME), Turn(1, "resign", NO_TIME))
    record = Record(keil, keil.settle({}), ("Ada", "Bo"), turns)
    (tree,) = another_reader.parse(sgf(record).decode())
    assert "RE" not in tree.root.properties
    assert read(sgf(record), all_games()) == record
    again = sgf(record).replace(b"RU[", b"RE[W+R]RU[")
    assert refusal(again) == "result said=W+R"


def test_options_that_go_does_not_have_are_told_beside_its_own() -> None:
    slow = Option("tempo", "How fast", "fast", str, choices=("fast", "slow"))

    def start(options: Options, seats: int) -> Position:
        return KEE.start({key: options[key] for key in ("width", "height", "komi")}, seats)

    kee = replace(KEE, options=(*KEE.options, slow), start=start)
    record = played(kee, "a1 b1", tempo="slow")
    (tree,) = another_reader.parse(sgf(record).decode())
    assert tree.root.properties["OPTION"] == ["tempo:slow"]
    assert read(sgf(record), {"kee": kee}) == record


def test_a_record_that_nobody_could_have_played_is_not_written() -> None:
    for record in (
        Record(KEE, {"width": 99, "height": 9, "komi": 0}, ("Ada", "Bo"), ()),
        Record(KEE, KEE.settle({}), ("Ada", "Bo"), (Turn(1, "a1", NO_TIME),)),
    ):
        for write in FORMS.values():
            with pytest.raises(RecordError):
                write(record)


# --- read ---


def test_a_file_of_a_go_program_is_read_as_it_writes() -> None:
    record = read(
        go(";B[dd]BL[900];W[];B[tt]C[a pass, too\\] ]", root="GM[1]FF[3]RU[kee-1]SZ[9:7]KM[0.50]"),
        all_games(),
    )
    assert texts(record) == ["d4", "pass", "pass"]
    assert dict(record.options) == {
        "width": 9,
        "height": 7,
        "komi": 0.5,
        "side": None,
        "handicap": None,
    }
    assert record.turns[0].left == timedelta(minutes=15)
    assert record.players == ("", "")


def test_without_a_size_go_is_played_on_19_by_19() -> None:
    record = read(b"(;RU[kee-1];B[aa])", all_games())
    assert (record.options["width"], texts(record)) == (19, ["a19"])


@pytest.mark.parametrize("size", [2, 9, 13, 19])
def test_tt_is_the_pass_of_older_files_on_every_board_for_people(size: int) -> None:
    record = read(go(";B[aa];W[tt];B[]", root=f"GM[1]FF[3]RU[kee-1]SZ[{size}]"), all_games())
    assert texts(record) == [f"a{size}", "pass", "pass"]


def test_the_first_of_several_variations_is_the_game() -> None:
    record = read(go(";B[aa](;W[ba];B[ca])(;W[bb])"), all_games())
    assert texts(record) == ["a9", "b9", "c9"]


@pytest.mark.parametrize(
    ("result", "last"),
    [("W+R", (0, "resign")), ("B+Resign", (1, "resign")), ("W+Time", (0, "timeout"))],
)
def test_who_gave_up_is_known_from_the_result(result: str, last: tuple[int, str]) -> None:
    record = read(go(f"RE[{result}];B[aa];W[bb]"), all_games())
    assert (record.turns[-1].seat, record.turns[-1].text) == last
    assert record.match().end is not None


@pytest.mark.parametrize("result", ["0", "Draw", "?", "", "W+81", "W+81.", "W+81.0"])
def test_results_are_understood_as_people_write_them(result: str) -> None:
    white_alone = ";B[];W[ee];B[];W[];B[]" if result.startswith("W") else ";B[];W[];B[]"
    assert read(go(f"RE[{result}]{white_alone}"), all_games()).match().end is not None


def test_go_by_other_rules_is_read_only_where_somebody_says_by_which() -> None:
    japanese = go("PB[Ko]RE[B+3.5];B[ee];W[];B[]", root="GM[1]SZ[9]KM[6.5]RU[Japanese]")
    assert refusal(japanese) == "other-rules rules=Japanese"
    assert refusal(go(";B[ee]", root="GM[1]SZ[9]")) == ("no-rules")
    assert "other-rules" in refusal(japanese, TRIO)
    record = read(japanese, all_games(), by=KEE)
    assert texts(record) == ["e5", "pass", "pass"]
    assert record.match().end is None, "two passes end no game of two here"


def test_encodings_are_read_as_they_are_named() -> None:
    named = "(;GM[1]CA[GB18030]RU[kee-1]PB[王];B[aa])".encode("gb18030")
    assert read(named, all_games()).players[0] == "王"
    assert read("(;GM[1]RU[kee-1]PB[é];B[aa])".encode("latin-1"), all_games()).players[0] == "é"
    assert read("(;GM[1]RU[kee-1]PB[é];B[aa])".encode(), all_games()).players[0] == "é"
    assert refusal("(;GM[1]CA[UTF-8]RU[kee-1]PB[é])".encode("latin-1")) == (
        "wrong-encoding encoding=UTF-8"
    )
    assert refusal(b"(;GM[1]CA[klingon]RU[kee-1])") == "unknown-encoding encoding=klingon"


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        (";B[aa];W[aa]", "turn ply=2 move=a9 cause=occupied"),
        (";B[aa];B[ab]", "turn ply=2 move=a8 cause=other-seat"),
        (";W[aa]", "turn ply=1 move=a9 cause=other-seat"),
        (";B[zz]", "turn ply=1 move=zz cause='zz' is no move of this game"),
        (";B[x]", "turn ply=1 move=x cause='x' is no move of this game"),
        (";B[];W[];B[];W[aa]", "turn ply=4 move=a9 cause=over"),
        (";B[aa]W[ab]", "two-moves ply=1"),
        (";B[aa][ab]", "two-moves ply=1"),
        (";AB[aa]", "stones-put"),
        (";B[aa]AT[noon]", "unreadable property=AT value=noon"),
        (";B[aa]AT[2026-11-21T12:00:00]", "unreadable property=AT value=2026-11-21T12:00:00"),
        (";B[aa]BL[soon]", "unreadable property=BL value=soon"),
        (";B[aa]BL[1e300]", "unreadable property=BL value=1e300"),
        ("KM[many];B[aa]", "option cause=komi: value"),
        ("KM[-400.5];B[aa]", "option cause=komi: value"),
        ("RE[B+2.50];B[];W[];B[]", "result said=B+2.5 played=0"),
        ("RE[B+Time];B[aa];W[ba]", "result said=B+T"),
        ("RE[B+2];B[aa]", "result said=B+2"),
        ("RE[B+2];B[];W[];B[]", "result said=B+2 played=0"),
        ("TURN[1 0 - - resign];B[aa]", "turn ply=1 move=a9 cause=over"),
        ("TURN[5 0 - - resign];B[aa]", "missing-turns turn=5 turns=1"),
        ("TURN[resign];B[aa]", "unreadable property=TURN value=resign"),
        (
            "TURN[2 0 - - resign][2 1 - - resign];B[aa]",
            "unreadable property=TURN value=2 1 - - resign",
        ),
        ("TURN[1 7 - - resign]", "no-such-seat seat=7"),
        ("TURN[2 1 - - undo];B[aa]", "turn ply=1 move=undo cause=nothing to take back"),
        ("OPTION[colour:red]", "option cause=colour: unknown"),
        ("OPTION[colour]", "pair property=OPTION value=colour"),
    ],
)
def test_where_a_file_is_wrong_it_is_said_where_and_why(nodes: str, said: str) -> None:
    assert refusal(go(nodes)) == said


@pytest.mark.parametrize(
    ("root", "said"),
    [
        ("GM[2]", "not-go number=2"),
        ("GM[1]RU[keil-1]", "says-go game=keil"),
        (
            "GM[1000]RU[keil-9]",
            "unknown-rules rules=keil-9 known=kee-1, keil-1, ki-1",
        ),
        ("GM[1000]RU[keil-1]", "seats game=keil seats=0"),
        (
            "GM[1000]RU[kee-1]PLAYER[0:Ada]",
            "seats game=kee seats=1",
        ),
        (
            "GM[1000]RU[keil-1]PLAYER[1:Ada][0:Bo]",
            "seats-in-order",
        ),
        (
            "GM[1000]RU[keil-1]PLAYER[0:Ada][1:Bo]OPTION[size:9]",
            "option cause=size: value",
        ),
        (
            "GM[1000]RU[keil-1]PLAYER[0:Ada][1:Bo];B[c3]",
            "no-colour ply=1 colour=B",
        ),
        (
            "GM[1000]RU[keil-1]PLAYER[0:Ada][1:Bo];SEAT[x:komi 3]",
            "turn ply=1 move=komi 3 cause=other-seat",
        ),
        (
            "GM[1000]RU[keil-1]OPTION[komi:0]PLAYER[0:Ada][1:Bo];B[c3]LEFT[x];W[c3]",
            "turn ply=2 move=c3 cause=occupied",
        ),
        (
            "GM[1000]RU[ki-1]PLAYER[0:Ada][1:Bo];SEAT[0:c3]LEFT[x]",
            "unreadable property=LEFT value=x",
        ),
    ],
)
def test_what_the_root_says_is_judged(root: str, said: str) -> None:
    assert refusal(f"(;FF[4]{root})".encode()) == said


def test_times_that_only_others_know_are_left_out() -> None:
    for text in (
        "25/600 Canadian",
        "1 per move",
        "3w",
        "99x30 byo-yomi",
        "3d fischer",
        "none",
        "x" * 99,
    ):
        assert read(go(f"TM[600]OT[{text}];B[aa]"), all_games()).control is None
    assert read(go("TM[1e9];B[aa]"), all_games()).control is None


@pytest.mark.parametrize(
    ("written", "control"),
    [
        ("OT[3w per move]", "3w"),
        ("TM[600]OT[5x30 byo-yomi]", "10m + 5x30s"),
        ("TM[0]OT[5x30 byo-yomi]", "5x30s"),
        ("OT[5x30 byo-yomi]", "5x30s"),
        ("TM[432000]OT[86400 fischer, max 864000]", "5d + 1d max 10d"),
        ("TM[432000]OT[86400 fischer]", "5d + 1d max 10d"),
        ("TM[3600]", "1h total"),
        ("TM[0]OT[none]", "none"),
        ("OT[none]", "none"),
        ("OT[none, no nights]", "none"),
        ("OT[3w per move, no nights]", "3w no nights"),
        ("TM[600]OT[5x30 byo-yomi, no weekends]", "10m + 5x30s no weekends"),
        (
            "TM[432000]OT[86400 fischer, max 864000, no nights, no weekends]",
            "5d + 1d max 10d, not at night or on weekends",
        ),
        ("TM[3600]OT[no nights]", "1h total no nights"),
        ("TM[3600]OT[from first look]", "1h total from first look"),
        ("OT[3d per move, soft]", "3d soft"),
        ("OT[3d per move, no nights, from first look, soft]", "3d no nights from first look soft"),
    ],
)
def test_time_controls_are_written_as_others_read_them(written: str, control: str) -> None:
    record = read(go(f"{written};B[aa]"), all_games())
    assert record.control == TimeControl.read(control)
    assert read(FORMS["sgf"](record), all_games()).control == record.control
