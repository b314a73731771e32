"""Begins a match: who sits where, and where it lives."""

from collections.abc import Sequence
from datetime import datetime
from random import Random

from bot.storage.rows import (
    BOARDS,
    LIVING,
    NOWHERE,
    OPEN,
    SOLO,
    THREAD,
    Invitation,
    StoredChallenge,
    StoredHome,
    StoredMatch,
)
from bot.storage.transaction import Transaction
from engine.clock import Clock, TimeControl
from engine.game import Game
from engine.match import Match


def begin_match(
    tx: Transaction,
    asked: StoredChallenge,
    game: Game,
    seated: Sequence[Invitation],
    card: int | None,
    now: datetime,
    random: Random,
    *,
    first: bool | None = None,
) -> int:
    """Start the match that was ``asked`` for, with the seats drawn by lot. Returns its id.

    If the players choose their colours during the game, and all were invited by name, the
    challenger has the first seat. A rematch has the seats in reverse order. ``first``: whether the
    challenger has the first seat, or the last; None: by lot.

    ``seated``: who plays, the challenger first.

    ``card``: the message with the challenge. A thread that is opened from a message has the
    message's id, so the channel of the match is known before the thread is there. While the card is
    not posted, None: the match moves to its thread before its first board is sent.
    """
    match = Match.start(game, asked.options, len(seated))
    before = None if asked.rematch_of is None else tx.matches.get(asked.rematch_of)
    people = [(seat.user or 0, seat.level) for seat in seated]
    if before is not None and set(before.players) == {user for user, _ in people}:
        people = [*zip(reversed(before.players), reversed(before.levels), strict=True)]
    elif first is not None:
        people = people if first else [*people[1:], people[0]]
    elif match.position.colours is not None or any(s.user is None for s in asked.invitations):
        random.shuffle(people)
    to_move, solo = match.to_move, asked.place == SOLO
    reminded = to_move is not None and people[to_move][1] is None and not solo
    clock = Clock.start(TimeControl(asked.per_move), now)
    in_thread = asked.place == THREAD
    new = StoredMatch(
        id=0,
        server=asked.server,
        channel_id=_channel(asked, card),
        game=game.key,
        options=asked.options,
        per_move=asked.per_move,
        ply=0,
        to_move=to_move,
        deadline=clock.deadline,
        players=tuple(user for user, _ in people),
        levels=tuple(level for _, level in people),
        ruleset=game.ruleset,
        opened=now,
        rematch_of=asked.rematch_of,
        estimates=asked.estimates,
        remind=clock.reminder(now) if reminded else None,
        thinking=to_move is not None and people[to_move][1] is not None,
    )
    match_id = tx.matches.add(new)
    if solo:
        return match_id
    if asked.place not in (None, BOARDS):
        home = StoredHome(
            match=match_id,
            place=THREAD if in_thread else LIVING,
            channel_id=asked.channel_id,
            message=card if in_thread else None,
            shown=None,
            ready=asked.place == LIVING,
            closed=False,
        )
        tx.homes.add(home)
    tx.posts.add_board(match_id, new.ply, new, now)
    return match_id


def _channel(asked: StoredChallenge, card: int | None) -> int:
    """The channel or the thread of the match; the thread will have the number of its card."""
    if asked.place == SOLO:
        return NOWHERE
    return card if asked.place == THREAD and card is not None else asked.channel_id


def rematch_of(
    played: StoredMatch, challenger: int, event_id: int, now: datetime, expires: datetime
) -> StoredChallenge:
    """The challenge of a player to play the same game again, on the same terms."""
    home = played.home
    return StoredChallenge(
        id=0,
        event_id=event_id,
        server=played.server,
        channel_id=played.channel_id if home is None else home.channel_id,
        challenger=challenger,
        game=played.game,
        options=played.options,
        per_move=played.per_move,
        opened=now,
        expires=expires,
        state=OPEN,
        closed_by=None,
        match=None,
        invitations=tuple(
            Invitation(user, accepted=level is not None, level=level)
            for user, level in zip(played.players, played.levels, strict=True)
            if user != challenger
        ),
        rematch_of=played.id,
        place=SOLO if played.solo else None if home is None else home.place,
        estimates=played.estimates,
    )
