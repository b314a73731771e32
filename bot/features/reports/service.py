"""Reports: what somebody says of a game goes to the audit channel of its server, exactly once."""

from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from bot.features.reports.store import ReportQueries, StoredReport
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import AUDIT_CHANNEL, settings_in
from bot.service.service import Service
from bot.storage.rows import Spot, StoredMatch
from bot.storage.transaction import Transaction

REPORT = "report"
"""The note of a report's message, before its number."""
MOST_REPORTS, WINDOW = 3, timedelta(hours=1)
"""Reports of one person within the window."""


class ReportRefusal(StrEnum):
    """Why nothing is reported: the keys of the texts."""

    NO_CHANNEL = "report-no-channel"
    OFTEN = "report-often"
    EMPTY = "report-empty"


class Reports:
    """The reports in one database."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._now = service.now

    async def check(self, match_id: int, user: int) -> None:
        """Refuse what `report` would refuse, before anybody types anything."""
        await self._store.read(lambda tx: self._where(tx, _stored(tx, match_id), user))

    async def report(self, match_id: int, user: int, text: str, *, event_id: int) -> int:
        """Report a match. Returns the channel; the same ``event_id`` again changes nothing."""

        def work(tx: Transaction) -> int:
            stored, reports = _stored(tx, match_id), ReportQueries(tx.connection)
            earlier = reports.from_event(event_id)
            if earlier is not None:
                return AUDIT_CHANNEL.of(settings_in(tx, stored.server)) or 0
            if not text.strip():
                raise RefusedError(ReportRefusal.EMPTY)
            channel_id = self._where(tx, stored, user)
            new = StoredReport(0, event_id, stored.server, match_id, user, text, self._now())
            new = replace(new, id=reports.add(new))
            tx.messages.add_note(REPORT, new.id, Spot(stored.server, channel_id))
            return channel_id

        return await self._store.write(work)

    async def get(self, key: int) -> StoredReport | None:
        """The report with this number."""
        return await self._store.read(lambda tx: ReportQueries(tx.connection).get(key))

    def _where(self, tx: Transaction, stored: StoredMatch, user: int) -> int:
        """The channel to which ``user`` may report this match. May refuse."""
        channel_id = AUDIT_CHANNEL.of(settings_in(tx, stored.server))
        if channel_id is None:
            raise RefusedError(ReportRefusal.NO_CHANNEL)
        made = ReportQueries(tx.connection).since(user, self._now() - WINDOW)
        if len(made) >= MOST_REPORTS:
            again = int((made[-MOST_REPORTS] + WINDOW).timestamp())
            raise RefusedError(ReportRefusal.OFTEN, when=str(again))
        return channel_id


def _stored(tx: Transaction, match_id: int) -> StoredMatch:
    stored = tx.matches.get(match_id)
    if stored is None:
        raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
    return stored
