"""Buttons and modals. All they know stands in their ``custom_id``, so they work for ever.

A ``custom_id`` reads ``k1:verb:subject[:ply[:text]]``: the version of this format, what to do, the
number of the match, challenge or person, on which board it stands, and what is said. What the
verbs do is in `bot.actions`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self, cast

import discord
from discord import ui

from bot.challenges import is_lobby
from bot.host import Sitting
from bot.messages import labels, teaching
from bot.records import StoredChallenge
from bot.terms import TIME, Terms, form
from engine.position import YES_OR_NO, Game, Option, Position, Word

MODAL_STAYS = 900.0
"""Seconds that discord.py remembers an open modal; we need it not at all."""
FIELD = "text"
"""The ``custom_id`` of the one field of our modals."""
LONGEST_ID = 100
"""Characters of a ``custom_id``."""
LONGEST_MOVE = 50
"""Characters that may be typed as a move; with the rest it fits a ``custom_id``."""
IN_A_ROW, ROWS = 5, 5
"""The buttons that a message of Discord has room for."""
MOST_TURNS = IN_A_ROW * (ROWS - 1) - 2
"""The buttons for turns: the answers to a request have a row, and *Resign* and *More…* stay."""
LONGEST_VALUE = 20
"""Characters that may be typed as an option or as a time."""
LARGEST = 2**63 - 1
"""Numbers on Discord and in the database end here."""


GAME, FILE = "game", "file"
"""What a replay shows: a match, or a game from a file."""
CHOSEN = "{}"
"""Where in a control's text the value of a select belongs."""
TURN, MIRROR, USUALLY, OTHER_BOARD = "turn", "mirror", "usually", "other"
"""What the buttons under the sample of somebody's view do."""
RECORD_FORM = "sgf"
"""The form of a record where nobody says otherwise."""


class Verb(StrEnum):
    """What a control does."""

    MOVE = "move"
    """Open the modal for a move."""
    MOVED = "moved"
    """That modal, filled in."""
    SAY = "say"
    """Declare a word of the game, after a question where it is hard to take back."""
    SAID = "said"
    """The modal for a word with a number, filled in."""
    SURE = "sure"
    """Yes to that question."""
    PLAY = "play"
    """Play what was typed in the match chosen from several."""
    RESIGN = "resign"
    GIVE_UP = "giveup"
    WHY = "why"
    """Why what was said in a reply was not played."""
    UNDO = "undo"
    """Take the last move back, or ask whether to ask for that."""
    ASK = "ask"
    """Ask the others for something; ``text`` says for what."""
    ALLOW = "allow"
    REFUSE = "refuse"
    AGREE = "agree"
    """Yes to the question whether one is sure to allow what makes one lose."""
    MORE = "more"
    """What a player can do besides moving."""
    WINNER = "winner"
    """Who is to have won by agreement?"""
    LOOK = "look"
    NEXT = "next"
    """The next game that waits for whoever asks, after the subject."""
    REMATCH = "rematch"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    TEACH = "teach"
    """Show the lesson with this number of the game whose key is the text; the ply is 0."""
    REPLAY = "replay"
    """Show a game move by move, see `replay`; the ply is the number of moves."""
    JUMP = "jump"
    """Open the modal for the number of a ply."""
    JUMPED = "jumped"
    """That modal, filled in."""
    RECORD = "record"
    """The record of a match as a file; the text is the form."""
    SHARE = "share"
    """Show what a replay shows to the channel; the text may go on with the plies of a film."""
    FILM = "film"
    """Open the modal for the plies of an animation."""
    FILMED = "filmed"
    """That modal, filled in."""
    LOOKS = "looks"
    """Change how somebody sees boards; the subject numbers the board that it is shown on."""
    CHANGE = "change"
    """Open the modal for a counter-offer."""
    CHANGED = "changed"
    """That modal, filled in."""
    OFFER = "offer"
    """Open the modal for a challenge to a member."""
    OFFERED = "offered"
    """That modal, filled in."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a ``custom_id`` says."""

    verb: Verb
    subject: int
    ply: int | None = None
    text: str = ""

    def write(self) -> str:
        """The ``custom_id``."""
        parts: list[object] = ["k1", self.verb.value, self.subject]
        if self.ply is not None:
            parts += [self.ply, self.text] if self.text else [self.ply]
        return ":".join(str(part) for part in parts)

    def at(self, ply: int) -> Self:
        """The same for another ply."""
        return replace(self, ply=ply)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """What ``custom_id`` says, None where it is none of ours."""
        found = re.fullmatch(TEMPLATE, custom_id, re.DOTALL)
        if found is None:
            return None
        ply = None if found["ply"] is None else int(found["ply"])
        subject = min(int(found["subject"]), LARGEST)  # of which there is none
        return cls(Verb(found["verb"]), subject, ply, found["text"] or "")


TEMPLATE = (
    f"k1:(?P<verb>{'|'.join(verb.value for verb in Verb)}):(?P<subject>[0-9]{{1,20}})"
    "(?::(?P<ply>[0-9]{1,9})(?::(?P<text>.+))?)?"
)


class ControlButton(ui.DynamicItem[ui.Button[Any]], template=TEMPLATE):
    """A button of ours: discord.py finds it again by its ``custom_id``, after a restart too."""

    def __init__(
        self,
        control: Control,
        label: str = "…",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        row: int | None = None,
    ) -> None:
        self.control = control
        custom_id = control.write()
        super().__init__(ui.Button(label=label[:80], style=style, custom_id=custom_id, row=row))

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """The button that was pressed."""
        control = Control.read(match.string)
        assert control is not None
        assert isinstance(item, ui.Button)
        return cls(control, item.label or "…", item.style)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pressed."""
        await interaction.client.actions.press(interaction, self.control)


class ControlSelect(ui.DynamicItem[ui.Select[Any]], template=f"s{TEMPLATE}"):
    """A select of ours: what is chosen takes the place of `CHOSEN` in its control's text."""

    def __init__(
        self,
        control: Control,
        options: Sequence[discord.SelectOption] = (),
        placeholder: str = "",
        row: int | None = None,
    ) -> None:
        self.control = control
        super().__init__(
            ui.Select(
                custom_id=f"s{control.write()}",
                options=list(options),
                placeholder=placeholder or None,
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The select that was used."""
        control = Control.read(match.string[1:])
        assert control is not None
        return cls(control)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Something was chosen."""
        data: Mapping[str, Any] = interaction.data or {}  # pyright: ignore[reportAssignmentType]
        value = next(iter(data.get("values", ())), "")
        chosen = replace(self.control, text=self.control.text.replace(CHOSEN, value))
        await interaction.client.actions.press(interaction, chosen)


class HelpSelect(ui.DynamicItem[ui.Select[Any]], template="k1:topics"):
    """The topics of the help; found again after a restart like the buttons."""

    def __init__(self) -> None:
        topics = [
            discord.SelectOption(label=title, value=topic)
            for topic, (title, _) in teaching.TOPICS.items()
        ]
        super().__init__(
            ui.Select(custom_id="k1:topics", placeholder=labels.HELP_MORE, options=topics)
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],  # noqa: ARG003
        /,
    ) -> Self:
        """The select that was used."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """A topic was chosen."""
        data: Mapping[str, Any] = interaction.data or {}  # pyright: ignore[reportAssignmentType]
        await interaction.client.actions.explain(
            interaction, next(iter(data.get("values", ())), "")
        )


def help_view() -> ui.View:
    """The topics to choose from."""
    view = ui.View(timeout=None)
    view.add_item(HelpSelect())
    return view


def view_of(buttons: Iterable[ControlButton]) -> ui.View:
    """A message's buttons, five in a row."""
    view = ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    return view


def board_view(sitting: Sitting) -> ui.View:
    """The buttons of a board: what it asks for, then what one can do; later a rematch."""
    match, key = sitting.match, sitting.id
    if match.end or match.to_move is None:
        return view_of(
            [
                ControlButton(Control(Verb.REMATCH, key, match.ply), labels.REMATCH),
                ControlButton(replay(key, 0), labels.REPLAY),
                ControlButton(Control(Verb.RECORD, key, match.ply, RECORD_FORM), labels.RECORD),
            ]
        )
    answers = _answers(key, match.ply) if match.course.request is not None else ()
    buttons = _turns(sitting)
    give_up = Control(Verb.RESIGN, key, match.ply)
    buttons.append(ControlButton(give_up, labels.RESIGN, discord.ButtonStyle.danger))
    more = Control(Verb.MORE, key, match.ply)
    buttons.append(ControlButton(more, labels.MORE))
    for number, button in enumerate(buttons):
        button.row = number // IN_A_ROW + bool(answers)
    return view_of([*answers, *buttons])


def next_view(sitting: Sitting) -> ui.View:
    """Under a private board: move there, or go to the next game."""
    return view_of([*_turns(sitting), next_button(sitting.id)])


def next_button(after: int = 0) -> ControlButton:
    """To the next game that waits for whoever asks, after this match."""
    return ControlButton(Control(Verb.NEXT, after), labels.NEXT_GAME)


def _turns(sitting: Sitting) -> list[ControlButton]:
    """Move, and every word that is possible now; of very many those that there is room for."""
    match, key = sitting.match, sitting.id
    buttons: list[ControlButton] = []
    if match.position.colours is not None:
        move = Control(Verb.MOVE, key, match.ply)
        buttons.append(ControlButton(move, labels.MOVE, discord.ButtonStyle.primary))
    for word in match.position.words():
        say = Control(Verb.SAY, key, match.ply, word.word)
        style = discord.ButtonStyle.secondary if buttons else discord.ButtonStyle.primary
        buttons.append(ControlButton(say, labels.word_label(word), style))
    return buttons[:MOST_TURNS]


def _answers(key: int, ply: int) -> tuple[ControlButton, ControlButton]:
    """Allow and refuse, always in this order and in a row of their own."""
    return (
        ControlButton(Control(Verb.ALLOW, key, ply), labels.ALLOW, discord.ButtonStyle.success, 0),
        ControlButton(Control(Verb.REFUSE, key, ply), labels.REFUSE, row=0),
    )


def answer_view(key: int, ply: int, *, mine: bool) -> ui.View:
    """The answers to what was asked; who has asked can only think better of it."""
    if mine:
        return view_of([ControlButton(Control(Verb.REFUSE, key, ply), labels.WITHDRAW)])
    return view_of(_answers(key, ply))


def undo_view(sitting: Sitting) -> ui.View:
    """Under the mover's private answer."""
    undo = Control(Verb.UNDO, sitting.id, sitting.match.ply)
    return view_of([ControlButton(undo, labels.UNDO)])


def reminder_view(sitting: Sitting, ply: int) -> ui.View:
    """Shows the board; by it a reminder is found again."""
    return view_of([ControlButton(Control(Verb.LOOK, sitting.id, ply), labels.SHOW_BOARD)])


@dataclass(frozen=True, slots=True)
class Reel:
    """What a replay shows, as it stands in the text of its controls."""

    source: str = GAME
    """`GAME`: the subject is a match; `FILE`: it is a game from a file."""
    shown: str = "none"
    """What is drawn over the board."""
    plies: tuple[int, int] | None = None
    """From which ply to which, for an animation."""

    def write(self, more: str = "") -> str:
        """The text of a control; ``more`` tells the buttons of one message apart."""
        plies = "" if self.plies is None else f"{self.plies[0]}-{self.plies[1]}"
        return " ".join(part for part in (self.source, self.shown, plies, more) if part)

    @classmethod
    def read(cls, control: Control) -> Self:
        """What the text of ``control`` says."""
        found = re.fullmatch(r"(\w+)(?: (\w+))?(?: ([0-9]{1,6})-([0-9]{1,6}))?.*", control.text)
        if found is None:
            return cls()
        plies = (int(found[3]), int(found[4])) if found[3] else None
        return cls(found[1], found[2] or "none", plies)


def replay(key: int, ply: int, reel: Reel | None = None, more: str = "") -> Control:
    """What shows a match, or the game of a file, as it stood after ``ply`` moves."""
    return Control(Verb.REPLAY, key, ply, (reel or Reel()).write(more))


def card_view(asked: StoredChallenge, new_to: Game | None = None) -> ui.View:
    """The buttons of a challenge; who is asked by name can decline, who has a seat can leave it.

    ``new_to``: the game, where somebody may want to read its rules first.
    """
    challenge = asked.id
    buttons = [
        ControlButton(Control(Verb.ACCEPT, challenge), labels.ACCEPT, discord.ButtonStyle.success)
    ]
    if is_lobby(asked):
        buttons.append(ControlButton(Control(Verb.DECLINE, challenge), labels.LEAVE))
    elif any(seat.user is not None for seat in asked.invitations):
        buttons.append(ControlButton(Control(Verb.DECLINE, challenge), labels.DECLINE))
    buttons.append(ControlButton(Control(Verb.CHANGE, challenge), labels.CHANGE))
    buttons.append(ControlButton(Control(Verb.WITHDRAW, challenge), labels.WITHDRAW))
    if new_to is not None:
        buttons.append(_new_to(new_to))
    return view_of(buttons)


def _lesson(game: Game, number: int) -> Control:
    return Control(Verb.TEACH, number, 0, game.key)


def _new_to(game: Game) -> ControlButton:
    return ControlButton(_lesson(game, 1), labels.new_to(game))


def offer_view(game: Game | None) -> ui.View | None:
    """One button that offers the rules of a game; nothing where there is none to offer."""
    return None if game is None else view_of([_new_to(game)])


def lesson_view(game: Game, shown: int) -> ui.View:
    """One button for each lesson; the one for the lesson ``shown`` does nothing."""
    view = ui.View(timeout=None)
    for number, lesson in enumerate(game.lessons, start=1):
        style = discord.ButtonStyle.primary if number == shown else discord.ButtonStyle.secondary
        button = ControlButton(_lesson(game, number), f"{number} {lesson.title}", style)
        button.item.disabled = number == shown
        view.add_item(button)
    return view


def question_view(control: Control, label: str) -> ui.View:
    """One button that says yes."""
    return view_of([ControlButton(control, label, discord.ButtonStyle.danger)])


def why_view(key: int, ply: int, text: str) -> ui.View:
    """One button that explains why ``text`` was not played on that board."""
    why = Control(Verb.WHY, key, ply, text[:LONGEST_MOVE])
    return view_of([ControlButton(why, labels.WHY)])


def line_modal(control: Control, title: str, label: str, help_text: str, longest: int) -> ui.Modal:
    """A modal with one line to write on."""
    modal = ui.Modal(title=title[:45], custom_id=control.write(), timeout=MODAL_STAYS)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD, min_length=1, max_length=longest, required=True
    )
    modal.add_item(labelled(label, help_text, field))
    return modal


def labelled(label: str, help_text: str, field: ui.Item[Any]) -> ui.Label[Any]:
    """A field of a modal under its label."""
    return ui.Label(text=label[:45], description=help_text[:100] or None, component=field)


def move_modal(key: int, ply: int, title: str, position: Position) -> ui.Modal:
    """Asks for a move."""
    help_text = labels.move_help(position)
    return line_modal(
        Control(Verb.MOVED, key, ply), title, labels.MOVE_FIELD, help_text, LONGEST_MOVE
    )


def number_modal(key: int, ply: int, word: Word) -> ui.Modal:
    """Asks for the number that completes ``word``."""
    assert word.numbers is not None
    help_text = labels.NUMBER_FIELD.format(first=word.numbers[0], last=word.numbers[-1])
    said = Control(Verb.SAID, key, ply, word.word)
    why = labels.NUMBER_HELP.get(word.word, "")
    return line_modal(said, labels.word_label(word), help_text, why, 20)


def terms_modal(control: Control, title: str, terms: Terms, typed: Sequence[str] = ()) -> ui.Modal:
    """Asks for the terms of a match, from ``terms`` on, or from what was ``typed`` before."""
    modal = ui.Modal(title=title[:45], custom_id=control.write(), timeout=MODAL_STAYS)
    written = terms.write()
    written |= dict(zip(written, typed, strict=False))
    for option in form(terms.game):
        label, told = labels.option_label(option.key), labels.option_help(option)
        modal.add_item(labelled(label, told, _option_field(option, written[option.key])))
    time = line(TIME, written[TIME])
    modal.add_item(labelled(labels.TIME_FIELD, labels.TIME_HELP, time))
    return modal


def _option_field(option: Option, text: str) -> ui.Item[Any]:
    """A select of what there is to choose from, else a line to write on."""
    required = option.default is not None
    choices = option.choices or (YES_OR_NO if option.kind is bool else ())
    if not choices:
        hint = "" if required else labels.left_empty(option.key)
        return line(option.key, text, required=required, hint=hint)
    offered = [
        discord.SelectOption(label=labels.choice(choice), value=choice, default=choice == text)
        for choice in choices
    ]
    return ui.Select(
        custom_id=option.key, options=offered, required=required, min_values=int(required)
    )


def line(key: str, text: str, *, required: bool = True, hint: str = "") -> ui.TextInput[Any]:
    """A line to write on."""
    return ui.TextInput(
        custom_id=key,
        default=text[:LONGEST_VALUE] or None,
        placeholder=hint or None,
        max_length=LONGEST_VALUE,
        required=required,
    )


def with_typed(control: Control, game: Game, written: Mapping[str, str]) -> Control:
    """``control`` with what was typed into the form of ``game``, as much of it as fits."""
    fields = [written.get(key, "") for key in (*(option.key for option in form(game)), TIME)]
    plain = ("".join(c for c in text if c.isprintable() and c != "|") for text in fields)
    room = LONGEST_ID - len(replace(control, text="|").write()) + 1
    return replace(control, text="|".join([control.text, *plain])[:room].rstrip())


def typed_before(text: str) -> tuple[str, list[str]]:
    """What `with_typed` wrote: the text before it, and what was typed into each field."""
    first, *typed = text.split("|")
    return first, typed


def field_of(data: object) -> str:
    """What was written into the one field of a modal of ours."""
    return fields_of(data).get(FIELD, "")


def fields_of(data: object) -> dict[str, str]:
    """What was written or chosen in each field of a modal of ours, however deep they lie."""
    if isinstance(data, Mapping):
        inside = cast(Mapping[str, object], data)
        key = str(inside.get("custom_id", ""))
        if "values" in inside:
            return {key: next((str(value) for value in _parts(inside["values"])), "")}
        if "value" in inside:
            return {key: str(inside["value"] or "")}
        data = list(inside.values())
    found: dict[str, str] = {}
    for part in _parts(data):
        found |= fields_of(part)
    return found


def _parts(data: object) -> list[object]:
    return cast(list[object], data) if isinstance(data, list) else []
