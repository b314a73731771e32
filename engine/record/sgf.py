"""Records as SGF (FF[4], https://www.red-bean.com/sgf/), which other programs can open.

Games like Go are written as Go (GM[1]), so that Go programs show them. All others are written in
our own application of SGF, GM[1000]; FORMATS.md describes both, and what they have in common:
moves that stand are the main line, all other turns are in ``TURN`` at the root. Variations,
comments and marks are those of SGF.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_letters
from typing import Any, TypeVar, cast

from sgfmill import sgf_grammar

from engine import handicap
from engine.board import Board
from engine.game import (
    Game,
    Measure,
    Option,
    OptionError,
    OptionProblem,
    Options,
    OptionValue,
    Setup,
)
from engine.match import Match
from engine.outcome import short_result
from engine.position import MoveError, OutOfTurn, OutOfTurnError, Position
from engine.record.json_form import moment, read_moment, read_seconds, seconds
from engine.record.record import (
    LONGEST_NAME,
    Record,
    RecordError,
    RecordProblem,
    besides_handicap,
    check_number,
    checked,
    colour_of,
    game_of,
    plain,
    settled,
    wrong,
)
from engine.record.tree import MOST_BRANCHES, Branch, MarkSign, Note, Tree, largest_first
from engine.time_control import Kind, TimeControl, written
from engine.turns import NO_TIME, PASS, RESIGN, TIMEOUT, Turn, TurnLog

_grammar: Any = sgf_grammar  # it has no types of its own
GO, OURS = "1", "1000"
"""The numbers of games (GM): Go's, and one that nobody else uses."""
BLACK, WHITE = "B", "W"
MOST_PARTS = 200_000
"""The most nodes, variations and values in a file."""
LEFT = {BLACK: "BL", WHITE: "WL"}
"""The properties for the time left in nodes of B and W; other nodes have LEFT."""
PER_MOVE, BYO_YOMI = " per move", " byo-yomi"
AGREED = {
    "nights": "no nights",
    "weekends": "no weekends",
    "first_look": "from first look",
    "soft": "soft",
}
"""What is agreed besides the time: the attributes of a time control, and their words."""
SIGNS = {
    "TR": MarkSign.TRIANGLE,
    "SQ": MarkSign.SQUARE,
    "CR": MarkSign.CIRCLE,
    "MA": MarkSign.CROSS,
}
MOST_MARKS = 10_000
"""The most marks of a file that are read, and of the values with them."""
GIVEN_UP = {"R": RESIGN, "T": TIMEOUT}
"""The turn that the end of an SGF result stands for: in ``B+R``, somebody resigned."""

Values = Mapping[str, list[str]]
"""The values in a node, by property."""
T = TypeVar("T")
ENCODINGS = frozenset(
    (
        *("utf8", "ascii", "usascii", "latin1", "iso88591", "iso885915", "koi8r"),
        *(f"windows{page}" for page in range(1250, 1259)),
        *(f"cp{page}" for page in (932, 936, 949, 950, *range(1250, 1259))),
        *("gb2312", "gbk", "gb18030", "big5", "shiftjis", "sjis", "eucjp", "euckr", "iso2022jp"),
    )
)
"""The encodings in which Go records are written. Some others take Python hours to decode."""


def write(record: Record) -> bytes:
    """The record as SGF in UTF-8. Raises `RecordError` if a turn is wrong."""
    match, game = record.match(), record.game
    rectangle = not game.replacing(record.options)
    as_go = game.like_go and rectangle and len(record.players) == 2
    root: dict[str, list[str]] = {
        "FF": ["4"],
        "CA": ["UTF-8"],
        "AP": ["Keil:1"],
        "GM": [GO if as_go else OURS],
        "RU": [game.ruleset],
    }
    if record.title:
        root["GN"] = [record.title]
    if record.began is not None:
        root |= {"DT": [moment(record.began)[:10]], "BEGAN": [moment(record.began)]}
    if record.control is not None:
        root |= _written_time(record.control)
    root |= _terms_of_go(record) if as_go else _terms(record)
    if (setup := record.stones_at_first()) is not None:
        root |= _written_setup(record, setup, as_go=as_go)
    if result := _result(match):
        root["RE"] = [result]
    standing, others = _parted(record)
    if others:
        root["TURN"] = [_other(number, turn) for number, turn in others]
    if planned := [n for n, turn in enumerate(record.turns, start=1) if turn.planned]:
        root["PLANNED"] = [str(number) for number in planned]
    nodes = [root, *_nodes(record, standing, as_go=as_go)]
    tree = record.tree or Tree.of(turn.text for turn in standing)
    nodes += _variations(record, tree, match.first, as_go=as_go)
    if tree.children()[tree.main]:  # other programs take what goes on there for the game
        root["MAIN"] = [str(tree.main)]
    for node, note in tree.notes.items():
        nodes[node] |= _written_note(match.first.board, note, as_go=as_go)
    escaped = [
        {key: [_escaped(key, value) for value in values] for key, values in node.items()}
        for node in nodes
    ]
    coarse = _grammar.make_coarse_game_tree(0, tree.children().__getitem__, escaped.__getitem__)
    return _grammar.serialise_game_tree(coarse)


def _terms_of_go(record: Record) -> dict[str, list[str]]:
    game, options = record.game, record.options
    width, height, komi = (options[option.key] for option in _said_by_go(game))
    terms = {
        "SZ": [f"{width}" if width == height else f"{width}:{height}"],
        "KM": [_number(komi)],
    }
    named = zip(("PB", "PW"), record.players, strict=True)
    terms |= {key: [name] for key, name in named if name}
    rest = [
        option
        for option in game.options
        if option not in _said_by_go(game) and options[option.key] != option.default
    ]
    if rest:
        terms["OPTION"] = [f"{option.key}:{option.write(options[option.key])}" for option in rest]
    return terms


def _said_by_go(game: Game) -> tuple[Option, ...]:
    """The options that Go has properties for: width, height, komi."""
    return game.measured(Measure.WIDTH, Measure.HEIGHT, Measure.KOMI)


def _number(value: OptionValue) -> str:
    assert isinstance(value, int | float)
    return f"{value:.10g}"


def _terms(record: Record) -> dict[str, list[str]]:
    options = record.options
    return {
        "OPTION": [f"{one.key}:{one.write(options[one.key])}" for one in record.game.options],
        "PLAYER": [f"{seat}:{name}" for seat, name in enumerate(record.players)],
    }


def _result(match: Match) -> str | None:
    """SGF's RE: ``B+3.5``, ``W+R``, ``0``; None while the match runs, or if SGF cannot say it."""
    return short_result(match) if match.end is not None and match.seats == 2 else None


def _parted(record: Record) -> tuple[list[Turn], list[tuple[int, Turn]]]:
    """The moves that stand, and all other turns with their numbers, from 1."""
    turn_log = TurnLog()
    numbered = list(enumerate(record.turns, start=1))
    standing: list[tuple[int, Turn]] = []
    for number, turn in numbered:
        turn_log = turn_log.after(turn, len(record.players))
        del standing[len(turn_log.moves) :]
        if len(turn_log.moves) > len(standing):
            standing.append((number, turn))
    stand = {number for number, _ in standing}
    others = [(number, turn) for number, turn in numbered if number not in stand]
    return [turn for _, turn in standing], others


def _other(number: int, turn: Turn) -> str:
    at = "-" if turn.at == NO_TIME else moment(turn.at)
    left = "-" if turn.left is None else str(seconds(turn.left))
    return f"{number} {turn.seat} {at} {left} {turn.text}"


def _nodes(record: Record, standing: list[Turn], *, as_go: bool) -> Iterator[dict[str, list[str]]]:
    position = record.match().first
    for turn in standing:
        letter = _letter(record.game, position, turn.seat)
        node = _move_node(position.board, letter, turn, as_go=as_go)
        if turn.at != NO_TIME:
            node["AT"] = [moment(turn.at)]
        if turn.left is not None:
            node[LEFT.get(letter or "", "LEFT")] = [str(seconds(turn.left))]
        yield node
        position = position.play(position.read(turn.text))


def _move_node(
    board: Board, letter: str | None, turn: Turn, *, as_go: bool
) -> dict[str, list[str]]:
    if letter is None:
        return {"SEAT": [f"{turn.seat}:{turn.text}"]}
    return {letter: [_at_go(board, turn.text) if as_go else turn.text]}


def _variations(
    record: Record, tree: Tree, first: Position, *, as_go: bool
) -> list[dict[str, list[str]]]:
    """The nodes of all variations, in the order of their numbers."""
    nodes = dict[int, dict[str, list[str]]]()
    for node, before, _ in () if record.tree is None else tree.positions(first):
        if node > tree.main:
            seat = before.to_move or 0  # somebody is to move, as the move is legal
            turn = Turn(seat, tree.moves[node - 1].move, NO_TIME)
            letter = _letter(record.game, before, seat)
            nodes[node] = _move_node(before.board, letter, turn, as_go=as_go)
    return [nodes[node] for node in sorted(nodes)]


def _written_note(board: Board, note: Note, *, as_go: bool) -> dict[str, list[str]]:
    def at(point: str) -> str:
        return _at_go(board, point) if as_go else point

    written = {"C": [note.comment]} if note.comment else {}
    for key, sign in SIGNS.items():
        if points := [at(point) for point, marked in note.marks.items() if marked is sign]:
            written[key] = points
    if note.labels:
        written["LB"] = [f"{at(point)}:{label}" for point, label in note.labels.items()]
    return written


def _letter(game: Game, position: Position, seat: int) -> str | None:
    """B or W; None if SGF has no letter for the seat."""
    letter = None if position.colours is None else game.colours[position.colours[seat]]
    return letter if letter in (BLACK, WHITE) else None


def _at_go(board: Board, text: str) -> str:
    """Go's letters for a point, from the upper left; nothing for a pass."""
    if text == PASS:
        return ""
    x, y = board.centres[board.index[text]]
    return ascii_letters[round(x)] + ascii_letters[round(y)]


def _escaped(key: str, value: str) -> bytes:
    raw = value.encode()
    if key in ("OPTION", "PLAYER", "SEAT", "SETUP", "LB"):
        first, second = (_grammar.escape_text(part) for part in raw.split(b":", 1))
        if key == "LB":  # other programs look for the colon; ours takes the first one anywhere
            second = second.replace(b":", b"\\:")
        return _grammar.compose(first, second)
    return _grammar.escape_text(raw)


# --- reading ---


def read(data: bytes, games: Mapping[str, Game], by: Game | None = None) -> Record:
    """The first game in a file, its main line judged by the rules. Raises `RecordError`.

    ``by``: the game like Go whose rules apply if the file is Go and names other rules, or none.

    What is illegal in a variation is left out, with all that follows it, and so is what comes after
    `MOST_BRANCHES` moves of variations, legal or not, or after `MOST_MARKS` marks.
    """
    coarse, encoding = _parsed(data)
    nodes = [_decoded(node, encoding) for node in _grammar.main_sequence_iter(coarse)]
    root = nodes[0]
    kind, rules = _one(root, "GM") or GO, _one(root, "RU") or ""
    ours = any(rules == game.ruleset for game in games.values())
    if kind not in (GO, OURS):
        raise RecordError(RecordProblem.NOT_GO, number=plain(kind))
    game = _like_go(rules, by) if kind == GO and not ours else game_of(rules, games)
    as_go = game.like_go and kind == GO
    if kind == GO and not as_go:
        raise RecordError(RecordProblem.SAYS_GO, game=game)
    players = _players(root, as_go=as_go)
    options = settled(game, _options(root, game, as_go=as_go), len(players))
    first = _first(game, options, len(players))
    setup = besides_handicap(_setup(nodes, game, first.board, as_go=as_go), first, options)
    file = _File(game, nodes, setup, as_go=as_go, coarse=coarse, encoding=encoding)
    record = Record(
        game=game,
        options=options,
        players=players,
        turns=(),
        title=_one(root, "GN") or "",
        began=_value(root, "BEGAN", read_moment),
        control=_time_control(_one(root, "TM") or "", _one(root, "OT") or ""),
        setup=setup,
    )
    turns, planned = list[Turn](), set(root.get("PLANNED", ()))
    try:
        for turn in _turns(file, options, len(players)):
            turns.append(replace(turn, planned=str(len(turns) + 1) in planned))
    except RecordError as error:
        if error.problem is RecordProblem.TURN:
            try:  # the refused turn is among them
                replace(record, turns=tuple(turns)).match()
            except RecordError as judged:
                error.legal = judged.legal
        raise
    record = replace(record, turns=tuple(turns))
    match, said = record.match(), _told(_one(root, "RE") or "")
    if match.end is None:
        record, match = _given_up(record, match, said)
    result = _result(match) or ""
    if ours and said not in ("", "?", result):
        raise RecordError(RecordProblem.RESULT, said=plain(said), played=result)
    tree = _tree(file, match.first, len(match.turn_log.moves))
    return record if tree.bare else replace(record, tree=tree)


@dataclass(frozen=True, slots=True)
class _File:
    game: Game
    nodes: list[Values]
    setup: Setup | None
    as_go: bool
    coarse: Any
    """All nodes, as the library has them."""
    encoding: str


def _parsed(data: bytes) -> tuple[Any, str]:
    """The nodes of a file, as the library has them, and its encoding. Raises `RecordError`."""
    if sum(map(data.count, (b"(", b";", b"["))) > MOST_PARTS:
        raise RecordError(RecordProblem.TOO_MANY_PARTS)
    try:
        tree = _grammar.parse_sgf_game(data)
    except ValueError as error:
        raise RecordError(RecordProblem.NOT_SGF, detail=str(error)) from error
    root = cast(dict[str, list[bytes]], tree.sequence[0])
    encoding = root.get("CA", [b""])[0][:LONGEST_NAME].decode("ascii", "replace").strip()
    if encoding and _plain_encoding(encoding) not in ENCODINGS:
        raise RecordError(RecordProblem.UNKNOWN_ENCODING, encoding=plain(encoding))
    return tree, encoding


def _decoded(node: Mapping[str, list[bytes]], encoding: str) -> Values:
    return {key: [_decoded_value(one, encoding) for one in some] for key, some in node.items()}


def _decoded_value(value: bytes, encoding: str) -> str:
    # The escapes of text are ASCII in all encodings that SGF allows, so they may stay for now.
    try:
        return value.decode(encoding or "utf-8")
    except ValueError as error:
        if encoding:
            raise RecordError(RecordProblem.WRONG_ENCODING, encoding=plain(encoding)) from error
        return value.decode("latin-1")  # SGF's default


def _plain_encoding(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def _unescaped(value: str) -> str:
    return _grammar.simpletext_value(value.encode("utf-8", "replace")).decode("utf-8", "replace")


def _one(node: Values, key: str) -> str | None:
    values = node.get(key)
    return None if values is None else _unescaped(values[0]).strip()


def _pairs(node: Values, key: str) -> list[tuple[str, str]]:
    """The values of a property that is a list of ``first:second``."""
    pairs: list[tuple[str, str]] = []
    for value in node.get(key, []):
        first, second = _grammar.parse_compose(value[:1000].encode("utf-8", "replace"))
        if second is None:
            raise RecordError(RecordProblem.PAIR, property=key, value=plain(value))
        pairs.append((_unescaped(first.decode()), _unescaped(second.decode("utf-8", "replace"))))
    return pairs


def _like_go(rules: str, by: Game | None) -> Game:
    if by is None or not by.like_go:
        problem = RecordProblem.OTHER_RULES if rules else RecordProblem.NO_RULES
        raise RecordError(problem, rules=plain(rules))
    return by


def _players(root: Values, *, as_go: bool) -> tuple[str, ...]:
    if as_go:
        return _one(root, "PB") or "", _one(root, "PW") or ""
    named = _pairs(root, "PLAYER")
    if [seat for seat, _ in named] != [str(seat) for seat in range(len(named))]:
        raise RecordError(RecordProblem.SEATS_IN_ORDER)
    return tuple(name for _, name in named)


def _options(root: Values, game: Game, *, as_go: bool) -> dict[str, OptionValue]:
    written = dict(_pairs(root, "OPTION"))
    if as_go:
        size = (_one(root, "SZ") or "19").split(":")
        width, height = (size * 2)[:2]
        komi = _one(root, "KM") or "0"
        if "." in komi:
            komi = komi.rstrip("0").removesuffix(".") or "0"
        keys = [option.key for option in _said_by_go(game)]
        written |= dict(zip(keys, (width, height, komi), strict=True))
    try:
        return {key: game.option(key).read(text) for key, text in written.items()}
    except OptionError as error:
        raise RecordError(RecordProblem.OPTION, cause=error) from error


def _written_time(control: TimeControl) -> dict[str, list[str]]:
    """TM, the main time in seconds, and OT, what comes after that, as other programs say it; then
    what else is agreed."""
    agreed = [word for name, word in AGREED.items() if getattr(control, name)]
    properties = _written_plain_time(control)
    if agreed:
        properties["OT"] = [", ".join([*properties.get("OT", []), *agreed])]
    return properties


def _written_plain_time(control: TimeControl) -> dict[str, list[str]]:
    main = {"TM": [str(seconds(control.main))]} if control.main else {}
    match control.kind:
        case Kind.PER_MOVE:
            return {"OT": [written(control.period) + PER_MOVE]}
        case Kind.BYO_YOMI:
            return {**main, "OT": [f"{control.periods}x{seconds(control.period)}{BYO_YOMI}"]}
        case Kind.FISCHER:
            cap = seconds(control.cap)
            return {**main, "OT": [f"{seconds(control.bonus)} fischer, max {cap}"]}
        case Kind.ABSOLUTE:
            return main
        case _:
            return {"TM": ["0"], "OT": ["none"]}


def _time_control(main: str, over: str) -> TimeControl | None:
    """The inverse of `_written_time`; None for a control that only other programs have."""
    agreed, parts = {word: name for name, word in AGREED.items()}, over.split(", ")
    control = _plain_time(main, ", ".join(part for part in parts if part not in agreed))
    if control is None or control.kind is Kind.NONE:
        return control
    return replace(control, **{agreed[part]: True for part in parts if part in agreed})


def _plain_time(main: str, over: str) -> TimeControl | None:
    if over.endswith(PER_MOVE):
        text = over.removesuffix(PER_MOVE)
    elif found := re.fullmatch(r"(\d{1,2}x\d{1,7})" + BYO_YOMI, over, re.ASCII):
        text = (f"{main}s+" if main.strip("0") else "") + f"{found[1]}s"
    elif found := re.fullmatch(r"(\d{1,7}) fischer(?:, max (\d{1,7}))?", over, re.ASCII):
        text = f"{main}s+{found[1]}s" + (f" max {found[2]}s" if found[2] else "")
    elif over == "none" and not main.strip("0"):
        text = over
    elif not over:
        text = f"{main}s total"
    else:
        return None
    try:
        control = TimeControl.read(text)
    except OptionError:
        return None
    return control if over.endswith(PER_MOVE) == (control.kind is Kind.PER_MOVE) else None


def _turns(file: _File, options: Options, seats: int) -> Iterator[Turn]:
    """All turns in order: those of the root put between those of the main line."""
    others = _others(file.nodes[0])
    standing = iter(_standing(file, options, seats))
    number = 0
    while True:
        number += 1
        turn = others.pop(number, None) or next(standing, None)
        if turn is None:
            break
        check_number(number)
        yield turn
    if others:
        raise RecordError(RecordProblem.MISSING_TURNS, turn=min(others), turns=number - 1)


def _standing(file: _File, options: Options, seats: int) -> Iterator[Turn]:
    """The moves of the main line. Raises `RecordError`, also for illegal ones."""
    position, game = _first(file.game, options, seats, file.setup), file.game
    ends = _value(file.nodes[0], "MAIN", int)
    for number, node in enumerate(file.nodes):
        said = _said(file, node, position, at_first=number == 0)
        if said is None:
            continue
        if position.ply == ends:
            return
        key, seat, text = said
        left = _value(node, LEFT.get(key, "LEFT"), lambda text: read_seconds(float(text)))
        yield Turn(seat, text, _value(node, "AT", read_moment) or NO_TIME, left)
        position = _played(game, position, seat, text)


def _said(
    file: _File, node: Values, position: Position, *, at_first: bool
) -> tuple[str, int, str] | None:
    """The move in a node: its property, its seat and its text. Raises `RecordError`."""
    if node.keys() & ({"AE"} if at_first else {"AB", "AW", "AE"}):
        raise RecordError(RecordProblem.STONES_PUT)
    said = [key for key in (BLACK, WHITE, "SEAT") if key in node]
    if not said:
        return None
    ply, key = position.ply + 1, said[0]
    if len(said) > 1 or len(node[key]) > 1:
        raise RecordError(RecordProblem.TWO_MOVES, ply=ply)
    if key == "SEAT":
        first, text = _pairs(node, key)[0]
        return key, int(first) if re.fullmatch("[0-9]{1,3}", first) else len(file.nodes), text
    colour, text = file.game.colours.index(key), (_one(node, key) or "")
    if file.as_go:
        text = _point(position.board, text)
    if position.colours is None or colour not in position.colours:
        raise RecordError(RecordProblem.NO_COLOUR, ply=ply, colour=key)
    return key, position.colours.index(colour), text


def _played(game: Game, position: Position, seat: int, text: str) -> Position:
    """The position after a move. Raises `RecordError` if it is illegal."""
    ply = position.ply + 1
    if seat != position.to_move:
        why = OutOfTurn.OVER if position.to_move is None else OutOfTurn.OTHER_SEAT
        raise wrong(ply, text, OutOfTurnError(why), game, position)
    try:
        return position.play(position.read(text))
    except MoveError as error:
        raise wrong(ply, text, error, game, position) from error


def _tree(file: _File, first: Position, main: int) -> Tree:
    """The variations, comments and marks of a file whose main line has ``main`` moves."""
    nodes, parents = _in_order(file.coarse, main + MOST_BRANCHES)
    children, left = largest_first(parents), [(0, first)]
    legal = dict[int, tuple[Values, str | None]]()
    while left:
        node, position = left.pop()
        try:
            values = _decoded(nodes[node], file.encoding)
            said = _said(file, values, position, at_first=node == 0)
            if said is not None:
                position = _played(file.game, position, *said[1:])
        except RecordError:
            continue
        legal[node] = values, None if said is None else said[2]
        left += [(child, position) for child in children[node]]
    moves, notes, numbers = list[Branch](), _Notes(file, first.board), [0] * len(nodes)
    for node in sorted(legal):
        values, move = legal[node]
        numbers[node] = numbers[parents[node]]
        if move is not None:
            moves.append(Branch(numbers[node], move))
            numbers[node] = len(moves)
        notes.add(numbers[node], values)
    return Tree(tuple(moves), main, notes.all())


def _in_order(coarse: Any, most: int) -> tuple[list[dict[str, list[bytes]]], list[int]]:
    """The nodes of a file and the numbers of those before them, up to so many moves."""
    nodes, parents, left = list[dict[str, list[bytes]]](), list[int](), [(coarse, 0)]
    while left:
        part, before = left.pop()
        for node in part.sequence:
            if node.keys() & {BLACK, WHITE, "SEAT"}:
                most -= 1
                if most < 0:
                    break
            parents.append(before)
            before = len(nodes)
            nodes.append(node)
        else:
            left += [(child, before) for child in reversed(part.children)]
    return nodes, parents


class _Notes:
    """The comments and marks of a file as they are read."""

    def __init__(self, file: _File, board: Board) -> None:
        self._as_go = file.as_go
        self._names = {_at_go(board, name) if file.as_go else name: name for name in board.names}
        self._room = MOST_MARKS
        self._comments = defaultdict[int, list[str]](list)
        self._marks = defaultdict[int, dict[str, MarkSign]](dict)
        self._labels = defaultdict[int, dict[str, str]](dict)

    def add(self, node: int, values: Values) -> None:
        """Keep what ``values`` say about the position of a node."""
        comments = (value.encode("utf-8", "replace") for value in values.get("C", ()))
        texts = [_grammar.text_value(value).decode("utf-8", "replace") for value in comments]
        self._comments[node] += filter(None, texts)
        for key, sign in SIGNS.items():
            self._marks[node] |= dict.fromkeys(self._points(values.get(key, ())), sign)
        for value in values.get("LB", ()):
            point, label = _grammar.parse_compose(value[:1000].encode("utf-8", "replace"))
            for name in self._points([point.decode("utf-8", "replace")]) if label else ():
                self._labels[node][name] = _unescaped(label.decode("utf-8", "replace"))

    def _points(self, values: Iterable[str]) -> list[str]:
        """The names of the points; a list ends with the first that is wrong or there twice."""
        found = dict[str, None]()
        for value in values:
            for letters in _covered(value) if self._as_go else (value,):
                self._room -= 1
                name = self._names.get(letters)
                if name is None or name in found or self._room < 0:
                    return list(found)
                found[name] = None
        return list(found)

    def all(self) -> dict[int, Note]:
        """The notes by node."""
        nodes = {*self._comments, *self._marks, *self._labels}
        notes = {
            node: Note("\n".join(self._comments[node]), self._marks[node], self._labels[node])
            for node in sorted(nodes)
        }
        return {node: note for node, note in notes.items() if not note.empty}


def _first(game: Game, options: Options, seats: int, setup: Setup | None = None) -> Position:
    """The position before the first move. Raises `RecordError`."""
    try:
        return game.begin(options, seats, setup)
    except OptionError as error:
        raise RecordError(RecordProblem.OPTION, cause=error) from error


def _written_setup(record: Record, setup: Setup, *, as_go: bool) -> dict[str, list[str]]:
    """The stones that stand at first, and who begins."""
    letters = record.game.colours
    board = record.match().first.board
    written = {"PL": [letters[setup.mover]]}
    for colour, points in sorted(setup.stones.items()):
        if as_go and points:
            written[f"A{letters[colour]}"] = [_at_go(board, point) for point in points]
    black = setup.stones.get(0, ())
    if as_go and setup == handicap.setup(black) and len(black) >= handicap.LEAST:
        written["HA"] = [str(len(black))]
    if not as_go:
        stones = sorted(setup.stones.items())
        put = [f"{letters[colour]}:{' '.join(points)}" for colour, points in stones]
        written |= {"SETUP": put} if put else {}
    return written


def _setup(nodes: list[Values], game: Game, board: Board, *, as_go: bool) -> Setup | None:
    """The stones that the first node puts on the board. Raises `RecordError`.

    If it does not say who begins, it is the colour of the first move.
    """
    root, stones = nodes[0], defaultdict[int, list[str]](list)
    if as_go:
        for colour, letter in enumerate((BLACK, WHITE)):
            if f"A{letter}" in root:
                stones[colour] += _put(board, root[f"A{letter}"])
    else:
        for letter, points in _pairs(root, "SETUP"):
            stones[colour_of(game, letter)] += points.split()
    by_handicap = WHITE if stones.get(0) and (_one(root, "HA") or "").strip("0") else BLACK
    first = next((key for node in nodes for key in (BLACK, WHITE) if key in node), by_handicap)
    mover = {"b": BLACK, "w": WHITE, "black": BLACK, "white": WHITE}
    said = _one(root, "PL") or first
    begins = colour_of(game, mover.get(said.lower(), said)) if stones or "PL" in root else 0
    put = {colour: tuple(points) for colour, points in stones.items()}
    return checked(Setup(put, begins)) if put or begins else None


def _put(board: Board, values: list[str]) -> Iterator[str]:
    """The names of the points in ``values``; a long list ends with the first that is wrong."""
    found = set[str]()
    for value in values:
        for letters in _covered(value):
            point = _point(board, letters)
            if point not in board.index:
                cause = OptionError("setup", OptionProblem.SETUP_POINT, point=plain(point))
                raise RecordError(RecordProblem.OPTION, cause=cause)
            if point in found:
                raise RecordError(RecordProblem.TWO_STONES, point=plain(point))
            found.add(point)
            yield point


def _covered(value: str) -> Iterator[str]:
    """The points of a value, which may be the corners of a rectangle: ``aa:cc``."""
    if not re.fullmatch("[a-zA-Z]{2}:[a-zA-Z]{2}", value):
        yield value
        return
    (left, top), (right, bottom) = (
        [ascii_letters.index(letter) for letter in corner] for corner in value.split(":")
    )
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            yield ascii_letters[x] + ascii_letters[y]


def _point(board: Board, letters: str) -> str:
    """The name of the point with Go's ``letters``, or the letters if they are not on the board."""
    if letters == "":
        return PASS
    if not re.fullmatch("[a-zA-Z]{2}", letters):
        return letters
    x, y = (float(ascii_letters.index(letter)) for letter in letters)
    for name, place in zip(board.names, board.centres, strict=True):
        if place == (x, y):
            return name
    return PASS if letters == "tt" else letters  # as in FF[3], where no board is that large


def _value(node: Values, key: str, reading: Callable[[str], T]) -> T | None:
    """The value of a property, or None if there is none. Raises `RecordError`."""
    text = _one(node, key)
    if text is None:
        return None
    try:
        return reading(text)
    except (ValueError, OverflowError) as error:
        raise RecordError(RecordProblem.UNREADABLE, property=key, value=plain(text)) from error


def _others(root: Values) -> dict[int, Turn]:
    """The turns that are not moves, or are moves that were taken back, by their numbers."""
    others = dict[int, Turn]()
    for value in root.get("TURN", []):
        text = _unescaped(value)
        found = re.fullmatch(r"([0-9]{1,6}) ([0-9]{1,3}) (\S+) (\S+) (.{1,100})", text)
        if found is None or int(found[1]) in others:
            raise RecordError(RecordProblem.UNREADABLE, property="TURN", value=plain(text))
        node = {
            key: [value] for key, value in (("AT", found[3]), ("LEFT", found[4])) if value != "-"
        }
        left = _value(node, "LEFT", lambda text: read_seconds(float(text)))
        at = _value(node, "AT", read_moment) or NO_TIME
        others[int(found[1])] = Turn(int(found[2]), found[5], at, left)
    return others


def _told(result: str) -> str:
    """A result as `_result` writes it: ``B+Resign`` becomes ``B+R``, ``Draw`` becomes ``0``."""
    if found := re.fullmatch(
        r"([A-Z]\+)(?:(R|T)[a-z]*|([0-9]+)(?:\.0*|(\.[0-9]*[1-9])0*)?)", result
    ):
        return "".join(part or "" for part in found.groups())
    return "0" if result == "Draw" else result


def _given_up(record: Record, match: Match, said: str) -> tuple[Record, Match]:
    """Add the end if only the result gives it, as other programs write it: ``B+Resign``."""
    text = GIVEN_UP.get(said[2:])
    for seat in range(match.seats) if text else ():
        turn = Turn(seat, text or "", NO_TIME)
        try:
            ended = match.take(turn)
        except MoveError:
            continue  # this seat's clock is not the one that runs
        if _result(ended) == said:
            return replace(record, turns=(*record.turns, turn)), ended
    return record, match
