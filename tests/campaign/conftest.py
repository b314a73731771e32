"""An evening as a fixture."""

from pathlib import Path

import pytest

from tests.campaign.evening import Evening, begun


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return begun(tmp_path)
