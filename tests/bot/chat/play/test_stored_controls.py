"""Controls of messages that were posted before features registered themselves.

Their ``custom_id``s are written out as version 0.1 made them, one of every kind: whatever becomes
of the code, these go on working.
"""

import discord
from discord import ui

from bot.messages import refusals
from bot.playground.driver import Answer, Json
from bot.playground.server import Playground
from bot.service.flood_limits import WINDOW
from bot.service.refusals import RefusedError, ServiceRefusal
from tests.bot.chat.play.test_change import forged, next_card
from tests.bot.table import ADA, BO, Table, labels

KINDS = {
    "accept", "agree", "allow", "ask", "change", "changed", "decline", "film", "filmed", "giveup",
    "jump", "jumped", "look", "looks", "more", "move", "moved", "next", "offer", "offered", "play",
    "record", "refuse", "rematch", "replay", "resign", "said", "say", "share", "sure", "teach",
    "topics", "undo", "why", "winner", "withdraw",
}  # fmt: skip
"""The names of all controls in messages and forms of version 0.1."""


class Stored:
    """Presses controls of old messages, and notes which kinds there were."""

    def __init__(self, table: Table, playground: Playground) -> None:
        self.table = table
        self._playground = playground
        self.kinds: set[str] = set()

    async def press(self, who: str, custom_id: str) -> Answer:
        """Press a button; the answer."""
        message = await self._message(ui.Button(custom_id=custom_id, label="old"))
        return self._worked(custom_id, await self.table.driver.click(who, message, custom_id))

    async def choose(self, who: str, custom_id: str, value: str) -> Answer:
        """Choose a value in a select; the answer."""
        option = discord.SelectOption(label=value, value=value)
        message = await self._message(ui.Select(custom_id=custom_id, options=[option]))
        answer = await self.table.driver.select(who, message, custom_id, [value])
        return self._worked(custom_id.removeprefix("s"), answer)

    async def submit(self, who: str, custom_id: str, fields: Json) -> str:
        """Send a form that was opened before; the text of the answer."""
        seen = await forged(self._playground, self.table, who, custom_id, fields)
        self._note(custom_id, seen["kind"], seen["message"]["content"])
        return seen["message"]["content"]

    async def _message(self, item: "ui.Button[ui.View] | ui.Select[ui.View]") -> str:
        """A message that this program has not built: discord.py does not know its control."""
        view = ui.View().add_item(item)
        view.stop()
        channel = self.table.client.get_partial_messageable(await self._channel())
        return str((await channel.send("old", view=view)).id)

    async def _channel(self) -> int:
        return (await self.table.service.matches.live(1)).channel_id

    def _worked(self, custom_id: str, answer: Answer) -> Answer:
        self._note(custom_id, answer.kind, answer.text)
        return answer

    def _note(self, custom_id: str, kind: str, text: str) -> None:
        assert kind != "failed", custom_id
        unknown = refusals.refusal(RefusedError(ServiceRefusal.NO_SUCH_CONTROL))
        assert text != unknown, custom_id
        assert "reference" not in text, custom_id
        self.kinds.add(custom_id.split(":")[1])


async def test_one_of_every_kind_goes_on_working(table: Table, playground: Playground) -> None:
    old = Stored(table, playground)
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "a1"))

    # Looking: boards, replays, records, lessons, how boards look, the help.
    for who, custom_id in (
        (black, "k1:look:1:2"),
        (black, "k1:next:0"),
        (white, "k1:replay:1:1:game none back"),
        (white, "k1:record:1:2:sgf"),
        (white, "k1:teach:2:0:keil"),
        (white, "k1:looks:0:0:turn"),
    ):
        answer = await old.press(who, custom_id)
        assert answer.message is not None and answer.message["attachments"], custom_id
    for custom_id, value in (
        ("sk1:look:1:0:{}", "groups"),
        ("sk1:replay:1:2:game {}", "groups"),
        ("sk1:looks:0:0:palette={}", "dark"),
    ):
        answer = await old.choose(white, custom_id, value)
        assert answer.message is not None and answer.message["attachments"], custom_id
    assert (await old.choose(white, "k1:topics", "moves")).ephemeral
    shared = await old.press(white, "k1:share:1:1:game groups")
    assert not shared.ephemeral
    film = await old.press(black, "k1:share:1:2:game none 0-2")
    assert film.message is not None and not film.ephemeral
    for custom_id in ("k1:jump:1:1:game none", "k1:film:1:2:game none"):
        assert (await old.press(black, custom_id)).kind == "modal", custom_id
    panel = (await old.press(black, "k1:move:1:2")).message or {}
    assert labels(panel) == ["Type it…"]  # it opened the form
    assert "c3" in await old.submit(white, "k1:jumped:1:0:game none", {"text": "1"})
    await old.submit(white, "k1:filmed:1:0:game none", {"from": "0", "to": "2"})

    # Turns and requests.
    assert (await old.press(black, "k1:why:1:2:c3")).message is not None
    for custom_id in ("k1:say:1:2:pass", "k1:resign:1:2"):
        question = await old.press(black, custom_id)
        assert question.message is not None and len(labels(question.message)) == 1, custom_id
    winners = (await old.press(black, "k1:winner:1:2")).message or {}
    assert labels(winners) == ["Black won", "White won", "A draw"]
    assert labels((await old.press(black, "k1:more:1:2")).message or {})
    await old.press(white, "k1:undo:1:2")
    await old.press(white, "k1:play:1:3:a1")
    await old.press(black, "k1:ask:1:4:cancel")
    await old.press(white, "k1:refuse:1:5")
    await old.press(black, "k1:sure:1:6:pass")
    assert await table.ply() == 7
    await old.press(black, "k1:ask:1:7:win 0")
    await old.press(white, "k1:allow:1:8")
    assert await table.ply() == 8, "this question comes first: White would lose"
    await old.press(white, "k1:agree:1:8")
    ended = (await table.service.matches.live(1)).match.end
    assert ended is not None and ended.winners == (0,)

    # Challenges, rematches, counter-offers.
    await old.press(black, "k1:rematch:1:9")
    await old.press(white, "k1:accept:2")
    await old.press(black, "k1:giveup:2:0")
    ended = (await table.service.matches.live(2)).match.end
    assert ended is not None
    table.clock.pass_by(WINDOW)  # nobody is called again and again
    card = await table.challenge(ADA, BO, size=3)
    assert (await old.press(BO, "k1:change:3")).kind == "modal"
    again = "k1:change:3:0:|4|current|0|yes|3d"
    assert (await old.press(BO, again)).kind == "modal"
    await old.press(BO, "k1:decline:3")
    card = await table.challenge(ADA, BO, size=3)
    await old.submit(BO, "k1:changed:4", {"size": "4"})
    card = await next_card(table, card)
    await old.press(BO, "k1:withdraw:5")
    bo = (await table.mention(BO)).strip("<@>")
    assert (await old.press(ADA, f"k1:offer:{bo}:0:keil")).kind == "modal"
    await old.submit(ADA, f"k1:offered:{bo}:0:keil", {"size": "4"})
    await next_card(table, card)

    # Forms of a match with the komi pie.
    await old.press(ADA, "k1:withdraw:6")
    table.clock.pass_by(WINDOW)
    await table.begin(ADA, BO, size=3)
    first, second = await table.players(3)
    await old.submit(first, "k1:said:3:0:komi", {"text": "5"})
    await old.press(second, "k1:say:3:1:white")
    await table.at_once(first)
    told = await old.submit(first, "k1:moved:3:2", {"text": "b2"})
    assert told.startswith("You played b2.")
    assert await table.ply(3) == 3

    assert old.kinds == KINDS
