"""Known vulnerabilities of what a server runs: ``python -m tests.deploy.audit``.

Where PyPI's advisories cannot be reached, pip-audit finds nothing and is content; this says so.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.deploy.licences import LOCK

AUDIT = Path(sys.executable).with_name("pip-audit")
WAYS = ("--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json")


def verdict(found: dict[str, Any]) -> tuple[int, str]:
    """The exit status and what to say, for the report of pip-audit."""
    packages: list[Any] = found["dependencies"]
    skipped = [one["name"] for one in packages if "skip_reason" in one]
    lines = [
        f"VULNERABLE: {one['name']} {one['version']}: {flaw['id']}, fixed in "
        f"{', '.join(flaw['fix_versions']) or 'no version yet'}"
        for one in packages
        for flaw in one.get("vulns", ())
    ]
    status = 1 if lines else 0
    if skipped:
        lines.append(f"NOT AUDITED: {len(skipped)} of {len(packages)}: {', '.join(skipped)}")
    return status, "\n".join(lines or [f"No known vulnerability in {len(packages)} packages."])


def main() -> int:
    """The exit status: 1 if there is a known vulnerability."""
    try:
        command = [AUDIT, *WAYS, "--requirement", LOCK]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        status, told = verdict(json.loads(done.stdout))
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        status, told = 0, f"NOT AUDITED: pip-audit could not be run or asked: {error!r}"
    print(told)
    return status


if __name__ == "__main__":
    sys.exit(main())
