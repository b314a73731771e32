"""Commands in direct messages, and every kind of control, by the unmodified discord.py."""

from collections.abc import AsyncGenerator
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from bot.playground.driver import CannotDo, Driver
from bot.playground.server import Playground
from tests.playground.listening import Listener, listening
from tests.playground.plain import Json, Rest

Asked = discord.Interaction[Any]


@pytest.fixture
async def bot(playground: Playground) -> AsyncGenerator[Listener]:
    async with listening(playground.url) as client:
        yield client


# Direct messages


async def test_commands_in_direct_messages(bot: Listener, driver: Driver) -> None:
    heard: list[Asked] = []

    @bot.tree.command(name="help", description="Everywhere")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help_(interaction: Asked, topic: str | None = None) -> None:
        heard.append(interaction)
        await interaction.response.send_message(f"about {topic}", ephemeral=True)
        await interaction.followup.send("and more")

    @help_.autocomplete("topic")
    async def topics(interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        heard.append(interaction)
        return [app_commands.Choice(name=f"{typed}!", value=typed)]

    @bot.tree.command(name="config", description="In servers alone")
    @app_commands.guild_only()
    async def config(interaction: Asked) -> None:
        await interaction.response.send_message("set")

    await bot.tree.sync()
    assert await driver.autocomplete("Bo", "@Bo", "help", {"topic": "ko"}, focused="topic")
    answer = await driver.slash("Bo", "@Bo", "help", {"topic": "ko"})
    assert (answer.text, answer.ephemeral) == ("about ko", True)
    for interaction in heard:
        assert interaction.guild is None
        assert interaction.guild_id is None
        assert isinstance(interaction.user, discord.User)
        assert interaction.user.name == "bo"
        assert isinstance(interaction.channel, discord.DMChannel)
        assert interaction.context.dm_channel
    seen = await driver.wait_for_message("@Bo", lambda m: m["content"] == "and more", as_user="Bo")
    assert seen["type"] == 19
    with pytest.raises(CannotDo, match="no command /config here"):
        await driver.slash("Bo", "@Bo", "config")
    assert (await driver.slash("Bo", "#games", "config")).text == "set"
    assert (await driver.slash("Bo", "#games", "help")).text == "about None"


async def test_buttons_and_forms_in_direct_messages(bot: Listener, driver: Driver) -> None:
    class Form(ui.Modal, title="Say"):
        words: ui.TextInput["Form"] = ui.TextInput(label="Words", custom_id="words")

        async def on_submit(self, interaction: Asked, /) -> None:
            assert isinstance(interaction.user, discord.User)
            await interaction.response.edit_message(content=self.words.value)

    class Go(ui.View):
        @ui.button(label="Go", custom_id="go")
        async def go(self, interaction: Asked, button: ui.Button["Go"]) -> None:
            del button
            await interaction.response.send_modal(Form())

    people = {p["global_name"]: p["id"] for p in (await driver.overview())["people"]}
    bo = await bot.fetch_user(int(people["Bo"]))
    sent = await bo.send("press", view=Go())
    form = await driver.click("Bo", str(sent.id), "Go")
    done = await driver.submit_modal("Bo", form, {"words": "hello"})
    assert (done.kind, done.text) == ("update", "hello")


async def test_commands_for_those_who_manage_the_server(bot: Listener, driver: Driver) -> None:
    @bot.tree.command(name="config", description="Settings")
    @app_commands.default_permissions(manage_guild=True)
    async def config(interaction: Asked) -> None:
        assert isinstance(interaction.user, discord.Member)
        assert interaction.permissions.manage_guild
        await interaction.response.send_message("set", ephemeral=True)

    await bot.tree.sync()
    assert (await driver.slash("Ada", "#games", "config")).text == "set"
    with pytest.raises(CannotDo, match="lacks the permissions"):
        await driver.slash("Bo", "#games", "config")
    await driver.create_role("Demo", "Keepers", ["Bo"], allow=["manage_guild"])
    assert (await driver.slash("Bo", "#games", "config")).text == "set"


# Selects


class Selects(ui.View):
    """One of each kind."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.got: list[Any] = []

    @ui.select(
        cls=ui.ChannelSelect,
        custom_id="where",
        channel_types=[discord.ChannelType.text],
        min_values=0,
        max_values=3,
    )
    async def where(self, interaction: Asked, select: ui.ChannelSelect["Selects"]) -> None:
        self.got = list(select.values)
        await interaction.response.edit_message(content="where")

    @ui.select(cls=ui.RoleSelect, custom_id="role", min_values=0)
    async def role(self, interaction: Asked, select: ui.RoleSelect["Selects"]) -> None:
        self.got = list(select.values)
        await interaction.response.edit_message(content="role")

    @ui.select(cls=ui.UserSelect, custom_id="who", max_values=2)
    async def who(self, interaction: Asked, select: ui.UserSelect["Selects"]) -> None:
        self.got = list(select.values)
        await interaction.response.edit_message(content="who")

    @ui.select(cls=ui.MentionableSelect, custom_id="any", max_values=2)
    async def any(self, interaction: Asked, select: ui.MentionableSelect["Selects"]) -> None:
        self.got = list(select.values)
        await interaction.response.edit_message(content="any")

    @ui.select(custom_id="text", options=[discord.SelectOption(label="One", value="1")])
    async def text(self, interaction: Asked, select: ui.Select["Selects"]) -> None:
        self.got = list(select.values)
        await interaction.response.edit_message(content="text")


async def test_every_kind_of_select(bot: Listener, driver: Driver) -> None:
    await driver.create_role("Demo", "Regulars", ["Bo"])
    thread = await driver.create_thread("#games", "talk", "Ada")
    view = Selects()
    sent = str((await bot.channel("games").send("choose", view=view)).id)

    async def chosen(select: str, *values: str) -> list[str]:
        answer = await driver.select("Ada", sent, select, list(values))
        assert (answer.kind, answer.text) == ("update", select)
        return [getattr(value, "name", value) for value in view.got]

    assert await chosen("where", "#games", "#general") == ["games", "general"]
    assert isinstance(view.got[0].resolve(), discord.TextChannel)
    assert await chosen("where") == []
    assert await chosen("role", "Regulars") == ["Regulars"]
    assert isinstance(view.got[0], discord.Role)
    assert await chosen("who", "Bo", "Cy") == ["bo", "cy"]
    assert isinstance(view.got[0], discord.Member)
    assert sorted(await chosen("any", "Regulars", "Cy")) == ["Regulars", "cy"]
    assert await chosen("text", "One") == ["1"]
    with pytest.raises(CannotDo, match="does not offer the channel talk"):
        await driver.select("Ada", sent, "where", [thread["id"]])
    with pytest.raises(CannotDo, match="there is no role"):
        await driver.select("Ada", sent, "role", ["Nobodies"])


async def test_a_channel_of_another_server_is_not_offered(bot: Listener, driver: Driver) -> None:
    await driver.create_world([{"name": "Other", "people": ["Ada"], "channels": ["hall"]}])
    sent = await bot.channel("games").send("choose", view=Selects())
    with pytest.raises(CannotDo, match="does not offer the channel hall"):
        await driver.select("Ada", str(sent.id), "where", ["#hall"])


class Everything(ui.Modal, title="Settings"):
    """A form with selects and radio buttons."""

    where: ui.Label[Any] = ui.Label(
        text="Where",
        component=ui.ChannelSelect(custom_id="where", required=False, max_values=2),
    )
    role: ui.Label[Any] = ui.Label(
        text="Who may challenge", component=ui.RoleSelect(custom_id="role", required=False)
    )
    home: ui.Label[Any] = ui.Label(
        text="Home",
        component=ui.RadioGroup(
            custom_id="home",
            options=[
                discord.RadioGroupOption(label="Thread", value="t", default=True),
                discord.RadioGroupOption(label="Channel", value="c"),
            ],
        ),
    )
    ways: ui.Label[Any] = ui.Label(
        text="Ways",
        component=ui.CheckboxGroup(
            custom_id="ways",
            required=False,
            options=[discord.CheckboxGroupOption(label=w, value=w) for w in ("pie", "lot")],
        ),
    )
    quiet: ui.Label[Any] = ui.Label(text="Quiet", component=ui.Checkbox(custom_id="quiet"))

    async def on_submit(self, interaction: Asked, /) -> None:
        where: Any = self.where.component
        role: Any = self.role.component
        names = [*(v.name for v in where.values), *(v.name for v in role.values)]
        rest: list[Any] = [self.home.component, self.ways.component, self.quiet.component]
        told = [rest[0].value, ",".join(rest[1].values), str(rest[2].value)]
        await interaction.response.send_message(" ".join([*names, *told]), ephemeral=True)


async def test_a_form_with_selects_and_radios(bot: Listener, driver: Driver) -> None:
    @bot.tree.command(name="config", description="Settings")
    async def config(interaction: Asked) -> None:
        await interaction.response.send_modal(Everything())

    await bot.tree.sync()
    await driver.create_role("Demo", "Regulars", ["Bo"])
    form = await driver.slash("Ada", "#games", "config")
    done = await driver.submit_modal(
        "Ada",
        form,
        {"where": ["#general"], "role": ["Regulars"], "home": "c", "ways": ["lot"], "quiet": True},
    )
    assert done.text == "general Regulars c lot True"
    form = await driver.slash("Ada", "#games", "config")
    assert (await driver.submit_modal("Ada", form, {})).text == "t  False"


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (8, [{"id": "1", "type": "role"}]),
        (6, [{"id": "1", "type": "channel"}]),
        (8, [{"id": "1", "type": "channel"}, {"id": "2", "type": "channel"}]),
    ],
)
async def test_what_is_chosen_beforehand_fits(
    rest: Rest, playground: Playground, games: str, kind: int, values: list[Json]
) -> None:
    select = {"type": kind, "custom_id": "s", "default_values": values}
    body = {"components": [{"type": 1, "components": [select]}]}
    status, refused = await rest("POST", f"/channels/{games}/messages", body)
    assert (status, refused["code"]) == (400, 50035)
    playground.violations.clear()


# What else a message can be


async def test_links_and_silence(bot: Listener, driver: Driver) -> None:
    view = ui.View()
    view.add_item(ui.Button(label="Rules", url="https://example.org"))
    sent = await bot.channel("games").send("hush", view=view, silent=True, suppress_embeds=True)
    assert sent.flags.suppress_notifications
    assert sent.flags.suppress_embeds
    with pytest.raises(CannotDo, match="not a button that can be pressed"):
        await driver.click("Ada", str(sent.id), "Rules")
    edited = await sent.edit(content="louder", suppress=False)
    assert not edited.flags.suppress_embeds
    assert edited.flags.suppress_notifications
