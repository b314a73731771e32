"""Everything people can do with one database: the object that commands and buttons call."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Self

from bot.service.challenges import Challenges
from bot.service.computers import Computers
from bot.service.current_time import Now, utc_now
from bot.service.deadlines import Deadlines
from bot.service.erasure import Erase, OperatorChoices
from bot.service.finished_links import FinishedLinks
from bot.service.learning import Learning
from bot.service.match_cache import REMEMBERED, MatchCache
from bot.service.matches import Matches
from bot.service.meetings import Meetings
from bot.service.outages import OUTAGE, Outages
from bot.service.place import Place
from bot.service.places import all_places
from bot.service.practice_limits import MOST_PRACTICE
from bot.service.preferences import Preferences
from bot.service.process_shards import ProcessShards
from bot.service.profile_parts import OnProfile
from bot.service.results import Results
from bot.service.server_settings import Servers
from bot.service.shown_messages import ShownMessages
from bot.service.strength import Strength
from bot.service.usual_terms import UsualTerms
from bot.service.web_passes import WebPasses
from bot.storage.database import Store
from engine.game import Game


@dataclass(frozen=True, slots=True)
class Service:
    """The services of one database. A feature with a service of its own builds it on ``store``."""

    store: Store
    now: Now
    process_shards: ProcessShards
    matches: Matches
    challenges: Challenges
    computers: Computers
    preferences: Preferences
    servers: Servers
    usual_terms: UsualTerms
    learning: Learning
    outages: Outages
    deadlines: Deadlines
    results: Results
    shown_messages: ShownMessages
    meetings: Meetings
    strength: Strength
    operator: OperatorChoices
    web_passes: WebPasses
    finished_links: FinishedLinks
    erasures: list[Erase] = field(default_factory=list[Erase])
    """Callbacks of the features, called in the transaction that erases somebody: for what no mark
    of a column says."""
    on_profile: list[OnProfile] = field(default_factory=list[OnProfile])
    """What features show on people's profiles."""

    @classmethod
    def over(
        cls,
        store: Store,
        games: Mapping[str, Game],
        *,
        now: Now = utc_now,
        random: Random | None = None,
        outage: timedelta = OUTAGE,
        remembered: int = REMEMBERED,
        process_shards: ProcessShards | None = None,
        most_practice: int = MOST_PRACTICE,
        places: Mapping[str, Place] | None = None,
        operator: OperatorChoices | None = None,
        web_url: str = "",
        web_in_discord: bool = False,
    ) -> Self:
        """The services over ``store``.

        ``process_shards``: the shards that they work for, by default one with every server.
        ``outage``: a longer gap between two signs of life is an outage. ``remembered``: how many
        matches are kept in memory, so that they need no replay. ``most_practice``: how many games
        against computers one person may have at once. ``places``: where matches can live, by
        default all. ``operator``: what whoever runs the bot has decided about people's data.
        ``web_url``: under which people reach the page; empty: there is none. ``web_in_discord``:
        Discord's own window shows it, too.
        """
        cache = MatchCache(games, remembered, now)
        process_shards = process_shards or ProcessShards()
        outages = Outages(store, process_shards, now, outage)
        shown = ShownMessages(store, cache, process_shards, places or all_places(), now)
        deadlines = Deadlines(store, cache, process_shards, outages, now, shown)
        computers = Computers(store, cache, process_shards, deadlines, shown, now)
        matches = Matches(
            store, games, cache, process_shards, outages, deadlines, shown, computers, now
        )
        meetings = Meetings()
        return cls(
            store=store,
            now=now,
            process_shards=process_shards,
            matches=matches,
            challenges=Challenges(
                store, games, now, random or Random(), most_practice, shown, computers, meetings
            ),
            computers=computers,
            preferences=Preferences(store),
            servers=Servers(store),
            usual_terms=UsualTerms(store),
            learning=Learning(store),
            outages=outages,
            deadlines=deadlines,
            results=Results(store, cache, process_shards),
            shown_messages=shown,
            meetings=meetings,
            strength=Strength(),
            operator=operator or OperatorChoices(),
            web_passes=WebPasses(store, now, web_url, in_discord=web_in_discord),
            finished_links=FinishedLinks(store, web_url),
        )
