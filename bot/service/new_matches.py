"""Begins a match: who sits where, and where it lives."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random

from bot.service.shown_messages import ShownMessages
from bot.storage.rows import ACCEPTED, CARD, OPEN, Invitation, StoredChallenge, StoredMatch
from bot.storage.transaction import Transaction
from engine.clock import Clock
from engine.game import Game
from engine.match import Match


def begin_match(
    tx: Transaction,
    shown: ShownMessages,
    asked: StoredChallenge,
    game: Game,
    seated: Sequence[Invitation],
    now: datetime,
    random: Random,
    *,
    first: bool | None = None,
) -> int:
    """Start the match that was ``asked`` for, with the seats drawn by lot. Returns its id.

    If the players choose their colours during the game, the challenger has the first seat, unless
    that is drawn, too. A rematch has the seats in reverse order. Not if it was chosen who has
    Black. ``first``: whether the challenger has the first seat, or the last; None: by lot.

    ``seated``: who plays, the challenger first.
    """
    match = Match.start(game, asked.options, len(seated))
    before = None if asked.rematch_of is None else tx.matches.get(asked.rematch_of)
    people = [(seat.user or 0, seat.level) for seat in seated]
    first = first if asked.black is None else asked.black
    if (
        asked.black is None
        and before is not None
        and set(before.players) == {user for user, _ in people}
    ):
        people = [*zip(reversed(before.players), reversed(before.levels), strict=True)]
    elif first is not None:
        people = people if first else [*people[1:], people[0]]
    elif match.position.colours is not None or game.by_lot(asked.options):
        random.shuffle(people)
    to_move, place = match.to_move, shown.place_of(asked)
    user, level = people[to_move or 0]
    called = [user] if level is None and not place.private else []
    rests = tx.people.rests([user for user, _ in people])
    preferences = shown.calls.preferences_of(tx, user)
    clock = Clock.start(asked.control, now, len(people), to_move or 0, rests)
    new = StoredMatch(
        id=0,
        server=asked.server,
        channel_id=place.channel_of(asked),
        card_channel_id=place.channel_of(asked),
        place=place.key,
        game=game.key,
        options=asked.options,
        control=asked.control,
        reserves=clock.reserves,
        rest=clock.rest,
        rests=rests,
        ply=0,
        to_move=to_move,
        deadline=clock.deadline,
        players=tuple(user for user, _ in people),
        levels=tuple(level for _, level in people),
        ruleset=game.ruleset,
        opened=now,
        rematch_of=asked.rematch_of,
        allowed=asked.allowed,
        black=asked.black,
        pictures=asked.pictures,
        part_of=asked.part_of,
        remind=preferences.reminder(clock, now) if called else None,
        thinking=to_move is not None and people[to_move][1] is not None,
    )
    begun = replace(new, id=tx.matches.add(new))
    shown.begins(tx, begun, asked)
    shown.calls.wait_for(tx, called, clock, now)
    return begun.id


def arrange_match(
    tx: Transaction,
    shown: ShownMessages,
    asked: StoredChallenge,
    game: Game,
    now: datetime,
    random: Random,
) -> int:
    """Start a match that nobody has to accept, the challenger in the first seat. Returns its id.

    It has a card only if a thread is to grow from it. See `StoredChallenge.arranged`.
    """
    added = replace(asked, id=tx.challenges.add(asked))
    if shown.place_of(added).threads:
        tx.messages.add(CARD, added, challenge=added.id)
    seated = [Invitation(added.challenger), *added.invitations]
    begun = begin_match(tx, shown, added, game, seated, now, random, first=True)
    tx.challenges.close(added.id, ACCEPTED, by=added.challenger, into=begun)
    return begun


def rematch_of(
    played: StoredMatch, challenger: int, event_id: int, now: datetime, expires: datetime
) -> StoredChallenge:
    """The challenge of a player to play the same game again, on the same terms."""
    return StoredChallenge(
        id=0,
        event_id=event_id,
        server=played.server,
        channel_id=played.card_channel_id,
        challenger=challenger,
        game=played.game,
        options=played.options,
        control=played.control,
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
        place=played.place,
        allowed=played.allowed,
        black=same_side(played, challenger),
        pictures=played.pictures,
    )


def same_side(played: StoredMatch, user: int) -> bool | None:
    """Whether ``user`` has Black in a rematch; None if nobody chose that."""
    return None if played.black is None else played.players[0] == user


def is_counter_offer(rematch: StoredChallenge, played: StoredMatch) -> bool:
    """True if a rematch is not on the terms of the match that was played."""
    side = same_side(played, rematch.challenger)
    offered = (rematch.options, rematch.control, rematch.black)
    return offered != (played.options, played.control, side)
