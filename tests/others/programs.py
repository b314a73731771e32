"""Programs of others that ours talks to; `make` installs them where there is npm."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
NODE = shutil.which("node")
READY = (FOLDER / "node_modules" / ".ready").exists()
WITH_OTHERS = pytest.mark.skipif(
    NODE is None or not READY,
    reason="NOT TESTED: beside programs of others. They are not installed: "
    "apt-get install nodejs npm, then make check",
)


async def run(script: str, *arguments: str | Path) -> Any:
    """What a script of this folder prints, a JSON value; it must end well."""
    assert NODE is not None
    process = await asyncio.create_subprocess_exec(
        *(NODE, str(FOLDER / script), *map(str, arguments)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complaint = await asyncio.wait_for(process.communicate(), timeout=60)
    assert (process.returncode, complaint) == (0, b""), complaint.decode()
    return json.loads(said)
