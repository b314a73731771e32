"""The card of a challenge, and the texts around it."""

from collections.abc import Iterable, Iterator

from bot.messages import computers, places
from bot.messages.catalogue import has, text
from bot.messages.phrases import listed, mention, moment, points, roughly, settings
from bot.storage.rows import ACCEPTED, OPEN, StoredChallenge
from engine.game import Game, Measure, Options
from engine.position import named


def challenge_accepted(*, in_thread: bool = False) -> str:
    """The answer to the player who took the last seat."""
    return text("challenge-accepted-thread" if in_thread else "challenge-accepted")


def _open_komi(asked: StoredChallenge, game: Game) -> list[str]:
    """The line that says how the players settle komi first; none if it is settled."""
    options, invited = game.complete(asked.options), asked.invitations[0]
    seats = len(asked.invitations) + 1
    if not _komi_is_open(game, options):
        return []
    ways = [options[key] for komi in game.measured(Measure.KOMI) for key in komi.replaces]
    return [
        text(
            "challenge-komi-open",
            way=str(ways[0]) if ways else "other",
            # whose seats are those of the last game, in reverse order
            rematch="no" if asked.rematch_of is None else "yes",
            challenger=mention(asked.challenger),
            invited=computers.invited(invited)
            if invited.user is not None
            else text("challenge-whoever-accepts"),
            usual=_number(game.usual_komi(options, seats)),
        )
    ]


def komi_left_open(game: Game, options: Options, seats: int) -> list[str]:
    """The same to the challenger who gave no komi in a command, with the way to a number."""
    if not _komi_is_open(game, options):
        return []
    usual = game.usual_komi(options, seats)
    return [text("challenge-komi-left-open", usual=_number(usual))]


def _komi_is_open(game: Game, options: Options) -> bool:
    return any(options[option.key] is None for option in game.measured(Measure.KOMI))


def _number(komi: float | None) -> str:
    return "none" if komi is None else points(komi)


def card(asked: StoredChallenge, game: Game, said: Iterable[str] = ()) -> str:
    """The card of a challenge; ``said``: what features say on it."""
    if asked.arranged:
        people = [asked.challenger, *(seat.user or 0 for seat in asked.invitations)]
        players = listed(map(mention, people))
        return text("challenge-arranged", players=players, game=game.name, match=str(asked.match))
    invited = [computers.invited(seat) for seat in asked.invitations if seat.user is not None]
    free = sum(seat.user is None for seat in asked.invitations)
    if free:
        invited.append(text("challenge-anyone", others=len(invited)))
    players = len(asked.invitations) + 1
    lines = [
        text(
            "challenge-card",
            challenger=mention(asked.challenger),
            invited=listed(invited),
            game=game.name,
        ),
    ]
    if asked.state != ACCEPTED:  # else the first board says so
        lines.append(settings(game, asked.options, asked.control))
        lines += _open_komi(asked, game)
        lines += _explained(asked, game)
        lines += _sides(asked, game)
        lines += places.on_card(asked.place, asked.pictures)
    lines += agreed(asked.allowed)
    if asked.rematch_of is not None:
        sides = "swapped" if players == 2 else "reversed"
        sides = sides if asked.black is None else "same"
        lines.append(text("challenge-rematch", match=str(asked.rematch_of), sides=sides))
    if asked.state == OPEN and players > 2:
        lines.append(_seats(asked, players, free))
    lines += said
    state = text(
        f"challenge-state-{asked.state}",
        expires=moment(asked.expires),
        match=str(asked.match),
        closer=mention(asked.closed_by or 0),
        time=roughly(asked.stands),
    )
    return "\n".join([*lines, state])


def _explained(asked: StoredChallenge, game: Game) -> Iterator[str]:
    """The lines about options whose names alone say too little about what will be played."""
    for key, value in game.in_force(game.complete(asked.options)).items():
        if value is True and has(f"challenge-option-{key}.on"):
            yield text(f"challenge-option-{key}.on")


def _sides(asked: StoredChallenge, game: Game) -> list[str]:
    """The line that says who has Black and the stones of a handicap, if that is agreed."""
    if asked.black is None:
        return []
    user = asked.challenger if asked.black else asked.invitations[0].user
    return [sides(game, asked.options, user)]


def sides(game: Game, options: Options, user: int | None) -> str:
    """That ``user`` has Black and the stones of a handicap; None: whoever accepts."""
    first = game.start(options, 2)
    komi = sum(float(options[one.key] or 0) for one in game.measured(Measure.KOMI))
    return text(
        "challenge-black",
        who=text("challenge-whoever") if user is None else mention(user),
        stones=len(first.stones),
        points=listed(named(first.board, first.stones)),
        komi=points(komi),
        whose="black" if komi < 0 else "white",
    )


def quiet(users: Iterable[int]) -> str:
    """To the challenger: these people are not notified."""
    return text("challenge-quiet", players=listed(map(mention, sorted(users))))


def call(role: int) -> str:
    """The line that calls a role."""
    return text("challenge-calls", role=f"<@&{role}>")


def _seats(asked: StoredChallenge, players: int, free: int) -> str:
    """The number of players, the assignment of seats, and the seats that are taken."""
    accepted = [
        computers.invited(s) for s in asked.invitations if s.accepted and s.user is not None
    ]
    ready = listed([mention(asked.challenger), *accepted])
    if asked.rematch_of is None:
        sentence = text("challenge-seats-by-lot", players=players, ready=ready)
    else:
        sentence = text("challenge-seats", players=players, ready=ready)
    return f"{sentence} {text('challenge-free-seats', free=free)}" if free else sentence


def agreed(allowed: Iterable[str]) -> list[str]:
    """What a game has said yes to besides its terms, a sentence each."""
    return [
        text(f"challenge-allows-{name}")
        for name in sorted(allowed)
        if has(f"challenge-allows-{name}")  # not if that feature is gone
    ]
