"""What somebody is given of what is stored about them, on a real database."""

import json

from bot.features.conditional.service import Plans
from tests.features.privacy.town import ADA, BO, CY, NAMES, Town, marked


async def test_an_export_has_everything_that_is_mine(town: Town) -> None:
    over = await town.everything()
    exported = json.loads(await town.privacy.export(ADA))
    assert (exported["format"], exported["version"]) == ("keil personal data", 1)
    assert exported["user"] == str(ADA)
    own = {table for table, _ in marked()} - {"player", "deletion"} | {"plan", "sealed"}
    sealer = next(iter(exported["tables"].get("sealed", [])), None)
    assert own - {"sealed"} == {*exported["tables"]} - {"sealed"}
    assert sealer is None or "text" in sealer
    game = next(one for one in exported["games"] if one["id"] == over)
    assert [turn["text"] for turn in game["turns"]] == ["a1", "b2", "c3", "a2", "resign"]
    assert {(seat["name"], seat["you"]) for seat in game["players"]} == {
        (NAMES[ADA], True),
        (NAMES[BO], False),
    }


async def test_an_export_says_nothing_of_what_others_have_to_themselves(town: Town) -> None:
    await town.blocking.block(BO, ADA, NAMES[ADA])
    await town.blocking.take_challenges(BO, takes=False)
    running = await town.begun(CY, ADA, komi=0, button=False)
    live = await town.service.matches.live(running)
    assert live.to_move is not None
    waits = ADA if live.to_move == CY else CY
    plans = Plans(town.store, town.service.matches.cache)
    await plans.plan(running, waits, live.match.ply, [("a1", "b2")])
    exported = await town.privacy.export(ADA if waits == CY else CY)
    tables = json.loads(exported)["tables"]
    assert "block" not in tables
    assert "unavailable" not in tables
    assert "plan" not in tables


async def test_an_empty_export_is_whole(town: Town) -> None:
    assert json.loads(await town.privacy.export(ADA))["games"] == []
