"""The list of commands in COMMANDS.md, by their own descriptions: `make commands` writes it."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord

from bot.chat.gateway.client import KeilClient
from bot.features import all_features
from bot.service.service import Service
from bot.storage.database import Store
from engine.games import all_games

PAGE = Path(__file__).parents[1] / "COMMANDS.md"
LIST = re.compile(r"(?<=<!-- make commands -->\n).*?(?=\n<!-- end -->)", re.DOTALL)
SUBCOMMAND = discord.AppCommandOptionType.subcommand.value


async def registered(folder: Path) -> list[str]:
    """A paragraph on each command, as Discord gets it."""
    async with Store.open(f"sqlite:///{folder / 'keil.db'}") as store:
        client = KeilClient(store, Service.over(store, all_games()), features=all_features())
        await client.add_features()
        commands = [command.to_dict(client.tree) for command in client.tree.get_commands()]
    return sorted(told for command in commands for told in _paragraphs(command))


def _paragraphs(command: dict[str, Any]) -> Iterator[str]:
    name, options = command["name"], command.get("options", [])
    if command["type"] != discord.AppCommandType.chat_input.value:
        yield f"- *{name}* in a member's menu, under Apps"
        return
    direct = " Also in direct messages." if 1 in command["contexts"] else ""
    subcommands = [option for option in options if option["type"] == SUBCOMMAND]
    for one in subcommands or [command]:
        given = one.get("options", [])
        words = [name if one is command else f"{name} {one['name']}"]
        words += [f"{o['name']}:" if o.get("required") else f"[{o['name']}:]" for o in given]
        lines = [f"- `/{' '.join(words)}`: {one['description']}.{direct}"]
        yield "\n".join([*lines, *(f"  - `{o['name']}`: {o['description']}" for o in given)])


def on_page() -> list[str]:
    """The paragraphs that stand in COMMANDS.md."""
    (there,) = LIST.findall(PAGE.read_text("utf-8"))
    return re.split(r"\n(?=- )", there)


def write() -> None:
    """Write the list."""
    with TemporaryDirectory() as folder:
        told = "\n".join(asyncio.run(registered(Path(folder))))
    PAGE.write_text(LIST.sub(lambda _: told, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write()
