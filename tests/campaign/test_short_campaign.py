"""A short cut of `make campaign`: one fault of each kind that is quick, and kills in between."""

from pathlib import Path

import pytest

from tests.campaign.faults import all_kinds
from tests.campaign.run import Campaign, Progress

pytestmark = pytest.mark.slow


async def test_a_short_campaign_loses_and_doubles_nothing(tmp_path: Path) -> None:
    progress = Progress(seed=12, minutes=60, kills=0)
    steps = 3 * sum(kind.quick for kind in all_kinds().values()) // 2
    campaign = Campaign(
        tmp_path, progress, quick=True, judge_time=False, steps=steps, tables=5, pace=0.3
    )
    await campaign.run()
    assert not progress.failures, progress.summary()
    assert progress.counts["kills"] >= 5
    assert set(progress.faults) == {kind.name for kind in all_kinds().values() if kind.quick}
    assert progress.tally.stored >= progress.counts["answered"] > 0
    assert progress.tally.lost == progress.tally.doubled == 0
