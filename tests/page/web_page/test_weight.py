"""What the page is made of."""

import gzip
import re

import pytest

from bot.web.page_file import PAGE, Framed, page_file, page_texts
from tests.sdk import WITH_SDK

LIGHT, WITH_PACKAGE = 25 * 1024, 60 * 1024
"""Bytes, compressed: in a browser, and in Discord's window, with Discord's package."""
FRAMED = Framed(1, "https://1.discordsays.com", ("https://discord.com",))
MARKUP = rb"innerHTML|insertAdjacent|document\.write|eval\("
"""Ways from a text to markup or code."""


def test_every_text_that_the_page_says_is_there() -> None:
    source = "".join(file.read_text("utf-8") for file in PAGE.iterdir())
    assert set(re.findall(r"web-[a-z-]+", source)) == {*page_texts()}


@pytest.mark.parametrize(
    ("framed", "most"), [(None, LIGHT), pytest.param(FRAMED, WITH_PACKAGE, marks=WITH_SDK)]
)
def test_the_page_is_light_and_whole(framed: Framed | None, most: int) -> None:
    html = page_file(framed).html
    assert len(gzip.compress(html)) < most
    assert (b"DiscordSDK" in html) == (framed is not None)
    assert not re.search(MARKUP, html)
    assert not re.search(rb"<[^>]* (?:style|on\w+)=", html)  # the policy would not let it
    assert not re.search(rb"(?:src|href)=\"(?!data:)", html)
