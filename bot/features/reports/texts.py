"""The words for reports."""

from bot.features.reports.store import StoredReport
from bot.messages.catalogue import text
from bot.messages.phrases import CONTENT_LIMIT, listed, literal, mention, shortened
from bot.messages.places import whereabouts
from bot.service.live_match import LiveMatch

LONGEST_REPORT = 700
"""How many characters may be typed: with what Discord would format, they fit into a message."""


def line(report: StoredReport, live: LiveMatch, link: str | None) -> str:
    """To the moderators; ``link`` leads to the newest board."""
    first = text(
        "report-line",
        reporter=mention(report.user),
        game=live.match.game.name,
        id=str(live.id),
        players=listed(mention(user) for user in live.players),
        where=whereabouts(live),
    )
    lines = [first, *([text("report-board", link=link)] if link else [])]
    lines += [f"> {literal(part)}" for part in report.text.splitlines() if part.strip()]
    return shortened("\n".join(lines), CONTENT_LIMIT)
