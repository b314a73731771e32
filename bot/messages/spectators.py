"""The words for spectators: following, the score so far, the games to watch, the poll."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from bot.messages import boards, endings
from bot.messages.catalogue import text
from bot.messages.labels import LONGEST_DESCRIPTION
from bot.messages.phrases import (
    address,
    channel,
    facts,
    hours,
    listed,
    mention,
    moment,
    permissions,
    plain,
    seat_name,
    separated,
    shortened,
)
from bot.service.live_match import LiveMatch

LONGEST_ANSWER = 55
"""The most characters that Discord allows in an answer of a poll."""

board_button = partial(text, "button-board")
rules_button = partial(text, "button-rules")
score_button = partial(text, "button-score")
follow_button = partial(text, "button-follow")
stop_button = partial(text, "button-stop-following")
poll_button = partial(text, "button-poll")
peek_select = partial(text, "placeholder-peek")
follow_select = partial(text, "placeholder-follow")
nothing_to_watch = partial(text, "watch-none")
poll_even = partial(text, "poll-even")


# --- following ---


def every_button(every: int) -> str:
    """The button to be called every so many moves; 0: only at the end."""
    return text("button-follow-every", every=every)


def following(live: LiveMatch, every: int) -> str:
    """To somebody who follows a game."""
    name, number = live.match.game.name, str(live.id)
    return text("following", game=name, match=number, every=every)


def stopped(live: LiveMatch, *, followed: bool) -> str:
    """To somebody who does not want to follow a game any more."""
    name, number = live.match.game.name, str(live.id)
    if not followed:
        return text("following-never", game=name, match=number)
    return text("following-stopped", game=name, match=number)


def call(users: Iterable[int], room: int) -> str:
    """The line under a board that calls its followers, as many as fit into ``room`` characters.

    Empty if there are none.
    """
    called = list(map(mention, users))
    while called:
        line = text("followers-called", followers=separated(called))
        if len(line) <= room:
            return line
        called.pop()
    return ""


# --- the score so far ---


def score_now(live: LiveMatch) -> str:
    """The score sheet as the board stands."""
    match = live.match
    sheet = text(
        "score-now-sheet", ply=str(match.position.ply), players=boards.seating(live, match.game)
    )
    head = text("score-now", game=match.game.name, match=str(live.id))
    return "\n".join([head, sheet, "```", *endings.standing(match, match.game), "```"])


# --- games to watch ---


def watch(rows: Sequence[tuple[LiveMatch, int | None, datetime]], first: int, number: int) -> str:
    """A page of the running games; ``first`` counts from 1.

    ``rows``: each with the message of its newest board, and when its last turn was.
    """
    lines = [_watched(*row) for row in rows]
    if number > len(rows):
        last = first + len(rows) - 1
        lines.append(text("watch-pages", first=str(first), last=str(last), number=str(number)))
    return "\n".join(lines)


def _watched(live: LiveMatch, message: int | None, moved: datetime) -> str:
    match, game, when = live.match, live.match.game, moment(moved)
    parts = [text("board-game", game=game.name, id=str(live.id)), boards.seating(live, game)]
    if match.position.ply:
        parts.append(text("board-ply", ply=str(match.position.ply)))
    parts.append(text("board-paused") if live.paused else boards.to_move(match, game))
    parts.append(text("watch-last", when=when) if match.ply else text("watch-began", when=when))
    link = address(live.server, live.channel_id, message)
    return facts([*parts, link or channel(live.channel_id)])


def watched_choice(live: LiveMatch, names: Mapping[int, str]) -> str:
    """A game in a select."""
    players = listed((names[user] for user in live.players), "against")
    told = text("choice-watched", match=str(live.id), game=live.match.game.name, players=players)
    return shortened(told, LONGEST_DESCRIPTION)


# --- the poll ---


def poll_question(live: LiveMatch) -> str:
    """The question of the poll; it names the game, by which the bot recognises it."""
    return text("poll-question", game=live.match.game.name, match=str(live.id))


def poll_answers(live: LiveMatch, names: Mapping[int, str]) -> list[str]:
    """The players who have not left, by colour and name, then that nobody is ahead."""
    match = live.match
    players = [
        text(
            "poll-player",
            seat=seat_name(match, match.game, seat),
            player=plain(names[live.players[seat]]).strip(),
        )
        for seat in match.turn_log.playing(match.seats)
    ]
    return [shortened(player, LONGEST_ANSWER) for player in players] + [poll_even()]


def poll_sent(channel_id: int, time: timedelta) -> str:
    """To the one who asked for the poll."""
    return text("poll-sent", channel=channel(channel_id), time=hours(time))


def poll_there(link: str | None) -> str:
    """To somebody who asks for a second poll."""
    return text("poll-there") if link is None else text("poll-there-at", link=link)


def poll_impossible(channel_id: int, missing: Iterable[str]) -> str:
    """The bot lacks permissions for a poll; ``missing`` are discord.py's names."""
    lacks = permissions(missing)
    return text("poll-without-permissions", channel=channel(channel_id), permissions=lacks)
