"""The shards of a process: those assigned to it, connected, or adopted from another process."""

from bot.shards import WHOLE, Shards


class ProcessShards:
    """The shards of this process. Without a gateway, as in tests, people reach all of them."""

    def __init__(self, shards: Shards = WHOLE) -> None:
        self.assigned = shards
        """The shards that this process keeps connected."""
        self.connected = set(shards.ids)
        """The shards through which people can reach this process."""
        self.adopted: set[int] = set()
        """The shards of a process that has gone: this one sends the messages it left unsent."""

        self.holder: str | None = None
        """The name of this process, if several share the work; None: it is the only one."""

    def begin(self, shards: Shards) -> None:
        """Work for ``shards``, of which none is connected yet."""
        self.assigned = shards
        self.connected.clear()
        self.adopted.clear()

    @property
    def served(self) -> Shards:
        """The shards whose messages this process sends."""
        return self.assigned.with_ids({*self.assigned.ids, *self.adopted})
