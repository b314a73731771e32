"""``/config``: the panel of a server's settings, who may use it, and the table of permissions."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.chat.base.config_rows import ConfigRow
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.controls.components import ControlButton, view_of
from bot.features.settings import texts
from bot.messages import catalogue
from bot.messages.phrases import permissions
from bot.playground.driver import Answer, Driver
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from bot.service.server_settings import UNDECIDED, ServerSettings, Setting, as_text
from engine.games import all_games
from tests.bot.chat.play.test_change import forged
from tests.bot.says import USUAL_TIME, says
from tests.bot.table import ADA, BO, GAMES, SELECT, Json, Process, Table, hurry, labels, seated

GENERAL = "#general"
KEPT = {
    "games": ["place", "game", "time", "organisers"],
    "people": ["challengers", "most_games", "called", "moderators"],
    "channels": ["channels", "showcase", "audit"],
    "boards": ["pictures", "boards_a_minute", "rated"],
    "puzzle": ["daily", "daily_hour", "daily_game"],
}


@pytest.fixture
async def process(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of the bot on a server whose owners have decided nothing."""
    await hurry(driver)
    return lambda: seated(playground, driver, all_games(), tmp_path / "keil.db", place=None)


@pytest.fixture
async def table(process: Process) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy in #games of that server."""
    async with process() as made:
        yield made


async def server(table: Table) -> Json:
    """The server as the stand-in tells of it."""
    return (await table.driver.overview())["guilds"][0]


async def channel_id(table: Table, name: str) -> int:
    """The number of a channel."""
    channels = (await server(table))["channels"]
    return next(int(one["id"]) for one in channels if one["name"] == name.lstrip("#"))


async def settings(table: Table) -> ServerSettings:
    """What is stored for the server."""
    return await table.service.servers.settings(int((await server(table))["id"]))


async def panel(table: Table, page: str | None = None) -> Answer:
    """Ada, who owns the server, opens the panel, and one of its pages."""
    shown = await table.command(ADA, "config settings")
    assert shown.ephemeral
    if page is not None:
        assert shown.message is not None
        shown = await table.driver.click(ADA, shown.message, says(f"button-config-page-{page}"))
        assert shown.kind == "update"
    return shown


async def press(table: Table, shown: Answer, label: str) -> Answer:
    """Ada presses a button of the panel."""
    assert shown.message is not None
    after = await table.driver.click(ADA, shown.message, label)
    assert after.kind == "update"
    return after


def reset(page: str) -> str:
    """The button that gives a page its defaults."""
    return says("button-config-reset", page=says(f"button-config-page-{page}"))


async def back_to_defaults(table: Table, shown: Answer, page: str) -> Answer:
    """Ada gives a page its defaults."""
    return await press(
        table, await press(table, shown, reset(page)), says("button-config-reset-now")
    )


async def choose(table: Table, key: str, *values: str) -> Answer:
    """Ada chooses in the select of a setting; the panel after it."""
    page = next(page for page, keys in KEPT.items() if key in keys)
    shown = await panel(table, page)
    assert shown.message is not None
    select = next(
        part["custom_id"]
        for row in shown.message["components"]
        for part in row["components"]
        if f"{page} {key} {CHOSEN}" in part["custom_id"]
    )
    after = await table.driver.select(ADA, shown.message, select, list(values))
    assert after.kind == "update"
    return after


def kept(stored: ServerSettings, key: str) -> object:
    """A setting of the core or of a feature."""
    return getattr(stored, key, stored.of_features.get(key))


def line(name: str, value: str, *, default: bool = False, **about: str) -> str:
    """A line of the panel."""
    told = value if default else says("config-chosen", value=value)
    return says("config-line", name=says(f"config-name-{name}", **about), value=told)


async def test_every_setting_has_a_default_in_words(table: Table) -> None:
    shown = await panel(table)
    lines = shown.text.split("\n")
    assert lines == [
        says("config-head"),
        line("place", says("config-place", place="usual"), default=True),
        line("game", "Kee Rules Go", default=True)
        if next(iter(table.service.matches.games)) == "kee"
        else line("game", table.service.matches.games["keil"].name, default=True),
        line("time", USUAL_TIME, default=True),
        *(
            line("terms", says("config-terms-none"), default=True, game=game.name)
            for game in table.service.matches.games.values()
        ),
        line("organisers", says("config-no-organisers"), default=True),
        line("challengers", says("config-everybody"), default=True),
        line("most-games", says("config-any-number"), default=True),
        line("called", says("config-called-nobody"), default=True),
        line("moderators", says("config-moderators"), default=True),
        line("channels", says("config-everywhere"), default=True),
        line("audit", says("config-no-audit"), default=True),
        line("showcase", says("config-no-showcase"), default=True),
        line("events", says("config-events-yes"), default=True),
        line("pictures", says("config-pictures", mode="change"), default=True),
        line("boards-a-minute", says("config-every-board"), default=True),
        line("rated", says("config-rated-yes"), default=True),
        line("daily", says("config-no-daily"), default=True),
    ]
    assert await settings(table) == UNDECIDED


@pytest.mark.parametrize(
    ("key", "value", "stored", "told"),
    [
        ("place", "living", "living", line("place", says("config-place", place="living"))),
        ("game", "ki", "ki", line("game", "Ki")),
        ("time", "1d", "1d", line("time", "1 day a move")),
        ("rated", "False", False, line("rated", says("config-rated-no"))),
        ("most_games", "2", 2, line("most-games", says("config-most", number=2))),
        (
            "boards_a_minute",
            "5",
            5,
            line("boards-a-minute", says("config-boards", number=5)),
        ),
        ("pictures", "turn", "turn", line("pictures", says("config-pictures", mode="turn"))),
        ("pictures", "change", "change", line("pictures", says("config-pictures", mode="change"))),
        ("daily_hour", "0", 0, line("daily-hour", says("daily-hour", hour="00"))),
        ("daily_game", "ki", "ki", line("daily-game", "Ki")),
    ],
)
async def test_choices(table: Table, key: str, value: str, stored: object, told: str) -> None:
    after = await choose(table, key, value)
    assert told in after.text.split("\n")
    assert kept(await settings(table), key) == stored
    assert after.message is not None
    marked = [
        option["value"]
        for row in after.message["components"]
        for part in row["components"]
        if part["type"] == SELECT
        for option in part["options"]
        if option.get("default")
    ]
    assert value in marked
    back = await choose(table, key, "default")
    assert told not in back.text
    assert await settings(table) == UNDECIDED


async def test_roles_and_channels(table: Table) -> None:
    role = (await table.driver.create_role("Demo", "Regulars", [BO]))["id"]
    games, general = await channel_id(table, GAMES), await channel_id(table, GENERAL)
    for key, values, stored, told in (
        (
            "challengers",
            ["Regulars"],
            int(role),
            line("challengers", says("config-role", role=f"<@&{role}>")),
        ),
        (
            "called",
            ["Regulars"],
            int(role),
            line("called", says("config-called", role=f"<@&{role}>")),
        ),
        (
            "moderators",
            ["Regulars"],
            int(role),
            line("moderators", says("config-moderators-role", role=f"<@&{role}>")),
        ),
        (
            "channels",
            [GAMES, GENERAL],
            (games, general),
            line("channels", says("config-only", channels=f"<#{games}> and <#{general}>")),
        ),
        (
            "showcase",
            [GENERAL],
            general,
            line("showcase", says("config-showcase", channel=f"<#{general}>", fewest=10)),
        ),
        ("audit", [GENERAL], general, line("audit", says("config-audit", channel=f"<#{general}>"))),
    ):
        after = await choose(table, key, *values)
        assert told in after.text.split("\n")
        assert kept(await settings(table), key) == stored
    for key in ("challengers", "called", "moderators", "channels", "showcase", "audit"):
        await choose(table, key)  # nothing is chosen any more
    assert await settings(table) == UNDECIDED


@pytest.mark.parametrize("key", ["challengers", "called", "moderators"])
async def test_the_role_of_a_bot_is_no_choice(table: Table, key: str) -> None:
    """Nobody but the bot has it, so nobody could challenge any more."""
    role = (await table.driver.create_role("Demo", "Regulars", [BO]))["id"]
    own = table.client.guilds[0].self_role
    assert own is not None
    await choose(table, key, "Regulars")
    after = await choose(table, key, own.name)
    assert after.text.endswith(says("config-bot-role", role=own.mention))
    assert kept(await settings(table), key) == int(role)


async def test_a_role_that_nobody_may_mention_hears_no_challenge(table: Table) -> None:
    for name, mentionable in (("Regulars", False), ("Players", True)):
        role = await table.driver.create_role("Demo", name, [BO], mentionable=mentionable)
        after = await choose(table, "called", name)
        warned = says("config-unheard", role=f"<@&{role['id']}>") in after.text
        assert warned is not mentionable


async def test_a_role_that_is_gone_is_pointed_out(table: Table) -> None:
    """Nobody may challenge, and the owners see why."""
    guild = int((await server(table))["id"])
    await table.service.servers.change(guild, lambda _: ServerSettings(challengers=5))
    gone = says("config-gone-role", setting=says("config-name-challengers"))
    assert (await panel(table)).text.endswith(gone)
    assert gone in (await panel(table, "people")).text
    assert gone not in (await choose(table, "challengers")).text


async def test_all_settings_stand_once_and_each_page_has_its_own(table: Table) -> None:
    everything = await panel(table)
    assert labels(everything.message or {}) == [
        *(says(f"button-config-page-{page}") for page in KEPT),
        says("button-config-check"),
    ]
    heads = [says("config-head")]
    for page in KEPT:
        shown = await press(table, everything, says(f"button-config-page-{page}"))
        heads.append(says("config-page-head", page=says(f"button-config-page-{page}")))
        head, *lines = shown.text.split("\n")
        assert head == heads[-1]
        assert set(lines) <= set(everything.text.split("\n"))
        assert 1 <= len(lines) < 8
        assert labels(shown.message or {})[:2] == [says("button-config-overview"), reset(page)]
        back = await press(table, shown, says("button-config-overview"))
        assert back.text == everything.text


async def test_the_usual_terms_of_a_game(table: Table) -> None:
    shown = await panel(table, "games")
    assert shown.message is not None
    opens = says("button-config-terms", game="Keil")
    form = await table.driver.click(ADA, shown.message, opens)
    assert form.modal is not None
    assert form.modal["title"] == says("title-config-terms", game="Keil")
    after = await table.driver.submit_modal(ADA, form, {"size": "4", "komi": "5"})
    assert after.kind == "update"
    assert "size 4 · komi 5" in after.text
    assert (await settings(table)).options == {"keil": {"size": "4", "komi": "5"}}
    await table.challenge(ADA, BO)
    asked = await table.service.challenges.stored(1)
    assert asked is not None
    assert (asked.options["size"], asked.options["komi"]) == (4, 5)
    form = await table.driver.click(ADA, shown.message, opens)
    after = await table.driver.submit_modal(ADA, form, {"size": "", "komi": ""})
    assert (await settings(table)) == UNDECIDED


async def test_a_handicap_is_never_usual(playground: Playground, table: Table) -> None:
    """It is for two people; a form that asks for it is forged."""
    shown = await panel(table, "games")
    assert shown.message is not None
    form = await table.driver.click(ADA, shown.message, says("button-config-terms", game="Keil"))
    assert form.modal is not None
    names = [label["component"]["custom_id"] for label in form.modal["components"]]
    assert names == ["size", "linking", "komi", "button", "komi_by"]
    fields = {"size": "6", "handicap": "they 3"}
    await forged(playground, table, ADA, "k1:configform:0:0:keil", fields)
    assert (await settings(table)).options == {"keil": {"size": "6"}}


async def test_impossible_terms_are_refused_and_kept_in_the_form(table: Table) -> None:
    shown = await panel(table, "games")
    assert shown.message is not None
    form = await table.driver.click(ADA, shown.message, says("button-config-terms", game="Keil"))
    refused = await table.driver.submit_modal(ADA, form, {"size": "99"})
    assert refused.text.startswith("Size")
    assert refused.message is not None
    assert labels(refused.message) == [says("button-try-again"), says("button-config-back")]
    again = await table.driver.click(ADA, refused.message, says("button-try-again"))
    assert again.modal is not None
    typed = again.modal["components"][0]["component"]
    assert (typed["custom_id"], typed["value"]) == ("size", "99")
    back = await table.driver.click(ADA, refused.message, says("button-config-back"))
    assert back.text == (await panel(table, "games")).text
    assert await settings(table) == UNDECIDED


async def test_a_page_goes_back_to_the_defaults(table: Table) -> None:
    await choose(table, "place", "boards")
    after = await choose(table, "most_games", "3")
    asked = await press(table, after, reset("people"))
    assert asked.text == says(
        "config-reset-question",
        page=says("button-config-page-people"),
        settings=says("config-name-most-games"),
    )
    unchanged = await press(table, asked, says("button-config-back"))
    assert unchanged.text == after.text
    assert (await settings(table)).most_games == 3
    usual = await back_to_defaults(table, unchanged, "people")
    assert line("most-games", says("config-any-number"), default=True) in usual.text
    assert await settings(table) == ServerSettings(place="boards")
    await back_to_defaults(table, await panel(table, "games"), "games")
    assert await settings(table) == UNDECIDED


async def test_a_page_with_its_defaults_has_nothing_to_ask(table: Table) -> None:
    shown = await panel(table, "games")
    after = await press(table, shown, reset("games"))
    assert after.text == shown.text


async def test_the_settings_outlive_the_process(process: Process) -> None:
    async with process() as table:
        shown = await choose(table, "time", "1h")
        assert shown.message is not None
    async with process() as table:
        assert (await settings(table)).time == "1h"
        after = await press(table, shown, says("button-config-overview"))
        assert line("time", "1 hour a move") in after.text


async def test_only_who_manages_the_server_changes_its_settings(table: Table) -> None:
    with pytest.raises(CannotDo, match="lacks the permissions"):
        await table.command(BO, "config settings")  # Discord shows it to nobody else
    for name, text in (
        ("config", "games"),
        ("configured", "games place boards"),
        ("configured", "people most_games 1"),
        ("configreset", "games"),
        ("configresetnow", "games"),
        ("configterms", "keil"),
        ("configform", "keil"),
        ("configcheck", ""),
    ):
        answer = await pressed(table, BO, Control(name, 0, 0, text))
        assert answer.text == says("refusal-not-an-admin"), name
    assert await settings(table) == UNDECIDED


async def pressed(table: Table, who: str, control: Control) -> Answer:
    """``who`` presses a button that we never showed them."""
    channel = table.client.get_partial_messageable(await channel_id(table, GAMES))
    sent = await channel.send("forged", view=view_of([ControlButton(control, "forged")]))
    return await table.driver.click(who, str(sent.id), "forged")


@pytest.mark.parametrize(
    "text",
    [
        "games place somewhere",
        "games game chess",
        "games time 5",
        "people most_games -1",
        "boards boards_a_minute 1000",
        "boards pictures never",
        "people challengers 123",
        "people moderators 99999999999999999999999",
        "channels channels 1,2,x",
        "channels showcase 5",
        "puzzle daily 5",
        "puzzle daily_hour 24",
        "puzzle daily_game chess",
    ],
)
async def test_what_the_server_does_not_have_is_not_chosen(table: Table, text: str) -> None:
    answer = await pressed(table, ADA, Control("configured", 0, 0, text))
    page = says(f"button-config-page-{text.split(' ')[0]}")
    assert answer.text.startswith(says("config-page-head", page=page))
    assert await settings(table) == UNDECIDED


def test_what_a_feature_keeps_is_stored_beside_the_rest_and_outlives_it() -> None:
    """The form in which servers have stored it since there are settings of features."""
    stored = '{"place": null, "most_games": 2, "showcase": 70, "audit": null, "later": [1]}'
    read = ServerSettings.read(stored)
    assert read == ServerSettings(most_games=2, of_features={"showcase": 70, "later": [1]})
    shown = Setting("showcase", lambda kept: kept if isinstance(kept, int) else None)
    assert shown.of(read) == 70
    assert shown.of(shown.chosen(read, None)) is None
    again = json.loads(shown.chosen(read, 71).write())
    assert (again["showcase"], again["later"], again["most_games"]) == (71, [1], 2)
    assert ServerSettings.read('{"most_games": {}, "showcase": "x"}').most_games is None
    assert ServerSettings.read('{"pictures": ["turn"]}').pictures is None
    assert shown.of(ServerSettings.read('{"showcase": "x"}')) is None


@pytest.mark.parametrize("text", ["games audit 5", "x", "", "people __class__ 5", "games write 1"])
async def test_there_are_no_other_settings(table: Table, text: str) -> None:
    answer = await pressed(table, ADA, Control("configured", 0, 0, text))
    assert answer.text == says("refusal-no-such-control")
    assert await settings(table) == UNDECIDED


async def test_a_channel_in_which_the_bot_cannot_post_is_pointed_out(table: Table) -> None:
    await table.driver.permit(GENERAL, deny=["attach_files", "send_messages"])
    general = await channel_id(table, GENERAL)
    after = await choose(table, "showcase", GENERAL)
    assert after.text.endswith(
        says(
            "config-warning",
            channel=f"<#{general}>",
            permissions=permissions(["send_messages", "attach_files"]),
        )
    )


async def test_a_feature_brings_its_own_setting_and_page(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The buttons of the pages become a select, since a row has no room for two more."""
    colour, shade = Setting("colour", as_text), Setting("shade", as_text)

    async def rows(server: int, settings: ServerSettings) -> list[ConfigRow]:
        del server
        choices = [("red", "Red"), ("blue", "Blue")]
        return [
            ConfigRow(colour, "more", colour.of(settings), "none", choices),
            ConfigRow(shade, "most", shade.of(settings), "none", choices),
        ]

    own = {
        "config-name-colour": "Hue",
        "placeholder-config-colour": "Choose",
        "config-name-shade": "Shade",
        "placeholder-config-shade": "Choose",
        "button-config-page-more": "More",
        "button-config-page-most": "Most",
    }

    def said(key: str, **arguments: catalogue.Argument) -> str:
        return own.get(key) or catalogue.text(key, **arguments)

    monkeypatch.setattr(texts, "text", said)
    monkeypatch.setattr(table.client.features()[0], "config_rows", rows)
    shown = await panel(table)
    assert "Hue: none" in shown.text
    assert shown.message is not None
    pages = Control("config", 0, 0, CHOSEN)
    page = await table.driver.select(ADA, shown.message, in_select(shown, pages.text), ["more"])
    chosen = await table.driver.select(
        ADA, page.message or {}, in_select(page, f"more colour {CHOSEN}"), ["blue"]
    )
    assert "Hue: blue" in chosen.text
    assert colour.of(await settings(table)) == "blue"
    assert chosen.message is not None
    asked = await press(table, chosen, says("button-config-reset", page="More"))
    await press(table, asked, says("button-config-reset-now"))
    assert await settings(table) == UNDECIDED


def in_select(shown: Answer, ending: str) -> str:
    """The ``custom_id`` of the select whose control has this text."""
    assert shown.message is not None
    return next(
        part["custom_id"]
        for row in shown.message["components"]
        for part in row["components"]
        if part["custom_id"].endswith(ending)
    )


# --- /config check ---


def breaks(name: str, *channels: int, others: str = "") -> str:
    """What a missing permission breaks."""
    told = " and ".join([*(f"<#{channel}>" for channel in channels), *([others] if others else [])])
    return says(
        "config-check-missing",
        permission=permissions([name]),
        channels=told,
        breaks=says(f"config-breaks-{name.replace('_', '-')}"),
    )


OF_CONVENIENCE = ["create_public_threads", "send_polls", "create_events"]
"""The permissions that not everybody has on a new server."""


async def test_the_table_of_permissions(table: Table) -> None:
    await table.driver.permit_all("Demo", allow=OF_CONVENIENCE)
    await table.driver.permit(GENERAL, deny=["attach_files"])
    await table.driver.permit(GAMES, deny=["send_polls"])
    games, general = await channel_id(table, GAMES), await channel_id(table, GENERAL)
    shown = await table.driver.slash(ADA, GENERAL, "config check", {})
    assert shown.ephemeral
    lines = shown.text.split("\n")
    start = lines.index("```")
    assert lines[start + 1 : start + 4] == [
        "1 2 3 4 5 6 7 8",
        "✔ ✔ ✘ ✔ ✔ ✔ ✔ ✔ #general",  # where one asks comes first
        "✔ ✔ ✔ ✔ ✔ ✔ ✘ ✔ #games",
    ]
    assert lines[start + 5 :] == [breaks("attach_files", general), breaks("send_polls", games)]


async def test_nothing_is_missing(table: Table) -> None:
    await table.driver.permit_all("Demo", allow=OF_CONVENIENCE)
    shown = await table.command(ADA, "config check")
    assert shown.text.endswith(says("config-check-fine"))


async def test_only_the_channels_for_games_are_checked(table: Table) -> None:
    await choose(table, "channels", GENERAL)
    await table.driver.create_channel("Demo", "chat")
    await table.driver.permit(GENERAL, deny=["view_channel"])
    shown = await table.command(ADA, "config check")
    assert "#chat" not in shown.text
    assert shown.text.index("#games") < shown.text.index("✘ ✘ ✘ ✘ ✘ ✘ ✘ ✘ #general")
    assert says("config-breaks-view-channel") in shown.text


async def test_a_large_server_fits_into_the_table(table: Table) -> None:
    for number in range(60):
        await table.driver.create_channel("Demo", f"a-channel-with-a-very-long-name-{number}")
    shown = await table.command(ADA, "config check")
    assert len(shown.text) <= 2000
    assert "42 more channels are not shown." in shown.text
    assert "#games" in shown.text
