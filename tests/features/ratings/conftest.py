"""The ratings of a house without Discord."""

import pytest

from bot.features.ratings.service import Ratings
from tests.bot.house import House


@pytest.fixture
def rates(house: House) -> Ratings:
    """Ratings that this house keeps."""
    made = Ratings(house.service)
    made.register(house.service)
    return made
