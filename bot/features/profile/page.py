"""A profile in one game, as words and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.features.profile import texts
from bot.features.profile.service import Profile, Profiles, Record, Tally
from bot.pictures import Pictures
from bot.service.profile_parts import CoursePoint, ProfilePart
from bot.service.service import Service
from bot.storage.transaction import Transaction
from bot.uploads import Upload
from engine.game import Game


@dataclass(frozen=True, slots=True)
class Page:
    """What somebody sees of a profile."""

    profile: Profile
    name: str
    text: str
    own: bool
    game: Game | None = None
    """None: the profile is private."""
    games: Sequence[Game] = ()
    """Those of which there is something to show, and `game`."""
    course: Sequence[CoursePoint] = ()

    async def picture(self, service: Service, pictures: Pictures, asker: int) -> Upload | None:
        """The course of the rating, if it has one."""
        if self.game is None or not self.course:
            return None
        preferences = await service.preferences.of(asker)
        description = texts.described(self.name, self.game, self.course)
        return await pictures.course(self.course, "rating", preferences, description)


async def page_of(
    service: Service, user: int, asker: int, key: str | None, *, to_all: bool = False
) -> Page:
    """The profile of ``user`` as ``asker`` may see it; ``to_all``: as everybody does.

    ``key``: of a game; None: the one played most.
    """
    games, parts = service.matches.games, list[ProfilePart]()

    def more(tx: Transaction) -> None:
        for each in service.on_profile:
            parts.extend(each(tx, user))

    profile, own = await Profiles(service).of(user, asker, more), user == asker
    if not own and not profile.shared:
        name = (await service.matches.names([user]))[user]
        said = texts.private(name, _between(profile, asker), games)
        return Page(profile, name, said, own)
    game = games.get(key or "") or _usual(profile, parts, list(games.values()))
    record = profile.records.get(game.key, Record())
    names = await service.matches.names({user, *texts.most_played(record)})
    said = texts.profile(profile, game, parts, names, own=own and not to_all)
    mine = _between(profile, asker).get(game.key)
    if mine is not None:
        said = f"{said}\n{texts.between(mine)}"
    known = {*profile.records, *profile.exercises, *(part.game for part in parts)}
    there = [one for one in games.values() if one.key in known or one is game]
    courses = (part.course for part in parts if part.game == game.key and len(part.course) > 1)
    return Page(profile, names[user], said, own, game, there, next(courses, ()))


def _between(profile: Profile, asker: int) -> dict[str, Tally]:
    """The asker's results against the person whose profile it is, by the keys of games."""
    found = dict[str, Tally]()
    for key, record in profile.records.items():
        if (theirs := record.others.get(asker)) is not None:
            found[key] = Tally(theirs.lost, theirs.drawn, theirs.won)
    return found


def _usual(profile: Profile, parts: Sequence[ProfilePart], games: Sequence[Game]) -> Game:
    """The game that a profile shows first: the one played most, then what else is known."""

    def known(game: Game) -> tuple[int, int, int]:
        record = profile.records.get(game.key, Record())
        there = sum(part.game == game.key for part in parts)
        return record.people.all, record.computer.all, there + profile.exercises.get(game.key, 0)

    return max(games, key=known)
