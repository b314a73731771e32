"""Records as JSON: all that is known of a game. Described in FORMATS.md and ``schema.json``."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn, cast

from engine.game import Game, OptionError, Setup
from engine.match import Match
from engine.record.record import (
    LONGEST_TEXT,
    FieldKind,
    Record,
    RecordError,
    RecordProblem,
    besides_handicap,
    check_number,
    checked,
    colour_of,
    game_of,
    settled,
    wrong,
)
from engine.record.tree import Branch, IllegalBranchError, MarkSign, Note, Tree
from engine.time_control import LEAST, MOST, TimeControl
from engine.turns import NO_TIME, Turn

FORMAT, VERSION = "keil-record", 1
Json = dict[str, Any]


def write(record: Record) -> bytes:
    """The record with its result, as UTF-8. Raises `RecordError` if a turn is wrong."""
    result = _result(record.match())
    document: Json = {
        "format": FORMAT,
        "version": VERSION,
        "title": record.title,
        "game": record.game.key,
        "ruleset": record.game.ruleset,
        "options": dict(record.options),
        "players": list(record.players),
        **_written_setup(record),
        "began": None if record.began is None else moment(record.began),
        **_written_time(record.control),
        "turns": [
            {
                "seat": turn.seat,
                "text": turn.text,
                "at": None if turn.at == NO_TIME else moment(turn.at),
                "left": None if turn.left is None else seconds(turn.left),
                **({"planned": True} if turn.planned else {}),
            }
            for turn in record.turns
        ],
    }
    turns = document.pop("turns")
    head = json.dumps(document, ensure_ascii=False, indent=1)[:-2]  # one line for each turn
    lists = _list_in_lines("turns", turns)
    for name, entries in _written_tree(record.tree or Tree()).items():
        lists += _list_in_lines(name, entries)
    written_result = json.dumps(result, ensure_ascii=False)
    return f'{head},{lists}\n "result": {written_result}\n}}\n'.encode()


def _list_in_lines(name: str, entries: list[Json]) -> str:
    lines = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    return f'\n "{name}": [\n  {lines}\n ],'


def read(data: bytes, games: Mapping[str, Game]) -> Record:
    """The record in a file that begins with a brace, judged by the rules. Raises `RecordError`."""
    try:
        document: object = json.loads(data.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError(RecordProblem.NOT_UTF_8) from error
    except (ValueError, RecursionError) as error:
        raise RecordError(RecordProblem.NOT_JSON) from error
    given = cast(Json, document)  # it begins with a brace
    if given.get("format") != FORMAT:
        raise RecordError(RecordProblem.NOT_A_RECORD, format=FORMAT)
    if type(given.get("version")) is not int or given["version"] != VERSION:
        raise RecordError(RecordProblem.VERSION, version=VERSION)
    game = game_of(_text(given, "ruleset"), games)
    if given.get("game") != game.key:
        raise RecordError(RecordProblem.OTHER_GAME, game=game.key)
    players = _list(given, "players")
    if not all(isinstance(name, str) for name in players):
        raise _wrong("players", FieldKind.NAMES)
    options = settled(game, _options(given.get("options")), len(players))
    first = game.start(options, len(players))
    record = Record(
        game=game,
        options=options,
        players=tuple(cast(list[str], players)),
        turns=_turns(_list(given, "turns")),
        title=_text(given, "title") if "title" in given else "",
        began=_moment(given.get("began"), "began"),
        control=_time_control(given),
        setup=besides_handicap(_setup(given, game), first, options),
    )
    match = record.match()
    result = _result(match)
    if given.get("result") not in (None, result):
        raise RecordError(RecordProblem.RESULT, said=_shown(given["result"]), played=_shown(result))
    tree = _tree(given, match)
    return record if tree.bare else replace(record, tree=tree)


def moment(at: datetime) -> str:
    """A moment in UTC, exact: ``2026-11-21T14:00:00.000000Z``."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def seconds(time: timedelta) -> float:
    """A time in seconds, an int if it is whole."""
    exact = time.total_seconds()
    return int(exact) if exact.is_integer() else exact


def read_moment(text: str) -> datetime:
    """The inverse of `moment`; any offset will do. Raises `ValueError`."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("a moment needs its offset from UTC")
    return at.astimezone(UTC)


def read_seconds(number: float) -> timedelta:
    """The inverse of `seconds`. Raises `ValueError`."""
    if not abs(number) < 1e9:
        raise ValueError("a time has less than a thousand million seconds")
    return timedelta(seconds=number)


def _result(match: Match) -> Json | None:
    """How a match has ended; None while it runs."""
    if match.end is None:
        return None
    ranks = match.end.ranks
    return {"how": match.end.how.value, "ranks": None if ranks is None else list(ranks)}


def _shown(result: object) -> str:
    return json.dumps(result)[:LONGEST_TEXT]


def _turns(turns: list[object]) -> tuple[Turn, ...]:
    check_number(len(turns))
    return tuple(_turn(turn, number) for number, turn in enumerate(turns, start=1))


def _turn(turn: object, number: int) -> Turn:
    if not isinstance(turn, dict):
        raise _wrong("", FieldKind.OBJECT, number)
    given = cast(Json, turn)
    seat, text = given.get("seat"), given.get("text")
    if type(seat) is not int:
        raise _wrong("seat", FieldKind.SEAT, number)
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise _wrong("text", FieldKind.MOVE, number)
    at = _moment(given.get("at"), "at", number) or NO_TIME
    left = _seconds(given.get("left"), "left", number)
    return Turn(seat, text, at, left, planned=given.get("planned") is True)


def _text(given: Json, key: str) -> str:
    value = given.get(key)
    if not isinstance(value, str):
        raise _wrong(key, FieldKind.TEXT)
    return value


def _list(given: Json, key: str) -> list[object]:
    value = given.get(key)
    if not isinstance(value, list):
        raise _wrong(key, FieldKind.LIST)
    return cast(list[object], value)


def _options(value: object) -> Json:
    if not isinstance(value, dict):
        raise _wrong("options", FieldKind.OBJECT)
    return cast(Json, value)


def _written_setup(record: Record) -> Json:
    letters, setup = record.game.colours, record.stones_at_first()
    if setup is None:
        return {}
    stones = {letters[colour]: list(points) for colour, points in sorted(setup.stones.items())}
    return {"setup": stones, "to_move": letters[setup.mover]}


def _setup(given: Json, game: Game) -> Setup | None:
    """The stones that stand at first, and who begins."""
    if given.get("setup") is None:
        return None
    if not isinstance(given["setup"], dict):
        raise _wrong("setup", FieldKind.OBJECT)
    stones: dict[int, tuple[str, ...]] = {}
    for letter, points in cast(dict[str, object], given["setup"]).items():
        if not isinstance(points, list) or not all(
            isinstance(point, str) for point in cast(list[object], points)
        ):
            raise _wrong("setup", FieldKind.NAMES)
        stones[colour_of(game, letter)] = tuple(cast(list[str], points))
    return checked(Setup(stones, colour_of(game, given.get("to_move", game.colours[0]))))


def _written_tree(tree: Tree) -> dict[str, list[Json]]:
    variations = [{"after": at, "move": move} for at, move in tree.moves[tree.main :]]
    notes = [
        {
            "node": node,
            **({"comment": note.comment} if note.comment else {}),
            **({"marks": dict(note.marks)} if note.marks else {}),
            **({"labels": dict(note.labels)} if note.labels else {}),
        }
        for node, note in sorted(tree.notes.items())
    ]
    lists = {"variations": variations, "notes": notes}
    return {name: entries for name, entries in lists.items() if entries}


def _tree(given: Json, match: Match) -> Tree:
    """The variations, judged by the rules, and the notes. Raises `RecordError`."""
    tree = Tree.of(turn.text for turn in match.turn_log.moves)
    moves, notes = list(tree.moves), dict[int, Note]()
    variations, written = (
        _list(given, name) if name in given else [] for name in ("variations", "notes")
    )
    check_number(len(variations))
    for number, entry in enumerate(variations, start=1):
        branch = _object(entry, "variations", number)
        at, move = branch.get("after"), branch.get("move")
        if type(at) is not int or not 0 <= at <= len(moves) or not isinstance(move, str):
            raise _no_entry("variations", number)
        moves.append(Branch(at, move[:LONGEST_TEXT]))
    tree = replace(tree, moves=tuple(moves))
    for number, entry in enumerate(written, start=1):
        node, note = _note(entry, number, match)
        if node not in tree:
            raise _no_entry("notes", number)
        if not note.empty:
            notes[node] = note
    try:
        for _ in tree.positions(match.first) if len(moves) > tree.main else ():
            pass
    except IllegalBranchError as error:
        position, move = error.before, tree.moves[error.node - 1].move
        raise wrong(position.ply + 1, move, error.cause, match.game, position) from error
    return replace(tree, notes=notes)


def _note(entry: object, number: int, match: Match) -> tuple[int, Note]:
    """The node of a note, which need not exist, and the note. Raises `RecordError`."""
    given = _object(entry, "notes", number)
    node, comment = given.get("node"), given.get("comment", "")
    marks, labels = given.get("marks", {}), given.get("labels", {})
    if type(node) is not int or not isinstance(comment, str):
        raise _no_entry("notes", number)
    for on_points, known in ((marks, [sign.value for sign in MarkSign]), (labels, None)):
        if not isinstance(on_points, dict):
            raise _no_entry("notes", number)
        for point, value in cast(dict[str, object], on_points).items():
            said = isinstance(value, str) if known is None else value in known
            if not said or point not in match.first.board.index:
                raise _no_entry("notes", number)
    signs = {point: MarkSign(sign) for point, sign in cast(dict[str, str], marks).items()}
    return node, Note(comment, signs, cast(dict[str, str], labels))


def _object(entry: object, name: str, number: int) -> Json:
    if not isinstance(entry, dict):
        raise _no_entry(name, number)
    return cast(Json, entry)


def _no_entry(name: str, number: int) -> RecordError:
    return RecordError(RecordProblem.VARIATION, field=name, number=number)


def _moment(value: object, name: str, turn: int | None = None) -> datetime | None:
    if value is None:
        return None
    try:
        return read_moment(value if isinstance(value, str) else "")
    except (ValueError, OverflowError) as error:
        raise _wrong(name, FieldKind.MOMENT, turn) from error


def _seconds(value: object, name: str, turn: int | None = None) -> timedelta | None:
    if value is None:
        return None
    try:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError("no number")
        return read_seconds(value)
    except (ValueError, OverflowError) as error:
        raise _wrong(name, FieldKind.SECONDS, turn) from error


def _written_time(control: TimeControl | None) -> Json:
    if control is None or control.fixed:
        return {"seconds_per_move": None if control is None else seconds(control.period)}
    return {"time_control": control.write()}


def _time_control(given: Json) -> TimeControl | None:
    written, value = given.get("time_control"), given.get("seconds_per_move")
    if written is not None:
        try:
            return TimeControl.read(_text(given, "time_control"))
        except OptionError as error:
            raise _wrong("time_control", FieldKind.TIME_CONTROL) from error
    if value is None:
        return None
    least, most = (time // timedelta(seconds=1) for time in (LEAST, MOST))
    if type(value) is not int or not least <= value <= most:
        raise _wrong("seconds_per_move", FieldKind.PER_MOVE)
    return TimeControl(timedelta(seconds=value))


def _wrong(field: str, kind: FieldKind, turn: int | None = None) -> RecordError:
    """The error for a field that is not what it has to be; ``turn``: the number of its turn."""
    return RecordError(RecordProblem.FIELD, field=field, kind=kind, turn=turn or "")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
