"""Somebody with the one private message that exercises or puzzles replace again and again."""

from typing import Self

from bot.playground.driver import Answer
from tests.bot.panels import selects
from tests.bot.says import says
from tests.bot.table import CY, PRIVATE, Json, Table

TYPE = says("button-exercise-type")


class Reader:
    """A person and that message."""

    def __init__(self, table: Table, who: str = CY) -> None:
        self.table, self.who = table, who
        self.answer: Answer | None = None

    @property
    def message(self) -> Json:
        assert self.answer is not None and self.answer.message is not None
        return self.answer.message

    @property
    def text(self) -> str:
        assert self.answer is not None
        return self.answer.text

    async def after(self, answer: Answer) -> Self:
        """The message as an answer shows it."""
        assert answer.message is not None and answer.message["flags"] & PRIVATE
        self.answer = answer
        return self

    async def press(self, label: str) -> Self:
        return await self.after(await self.table.driver.click(self.who, self.message, label))

    async def choose(self, value: str, select: int = 0) -> Self:
        at = selects(self.message)[select]["custom_id"]
        return await self.after(await self.table.driver.select(self.who, self.message, at, [value]))

    async def type(self, move: str) -> Self:
        form = await self.table.driver.click(self.who, self.message, TYPE)
        assert form.kind == "modal"
        return await self.after(
            await self.table.driver.submit_modal(self.who, form, {"text": move})
        )
