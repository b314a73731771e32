"""A log that holds no secrets, however much it tells.

Whoever has the token of an interaction can answer in our name for a quarter of an hour, and
discord.py writes it into its debug lines. So every line is looked at when it is complete, with its
traceback.
"""

import logging
import re
from collections.abc import Sequence

CUT = "…"
_TOKENS = re.compile(
    r"""(?P<kept>
        /webhooks/[0-9]+/             # the addresses of answers
      | /interactions/[0-9]+/
      | ['"]token['"]:\s*['"]        # events, and what we send to the gateway
      | \bBot\                       # a header
    )[\w.~-]{16,}""",
    re.VERBOSE,
)


class Discreet(logging.Formatter):
    """Cuts tokens out of lines."""

    def __init__(self, form: str, secrets: Sequence[str] = ()) -> None:
        """``form`` is that of `logging.Formatter`; ``secrets`` must not appear anywhere."""
        super().__init__(form)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """The line without its secrets."""
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, CUT)
        return _TOKENS.sub(rf"\g<kept>{CUT}", line)
