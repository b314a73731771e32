"""The words of a tournament's event in the list of its server, and of its post in a forum."""

from bot.features.tournaments import standing_texts, texts
from bot.features.tournaments.service import View
from bot.features.tournaments.store import CANCELLED, OVER, SIGN_UP, StoredTournament
from bot.messages.catalogue import text
from bot.messages.phrases import CONTENT_LIMIT, address, channel_address, plain, shortened
from bot.storage.rows import StoredMessage
from engine.game import Game

LONGEST_TITLE = 100


def description(view: View, game: Game, link: str) -> str:
    """What the tournament is and how far it is, with a link to its card or its round."""
    stored = view.stored
    what = text(
        "tournament-format",
        kind=stored.system.value,
        system=texts.system(stored.system),
        rounds=stored.rounds,
        game=game.name,
    )
    return "\n".join([what, progress(view, link), standings(stored)])


def progress(view: View, link: str) -> str:
    """How far it is, with a link to its card or its round."""
    last = view.whole.last_round() or 0
    return text("tournament-event", round=view.stored.round, last=last, link=link)


def link(stored: StoredTournament, told: StoredMessage | None) -> str:
    """The address of the message that tells that, else that of the tournament's channel."""
    there = channel_address(stored.server, stored.channel_id)
    if told is None:
        return there
    return address(told.server, told.channel_id, told.message) or there


def standings(stored: StoredTournament) -> str:
    """How to see the standings; no other event of the server ends with this line."""
    return text("tournament-event-standings", number=str(stored.id))


def title(stored: StoredTournament) -> str:
    """The title of its post."""
    nameless = text("tournament-post-nameless", number=str(stored.id))
    return shortened(plain(stored.name).strip() or nameless, LONGEST_TITLE)


def post(view: View, game: Game, link: str) -> str:
    """The first message of its post: the terms and how far it is, at the end who has won."""
    stored = view.stored
    if stored.state == OVER:
        lines = [texts.ended(view), standing_texts.standings_text(view)]
    elif stored.state == CANCELLED:
        lines = [texts.ended(view)]
    else:
        lines = texts.terms(stored, game, elsewhere=True)
        if stored.state == SIGN_UP:
            lines += [texts.state_line(stored), text("tournament-post-card", link=link)]
        else:
            lines += [progress(view, link)]
    return shortened("\n".join(filter(None, lines)), CONTENT_LIMIT)


def says_tournament(tag: str) -> bool:
    """True for the name of a tag that says a tournament."""
    return text("tournament-post-tag") in tag.lower()


def listed(chosen: bool | None) -> str | None:
    """The choice of a server's owners."""
    return None if chosen is None else text("config-events-yes" if chosen else "config-events-no")
