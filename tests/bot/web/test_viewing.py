"""What pages show is made once for all who see it alike."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot.pictures import Pictures
from bot.service.judge import Judge
from bot.service.preferences import DisplayPreferences
from bot.thinking.pool import Pool
from bot.web.scenes import Stage
from bot.web.viewing import NOW, Viewing, Wanted
from tests.bot.house import ADA, BO, house_at

ONE, OTHER = 50, 51
"""People who do not play."""
USUAL = DisplayPreferences()


async def test_all_who_watch_alike_get_the_same_bytes_and_players_their_own(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        live = await house.play(await house.match(komi=2.5), "a1")
        with ThreadPoolExecutor(1) as painters:
            judge = Judge(Pool(house.service.matches.games))
            viewing = Viewing(Stage(house.service, Pictures(painters, painters), judge))
            one, other, past, dark, again = await asyncio.gather(
                viewing.board(live, ONE, NOW, USUAL),
                viewing.board(live, OTHER, NOW, USUAL),
                viewing.board(live, OTHER, Wanted(0), USUAL),
                viewing.board(live, OTHER, NOW, USUAL.chosen("palette", "dark")),
                viewing.board(live, ONE, NOW, USUAL),
            )
            assert one is other
            assert one is again
            assert len({one.frame, past.frame, dark.frame}) == 3
            assert (one.now, past.now) == (True, False)
            ada = await viewing.board(live, ADA, NOW, USUAL)
            bo = await viewing.board(live, BO, NOW, USUAL)
            assert len({one.frame, ada.frame, bo.frame}) == 3
            after = await house.play(live.id, "b2")
            assert (await viewing.board(after, ONE, NOW, USUAL)).frame != one.frame
