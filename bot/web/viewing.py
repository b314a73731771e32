"""What a page shows of a match: the picture, where its points are, and what one can do."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.messages import boards, endings, labels, overlays
from bot.messages.catalogue import text
from bot.messages.phrases import mention, seat_name
from bot.service.live_match import LiveMatch
from bot.service.player_actions import Act, PlayerAction, player_actions
from bot.service.preferences import DisplayPreferences
from bot.service.refusals import RefusedError
from bot.service.service import Service
from bot.shared import Shared
from bot.uploads import Upload
from bot.web.frames import with_picture
from bot.web.picture_facts import point_facts, size_of
from bot.web.scenes import Afterwards, Stage
from engine.match import Match
from engine.position import Declaration, Placement
from engine.turns import RESIGN, Wish, is_move
from render.options import Overlay, useful_overlays

KEPT = 64
"""Pictures that are kept for those who look at the same."""
_MENTION = re.compile(r"<@!?(\d+)>")
_COMMAND = re.compile(r"</([\w -]+):\d+>")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to see of a match."""

    at: int | None = None
    """After so many moves; None: the present."""
    overlay: str = Overlay.NONE.value


NOW = Wanted()


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page gets at once of a match."""

    live: LiveMatch
    frame: bytes
    """Facts and a picture, see `bot.web.frames`."""
    now: bool
    """True if that is the present."""


class Viewing:
    """Makes what pages show. All who only watch and see it alike get the same, made once."""

    def __init__(self, stage: Stage) -> None:
        self._service = stage.service
        self._pictures = stage.pictures
        self._stage = stage
        self._drawn = Shared[Upload](KEPT)
        self._seen = Shared[Seen](KEPT)

    async def board(
        self,
        live: LiveMatch,
        user: int,
        wanted: Wanted,
        preferences: DisplayPreferences,
        after: Sequence[Afterwards] = (),
        *,
        begins: bool = True,
    ) -> Seen:
        """Everything that there is to see for ``user``; ``after``: what has come of the match;
        ``begins``: a game can be begun there."""
        if user in live.everybody:
            return await self._board(live, user, wanted, preferences, after, begins=begins)
        # As long as what was made of it is kept, nothing else is at its address.
        key = id(live), wanted, preferences.write(), begins
        return await self._seen.get(
            key, lambda: self._board(live, None, wanted, preferences, begins=begins)
        )

    async def _board(
        self,
        live: LiveMatch,
        user: int | None,
        wanted: Wanted,
        preferences: DisplayPreferences,
        after: Sequence[Afterwards] = (),
        *,
        begins: bool,
    ) -> Seen:
        service, match = self._service, live.match
        moves = match.turn_log.moves
        at = len(moves) if wanted.at is None else min(wanted.at, len(moves))
        now = at == len(moves)
        frame, offered = await asyncio.to_thread(_frame, match, at)
        overlay = wanted.overlay if wanted.overlay in offered else "none"
        picture = await self._picture(live, frame, at, overlay, preferences)
        said = boards.private_board(live, match.game) if now else overlays.after_ply(at)
        sequel, last = self._stage.sequel(after, user, begins=begins), match.turn_log.last_action
        yours = (
            user is not None
            and live.to_move == user
            and live.paused is None
            and not live.computers_turn
        )
        facts = {
            "kind": "board",
            "match": live.id,
            "ply": match.ply,
            "title": text("web-title", game=match.game.name, id=str(live.id)),
            **await self.worded("\n".join([said, *sequel["text"]]), live),
            "alt": picture.alt or "",
            "you": user if user in live.players else None,
            "turn": yours,
            "standing": _standing(live, user),
            "news": _COMMAND.sub(r"/\1", boards.last_turn(live, match.game)),
            "talk": last is not None and not is_move(last.text),
            "new": yours and await service.preferences.is_asked(live.to_move or 0),
            "size": size_of(picture.data),
            **await asyncio.to_thread(_points, frame, preferences, yours=yours and now),
            "preview": user is not None
            and await service.preferences.previews(user, live.control.pace),
            "actions": [
                *([] if user is None else actions(service, live, user)),
                *sequel["actions"],
                *self._stage.about_match(live, user),
            ],
            "ways": self._stage.offered(live, begins=begins),
            "moves": [turn.text for turn in moves],
            "captured": [frame.position.board.names[point] for point in frame.shown.captured],
            "at": at,
            "overlays": [
                [Overlay.NONE, overlays.without(frame)],
                *([each, overlays.label(each)] for each in offered),
            ],
            "overlay": overlay,
            "over": match.end is not None,
            "next": sequel["next"],
        }
        return Seen(live, with_picture(facts, picture.data), now)

    async def worded(self, said: str, live: LiveMatch) -> dict[str, Any]:
        """A text for the page, with the names of those whom it mentions."""
        said = _COMMAND.sub(r"/\1", said)
        people = {int(user) for user in _MENTION.findall(said)} | {*live.everybody}
        names = await self._service.matches.names(people)
        return {"text": said, "names": {str(user): name for user, name in names.items()}}

    async def _picture(
        self, live: LiveMatch, frame: Match, at: int, overlay: str, preferences: DisplayPreferences
    ) -> Upload:
        moves = live.match.turn_log.moves
        now = at == len(moves)
        # Moves can be taken back and others made, so their number does not say what is shown.
        shown = live.match.ply if now else tuple(turn.text for turn in moves[:at])
        over = live.match.end is not None and now  # then the territories are drawn
        wanted = live.id, at, shown, over, overlay, preferences.write()
        name = f"{frame.game.key}-{live.id}-{at}"
        return await self._drawn.get(
            wanted,
            lambda: self._pictures.of(frame, name, preferences, overlay, steady=True),
        )


def actions(service: Service, live: LiveMatch, user: int) -> list[dict[str, Any]]:
    """What ``user`` can do in a match besides placing a stone, as buttons."""
    match = live.match
    try:
        seat = live.seat_of(user)
    except RefusedError:
        return []
    found = list[dict[str, Any]]()
    may_go_back = service.shown_messages.may_go_back
    others = [*player_actions(live, seat, service.now(), may_go_back)]
    answers = [one for one in others if one.act in (Act.ALLOW, Act.REFUSE, Act.WITHDRAW)]
    found += [_button(one.act, labels.player_action(one)) for one in answers]
    if live.to_move == user and live.paused is None:
        # The only colour on the page draws people: it stands where a stone cannot be meant.
        style = "primary" if match.position.colours is None else "secondary"
        for word in match.position.declarations():
            number = None if word.numbers is None else _number(word, match)
            say = _button("say", labels.word_label(word), value=word.word, style=style)
            found.append({**say, "number": number})
    if not answers and match.decided is not None:
        found.append(_button(Act.ASK, text("button-fill"), value=Wish.FILL))
    undo = [one for one in others if one.act is Act.UNDO]
    found += [_button(one.act, labels.player_action(one)) for one in undo]
    for one in others:
        if one not in answers and one not in undo:
            found += [{**each, "more": True} for each in _asking(live, one)]
    if live.paused is None:
        resign = _button(RESIGN, text("button-resign"), style="danger")
        found.append({**resign, "more": True})
    return found


def _number(word: Declaration, match: Match) -> str:
    """The question for the number that completes ``word``: what it means, and which there are."""
    return f"{labels.number_help(word.word, match)}\n{labels.completing_field(word)}".strip()


def _standing(live: LiveMatch, user: int | None) -> str:
    """Whose turn it is, to ``user``, or how it has ended for them; empty if nobody can move, and
    to who only watches."""
    match, seat = live.match, live.match.to_move
    if match.end is not None and user in live.players:
        return endings.own(match, live.players.index(user))
    if user not in live.players or seat is None or live.paused is not None:
        return ""
    own = live.players.index(user)
    if own in match.turn_log.departed:
        return ""
    has_colours = match.position.colours is not None
    if live.to_move == user and not live.computers_turn:
        side = seat_name(match, match.game, seat) if has_colours else "none"
        return text("web-your-turn", side=side)
    if not has_colours:
        waits = live.to_move is not None and not live.computers_turn
        return text("web-waiting", who=mention(live.to_move or 0) if waits else "none")
    return text(
        "web-others-turn",
        side=seat_name(match, match.game, own),
        who=seat_name(match, match.game, seat),
    )


def _asking(live: LiveMatch, one: PlayerAction) -> list[dict[str, Any]]:
    if one.act is not Act.WINNER:
        return [_button(one.act, labels.player_action(one), value=one.wish or "")]
    match = live.match
    won = [
        _button(
            Act.ASK,
            text("web-ask-winner", who=seat_name(match, match.game, seat)),
            value=f"{Wish.WIN} {seat}",
        )
        for seat in match.turn_log.playing(match.seats)
    ]
    return [*won, _button(Act.ASK, text("web-ask-draw"), value=Wish.DRAW)]


def _button(act: str, label: str, *, value: str = "", style: str = "") -> dict[str, Any]:
    usual = {Act.ALLOW: "success", "say": "primary"}.get(act, "secondary")
    return {"do": str(act), "value": str(value), "label": label, "style": style or usual}


def _frame(match: Match, at: int) -> tuple[Match, tuple[Overlay, ...]]:
    """The match after so many of its moves, and what can be drawn over it."""
    frame = match.after_moves(at)
    return frame, tuple(useful_overlays(frame.position))


def _points(frame: Match, preferences: DisplayPreferences, *, yours: bool) -> Mapping[str, object]:
    """The points, and where a stone can be placed."""
    legal = (
        {move.point for move in frame.position.legal_moves() if isinstance(move, Placement)}
        if yours
        else set[str]()
    )
    return point_facts(frame, preferences, legal)
