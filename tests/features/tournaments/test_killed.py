"""Rounds through kills at drawn statements: everybody plays once a round, and nothing is lost."""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from tests.features.tournaments.killed import Evening
from tests.stores import url_for

pytestmark = [pytest.mark.slow, pytest.mark.storage]
PEOPLE, ROUNDS = 64, 4
A_ROUND = 32 * 25
"""About as many statements as a round has that change something."""


@pytest.mark.parametrize("seed", range(2))
async def test_kills_at_any_statement_leave_a_whole_tournament(tmp_path: Path, seed: int) -> None:
    evening, random = Evening(url_for(tmp_path / "keil.db"), PEOPLE, ROUNDS), Random(seed)
    await evening.sign_up()
    process = evening.start(random.randrange(1, 100))  # the very first ones seed and pair people
    while True:
        await asyncio.to_thread(process.join)
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
        await evening.killed()
        process = evening.start(random.randrange(1, A_ROUND))
    assert len(evening.kills) >= ROUNDS
    await evening.check()
