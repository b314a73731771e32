"""What is bundled of Discord's package is the same everywhere."""

from hashlib import sha256
from pathlib import Path

import pytest

from tests.sdk.build import build, can_build

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not can_build(),
        reason="NOT TESTED: Discord's package was not bundled anew. It is not installed: "
        "apt-get install nodejs npm, then make web",
    ),
]


DIGEST = "e8d0828e34867ed8e4a9c6c61f0bd1e40900ef999f4e09f3614155c7f9e21c9d"


def test_the_bundle_comes_out_of_its_lock_file_bit_for_bit(tmp_path: Path) -> None:
    build(tmp_path / "sdk.js")
    assert sha256((tmp_path / "sdk.js").read_bytes()).hexdigest() == DIGEST
