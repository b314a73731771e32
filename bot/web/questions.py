"""Scenes that ask something on a board, and judge what is touched or typed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.messages import legend, refusals
from bot.service.goals import Verdict
from bot.service.preferences import Entering
from bot.uploads import Upload
from bot.web.scenes import Asked, Choice, Menu, Scene, Scenes, board_tap, word_choices
from engine.match import Match
from engine.position import UnreadableMoveError, tidy
from render.options import Mark


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked."""

    title: str
    text: str
    match: Match
    name: str
    """That of the picture."""
    step: str
    """After which an answer stands."""
    points: Iterable[str] = ()
    """Those that can be an answer."""
    choices: Sequence[Choice] = ()
    """The answers, if they are no points and no words of the game."""
    marks: Mapping[int, Mark] = field(default_factory=dict[int, Mark])
    why: str = legend.COALESCED


class QuestionScenes(Scenes):
    """A step says what to do, then the game, the name of the question, and the answer."""

    @staticmethod
    def parted(asked: Asked) -> tuple[str, str, str, str]:
        """These four; those that are missing are empty."""
        what, key, name, answer = (*asked.value.split(" ", 3), "", "", "")[:4]
        return what, key, name, answer

    async def ask(
        self,
        asked: Asked,
        question: Question,
        refused: str = "",
        *,
        buttons: Sequence[Choice] = (),
        menus: Sequence[Menu] = (),
    ) -> Scene:
        """The question; ``refused``: why an answer to it was none. ``buttons``: besides answers."""
        match, step = question.match, question.step
        preferences = await self.service.preferences.of(asked.user)
        picture = await self.pictures.of(
            match, question.name, preferences, marks=question.marks, why=question.why
        )
        said = f"{refused}\n{question.text}" if refused else question.text
        if question.choices:
            ways = [*question.choices, *buttons]
            return Scene(question.title, said, picture, buttons=ways, menus=menus)
        twice = preferences.entering != Entering.ONCE
        tap = board_tap(match, preferences, step, question.points, twice=twice)
        ways = [*word_choices(match, step), *buttons]
        return Scene(question.title, said, picture, tap, ways, menus)

    async def judged(
        self,
        asked: Asked,
        judge: Callable[[Match, str], Verdict],
        match: Match,
        typed: str,
        name: str,
    ) -> tuple[Verdict, Upload] | str:
        """What an answer is worth, and its picture; or why it is no answer."""
        try:
            verdict = judge(match, typed)
        except UnreadableMoveError as error:
            return refusals.refusal(error, match.position, match.game)
        preferences = await self.service.preferences.of(asked.user)
        return verdict, await self.pictures.verdict(verdict, name, tidy(typed), preferences)
