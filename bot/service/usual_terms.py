"""The terms that a challenge begins with: what was decided before, and by whom.

What is given goes first. Then come the terms of one's own last challenge to the same game on the
same server, the server's decisions, and the game's own defaults.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from bot.service.server_settings import ServerSettings, settings_in
from bot.service.terms import Terms
from bot.storage.database import Store
from bot.storage.rows import StoredChallenge
from bot.storage.transaction import Transaction
from engine.game import Game, Measure, Option, OptionError, OptionValue
from engine.time_control import TimeControl


class UsualTerms:
    """The usual terms of people and servers, read from one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, game: Game, server: int, user: int, *, shown: bool, seats: int = 2) -> Terms:
        """The terms with which a challenge of ``user`` begins.

        Komi that cannot be left open is what is usual on the board. ``shown``: they stand in a form
        before they are sent. Otherwise an option that can be left open is not taken from the last
        challenge, since leaving it out is how to leave it open.
        """

        def work(tx: Transaction) -> Terms:
            settings = settings_in(tx, server)
            terms = _decided(game, settings)
            for komi in game.measured(Measure.KOMI):
                if komi.default is not None:
                    terms = _with_usual_komi(terms, komi, settings, seats)
            last = tx.challenges.last_of(user, game.key, server)
            return terms if last is None else _with_last(terms, last, shown=shown)

        return await self._store.read(work)

    async def quick(self, game: Game, server: int, seats: int) -> Terms:
        """The terms of a game that begins at once, the same for everybody on this server.

        Komi is a number that is fair for the board, or the best guess, unless the server has
        decided on one: whoever begins at once settles nothing before.
        """
        settings = await self._store.read(lambda tx: settings_in(tx, server))
        terms = _decided(game, settings)
        for komi in game.measured(Measure.KOMI):
            terms = _with_usual_komi(terms, komi, settings, seats)
        return fitting(terms, {}, seats)


def _with_usual_komi(terms: Terms, komi: Option, settings: ServerSettings, seats: int) -> Terms:
    """``terms`` with the usual komi of their board, unless the server has decided on another."""
    decided = _decided_value(komi, settings.options.get(terms.game.key, {}))
    fair = terms.game.usual_komi(terms.options, seats)
    if decided is not None or fair is None:
        return terms
    return replace(terms, options={**terms.options, komi.key: fair})


def fitting(terms: Terms, written: Mapping[str, str], seats: int) -> Terms:
    """``terms`` with what was ``written``; komi that was fair follows the board that was.

    What does not go with that has the game's default. Raises `OptionError` for what was written
    itself.
    """
    game, chosen = terms.game, terms.read(written)
    for komi in game.measured(Measure.KOMI):
        kept = terms.options[komi.key]
        if komi.key not in written and kept is not None and chosen.options[komi.key] == kept:
            with suppress(OptionError):
                chosen = with_komi_of_its_board(terms, chosen, seats)
    for _ in game.options:
        try:
            return replace(chosen, options=game.settle(chosen.options, seats))
        except OptionError as error:
            unasked = {option.key: option.default for option in game.options}
            if error.option in written or error.option not in unasked:
                raise
            changed = {**chosen.options, error.option: unasked[error.option]}
            chosen = replace(chosen, options=changed)
    return chosen


def with_fair_komi(terms: Terms, seats: int) -> Terms:
    """``terms`` with komi that is fair for the board, if the players were to agree on it.

    Not if somebody has chosen how they do that.
    """
    for komi in terms.game.measured(Measure.KOMI):
        fair = terms.game.usual_komi(terms.options, seats)
        ways = map(terms.game.option, komi.replaces)
        chosen = any(terms.options[way.key] not in (way.default, way.by_lot) for way in ways)
        if terms.options[komi.key] is None and fair is not None and not chosen:
            terms = replace(terms, options={**terms.options, komi.key: fair})
    return terms


def filled_in(usual: Terms, written: Mapping[str, str], seats: int) -> Terms:
    """``usual`` with what was ``written`` into a form in which komi may be left empty.

    Komi that was left empty is what is fair for the board that was chosen. Raises `OptionError`.
    """
    komi = [option.key for option in usual.game.measured(Measure.KOMI)]
    empty = [key for key in komi if not written.get(key, "-").strip()]
    given = {key: value for key, value in written.items() if key not in empty}
    terms = fitting(usual, given, seats)
    fair = terms.game.usual_komi(terms.options, seats)
    if fair is not None:
        terms = replace(terms, options={**terms.options, **dict.fromkeys(empty, fair)})
    return fitting(with_fair_komi(terms, seats), given, seats)


def with_komi_of_its_board(before: Terms, chosen: Terms, seats: int) -> Terms:
    """``chosen`` in place of ``before``: komi that was fair follows the board unless it changed.

    Raises `OptionError` if the terms are impossible.
    """
    chosen.game.settle(chosen.options, seats)
    for komi in chosen.game.measured(Measure.KOMI):
        kept = before.options[komi.key] == chosen.options[komi.key]
        fair = chosen.game.usual_komi(chosen.options, seats)
        if (
            kept
            and fair is not None
            and chosen.options[komi.key] == before.game.usual_komi(before.options, seats)
        ):
            changed = {**chosen.options, komi.key: fair}
            with suppress(OptionError):  # a tiny board may not allow what is fair on larger ones
                chosen.game.settle(changed, seats)
                chosen = replace(chosen, options=changed)
    return chosen


def _decided(game: Game, settings: ServerSettings) -> Terms:
    """The game's terms with the server's decisions; those that are impossible by now are none."""
    terms, control = Terms.usual(game), decided_time(settings.time)
    terms = replace(terms, options={**terms.options, **decided_options(game, settings)})
    return terms if control is None else replace(terms, control=control)


def decided_options(game: Game, settings: ServerSettings) -> dict[str, OptionValue]:
    """The server's values of the game's options, as far as they are possible."""
    written = settings.options.get(game.key, {})
    return game.with_presets(
        {
            option.key: value
            for option in game.options
            if (value := _decided_value(option, written)) is not None
        }
    )


def decided_time(written: str | None) -> TimeControl | None:
    """The server's time control; None if there is none that is possible."""
    try:
        return None if written is None else TimeControl.read(written)
    except OptionError:
        return None


def _decided_value(option: Option, written: Mapping[str, str]) -> OptionValue:
    """The server's value of an option; None if there is none that is possible."""
    try:
        value = option.read(written.get(option.key, ""))
        option.check(value)
    except OptionError:
        return None
    return value if option.key in written else None


def _unchosen(komi: Option, last: StoredChallenge) -> bool:
    """True if the last challenge had the komi that stands for none."""
    return komi.default is not None and last.options.get(komi.key) == komi.default


def _with_last(terms: Terms, last: StoredChallenge, *, shown: bool) -> Terms:
    """A handicap was for one opponent, and so was komi beside it; 0 is no komi that was chosen."""
    given: dict[str, OptionValue] = {}
    uneven = () if last.black is None else terms.game.measured(Measure.KOMI, Measure.HANDICAP)
    for option in terms.game.options:
        if option in uneven or (option.measure is Measure.KOMI and _unchosen(option, last)):
            continue
        if option.key in last.options and (shown or option.default is not None):
            value = last.options[option.key]
            try:
                option.check(value)
            except OptionError:
                continue
            given[option.key] = value
    return replace(terms, options={**terms.options, **given}, control=last.control)
