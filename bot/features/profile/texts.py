"""The words of profiles."""

from collections.abc import Mapping, Sequence
from functools import partial

from bot.features.profile.firsts import First
from bot.features.profile.service import Profile, Record, Tally
from bot.messages import exercises
from bot.messages.catalogue import text
from bot.messages.phrases import CONTENT_LIMIT, colour, facts, plain, shortened
from bot.service.profile_parts import CoursePoint, ProfilePart
from engine.game import Game

scenes = partial(text, "menu-profile")
whose = partial(text, "profile-whose")
other_game = partial(text, "placeholder-profile-game")
yours = partial(text, "profile-you")
MOST_OTHERS = 5
"""People against whom most games were played."""


def profile(
    of: Profile,
    game: Game,
    parts: Sequence[ProfilePart],
    names: Mapping[int, str],
    *,
    own: bool,
) -> str:
    """A person's profile in one game; ``own``: for that person alone."""
    name, record = plain(names[of.user]), of.records.get(game.key, Record())
    head = (
        text("profile-yours", game=game.name)
        if own
        else text("profile-theirs", name=name, game=game.name)
    )
    lines = [head, *(part.text for part in parts if part.game == game.key)]
    lines += _record(record, game, names)
    if (taught := len(exercises.of(game))) and game.key in of.exercises:
        lines.append(text("profile-exercises", solved=of.exercises[game.key], all=taught))
    if (puzzles := of.puzzles).answered:
        lines.append(
            text(
                "profile-puzzles",
                solved=puzzles.solved,
                answered=puzzles.answered,
                best=puzzles.best,
            )
        )
    lines += _firsts(of.firsts, own=own)
    if own:
        lines.append(text("profile-seen" if of.shared else "profile-unseen"))
    return shortened("\n".join(lines), CONTENT_LIMIT)


def _record(record: Record, game: Game, names: Mapping[int, str]) -> list[str]:
    """The results in one game."""
    if not record.people.all and not record.computer.all:
        return [text("profile-no-games")]
    lines = list[str]()
    if record.people.all:
        lines.append(text("profile-people", results=results(record.people)))
    if record.colours:
        each = sorted(record.colours.items(), key=lambda item: game.colours.index(item[0]))
        sides = [_short(colour(letter), tally) for letter, tally in each]
        lines.append(f"{facts(sides)} {text('profile-figures')}")
    if record.people.won:
        lines.append(text("profile-row", now=record.row, best=record.best_row))
    if most := most_played(record):
        others = [_short(plain(names[user]), record.others[user]) for user in most]
        lines.append(text("profile-others", others=facts(others)))
    if record.computer.all:
        lines.append(text("profile-computer", results=results(record.computer)))
    return lines


def _firsts(found: Mapping[First, int], *, own: bool) -> list[str]:
    """The firsts, and for their owner the next one to come."""
    lines = list[str]()
    if found:
        reached = [
            text("profile-first", first=text(f"first-{first}"), match=str(found[first]))
            for first in First
            if first in found
        ]
        lines.append(text("profile-firsts", firsts=facts(reached)))
    left = [first for first in First if first not in found]
    if own and left:
        lines.append(text("profile-next", first=text(f"to-come-{left[0]}")))
    return lines


def decide(*, shared: bool) -> str:
    """The button that lets everybody see one's profile, or nobody."""
    return text("button-profile-hide" if shared else "button-profile-share")


def private(name: str, tallies: Mapping[str, Tally], games: Mapping[str, Game]) -> str:
    """Somebody's profile is theirs alone; ``tallies``: the asker's results against them."""
    lines = [text("profile-private", name=plain(name))]
    lines += [
        f"**{games[key].name}** · {between(tally)}"
        for key, tally in tallies.items()
        if key in games
    ]
    return "\n".join(lines)


def between(tally: Tally) -> str:
    """The asker's results against the person whose profile it is."""
    return text("profile-between", results=results(tally))


def described(name: str, game: Game, course: Sequence[CoursePoint]) -> str:
    """The picture of a rating's course in words."""
    first, last = course[0], course[-1]
    return text(
        "profile-alt",
        name=plain(name),
        game=game.name,
        since=f"{first.at:%Y-%m-%d}",
        until=f"{last.at:%Y-%m-%d}",
        first=f"{first.value:.0f}",
        last=f"{last.value:.0f}",
        spread=f"{last.spread:.0f}",
    )


def most_played(record: Record) -> list[int]:
    """The people against whom most games were played, most first."""
    each = sorted(record.others.items(), key=lambda item: (-item[1].all, item[0]))
    return [user for user, _ in each[:MOST_OTHERS]]


def results(tally: Tally) -> str:
    """Numbers of games in words."""
    return text("profile-results", won=tally.won, drawn=tally.drawn, lost=tally.lost)


def _short(who: str, tally: Tally) -> str:
    """The same in figures, with the colour or the person that they are about."""
    return text("profile-short", who=who, won=tally.won, drawn=tally.drawn, lost=tally.lost)
