"""Interactions as Discord never should send them: each is refused in a sentence, none is our fault.

The stand-in's own are bent on their way to the bot: keys are missing, values are of another type,
too long or foreign.
"""

import copy
import gc
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, cast

import discord
import pytest

from bot.chat.components import ControlButton, view_of
from bot.chat.custom_id import LONGEST, Control
from bot.messages import labels as labels_of
from bot.playground import interactions
from bot.playground.driver import CALLBACK, Answer, File
from bot.playground.errors import CannotDo
from bot.playground.server import Playground
from tests.bot.says import says
from tests.bot.table import ADA, BO, Json, Table, labels

Bend = Callable[[Json], None]
Ask = Callable[[], Awaitable[Any]]

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    2**70,
    1.5,
    "",
    "x",
    "-5",
    "9" * 200,
    "k1:" + "y" * 500,
    "k1:accept:1:2:" + "z" * 84,
    [],
    [None],
    ["x" * 300],
    {},
    {"x": {"y": []}},
    [{"type": 1, "components": [{"type": 4}]}],
)
"""What stands in place of a value."""
BENT = 40
"""How many times each kind of interaction is bent."""


@dataclass
class Bent:
    """What people do at a table, bent on its way to the bot."""

    table: Table
    playground: Playground
    bend: Bend | None = None
    sent: list[str] = field(default_factory=list[str])

    def __call__(self, payload: Json) -> None:
        """Bend the payload that is about to be sent."""
        self.sent.append(payload["id"])
        if self.bend is not None:
            # what the stand-in shows afterwards is not bent
            whole: Json = copy.deepcopy(payload)
            self.bend(whole)
            payload.clear()
            payload.update(whole)

    async def ask(self, ask: Ask, bend: Bend | None = None) -> Any:
        """What a person sees of an interaction that is bent: one answer, which Discord accepts."""
        self.bend = bend
        try:
            seen = await ask()
        finally:
            self.bend = None
        sent = self.sent.pop()
        answers = [
            request
            for request in self.playground.requests
            if f"{request['method']} {request['route']}" == CALLBACK
            and f"/{sent}/" in request["path"]
        ]
        assert [answer["status"] for answer in answers] == [200], (seen, answers)
        return seen


@pytest.fixture
async def bent(
    table: Table,
    playground: Playground,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncGenerator[Bent]:
    """Interactions that can be bent, none of which leaves a fault in the log."""
    monkeypatch.setattr(interactions, "ANSWERED_WITHIN_S", 60.0)  # not about time
    made = Bent(table, playground)
    playground.interactions.asked = made
    with caplog.at_level(logging.INFO):
        yield made
    gc.collect()  # asyncio tells of a task that failed when nobody holds it any more
    wrong = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not wrong, [record.getMessage() for record in wrong]


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(cast(Json, value).items())
    elif isinstance(value, list):
        inner = list(enumerate(cast(list[Any], value)))
    for key, part in inner:
        yield (*at, key)
        yield from places(part, (*at, key))


def bender(random: Random) -> Bend:
    """Changes one place of an interaction: without it, with junk in it, twice, or with more."""

    def bend(payload: Json) -> None:
        # Without the first nobody could answer, and the last tells which message is changed.
        kept = (("id",), ("token",), ("type",), ("message", "flags"))
        deep = [at for at in places(payload) if at[0] == "data" or len(at) < 3]
        at = list(random.choice([at for at in deep if at not in kept]))
        last = at.pop()
        holder: Any = payload
        for key in at:
            holder = holder[key]
        how = random.choice(("gone", "junk", "junk", "junk", "twice", "more"))
        if how == "gone":
            del holder[last]
        elif how == "twice" and isinstance(holder, list):
            items = cast(list[Any], holder)
            items.append(copy.deepcopy(items[last]))
        elif how == "more" and isinstance(holder, dict):
            holder["foreign"] = random.choice(JUNK)
        else:
            holder[last] = copy.deepcopy(random.choice(JUNK))

    return bend


async def everything(bent: Bent) -> dict[str, Ask]:
    """A way to ask for each kind of interaction."""
    table, driver = bent.table, bent.table.driver
    board, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    board = await table.board(1)
    helped = (await table.command(ADA, "help")).message
    assert helped is not None
    card = await table.challenge(ADA, BO, size=3)
    topics = helped["components"][0]["components"][0]["custom_id"]

    async def straight(ask: Awaitable[Answer]) -> Answer:
        bend, bent.bend = bent.bend, None
        opened = await ask
        bent.sent.pop()
        bent.bend = bend
        return opened

    async def form(who: str, message: Json, button: str, fields: Json) -> Answer:
        opened = await straight(driver.click(who, message, button))
        return await driver.submit_modal(who, opened, fields)

    async def private() -> Answer:
        viewer = (await straight(table.command(white, "replay", game="1"))).message
        assert viewer is not None
        return await driver.click(white, viewer, "Last »")

    async def typing() -> object:
        try:
            return await driver.autocomplete(
                white, table.channel, "play", {"move": "a"}, focused="move"
            )
        except CannotDo as error:
            return error

    return {
        "play": lambda: table.play(black, "c3"),
        "board": lambda: table.command(white, "board", game="1", **{"as": "text"}),
        "games": lambda: table.command(white, "games"),
        "challenge": lambda: table.command(ADA, "challenge keil", opponent=BO, time="nonsense"),
        "import": lambda: table.command(ADA, "import", file=File("a.sgf", b"(;")),
        "menu": lambda: driver.context_menu(ADA, table.channel, labels_of.challenge_menu(), BO),
        "typing": typing,
        "button": lambda: driver.click(white, board, "More…"),
        "private": private,
        "select": lambda: driver.select(ADA, helped["id"], topics, ["moves"]),
        "move form": lambda: form(white, board, "Move", {"text": "c3"}),
        "terms form": lambda: form(BO, card, "Change…", {"time": "nonsense"}),
    }


async def test_what_discord_should_never_send_is_refused(bent: Bent) -> None:
    asks = await everything(bent)
    for name, ask in asks.items():
        random = Random(name)
        for _ in range(BENT):
            await bent.ask(ask, bender(random))
        await bent.ask(ask)


# --- one by one ---


def without(*path: Any) -> Bend:
    """Leaves something out."""

    def bend(payload: Any) -> None:
        for key in path[:-1]:
            payload = payload[key]
        del payload[path[-1]]

    return bend


def with_(value: Any, *path: Any) -> Bend:
    """Puts something else there."""

    def bend(payload: Any) -> None:
        for key in path[:-1]:
            payload = payload[key]
        payload[path[-1]] = value

    return bend


UNREADABLE, CHANGED = says("cannot-read-interaction"), says("cannot-read-command")
LONG = "k1:pass:1:0:" + "x" * 89
COMMANDS: list[tuple[str, Bend, str]] = [
    ("no server", without("guild_id"), says("cannot-outside-servers")),
    ("no member", without("member"), UNREADABLE),
    ("no channel", without("channel"), UNREADABLE),
    ("no data", without("data"), UNREADABLE),
    ("a foreign kind", with_(6, "type"), UNREADABLE),
    ("a foreign command", with_("chess", "data", "name"), CHANGED),
    ("a foreign subcommand", with_("chess", "data", "options", 0, "name"), CHANGED),
    ("a foreign option", with_("depth", "data", "options", 0, "options", 0, "name"), CHANGED),
    ("another type", with_(5, "data", "options", 0, "options", 0, "type"), CHANGED),
    ("a number for a person", with_(7, "data", "options", 0, "options", 0, "value"), CHANGED),
    ("nobody", with_("7", "data", "options", 0, "options", 0, "value"), UNREADABLE),
    ("no subcommand", with_([], "data", "options"), CHANGED),
]
BUTTONS: list[tuple[str, Bend, str]] = [
    ("no message", without("message"), UNREADABLE),
    ("no id", without("data", "custom_id"), UNREADABLE),
    ("a long id", with_(LONG, "data", "custom_id"), UNREADABLE),
    ("a foreign kind", with_(99, "data", "component_type"), UNREADABLE),
    ("not of this message", with_("k1:pass:1:0", "data", "custom_id"), UNREADABLE),
]
FORMS: list[tuple[str, Bend, str]] = [
    ("a foreign form", with_("chess", "data", "custom_id"), says("refusal-no-such-control")),
    ("a long id", with_(LONG, "data", "custom_id"), UNREADABLE),
    ("no fields", without("data", "components"), UNREADABLE),
    ("no name", without("data", "components", 0, "component", "custom_id"), UNREADABLE),
    ("a number typed", with_(7, "data", "components", 0, "component", "value"), UNREADABLE),
]


@pytest.mark.parametrize(("what", "bend", "sentence"), COMMANDS, ids=[case[0] for case in COMMANDS])
async def test_a_command(bent: Bent, what: str, bend: Bend, sentence: str) -> None:
    table = bent.table
    answer = await bent.ask(lambda: table.command(ADA, "challenge keil", opponent=BO), bend)
    assert (answer.ephemeral, answer.text) == (True, sentence), what
    assert not await table.public()


@pytest.mark.parametrize(("what", "bend", "sentence"), BUTTONS, ids=[case[0] for case in BUTTONS])
async def test_a_button(bent: Bent, what: str, bend: Bend, sentence: str) -> None:
    card = await bent.table.challenge(ADA, BO)
    answer = await bent.ask(lambda: bent.table.driver.click(BO, card, "Accept"), bend)
    assert (answer.ephemeral, answer.text) == (True, sentence), what
    assert await bent.table.buttons(card) == labels(card)


@pytest.mark.parametrize(("what", "bend", "sentence"), FORMS, ids=[case[0] for case in FORMS])
async def test_a_form(bent: Bent, what: str, bend: Bend, sentence: str) -> None:
    board, black, _ = await bent.table.begin_small()
    opened = await bent.table.form(black, board)
    async with bent.table.nothing_happens():
        answer = await bent.ask(
            lambda: bent.table.driver.submit_modal(black, opened, {"text": "c3"}), bend
        )
    assert (answer.ephemeral, answer.text) == (True, sentence), what


async def test_a_form_is_read_by_nobody_else(bent: Bent) -> None:
    """What comes with a form that has no people or files to choose is nobody's business."""
    board, black, _ = await bent.table.begin_small()
    opened = await bent.table.form(black, board)
    answer = await bent.ask(
        lambda: bent.table.driver.submit_modal(black, opened, {"text": "c3"}),
        with_({"users": 7}, "data", "resolved"),
    )
    assert answer.text.startswith("You played c3.")


@pytest.mark.parametrize("place", ["name", "focused", "type"])
async def test_suggestions_for_what_is_foreign_are_none(bent: Bent, place: str) -> None:
    await bent.table.begin_small()
    driver, channel = bent.table.driver, bent.table.channel
    foreign = {"name": "depth", "focused": False, "type": 4}[place]
    offered = await bent.ask(
        lambda: driver.autocomplete(ADA, channel, "play", {"move": ""}, focused="move"),
        with_(foreign, "data", "options", 0, place),
    )
    assert offered == []


@pytest.mark.parametrize("option", [("size", 4, ""), ("komi", 10, ""), ("size", 4, "seven")])
async def test_other_options_may_be_unfinished_while_somebody_types(
    bent: Bent, option: tuple[str, int, str]
) -> None:
    name, kind, value = option
    driver, channel = bent.table.driver, bent.table.channel
    unfinished = {"name": name, "type": kind, "value": value}

    def bend(payload: Json) -> None:
        payload["data"]["options"][0]["options"].append(unfinished)

    offered = await bent.ask(
        lambda: driver.autocomplete(ADA, channel, "challenge keil", {"time": ""}, focused="time"),
        bend,
    )
    assert offered


def widened(payload: Json) -> None:
    """What Discord may send beside what is known of it today, and leaves out where it can."""
    payload |= {
        "entitlements": [],
        "authorizing_integration_owners": {"0": payload["guild_id"], "1": "7"},
        "context": 0,
        "locale": "tlh",
        "app_permissions": str(2**60 - 1),
        "foreign": {"x": [None]},
    }
    payload.pop("guild_locale", None)
    for key in ("nick", "avatar", "premium_since", "pending", "banner"):
        payload["member"].pop(key, None)
    payload["member"] |= {"permissions": str(2**60 - 1), "unusual_dm_activity_until": None}
    payload["member"]["user"] |= {"primary_guild": None, "collectibles": {}, "clan": None}
    payload["channel"] |= {"foreign": 1, "permissions": str(2**60 - 1), "flags": 2**20}
    payload["data"] |= {"id": "7", "foreign": None}
    if (message := payload.get("message")) is not None:
        message |= {"message_snapshots": [], "foreign": [], "flags": message["flags"] | 2**20}
        for row in message["components"]:
            row["id"] = 1
            for part in row["components"]:
                part |= {"id": 2, "foreign": 7}


async def test_what_discord_may_add_one_day_is_no_reason_to_refuse(bent: Bent) -> None:
    ways = await everything(bent)
    never = {UNREADABLE, CHANGED, says("cannot-outside-servers")}
    for kind, ask in ways.items():
        seen = await bent.ask(ask, widened)
        assert getattr(seen, "text", "") not in never, kind


async def test_a_control_that_is_not_ours_is_said_to_work_no_longer(bent: Bent) -> None:
    view = discord.ui.View().add_item(discord.ui.Button(label="Mate", custom_id="chess"))
    channel = next(c for c in bent.table.client.get_all_channels() if c.name == "games")
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("of somebody else", view=view)
    view.stop()
    answer = await bent.ask(lambda: bent.table.driver.click(BO, str(sent.id), "Mate"))
    assert (answer.ephemeral, answer.text) == (True, says("refusal-no-such-control"))


@pytest.mark.parametrize("key", ["id", "token"])
async def test_what_cannot_even_be_answered_does_no_harm(
    table: Table, playground: Playground, key: str
) -> None:
    await table.begin_small()
    payload = copy.deepcopy(next(reversed(playground.interactions.payloads.values())))
    del payload[key]
    playground.gateway.ask(payload, payload["guild_id"])
    assert "#1" in (await table.command(ADA, "games")).text


async def test_no_answer_repeats_a_name_that_is_too_long_for_discord(bent: Bent) -> None:
    """The longest names that a control can have; what an answer adds to them must fit too."""
    table = bent.table
    board, black, white = await table.begin_small()
    channel = table.client.get_partial_messageable(int(board["channel_id"]))
    await table.moves((black, "c3"))
    for name in sorted(table.client.handlers):
        room = LONGEST - len(Control(name, 1, 1, "-").write()) + 1
        for start in ("", "pass", "c3", "text", "game none", "keil|", "c3|", "1|"):
            control = Control(name, 1, 1, (start + "9" * LONGEST)[:room])
            view = view_of([ControlButton(control, "forged")])
            for who in (black, white):
                sent = str((await channel.send("forged", view=view)).id)
                await bent.ask(partial(table.driver.click, who, sent, "forged"))
