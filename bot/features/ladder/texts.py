"""The words of ladders."""

from collections.abc import Mapping, Sequence
from functools import partial

from bot.features.ladder import rules
from bot.features.ladder.rules import Outcome
from bot.features.ladder.service import Candidate, Page, Standing, Waiting
from bot.features.ladder.store import Asked, Removal
from bot.messages import refusals
from bot.messages.catalogue import text
from bot.messages.labels import LONGEST_DESCRIPTION
from bot.messages.phrases import (
    CONTENT_LIMIT,
    address,
    facts,
    literal,
    mention,
    moment,
    roughly,
    shortened,
)
from engine.game import Game

scenes = partial(text, "web-whole")
back = partial(text, "button-replay-back")
forward = partial(text, "button-replay-forward")
LONGEST_REASON = 200
ALT_LIMIT = 1000
"""Characters of a description that Discord takes, and a few to spare."""


def page(of: Page, game: Game, user: int | None = None) -> str:
    """A page of a ladder as ``user`` sees it; None: as everybody does."""
    lines = [text("ladder-head", game=game.name)]
    if not of.shown:
        lines.append(text("ladder-empty"))
    lines += [_line(one, of, user) for one in of.shown]
    if of.around:
        lines += ["…", *(_line(one, of, user) for one in of.around)]
    if of.number > len(of.shown):
        first, last = of.begin + 1, of.begin + len(of.shown)
        lines.append(text("ladder-pages", first=str(first), last=str(last), number=str(of.number)))
    if user is None:
        return shortened("\n".join(lines), CONTENT_LIMIT)
    if of.own is None:
        lines.append(text("ladder-outside"))
    else:
        lines.append(text("ladder-you", place=str(of.own), number=str(of.number)))
    lines += [_own(one, user) for one in of.waiting]
    return shortened("\n".join(lines), CONTENT_LIMIT)


Row = Sequence[str]


def table(of: Page, names: Mapping[int, str]) -> tuple[Row, list[Row]]:
    """The headings and the rows of the picture of a page."""
    headings = (
        text("ladder-column-place"),
        text("ladder-column-player"),
        text("ladder-column-state"),
    )
    return headings, [
        ("…", "", "")
        if one is None
        else (str(one.place), names[one.user], text("ladder-state", state=_state(one, of)))
        for one in in_picture(of)
    ]


def in_picture(of: Page) -> list[Standing | None]:
    """Who is in each row of the picture; None: a gap."""
    return [*of.shown, *([None, *of.around] if of.around else ())]


def described(of: Page, game: Game, names: Mapping[int, str]) -> str:
    """The picture in words."""
    lines = [
        text(
            "ladder-alt-line",
            place=str(one.place),
            player=names[one.user],
            state=_state(one, of),
        )
        for one in in_picture(of)
        if one is not None
    ]
    return shortened(text("ladder-alt", game=game.name, lines="; ".join(lines)), ALT_LIMIT)


def _state(one: Standing, of: Page) -> str:
    for asked in of.open:
        if asked.challenged == one.user:
            return "challenged" if asked.match is None else "playing"
    return "away" if one.away else "free"


def _line(one: Standing, of: Page, user: int | None) -> str:
    own = "yes" if one.user == user else "no"
    parts = [text("ladder-line", own=own, place=str(one.place), player=mention(one.user))]
    for asked in of.open:
        if asked.challenged != one.user:
            continue
        other = mention(asked.challenger)
        if asked.match is None:
            parts.append(text("ladder-asked-by", other=other, when=moment(asked.expires)))
        else:
            parts.append(text("ladder-plays", other=other, match=str(asked.match)))
    if one.away:
        parts.append(text("ladder-on-vacation"))
    return facts(parts)


def _own(one: Waiting, user: int) -> str:
    asked = one.asked
    link, when = address(asked.server, asked.channel_id, one.card) or "", moment(asked.expires)
    if user == asked.challenged:
        other = mention(asked.challenger)
        said = text("ladder-asks-you", other=other, when=when, link=link)
    else:
        other, place = mention(asked.challenged), str(one.place)
        said = text("ladder-you-ask", other=other, place=place, when=when, link=link)
    return said.rstrip()


def removed(done: Removal, game: Game) -> str:
    """To the moderators: who was taken off, by whom and why."""
    return text(
        "ladder-was-removed",
        moderator=mention(done.user),
        player=mention(done.player),
        game=game.name,
        reason=literal(done.reason),
    )


def how_it_works() -> str:
    """The rules."""
    return text(
        "ladder-rules",
        reach=rules.REACH,
        stands=roughly(rules.STANDS),
        again=roughly(rules.AGAIN_AFTER),
        missed=rules.MOST_MISSED,
    )


def choose(found: Sequence[Candidate]) -> str:
    """The question whom to challenge, with the reasons for those who cannot be."""
    if not found:
        return text("ladder-top")
    free = any(one.why_not is None for one in found)
    lines = [text("ladder-choose" if free else "ladder-nobody")]
    lines += [
        text("ladder-not-now", place=str(one.place), reason=refusals.refusal(one.why_not))
        for one in found
        if one.why_not is not None
    ]
    return "\n".join(lines)


def choice(one: Candidate, name: str) -> str:
    """Somebody in the select."""
    return shortened(text("ladder-choice", place=str(one.place), name=name), LONGEST_DESCRIPTION)


def on_card(one: Asked, place: int | None) -> str:
    """What the card of a challenge says about the ladder."""
    if one.outcome is not None:
        return outcome(one)
    challenger, number = mention(one.challenger), str(place or "?")
    if one.match is not None:
        return text("ladder-card-played", challenger=challenger, place=number)
    challenged = mention(one.challenged)
    return text("ladder-card-open", challenger=challenger, challenged=challenged, place=number)


def before_declining(one: Asked, place: int | None) -> str:
    """To the challenged, who is about to decline."""
    return text(
        "ladder-before-declining",
        challenger=mention(one.challenger),
        place=str(place or "?"),
        when=moment(one.expires),
    )


def outcome(one: Asked) -> str:
    """What has come of a challenge."""
    assert one.outcome is not None
    challenger, challenged = map(mention, one.people)
    key = one.outcome if one.place is not None else Outcome.VOID
    said = text(
        f"ladder-outcome-{key}",
        challenger=challenger,
        challenged=challenged,
        place=str(one.place),
    )
    if not one.gone:
        return said
    loser = challenged if one.outcome is Outcome.TAKEN else challenger
    return f"{said} {text('ladder-has-to-leave', player=loser, missed=rules.MOST_MISSED)}"
