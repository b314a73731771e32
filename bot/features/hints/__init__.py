"""A better move, and why the bot played the last one."""
