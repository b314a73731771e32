"""The panel in which a move is entered, for tests: its lists, its buttons, its text."""

from bot.playground.driver import Answer
from tests.bot.says import says
from tests.bot.table import (
    SELECT,
    Json,
    Table,
)

NOTHING = says("preview-nothing")


def selects(message: Json | None) -> list[Json]:
    """The selects of a message."""
    rows: list[Json] = (message or {}).get("components") or []
    return [part for row in rows for part in row["components"] if part["type"] == SELECT]


def values(select: Json) -> list[str]:
    return [option["value"] for option in select["options"]]


class Panel:
    """The panel of one person; counts the presses."""

    def __init__(self, table: Table, who: str) -> None:
        self.table, self.who = table, who
        self.answer: Answer | None = None
        self.presses = 0

    async def open(self, board: Json) -> "Panel":
        return await self._after(await self.table.driver.click(self.who, board, "Move"))

    async def choose(self, value: str, select: int = 0) -> "Panel":
        at = selects(self.message)[select]
        driver = self.table.driver
        return await self._after(
            await driver.select(self.who, self.message, at["custom_id"], [value])
        )

    async def press(self, label: str) -> "Panel":
        return await self._after(await self.table.driver.click(self.who, self.message, label))

    async def _after(self, answer: Answer) -> "Panel":
        self.presses += 1
        self.answer = answer
        return self

    @property
    def message(self) -> Json:
        assert self.answer is not None and self.answer.message is not None, self.answer
        return self.answer.message

    @property
    def text(self) -> str:
        assert self.answer is not None
        return self.answer.text

    @property
    def lists(self) -> list[list[str]]:
        return [values(select) for select in selects(self.message)]


async def user_of(table: Table, name: str) -> int:
    """The id of the person of this name."""
    people = (await table.driver.overview())["people"]
    return next(int(p["id"]) for p in people if p["global_name"] == name)


def row_of(name: str, panel: Panel) -> str:
    """The value of the row of this name."""
    label = says("choice-row", row=name)
    options = [o for select in selects(panel.message) for o in select["options"]]
    return next(option["value"] for option in options if option["label"] == label)


async def big(table: Table, **options: object) -> tuple[Json, str, str]:
    """A match on a board that one select has no room for."""
    return await table.begin_small(size=5, **options)


async def with_a_stone(table: Table, match: int = 1, point: str = "a1") -> tuple[Json, str, str]:
    """A match after its first stone: the board, who is to move, and who has placed it."""
    first, second = await table.players(match)
    await table.command(first, "play", move=point, game=str(match))
    return await table.board(1, match), second, first
