"""Installs the locked packages with pip and says how far it is: `python deploy/install.py LOCK...`.

Of all that pip says, one line for each package; what goes wrong appears as pip says it.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

_PACKAGE = re.compile(
    r"(?:Collecting|Requirement already satisfied:) ([\w.\-]+)"
    r"|Processing .*?([\w.]+)-[\d.]+[^/]*\.(?:whl|tar\.gz)"
)


def told(lines: Iterable[str], total: int) -> Iterator[str]:
    """What is said while pip says these lines."""
    number = 0
    for line in lines:
        if found := _PACKAGE.match(line):
            number += 1
            yield f"  {number} of {total}: {found[1] or found[2]}"
        elif line.startswith("Installing collected packages"):
            yield f"  unpacking {total} packages, which takes about as long again ..."


def main(locks: Sequence[Path]) -> int:
    """Install them into the environment of this Python. Returns pip's status."""
    texts = "\n".join(lock.read_text("utf-8") for lock in locks)
    total = len(set(re.findall(r"^[\w.\-\[\]]+==", texts, re.MULTILINE)))
    # The locks are complete. Asked to resolve dependencies, pip stumbles over a newer release of a
    # package of which another one wants an extra.
    pip = [sys.executable, "-m", "pip", "install", "--require-hashes", "--no-deps"]
    pip += ["--progress-bar", "off", "--disable-pip-version-check"]
    pip += [f"--requirement={lock}" for lock in locks]
    told_at_once = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(pip, stdout=subprocess.PIPE, text=True, env=told_at_once) as running:
        assert running.stdout is not None
        for line in told(running.stdout, total):
            print(line, flush=True)  # noqa: T201
    return running.returncode


if __name__ == "__main__":
    sys.exit(main([Path(name) for name in sys.argv[1:]]))
