"""What the moderators of a server read in its audit channel."""

from bot.service.server_settings import AUDIT_CHANNEL, settings_in
from bot.storage.rows import Spot
from bot.storage.transaction import Transaction


def tell_moderators(tx: Transaction, server: int, kind: str, number: object) -> None:
    """Want a message of this ``kind``, about this ``number``, in the audit channel of a server, if
    its owners have chosen one."""
    channel_id = AUDIT_CHANNEL.of(settings_in(tx, server))
    if channel_id is not None:
        tx.messages.add_note(kind, number, Spot(server, channel_id))
