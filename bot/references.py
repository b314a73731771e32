"""References: by one of these the operator finds the line about a fault in the log."""

import secrets


def new_reference() -> str:
    """Six characters that are easy to read out."""
    return secrets.token_hex(3).upper()
