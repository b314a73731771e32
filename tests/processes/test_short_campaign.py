"""A short cut of the campaign with several processes: each kind of harm once."""

from pathlib import Path

from tests.postgresql import Cluster
from tests.processes.campaign import KINDS, FleetCampaign
from tests.stores import ON_A_SERVER

pytestmark = ON_A_SERVER


async def test_processes_that_die_lose_and_double_nothing(cluster: Cluster, tmp_path: Path) -> None:
    campaign = FleetCampaign(
        tmp_path, processes=2, seed=5, steps=len(KINDS), tables=6, pace=0.4, say=lambda _: None
    )
    await campaign.run(cluster)
    assert not campaign.failures, "\n".join([*campaign.failures, campaign.summary()])
    assert set(campaign.faults) == set(KINDS)
    assert campaign.numbers["turns stored"] != 0
