"""The words of tournaments."""

from collections.abc import Mapping, Sequence

from bot.features.tournaments.model import Out, Pairing, Result, System
from bot.features.tournaments.pairing import can_be_paired
from bot.features.tournaments.reasons import Reason
from bot.features.tournaments.rounds import A_PAGE, LEAST
from bot.features.tournaments.service import View
from bot.features.tournaments.standings import standings
from bot.features.tournaments.store import (
    CANCELLED,
    OVER,
    RUNNING,
    SIGN_UP,
    StoredPairing,
    StoredTournament,
)
from bot.messages.catalogue import text
from bot.messages.challenges import agreed
from bot.messages.phrases import (
    CONTENT_LIMIT,
    address,
    channel,
    listed,
    literal,
    mention,
    moment,
    plain,
    settings,
    shortened,
)
from bot.service.calls import Where
from engine.game import Game

GREAT_ADVANTAGE = 100
"""Points of rating that the first move is worth: from here on, the card says so."""
LISTED = 40
"""Players on the card, and winners who are mentioned."""
LONGEST_REASON = 200
QUARTERS = {0.25: "¼", 0.5: "½", 0.75: "¾"}


def figure(number: float) -> str:
    """A number of points or of a tie-break: ``4½``, ``12¾``."""
    whole, part = divmod(number, 1)
    digits = f"{whole:.0f}" if whole or not part else ""
    return digits + QUARTERS.get(part, "")


def points(number: float) -> str:
    """So many points."""
    one = "yes" if 0 < number <= 1 else "no"
    return text("tournament-points", number=figure(number), few=one)


def name_of(stored: StoredTournament) -> str:
    """The name that its organiser has typed, which nothing in it can format."""
    return literal(stored.name)


def system(chosen: System) -> str:
    """A system by its name."""
    return text("tournament-system", system=chosen.value)


def signed_up(stored: StoredTournament, where: Where) -> str:
    """To somebody who takes part: which notices will come."""
    name, system = name_of(stored), stored.system.value
    return text("tournament-signed-up", name=name, system=system, where=where.value)


# --- the card ---


def card(view: View, game: Game) -> str:
    """The card: what it is, and who takes part."""
    lines = [*terms(view.stored, game), state_line(view.stored), _players(view)]
    return shortened("\n".join(filter(None, lines)), CONTENT_LIMIT)


def terms(stored: StoredTournament, game: Game, *, elsewhere: bool = False) -> list[str]:
    """What people agree to when they sign up, a line each; empty: nothing to say. ``elsewhere``:
    for readers in another channel."""
    return [
        text("tournament-head", name=name_of(stored)),
        text(
            "tournament-format",
            kind=stored.system.value,
            system=system(stored.system),
            rounds=stored.rounds,
            game=game.name,
        ),
        settings(game, stored.options, stored.control),
        *_where(stored, elsewhere=elsewhere),
        "\n".join(agreed(stored.agreed.split())),
        "\n".join(_first_move(game, stored)),
    ]


def _where(stored: StoredTournament, *, elsewhere: bool) -> list[str]:
    if elsewhere:
        return [text("tournament-played-in", channel=channel(stored.channel_id))]
    forum = stored.forum
    told = "" if forum is None else text("tournament-forum", forum=channel(forum))
    return [text("tournament-where", place=stored.place), told]


def _first_move(game: Game, stored: StoredTournament) -> list[str]:
    """That the games are hardly fair, which organisers and players may not know."""
    large = game.first_move(stored.options) >= GREAT_ADVANTAGE
    return [text("tournament-first-move")] if large else []


def state_line(stored: StoredTournament) -> str:
    """What happens now: until when people can sign up, or which round is played."""
    organiser = mention(stored.organiser)
    if stored.state == SIGN_UP and stored.until is not None:
        return text("tournament-until", when=moment(stored.until), most=stored.most)
    if stored.state == SIGN_UP:
        return text("tournament-until-start", organiser=organiser, most=stored.most)
    if stored.state == CANCELLED and stored.round:
        return text("tournament-state-ended", round=stored.round)
    if stored.state == CANCELLED:
        return text("tournament-state-cancelled")
    if stored.state == OVER:
        return text("tournament-state-over")
    return text("tournament-state-running", round=stored.round)


def _players(view: View) -> str:
    people = [mention(one.id) for one in view.whole.players if one.out in (None, Out.NO_SHOW)]
    return text("tournament-players", number=len(people), players=some(people))


def some(people: Sequence[str]) -> str:
    """People, as many as there is room for."""
    if len(people) <= LISTED:
        return listed(people)
    some = ", ".join(people[:LISTED])
    return text("tournament-players-more", players=some, more=len(people) - LISTED)


# --- rounds ---


def round_message(view: View, number: int, page: int) -> str:
    """A page of a round."""
    stored = view.stored
    last = view.whole.last_round() or 0
    head = text("tournament-round-head", name=name_of(stored), round=number, last=last)
    here = on_page(view, number, page)
    lines = [_line(view, one) for one in here]
    if any(one.pairing.second is not None for one in here):
        lines.append(text("tournament-first-mentioned"))
    return "\n".join([head, *lines])


def links_all(view: View, number: int, page: int) -> bool:
    """True if a page of a round can link to each of its games: the thread or board is there."""
    here, on_it = view.stored.channel_id, {one.match for one in on_page(view, number, page)}
    found = [where for match, where in view.games.items() if match in on_it]
    return all(channel_id != here or board is not None for channel_id, board in found)


def on_page(view: View, number: int, page: int) -> list[StoredPairing]:
    """The pairings on a page of a round."""
    return view.in_round(number)[page * A_PAGE : (page + 1) * A_PAGE]


def _line(view: View, stored: StoredPairing) -> str:
    one = stored.pairing
    number, first, second = str(one.board), mention(one.first), mention(one.second or 0)
    if one.first == 0:
        return text("tournament-line-nobody", number=number)
    if one.second is None and view.stored.system.knocks_out:
        return text("tournament-line-free", number=number, first=first)
    if one.second is None:
        return text("tournament-line-bye", number=number, first=first)
    game = game_link(view, stored) or text("tournament-not-played")
    if one.result is None:
        return text("tournament-line", number=number, first=first, second=second, game=game)
    return text(
        "tournament-line-over",
        number=number,
        first=first,
        second=second,
        result=score(one.result),
        game=game,
    )


def game_link(view: View, stored: StoredPairing) -> str:
    """The game of a pairing, as a link once its thread or its board is there."""
    if stored.match is None:
        return ""
    channel_id, board = view.games.get(stored.match, (view.stored.channel_id, None))
    if channel_id != view.stored.channel_id:
        return channel(channel_id)
    link = address(view.stored.server, channel_id, board)
    match = str(stored.match)
    if link is None:
        return text("tournament-game", match=match)
    return text("tournament-game-link", match=match, link=link)


def score(result: Result) -> str:
    """A result: ``1–0``."""
    return text("tournament-score", result=result.value)


def absent(view: View, user: int, number: int) -> str:
    """A player who did not come."""
    return text(
        "tournament-absent",
        player=mention(user),
        round=number,
        name=name_of(view.stored),
        again="yes" if may_come_back(view, user) else "no",
    )


def may_come_back(view: View, user: int) -> bool:
    """True if somebody who did not come would be paired again, once they say that they are back."""
    player = next((one for one in view.whole.players if one.id == user), None)
    runs = view.stored.state == RUNNING
    return player is not None and runs and can_be_paired(view.whole, player)


def left(view: View, user: int, number: int) -> str:
    """A player who has withdrawn."""
    name = name_of(view.stored)
    return text("tournament-has-left", player=mention(user), name=name, round=number)


# --- the end ---


def ended(view: View) -> str:
    """The end of a tournament: who has won it."""
    stored, name = view.stored, name_of(view.stored)
    by, organiser = view.cancelled_by, mention(view.cancelled_by or 0)
    known = "nobody" if by is None else "organiser"
    if stored.state == CANCELLED and stored.round:
        return text(
            "tournament-was-ended", name=name, round=stored.round, by=known, organiser=organiser
        )
    if stored.state == CANCELLED and by is None and len(view.whole.players) < LEAST:
        return text("tournament-too-few-signed-up", name=name)
    if stored.state == CANCELLED:
        return text("tournament-was-cancelled", name=name, by=known, organiser=organiser)
    return " ".join(filter(None, [_won(view), _nobody_left(stored)]))


def _won(view: View) -> str:
    won, name = winners(view), name_of(view.stored)
    if not won:
        return text("tournament-nobody-won", name=name)
    people = some([mention(user) for user in won])
    return text("tournament-won", name=name, winners=people, number=len(won))


def _nobody_left(stored: StoredTournament) -> str:
    """Why there were fewer rounds than was said, if there were."""
    if stored.system is not System.SWISS or stored.round >= stored.rounds:
        return ""
    return text("tournament-nobody-left", round=stored.round, rounds=stored.rounds)


def winners(view: View) -> list[int]:
    """Who has won: those in the first place, without whoever has left or was removed."""
    if view.stored.state != OVER:
        return []
    there = (None, Out.NO_SHOW)
    stay = [line for line in standings(view.whole) if line.player.out in there]
    if not stay:
        return []
    return [line.player.id for line in stay if line.rank == stay[0].rank]


# --- why ---


def why(found: Reason) -> str:
    """Why a pairing is what it is, in one sentence."""
    one, points_ = found.pairing, [points(number) for number in found.points]
    first, second = mention(one.first), mention(one.second or 0)
    said = text(
        f"tournament-why-{found.why.value}",
        first=first,
        second=second,
        points=points_[0],
        others=points_[1],
        seed=str(found.seeds[0]),
        other=str(found.seeds[1]),
        losses=found.losses,
        result=one.result.value if one.result else "",
    )
    goes = "none"
    if found.first is not None and not one.bye and not one.forfeit:
        goes = text(f"tournament-first-{found.first.value}", first=first, second=second)
    return text("tournament-why", why=said, goes=goes)


# --- choices ---


def choice(stored: StoredTournament) -> str:
    """A tournament in a list to choose from."""
    name = plain(stored.name)
    said = text("tournament-choice", name=name, state=stored.state, round=stored.round)
    return shortened(said, 100)


def pair(one: Pairing, names: Mapping[int, str]) -> str:
    """The two of a pairing in a list to choose from."""
    return shortened(" – ".join(_name(names, user) for user in one.players), 100)


def _name(names: Mapping[int, str], user: int) -> str:
    """A name in a list; that of somebody whose name is nothing but signs is left out."""
    return plain(names[user]).strip() or text("tournament-nameless")


def pairing_choice(one: Pairing, stored: StoredTournament, names: Mapping[int, str]) -> str:
    """A pairing in a list to choose from, with its tournament."""
    first, second = (_name(names, user) for user in one.players)
    name, number = plain(stored.name), one.round
    said = text("tournament-pairing-choice", first=first, second=second, round=number, name=name)
    return shortened(said, 100)
