"""The unmodified discord.py logs in to the stand-in and plays through everything once."""

import io
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.playground.driver import SEND, Driver, File
from bot.playground.server import Playground
from tests.playground.client import pointed_at
from tests.playground.pictures import png


def picture(name: str, size: int = 8) -> discord.File:
    return discord.File(io.BytesIO(png(size, size)), filename=name, description=f"alt of {name}")


class Point(discord.ui.Modal, title="Your move"):
    point: discord.ui.Label[Any] = discord.ui.Label(
        text="Point", component=discord.ui.TextInput(custom_id="point", max_length=5)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        field = self.point.component
        assert isinstance(field, discord.ui.TextInput)
        await interaction.response.edit_message(
            content=f"played {field.value}", attachments=[picture("b.png", 16)]
        )


class MoveButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"g1:(?P<game>\d+):move"):
    def __init__(self, game: int) -> None:
        self.game = game
        super().__init__(discord.ui.Button(label="Move", custom_id=f"g1:{game}:move"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> "MoveButton":
        del interaction, item
        return cls(int(match["game"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Point())


class Client(discord.Client):
    """A little of all that a board game bot does."""

    def __init__(self, sync: bool = True) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(intents=intents, max_messages=None, chunk_guilds_at_startup=False)
        self._connection.guild_ready_timeout = 0.05  # pyright: ignore[reportAttributeAccessIssue]
        self.tree = app_commands.CommandTree(self)
        self.sync = sync
        self.heard: list[discord.Message] = []
        self.resumed = 0
        self.add_dynamic_items(MoveButton)

        @self.tree.command(description="Play")
        @app_commands.describe(move="Where")
        async def play(interaction: discord.Interaction[Any], move: str) -> None:
            view = discord.ui.View(timeout=None)
            view.add_item(MoveButton(7))
            await interaction.response.send_message(f"at {move}", file=picture("a.png"), view=view)

        @play.autocomplete("move")
        async def offer(
            interaction: discord.Interaction[Any], current: str
        ) -> list[app_commands.Choice[str]]:
            del interaction
            moves = [move for move in ("a1", "a2", "b1") if move.startswith(current)]
            return [app_commands.Choice(name=move, value=move) for move in moves]

        @self.tree.command(description="Post")
        async def post(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            assert isinstance(interaction.channel, discord.TextChannel)
            sent = await interaction.channel.send("the board", file=picture("c.png"))
            await sent.edit(content="the new board", attachments=[picture("d.png")])
            await interaction.edit_original_response(content="posted")
            await interaction.followup.send("more", ephemeral=True)

        @self.tree.command(name="import", description="Import")
        async def bring(
            interaction: discord.Interaction[Any], file: discord.Attachment, by: str = ""
        ) -> None:
            body = await file.read()
            back = discord.File(io.BytesIO(body[::-1]), filename="back.sgf")
            words = f"{file.filename}, {file.size} bytes, by {by}"
            await interaction.response.send_message(words, file=back, ephemeral=True)

        @bring.autocomplete("by")
        async def rules(
            interaction: discord.Interaction[Any], current: str
        ) -> list[app_commands.Choice[str]]:
            # Discord names a chosen file by its number only until the command is sent.
            assert isinstance(interaction.namespace["file"], discord.Object)
            return [app_commands.Choice(name=f"{current}ty", value=f"{current}ty")]

        del play, offer, post, bring, rules

    async def setup_hook(self) -> None:
        if self.sync:
            await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)

    async def on_resumed(self) -> None:
        self.resumed += 1


@asynccontextmanager
async def running(playground: Playground, *, sync: bool = True) -> AsyncGenerator[Client]:
    async with pointed_at(playground.url, Client(sync)) as client:
        yield client


async def test_a_game_is_played(playground: Playground, driver: Driver) -> None:
    async with running(playground):
        offered = await driver.autocomplete("Ada", "#games", "play", {"move": "a"}, focused="move")
        assert [choice["value"] for choice in offered] == ["a1", "a2"]
        played = await driver.slash("Ada", "#games", "play", {"move": "a1"})
        assert played.kind == "message"
        assert played.message is not None
        assert played.text == "at a1"
        [file] = played.message["attachments"]
        assert (file["width"], file["description"]) == (8, "alt of a.png")
        assert await driver.file(file) == png(8, 8)
        opened = await driver.click("Bo", played.message, "g1:7:move")
        assert opened.kind == "modal"
        moved = await driver.submit_modal("Bo", opened, {"point": "b1"})
        assert (moved.kind, moved.text) == ("update", "played b1")
        assert moved.message is not None
        assert [f["filename"] for f in moved.message["attachments"]] == ["b.png"]


async def test_deferred_posted_edited(playground: Playground, driver: Driver) -> None:
    async with running(playground):
        posted = await driver.slash("Ada", "#games", "post")
        assert (posted.kind, posted.ephemeral) == ("deferred", True)
        assert (await driver.original(posted))["content"] == "posted"
        board = await driver.wait_for_message("#games", lambda m: m["content"] == "the new board")
        assert [f["filename"] for f in board["attachments"]] == ["d.png"]
        [more] = await driver.wait_for(
            "#games", lambda seen: [m for m in seen if m["content"] == "more"]
        )
        assert await driver.followups(posted) == [more]
        assert await driver.messages("#games", "Bo") == [board]


async def test_a_file_is_read_and_one_is_sent_back(playground: Playground, driver: Driver) -> None:
    async with running(playground):
        game = File("Ada's game ä.sgf", b"(;GM[1])")
        typed = {"file": game, "by": "twen"}
        [offered] = await driver.autocomplete("Ada", "#games", "import", typed, focused="by")
        given = {"file": game, "by": offered["value"]}
        answer = await driver.slash("Ada", "#games", "import", given)
        assert answer.ephemeral
        assert answer.text == "Ada_s_game_ä.sgf, 8 bytes, by twenty"
        assert answer.message is not None
        [back] = answer.message["attachments"]
        assert (back["filename"], back["size"]) == ("back.sgf", 8)
        assert await driver.file(back) == b"(;GM[1])"[::-1]


async def test_an_old_button_after_a_restart(playground: Playground, driver: Driver) -> None:
    async with running(playground):
        played = await driver.slash("Ada", "#games", "play", {"move": "a1"})
    assert played.message is not None
    gone = await driver.report()
    assert gone["connected"] == 0
    async with running(playground, sync=False):
        assert (await driver.click("Bo", played.message, "Move")).kind == "modal"


@pytest.mark.parametrize("action", ["reconnect", "close"])
async def test_resume_brings_what_was_missed(
    playground: Playground, driver: Driver, action: Any
) -> None:
    async with running(playground) as client:
        assert await driver.gateway(action) == 1
        reply = await driver.say("Ada", "#games", "said while it was away")
        await driver.wait_connected()
        while not client.resumed or not client.heard:
            await driver.call("change", since=10**9, timeout=0.02)
        assert [message.id for message in client.heard] == [int(reply["id"])]
        assert client.heard[0].content == ""
        assert (await driver.slash("Bo", "#games", "play", {"move": "x"})).kind == "message"


async def test_the_sharded_client_logs_in(playground: Playground, driver: Driver) -> None:
    intents = discord.Intents(guilds=True, guild_messages=True)
    client = discord.AutoShardedClient(intents=intents, max_messages=None)
    client._connection.guild_ready_timeout = 0.05  # pyright: ignore[reportAttributeAccessIssue]
    async with pointed_at(playground.url, client):
        [guild] = client.guilds
        assert guild.me.guild_permissions.send_messages
        channel = discord.utils.get(guild.text_channels, name="games")
        assert channel is not None
        sent = await channel.send("hello", nonce=7)
        [read] = [message async for message in channel.history()]
        assert read.id == sent.id
        await driver.permit("#games", deny=["view_channel"])
        with pytest.raises(discord.Forbidden, match="50001"):
            await channel.fetch_message(sent.id)
        assert [shard.is_closed() for shard in client.shards.values()] == [False]


async def test_the_library_waits_for_its_bucket(playground: Playground, driver: Driver) -> None:
    async with running(playground) as client:
        await driver.rates(send=[2, 0.2])
        channel = discord.utils.get(client.guilds[0].text_channels, name="games")
        assert channel is not None
        for n in range(5):
            await channel.send(str(n))
        statuses = [r["status"] for r in await driver.requests(SEND)]
        assert statuses == [200] * 5
