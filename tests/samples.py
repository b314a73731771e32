"""Write the samples of a game: playthroughs and records. ``python -m tests.samples KEY``.

Playthroughs are written anew, so that a change of rules shows in the difference; records are only
added, for they are read for ever as they were written.
"""

import os
import sys
from pathlib import Path

import pytest

from engine.games import all_games

ENGINE = Path(__file__).parent / "engine"


def write(key: str) -> int:
    """Write all samples of the game with this key; the exit status of the tests that read them."""
    os.environ |= {"PLAYTHROUGHS": "write", "RECORDS": "write"}
    samples = [ENGINE / "test_playthroughs.py", ENGINE / "record" / "test_kept.py"]
    return pytest.main(["-q", "-k", key, *map(str, samples)])


if __name__ == "__main__":
    games = all_games()
    if sys.argv[1:] not in [[key] for key in games]:
        sys.exit(f"usage: python -m tests.samples {'|'.join(games)}")
    sys.exit(write(sys.argv[1]))
