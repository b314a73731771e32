"""What the gateway costs: an interaction's way from the compressed bytes to discord.py's object.

Interactions can come over HTTP instead (each request signed by Discord). That would save this, cost
the check of a signature, and change nothing about the work behind it; replies to boards and deleted
channels would still need the gateway. Beside it stands the CPU time of a whole move, from the page
*end_to_end*.
"""

import json
import zlib
from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import Any, cast

import discord

ROUNDS, TIMES = 9, 400
PERSON = {
    "id": "80351110224678912",
    "username": "ada",
    "global_name": "Ada",
    "discriminator": "0",
    "avatar": None,
}
BUTTONS = [
    {"type": 2, "style": 2, "label": label, "custom_id": f"k1:{label}:1:41"}
    for label in ("Move", "Pass", "Resign", "More…", "Flip")
]
PRESS: dict[str, Any] = {
    "id": "1310000000000000001",
    "application_id": "1310000000000000002",
    "type": 3,
    "token": "t" * 200,
    "version": 1,
    "guild_id": "197038439483310086",
    "channel_id": "197038439483310087",
    "channel": {"id": "197038439483310087", "type": 0, "name": "games", "position": 0},
    "member": {
        "user": PERSON,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "permissions": "562949953421311",
        "flags": 0,
    },
    "app_permissions": "562949953421311",
    "locale": "en-GB",
    "guild_locale": "en-GB",
    "entitlements": [],
    "authorizing_integration_owners": {"0": "197038439483310086"},
    "context": 0,
    "attachment_size_limit": 10_485_760,
    "data": {"component_type": 2, "custom_id": "k1:Pass:1:41", "id": 2},
    "message": {
        "id": "1310000000000000003",
        "channel_id": "197038439483310087",
        "type": 0,
        "content": "Black's turn: <@80351110224678912>. White played d5. " * 4,
        "author": {**PERSON, "bot": True},
        "timestamp": "2026-11-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [PERSON],
        "mention_roles": [],
        "pinned": False,
        "flags": 0,
        "embeds": [],
        "attachments": [
            {
                "id": "1310000000000000004",
                "filename": "keil-1-41.png",
                "size": 66_000,
                "url": "https://cdn.discordapp.com/attachments/1/2/keil-1-41.png?ex=1&is=2&hm=3",
                "proxy_url": "https://media.discordapp.net/attachments/1/2/keil-1-41.png",
                "width": 1000,
                "height": 900,
                "content_type": "image/png",
                "description": "A board. " * 40,
            }
        ],
        "components": [{"type": 1, "components": BUTTONS}],
    },
}


def cpu_ms(work: Callable[[], object]) -> float:
    """Milliseconds of CPU time, the median of some rounds."""
    took: list[float] = []
    for _ in range(ROUNDS):
        begin = process_time()
        for _ in range(TIMES):
            work()
        took.append(1000 * (process_time() - begin) / TIMES)
    return median(took)


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The row."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    state = client._connection
    bot: Any = {**PERSON, "id": PRESS["application_id"], "bot": True}
    state.user = discord.ClientUser(state=state, data=bot)
    event = json.dumps({"op": 0, "s": 1, "t": "INTERACTION_CREATE", "d": PRESS}).encode()
    packer = zlib.compressobj()
    packed = packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)

    def arrive() -> object:
        data = json.loads(zlib.decompressobj().decompress(packed))["d"]
        return discord.Interaction(data=cast(Any, data), state=state)

    arrive()
    return [
        (
            "an interaction through the gateway, until discord.py dispatches it",
            {"ms CPU": cpu_ms(arrive), "bytes": len(event), "compressed": len(packed)},
        )
    ]
