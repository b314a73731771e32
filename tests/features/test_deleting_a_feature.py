"""A feature is one folder: whoever does not want it deletes it, and the rest plays on."""

import subprocess
import sys
from pathlib import Path

import pytest

import bot
from bot.features import all_features

ROOT = Path(bot.__path__[0]).parent
FEATURES = [module.split(".")[-2] for module in all_features()]


@pytest.mark.slow
@pytest.mark.parametrize("missing", [*([one] for one in FEATURES), FEATURES], ids="+".join)
def test_without_its_folder_the_rest_starts_and_plays_a_game(tmp_path: Path, missing: list[str]):
    for part in ("engine", "render", "tests"):
        (tmp_path / part).symlink_to(ROOT / part)
    features = tmp_path / "bot" / "features"
    features.mkdir(parents=True)
    for folder, copy in ((ROOT / "bot", features.parent), (ROOT / "bot" / "features", features)):
        for part in folder.iterdir():
            if part.name not in ("features", "__pycache__", *missing):
                (copy / part.name).symlink_to(part)
    command = [sys.executable, "-m", "tests.features.playing", *missing]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
