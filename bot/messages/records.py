"""Records of games: why a file is refused."""

from functools import partial

from bot.messages import options, refusals
from bot.messages.catalogue import text
from engine.game import Game, OptionError
from engine.position import IllegalMoveError, OutOfTurnError, UnreadableMoveError
from engine.record import RecordError, RecordProblem
from engine.record.record import LONGEST_TEXT
from engine.time_control import LEAST, MOST


def sentence(error: RecordError) -> str:
    """One sentence on why a file is not a record of a game, or where it is wrong."""
    match error.problem:
        case RecordProblem.OPTION:
            assert isinstance(error.cause, OptionError)
            return refusals.refusal(error.cause)
        case RecordProblem.TURN:
            move = error.move or text("record-no-move")
            return text("record-turn", ply=str(error.ply), move=move, why=_why(error))
        case RecordProblem.FIELD:
            return _wrong_field(error)
        case RecordProblem.SEATS:
            game = error.about["game"]
            assert isinstance(game, Game)
            return options.seats_error(game, int(str(error.about["seats"])))
        case RecordProblem.RESULT:
            said, played = _data(error, "said"), _data(error, "played")
            if played in ("", "null"):
                return text("record-result-none", said=said)
            return text("record-result", said=said, played=played)
        case _:
            return _wrong_file(error)


def _wrong_file(error: RecordError) -> str:
    """The problem of a file as a whole, or of one of its properties."""
    value = partial(_data, error)
    match error.problem:
        case RecordProblem.TOO_LARGE:
            return text("record-too-large", mebibytes=str(int(value("bytes")) >> 20))
        case RecordProblem.NOT_A_RECORD:
            return text("record-not-a-record", format=value("format"))
        case RecordProblem.VERSION:
            return text("record-version", version=value("version"))
        case RecordProblem.OTHER_GAME:
            return text("record-other-game", game=value("game"))
        case RecordProblem.DIAGRAM:
            return text("record-diagram", points=value("points"), board=value("board"))
        case RecordProblem.NOT_SGF:
            return text("record-not-sgf", detail=value("detail"))
        case RecordProblem.UNKNOWN_ENCODING:
            return text("record-unknown-encoding", encoding=value("encoding"))
        case RecordProblem.WRONG_ENCODING:
            return text("record-wrong-encoding", encoding=value("encoding"))
        case RecordProblem.NOT_GO:
            return text("record-not-go", number=value("number"))
        case RecordProblem.SAYS_GO:
            return text("record-says-go", game=value("game"))
        case RecordProblem.OTHER_RULES:
            return text("record-other-rules", rules=value("rules"))
        case RecordProblem.UNKNOWN_RULES if not value("rules"):
            return text("record-rules-missing", known=value("known"))
        case RecordProblem.UNKNOWN_RULES:
            return text("record-unknown-rules", rules=value("rules"), known=value("known"))
        case RecordProblem.PAIR:
            return text("record-pair", property=value("property"), value=value("value"))
        case RecordProblem.UNREADABLE:
            return text("record-unreadable", property=value("property"), value=value("value"))
        case RecordProblem.VARIATION:
            return text("record-variation", field=value("field"), number=value("number"))
        case RecordProblem.TWO_STONES:
            return text("record-two-stones", point=value("point"))
        case RecordProblem.TWO_MOVES:
            return text("record-two-moves", ply=str(error.ply))
        case RecordProblem.NO_COLOUR:
            return text("record-no-colour", ply=str(error.ply), colour=value("colour"))
        case RecordProblem.MISSING_TURNS:
            return text("record-missing-turns", turn=value("turn"), turns=value("turns"))
        case RecordProblem.TOO_MANY_TURNS:
            return text("record-too-many-turns", most=f"{int(value('most')):,}")
        case RecordProblem.NO_SUCH_SEAT:
            return text("record-no-such-seat", seat=value("seat"))
        case _:
            return text(f"record-file-{error.problem}")


def _wrong_field(error: RecordError) -> str:
    """The type that a field of the record, a field of a turn, or a turn must have."""
    field, turn = _data(error, "field"), _data(error, "turn")
    return text(
        "record-field",
        field=field,
        kind=_data(error, "kind"),
        turn=turn,
        place="record" if not turn else "field" if field else "turn",
        longest=str(LONGEST_TEXT),
        least=f"{LEAST.total_seconds():.0f}",
        most=f"{MOST.total_seconds():.0f}",
    )


def _data(error: RecordError, name: str) -> str:
    """The value that the error has under this name; a game by its name."""
    data = error.about[name]
    return data.name if isinstance(data, Game) else str(data)


def _why(error: RecordError) -> str:
    """Why a turn is refused, as a clause of its own."""
    cause = error.cause
    game, position = error.before or (None, None)
    if isinstance(cause, IllegalMoveError):
        return refusals.because(cause, position, game)
    if isinstance(cause, OutOfTurnError):
        return text(f"record-turn-{cause.why}")
    if isinstance(cause, UnreadableMoveError):
        return text("record-turn-unreadable")
    return text("record-turn-impossible", reason=str(cause))
