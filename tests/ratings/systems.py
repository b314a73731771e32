"""The candidates: each predicts a game from those before it, then learns its result."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import combinations
from math import exp, log, pi, sqrt
from typing import Any, Protocol

from bot.features.ratings.arithmetic import (
    GROWTH,
    LEAST,
    SHARE,
    START,
    UNKNOWN,
    Met,
    Q,
    Rating,
    after,
    damping,
    grown,
)
from bot.features.ratings.rules import score
from tests.ratings.world import LEVELS, Played

DAY_ONE = datetime(2026, 1, 1, tzinfo=UTC)
PER_MU = 29.5
"""Points of rating for one of openskill's: the logarithms of the odds are alike then."""


class System(Protocol):
    """A rating system."""

    def predict(self, played: Played) -> float:
        """The chance that the first seat wins against the second."""
        ...

    def learn(self, played: Played) -> None:
        """Take the result into account."""
        ...


class Coin:
    """Knows nothing."""

    def predict(self, played: Played) -> float:
        del played
        return 0.5

    def learn(self, played: Played) -> None:
        del played


class Elo:
    """Elo with a constant K."""

    def __init__(self, k: float = 32) -> None:
        self._k, self._known = k, dict[int, float]()

    def _of(self, who: int) -> float:
        return LEVELS[-1 - who] if who < 0 else self._known.get(who, START)

    def predict(self, played: Played) -> float:
        one, other = map(self._of, played.seats)
        return 1 / (1 + exp(-Q * (one - other + played.edge)))

    def learn(self, played: Played) -> None:
        moved = self._k * (played.score - self.predict(played))
        for who, by in zip(played.seats, (moved, -moved), strict=True):
            self._known[who] = self._of(who) + by


@dataclass
class Glicko1:
    """Ours: Glicko-1 after every game; pairs in games of several."""

    growth: float = GROWTH
    least: float = LEAST
    first: bool = True
    """Knows what the right to move first is worth."""
    board: bool = False
    """Knows how much the size of the board decides."""
    share: float = SHARE
    """In games of several, each pair counts for this divided by the number of opponents."""
    anchored: bool = True
    """Levels have a fixed strength."""
    known: dict[int, Rating] = field(default_factory=dict[int, Rating])

    def of(self, who: int, day: float) -> Rating:
        """The rating of somebody as it is known on a day."""
        if who < 0:
            return Rating(LEVELS[-1 - who], 0.0)
        now = DAY_ONE + timedelta(days=day)
        return grown(self.known.get(who, Rating()), now, self.growth)

    def _edge(self, played: Played) -> float:
        return played.edge if self.first else 0.0

    def predict(self, played: Played) -> float:
        one, other = (self.of(who, played.day) for who in played.seats[:2])
        unsure = sqrt(one.deviation**2 + other.deviation**2)
        slope = played.slope if self.board else 1.0
        gap = slope * (one.value - other.value) + self._edge(played)
        return 1 / (1 + exp(-Q * damping(slope * unsure) * gap))

    def learn(self, played: Played) -> None:
        now, seats = DAY_ONE + timedelta(days=played.day), played.seats
        before = [self.of(who, played.day) for who in seats]
        edges = [self._edge(played), -self._edge(played)] if len(seats) == 2 else [0.0] * len(seats)
        weight = self.share / (len(seats) - 1) if len(seats) > 2 else 1.0
        for seat, who in enumerate(seats):
            if who < 0:
                continue
            met = [
                Met(
                    other.value - edges[seat],
                    other.deviation,
                    score(played.ranks[seat], played.ranks[o]),
                    weight,
                )
                for o, other in enumerate(before)
                if o != seat
            ]  # fmt: skip
            value, deviation = after(before[seat], met, self.least)
            self.known[who] = Rating(value, deviation, now, before[seat].games + 1)


class Glicko2:
    """Glicko-2 by the package of that name, after every game or by periods of some days."""

    def __init__(self, tau: float, days: float | None = None, growth: float = 7.0) -> None:
        """``days``: of a period; None: every game is one. ``growth``: the days of absence that
        widen a deviation as much as a period."""
        self._made: Any = import_module("glicko2").Player
        self._tau, self._days, self._growth = tau, days, growth
        self._known = dict[int, Any]()
        self._last = dict[int, float]()
        self._waiting: list[Played] = []
        self._period = 0

    def _of(self, who: int) -> Any:
        if who not in self._known:
            player = self._made(LEVELS[-1 - who], 1, 0.06) if who < 0 else self._made()
            player._tau = self._tau
            self._known[who] = player
        return self._known[who]

    def _absent(self, who: int, day: float) -> None:
        """Let the deviation grow with an absence."""
        player, away = self._of(who), day - self._last.get(who, day)
        if who >= 0:
            wider = player.rd**2 + (player.vol * 173.7178) ** 2 * away / self._growth
            player.rd = min(sqrt(wider), UNKNOWN)
            self._last[who] = day

    def predict(self, played: Played) -> float:
        if self._days is not None and int(played.day / self._days) > self._period:
            self._close(int(played.day / self._days))
        if self._days is None:
            for who in played.seats:
                self._absent(who, played.day)
        one, other = (self._of(who) for who in played.seats)
        unsure = damping(sqrt(one.rd**2 + other.rd**2))
        return 1 / (1 + exp(-Q * unsure * (one.rating - other.rating + played.edge)))

    def learn(self, played: Played) -> None:
        if self._days is not None:
            self._waiting.append(played)
        else:
            self._update([played])

    def _close(self, period: int) -> None:
        self._update(self._waiting)
        met = {who for played in self._waiting for who in played.seats}
        for who, player in self._known.items():
            if who >= 0:
                away = period - self._period - (who in met)
                player.rd = min(sqrt(player.rd**2 + (player.vol * 173.7178) ** 2 * away), UNKNOWN)
        self._waiting, self._period = [], period

    def _update(self, games: Sequence[Played]) -> None:
        found = dict[int, list[tuple[float, float, float]]]()
        for played in games:
            score, edge = played.score, played.edge
            one, other = (self._of(who) for who in played.seats)
            found.setdefault(played.seats[0], []).append((other.rating - edge, other.rd, score))
            found.setdefault(played.seats[1], []).append((one.rating + edge, one.rd, 1 - score))
        for who, met in found.items():
            if who >= 0:
                player = self._known[who]
                try:
                    player.update_player(*map(list, zip(*met, strict=True)))
                except (OverflowError, ZeroDivisionError):  # see RESULTS.md
                    player.vol = 0.06


class OpenSkill:
    """Plackett and Luce's model by Weng and Lin, by the package openskill."""

    def __init__(self, tau: float = 25 / 300, growth: float = 0.0) -> None:
        self._model: Any = import_module("openskill.models").PlackettLuce(tau=tau)
        self._growth, self._known, self._last = growth, dict[int, Any](), dict[int, float]()

    def _of(self, who: int, day: float) -> Any:
        if who < 0:
            mu = 25 + (LEVELS[-1 - who] - START) / PER_MU
            return self._model.rating(mu=mu, sigma=0.03)
        if who not in self._known:
            self._known[who] = self._model.rating()
        one = self._known[who]
        away = day - self._last.get(who, day)
        one.sigma = min(sqrt(one.sigma**2 + self._growth**2 * away), 25 / 3)
        self._last[who] = day
        return one

    def predict(self, played: Played) -> float:
        one, other = (self._of(who, played.day) for who in played.seats[:2])
        beta = self._model.beta
        spread = sqrt(2 * beta**2 + pi / 8 * (one.sigma**2 + other.sigma**2))
        gap = one.mu - other.mu + played.edge / PER_MU
        return 1 / (1 + exp(-gap / spread))

    def learn(self, played: Played) -> None:
        teams = [[self._of(who, played.day)] for who in played.seats]
        if len(teams) == 2:  # it knows no advantage, so the opponent is as much weaker
            teams[1][0].mu -= played.edge / PER_MU
        rated = self._model.rate(teams, ranks=list(played.ranks))
        for who, (one,) in zip(played.seats, rated, strict=True):
            self._known[who] = one
        if len(teams) == 2:
            rated[1][0].mu += played.edge / PER_MU


class Whole:
    """The referee: the whole history of all games, fitted anew every week."""

    def __init__(self, w2: float = 30.0, every: float = 7.0) -> None:
        self._w2, self._every, self._next = w2, every, every
        self._games: list[Played] = []
        self._fitted = dict[str, float]()

    def predict(self, played: Played) -> float:
        if played.day >= self._next:
            self._fit()
            self._next += self._every
        one, other = (self._fitted.get(str(who), 0.0) for who in played.seats)
        return 1 / (1 + exp(-Q * (one - other + played.edge)))

    def learn(self, played: Played) -> None:
        self._games.append(played)

    def _fit(self) -> None:
        whole = import_module("whr").Base(config={"w2": self._w2})
        for one in self._games:
            winner = "B" if one.score else "W"
            whole.create_game(str(one.seats[0]), str(one.seats[1]), winner, int(one.day), one.edge)
        whole.iterate(20)
        self._fitted = {
            str(who): whole.ratings_for_player(str(who))[-1][1]
            for who in {w for one in self._games for w in one.seats}
        }


def log_loss(system: System, games: Sequence[Played], since: float) -> float:
    """The mean of minus the logarithm of what was predicted for what came, in nats."""
    lost, number = 0.0, 0
    for played in games:
        if len(played.seats) > 2:
            pairs = [*combinations(range(len(played.seats)), 2)]
            chances = [
                (played.ranks[a] < played.ranks[b],
                 system.predict(replace(played, seats=(played.seats[a], played.seats[b]))))
                for a, b in pairs
            ]  # fmt: skip
        else:
            chances = [(played.score > 0.5, system.predict(played))]
        for won, chance in chances:
            if played.day >= since:
                lost -= log(chance if won else 1 - chance) / len(chances)
        number += played.day >= since
        system.learn(played)
    return lost / max(number, 1)
