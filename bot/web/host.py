"""The door's questions about the place where the games are played, of which it knows nothing."""

from typing import Protocol

from bot.service.beginning import Presence
from bot.service.live_match import LiveMatch
from bot.storage.rows import NOWHERE


class Host(Protocol):
    """What the page has to know of where the games are played."""

    @property
    def me(self) -> int | None:
        """The user that plays for computers; None if nobody knows yet."""
        ...

    @property
    def my_name(self) -> str:
        """The name of that user."""
        ...

    @property
    def ready(self) -> bool:
        """True once what happened before this process began is known."""
        ...

    async def may_see(self, user: int, live: LiveMatch) -> bool:
        """True if ``user`` may look at a match: as a member who plays in it, or sees its channel.

        Raises `ConnectionError` if nobody can be asked.
        """
        ...

    async def is_open(self, live: LiveMatch) -> bool:
        """True if everybody on its server sees the channel of a match. Raises as above."""
        ...

    async def begins(self, live: LiveMatch) -> bool:
        """False if no game can be begun on the page where a match is. Raises as above."""
        ...

    async def presence(self, user: int, live: LiveMatch) -> Presence:
        """What is to be known of ``user`` to let them begin a game where a match is. Raises as
        above."""
        ...

    async def sees(self, user: int, server: int, channel_id: int = NOWHERE) -> bool:
        """True if ``user`` is on a server, and sees this channel of it. Raises as above."""
        ...

    async def privately(self, user: int, live: LiveMatch) -> str:
        """What is to be said to ``user`` alone, who has asked for help in a match or taken a move
        back, or nothing."""
        ...


async def and_privately(host: Host, content: str, user: int, live: LiveMatch) -> str:
    """``content``, and what is to be said to ``user`` alone in lines of its own."""
    return "\n".join(filter(None, [content, await host.privately(user, live)]))
