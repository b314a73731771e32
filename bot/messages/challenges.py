"""The card of a challenge, and what is said around it."""

from bot.challenges import CHALLENGE_STANDS
from bot.messages.phrases import hours, listed, mention, moment, settings
from bot.records import ACCEPTED, CHANGED, DECLINED, EXPIRED, OPEN, WITHDRAWN, StoredChallenge
from engine.position import Game


def card(asked: StoredChallenge, game: Game) -> str:
    """The card of a challenge."""
    people = [mention(seat.user) for seat in asked.invitations if seat.user is not None]
    free = sum(seat.user is None for seat in asked.invitations)
    who = listed([*people, *(["anybody"] if free else [])])
    players = len(asked.invitations) + 1
    lines = [
        f"{mention(asked.challenger)} challenges {who} to a game of **{game.name}**.",
        settings(asked.options, asked.per_move),
    ]
    if asked.rematch_of is not None:
        how = "swapped" if players == 2 else "in reverse order"
        lines.append(f"A rematch of game #{asked.rematch_of}, with the seats {how}.")
    ready = [mention(s.user) for s in asked.invitations if s.accepted and s.user is not None]
    outcome = {
        OPEN: f"The challenge expires {moment(asked.expires)}.",
        ACCEPTED: f"**Accepted**: game #{asked.match} is on.",
        DECLINED: f"**Declined** by {mention(asked.closed_by or 0)}.",
        WITHDRAWN: "**Withdrawn** by the challenger.",
        CHANGED: f"**Changed** by {mention(asked.closed_by or 0)}: the new card follows.",
        EXPIRED: f"**Expired**: it was not accepted within {hours(CHALLENGE_STANDS)}.",
    }
    if asked.state == OPEN and players > 2:
        seated = listed([mention(asked.challenger), *ready])
        lot = "" if asked.rematch_of is not None else ", seats by lot"
        seats = f"{players} players{lot}. Ready: {seated}."
        lines.append(f"{seats} Free seats: {free}." if free else seats)
    return "\n".join([*lines, outcome[asked.state]])


CHALLENGE_SENT = "Your challenge is on its way into the channel."

CHALLENGE_ACCEPTED = "Accepted. The board comes in a moment."

SEAT_TAKEN = "Accepted. The game starts when all others have accepted too."

CHALLENGE_DECLINED = "Declined."

SEAT_LEFT = "You are out. Anybody can take the seat now."

CHALLENGE_WITHDRAWN = "Withdrawn."

COUNTER_OFFER_SENT = "Your counter-offer is on its way into the channel."


def which_game(user: int) -> str:
    """Asks for the game of a challenge."""
    return f"Which game do you want to challenge {mention(user)} to?"


def rematch_offered(link: str | None) -> str:
    """To the challenger, who wants the rematch once more."""
    where = f": {link}" if link else "."
    return f"Your challenge to a rematch stands already; the others have to accept it{where}"


def rematch_changed(link: str | None) -> str:
    """To a player who presses *Rematch* where a counter-offer stands."""
    where = f": {link}" if link else "."
    return f"A rematch on other terms is offered to you, accept or change it on its card{where}"


def rematch_played(key: int, link: str | None) -> str:
    """To a player who wants a second rematch of the same game."""
    return f"The rematch of this game is game #{key}" + (f": {link}" if link else ".")
