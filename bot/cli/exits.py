"""Ends the program with a line on standard error and a status that supervisors understand."""

import sys

BAD_CONFIGURATION = 78
"""A supervisor should not start the program again (sysexits: EX_CONFIG)."""
TRY_AGAIN = 1
"""Another try may succeed."""
FAULTS = 1
"""A check has found faults."""
WRONG_USE = 2
"""Wrong arguments; the parser itself uses it too."""
INTERRUPTED = 130
"""Ended by Ctrl-C, as shells count it."""


def refuse(reason: str, status: int) -> int:
    """Say why the program ends. Returns the status."""
    sys.stderr.write(f"keil: {reason}\n")
    return status
