"""For which shards a process works, and through which of them people can reach it now."""

from bot.shards import WHOLE, Shards


class Reach:
    """The shards of this process. Without a gateway, as in tests, people reach all of them."""

    def __init__(self, shards: Shards = WHOLE) -> None:
        self.shards = shards
        """The shards that this process keeps connected."""
        self.connected = set(shards.ids)
        """The shards through which people can reach this process."""
        self.adopted: set[int] = set()
        """The shards of a process that has gone: this one sends the messages it left unsent."""

        self.holder: str | None = None
        """The name of this process, if several share the work; None: it is the only one."""

    def begin(self, shards: Shards) -> None:
        """Work for ``shards``, of which none is connected yet."""
        self.shards = shards
        self.connected.clear()
        self.adopted.clear()

    @property
    def served(self) -> Shards:
        """The shards whose posts this process sends."""
        return self.shards.with_ids({*self.shards.ids, *self.adopted})
