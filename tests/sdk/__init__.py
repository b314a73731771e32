"""Discord's package for Activities, which is bundled and no part of the repository."""

import pytest

from bot.web.page_file import SDK

WITH_SDK = pytest.mark.skipif(
    not SDK.exists(),
    reason="NOT TESTED: the page in Discord's window. Discord's package is not there: "
    "apt-get install nodejs npm, then make web",
)
