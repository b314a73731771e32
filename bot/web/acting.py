"""What people do on the page: the same calls of the service as in the channel, with its rules."""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from bot import metrics
from bot.messages import capture_warning, labels, move_panel, private, refusals
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.move_errors import ConfirmationNeededError, RefusedMoveError
from bot.service.player_actions import NEEDS_LEAVE, Act, loses_by_agreeing, to_ask_back
from bot.service.refusals import RefusedError, ServiceRefusal, reason_of
from bot.service.suggestions import Suggestions
from bot.uploads import Upload
from bot.web.host import Host, and_privately
from bot.web.scenes import Asked, Done, Scene, Stage
from engine.effects import effects
from engine.position import (
    IllegalMoveError,
    MoveError,
    Placement,
    UnreadableMoveError,
    names_a_point,
    tidy,
)
from engine.turns import RESIGN, UNDO, RequestRefusal, RequestRefusedError, Wish


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that ``user`` does in a match, on the board with ``ply`` turns.

    ``key``: the page's own name for it, so that its repetition is harmless.
    """

    user: int
    match_id: int
    ply: int
    act: str
    value: str
    key: str
    sure: bool = False

    @property
    def event_id(self) -> int:
        """The event that it is, for the service; below `FIRST_OF_DISCORD`."""
        whole = f"{self.user} {self.match_id} {self.key} {self.act} {self.value}"
        return int.from_bytes(sha256(whole.encode()).digest()[:7]) + 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: a message to the page, perhaps with a picture."""

    kind: str
    text: str = ""
    picture: Upload | None = None
    facts: dict[str, Any] = field(default_factory=dict[str, Any])


class Acting:
    """Does what people want."""

    def __init__(self, stage: Stage, host: Host) -> None:
        self._service = stage.service
        self._matches = stage.service.matches.past_discord()
        self._pictures = stage.pictures
        self._stage = stage
        self._host = host
        self._suggestions = Suggestions()

    async def do(self, deed: Deed) -> Outcome:
        """Do it, or ask first, or say why not. Raises what is our own fault."""
        try:
            if deed.act == "scene":
                return self._came(await self._stage.act(await self._asked(deed)))
            return await self._do(replace(deed, value=tidy(deed.value)))
        except ConfirmationNeededError as needed:
            asked = private.sure(needed.text, needed.live, needed.live.match.game)
            return _question(asked, labels.yes(needed.text), deed)
        except RefusedMoveError as refused:
            return await self._why_not(refused, deed.user, deed.value)
        except (RefusedError, MoveError) as error:
            return _refused(error)

    async def look(self, deed: Deed) -> Outcome | None:
        """What takes the place of a scene that waits; None: it goes on waiting."""
        try:
            came = await self._stage.look(await self._asked(deed))
        except RefusedError as refused:
            return _refused(refused)
        return None if came is None else self._came(came)

    async def preview(self, user: int, match_id: int, ply: int, point: str) -> Outcome:
        """The board with a stone that is not played yet; or why it cannot be played."""
        try:
            live = await self._matches.may_play(match_id, user, ply)
        except RefusedError as error:
            return _refused(error)
        move, position = Placement(tidy(point)), live.match.position
        readable = names_a_point(move.point)
        error = position.why_not(move) if readable else UnreadableMoveError(move.point)
        if error is not None:
            return await self._why_not(RefusedMoveError(live, error), user, point)
        after = position.play(move)
        done = effects(position, after, move)
        answers = await self._suggestions.answers(after, done.point) if live.has_help else ()
        said = move_panel.preview(live.match, after, done, answers)
        preferences = await self._service.preferences.of(user)
        drawn = await self._pictures.preview(live.match, after, done, answers, preferences, said)
        return Outcome("preview", said, drawn, {"point": move.point, "ply": live.match.ply})

    async def _do(self, deed: Deed) -> Outcome:
        match deed.act:
            case "play" | "say" if deed.value == UNDO:
                return await self._undo(deed)
            case "play" | "say" if deed.value == RESIGN:
                return await self._resign(deed)
            case "play" | "say":
                return await self._play(deed)
            case "resign":
                return await self._resign(deed)
            case Act.UNDO:
                return await self._undo(deed)
            case Act.ASK:
                return await self._ask(deed)
            case Act.ALLOW | Act.REFUSE | Act.WITHDRAW:
                return await self._answer(deed)
            case _:
                raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)

    async def _play(self, deed: Deed) -> Outcome:
        if deed.act == "say" and not deed.sure and await self._asks_newcomers(deed):
            live = await self._matches.may_play(deed.match_id, deed.user, deed.ply)
            raise ConfirmationNeededError(live, deed.value)
        live = await self._matches.play(
            deed.match_id,
            deed.user,
            deed.value,
            event_id=deed.event_id,
            ply=deed.ply,
            confirmed=deed.sure,
        )
        live = await self._matches.made_by(live, deed.user)
        last = live.match.turn_log.last_action
        said = private.played(live, last.text if last else "")
        if found := await self._stage.judge.warning(live):
            said = f"{said} {capture_warning.capture_warning(live, found, command=False)}"
            return _said(said, live, turns=live.match.seats - 1)  # until it is their turn again
        return _said(said, live)

    async def _asks_newcomers(self, deed: Deed) -> bool:
        """True for a declaration that is worth points in place of a stone, in somebody's first
        games."""
        position = (await self._matches.live(deed.match_id)).match.position
        worth = position.colours is not None and any(
            word.word == deed.value and word.amount is not None for word in position.declarations()
        )
        return worth and await self._service.preferences.is_asked(deed.user)

    async def _asked(self, deed: Deed) -> Asked:
        live = await self._service.matches.live(deed.match_id)
        return Asked(deed.user, live, deed.value, self._host, deed.event_id)

    def _came(self, came: Scene | Done) -> Outcome:
        if isinstance(came, Done):
            kind = "refused" if came.refused else "said"
            return Outcome(kind, came.text, facts={"next": came.match, "point": None})
        return Outcome("scene", came.text, came.picture, self._stage.facts(came))

    async def _resign(self, deed: Deed) -> Outcome:
        if not deed.sure:
            live = await self._matches.live(deed.match_id)
            live.seat_of(deed.user)
            return _question(private.sure_resign(live), labels.yes(RESIGN), deed)
        live = await self._matches.resign(deed.match_id, deed.user, event_id=deed.event_id)
        return _said(text("private-resigned"), live)

    async def _undo(self, deed: Deed) -> Outcome:
        try:
            live = await self._matches.undo(
                deed.match_id, deed.user, event_id=deed.event_id, ply=deed.ply
            )
        except (RequestRefusedError, RefusedError) as error:
            if error.why not in NEEDS_LEAVE:
                raise
            return await self._offer_to_ask(deed)
        said = await and_privately(self._host, private.undone(live), deed.user, live)
        return _said(said, live)

    async def _offer_to_ask(self, deed: Deed) -> Outcome:
        live = await self._matches.live(deed.match_id)
        moves = to_ask_back(live, live.seat_of(deed.user))
        ask = replace(deed, act=Act.ASK, value=Wish.TAKE_BACK, ply=live.match.ply)
        return _question(private.may_i_take_back(moves), text("button-ask"), ask)

    async def _ask(self, deed: Deed) -> Outcome:
        wish, _, seat = deed.value.partition(" ")
        fits = seat.isdecimal() if wish == Wish.WIN else wish in list(Wish) and not seat
        if not fits:
            raise RequestRefusedError(RequestRefusal.NO_SUCH_SEAT)
        live = await self._matches.ask(
            deed.match_id,
            deed.user,
            Wish(wish),
            event_id=deed.event_id,
            winner=int(seat) if wish == Wish.WIN else None,
            ply=deed.ply,
        )
        if live.match.turn_log.filled:
            return _said(text("private-filled"), live)
        goes_on = live.match.end is None
        return _said(text("private-asked") if goes_on else text("private-cancelled"), live)

    async def _answer(self, deed: Deed) -> Outcome:
        allows = deed.act == Act.ALLOW
        live = await self._matches.live(deed.match_id)
        seat = live.seat_of(deed.user)
        if allows and not deed.sure and loses_by_agreeing(live, seat, deed.ply):
            return _question(text("private-sure-to-lose"), labels.yes("agree"), deed)
        live = await self._matches.answer(
            deed.match_id,
            deed.user,
            allow=allows,
            event_id=deed.event_id,
            ply=deed.ply,
            computer=self._host.me,
        )
        said = text("private-allowed") if allows else text("private-refused")
        if live.match.turn_log.withdrawn:
            said = text("private-withdrawn")
        return _said(said, live)

    async def _why_not(self, refused: RefusedMoveError, user: int, move: str) -> Outcome:
        """Why a move is refused, with a picture of what rules it out if that says more."""
        live, error = refused.live, refused.cause
        metrics.refused(reason_of(refused))
        match, point = live.match, tidy(move)
        said = refusals.refusal(error, match.position, match.game)
        picture = None
        if isinstance(error, IllegalMoveError) and point in match.position.board.index:
            preferences = await self._service.preferences.of(user)
            picture = await self._pictures.why_not(match, error, Placement(point), preferences)
        return Outcome("refused", said, picture, {"point": point})


def _said(said: str, live: LiveMatch, *, turns: int = 0) -> Outcome:
    """What came of an act; it stays there until more than so many ``turns`` are made."""
    return Outcome("said", said, facts={"ply": live.match.ply + turns})


def _question(asked: str, yes: str, deed: Deed) -> Outcome:
    act = {"do": "act", "act": deed.act, "value": deed.value, "ply": deed.ply, "sure": True}
    act["match"] = deed.match_id
    return Outcome("ask", asked, facts={"yes": yes, "act": act})


def _refused(error: RefusedError | MoveError) -> Outcome:
    metrics.refused(reason_of(error))
    return Outcome("refused", refusals.refusal(error), facts={"point": None})
