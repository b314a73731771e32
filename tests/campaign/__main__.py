"""``python -m tests.campaign``: an hour of play and faults, which goes on where it was stopped."""

import argparse
import asyncio
import secrets
import shutil
import sys
from pathlib import Path

from tests.campaign.run import Campaign, Progress
from tests.contract import ROOT
from tests.postgresql import Cluster
from tests.processes.campaign import FleetCampaign


def main() -> int:
    """Run a campaign. Returns 1 if it has found something."""
    reader = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    reader.add_argument("--seed", type=int, help="of a new campaign; by default a random one")
    reader.add_argument("--minutes", type=float, default=60.0, help="how long (60)")
    reader.add_argument("--kills", type=int, default=0, help="end after so many (0: no limit)")
    reader.add_argument("--state", type=Path, default=ROOT / "build/campaign", help="its folder")
    reader.add_argument("--only", action="append", default=[], metavar="KIND", help="of faults")
    reader.add_argument("--first", type=int, default=0, metavar="STEP", help="begin with this step")
    reader.add_argument("--steps", type=int, default=0, help="end after so many (0: no limit)")
    reader.add_argument("--new", action="store_true", help="forget the campaign in the folder")
    reader.add_argument("--stop", action="store_true", help="end at the first failure")
    reader.add_argument("--processes", type=int, default=0, help="so many, on one PostgreSQL")
    reader.add_argument("--server-kills", type=int, default=0, help="of PostgreSQL, likewise")
    given = reader.parse_args()
    folder: Path = given.state.resolve()  # its programs run elsewhere
    if given.processes:
        return _several(given, folder.with_name(f"{folder.name}-{given.processes}"))
    if given.new:
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress.read(folder / "state.json")
    if progress is None:
        seed = secrets.randbelow(10**6) if given.seed is None else given.seed
        progress = Progress(seed, given.minutes, given.kills, step=given.first)
    campaign = Campaign(folder, progress, frozenset(given.only), stop_at_failure=given.stop)
    campaign.steps = given.steps
    print(f"campaign {progress.seed} in {folder}", flush=True)
    try:
        asyncio.run(campaign.run())
    except KeyboardInterrupt:
        print("stopped; the same command goes on")
    print(progress.summary())
    return int(bool(progress.failures))


def _several(given: argparse.Namespace, folder: Path) -> int:
    """A campaign with several processes; it always begins anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    limits = {"steps": given.steps, "kills": given.kills, "database_ends": given.server_kills}
    campaign = FleetCampaign(folder, given.processes, seed, **limits, minutes=given.minutes)
    cluster = Cluster()
    try:
        asyncio.run(campaign.run(cluster))
    finally:
        cluster.remove()
    (folder / "summary.txt").write_text(campaign.summary() + "\n")
    print(campaign.summary())
    return int(bool(campaign.failures))


if __name__ == "__main__":
    sys.exit(main())
