"""What commands and controls do: read what was said, ask the host, say the answer."""

import contextlib
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot import access, controls, viewers
from bot.agreements import Agreements
from bot.answers import NOBODY, UNANSWERED, Answer, Progress, To, Upload, respond
from bot.controls import Control, ControlButton, Verb
from bot.host import Host, Sitting
from bot.looks import USUAL, Looks
from bot.messages import boards, challenges, labels, phrases, private, refusals, teaching
from bot.offers import Offers, known_as, missing_permissions
from bot.pictures import Pictures, offered
from bot.records import ACCEPTED, OPEN, StoredChallenge, StoredMatch
from bot.refusals import RefusedError, Why
from bot.replays import Replays
from bot.viewing import Viewing
from engine.course import RESIGN, UNDO
from engine.match import Match
from engine.position import Game, IllegalMoveError, MoveError, Place, Word, names_a_point, tidy

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Pools:
    """The threads that work off the event loop."""

    painters: Executor
    """For boards, which people wait for."""
    readers: Executor
    """For files that people bring, and games from them."""
    filmers: Executor
    """For animations."""


class Actions:
    """Everything a person can set off, for slash commands, buttons and modals alike."""

    def __init__(self, host: Host, pools: Pools, wake: Callable[[int], None]) -> None:
        """``wake`` tells the outbox of new posts."""
        self.host = host
        self.agreements = Agreements(host, wake)
        self.offers = Offers(host, wake)
        self.pictures = Pictures(pools.painters, pools.filmers)
        self.replays = Replays(host, self.pictures, pools.readers)
        self.viewing = Viewing(host, self.pictures)
        self._wake = wake

    async def press(self, interaction: Interaction, control: Control) -> None:
        """A control was used."""
        progress = Progress() if control.verb is Verb.FILMED else None
        ways = {Verb.SHARE: To.ALL, Verb.FILMED: To.NEW}
        work = self.do(interaction, control, progress)
        await respond(interaction, work, ways.get(control.verb, To.USUAL), progress)

    async def do(
        self, interaction: Interaction, control: Control, progress: Progress | None = None
    ) -> Answer:
        """What a control does; ``progress`` is told how far what takes long is."""
        key, ply, user = control.subject, control.ply, interaction.user.id
        match control.verb:
            case Verb.MOVE:
                sitting = await self.host.may_play(key, user, ply)
                title = f"{self.game(sitting).name} #{key}"
                modal = controls.move_modal(key, sitting.match.ply, title, sitting.match.position)
                return Answer(modal=modal)
            case Verb.MOVED:
                return await self.play(interaction, key, controls.field_of(interaction.data), ply)
            case Verb.SAID:
                said = controls.field_of(interaction.data).strip().lower()
                text = f"{control.text} {said.removeprefix(control.text).strip()}"
                return await self.play(interaction, key, text, ply)
            case Verb.SAY:
                return await self.say(interaction, key, control.text, ply)
            case Verb.PLAY:
                return await self.play(interaction, key, control.text, ply)
            case Verb.SURE:
                answer = await self.play(interaction, key, control.text, ply, sure=True)
                await self._question_is_answered(interaction)
                return answer
            case Verb.RESIGN:
                return await self.ask_to_resign(user, key)
            case Verb.GIVE_UP:
                return await self._resign(interaction, key, control.text)
            case Verb.WHY:
                return await self.why(key, ply, control.text, user)
            case Verb.UNDO:
                return await self.agreements.undo(interaction, key, ply)
            case Verb.ASK:
                return await self.agreements.ask(interaction, key, ply, control.text)
            case Verb.ALLOW | Verb.REFUSE:
                allow = control.verb is Verb.ALLOW
                return await self.agreements.answer(interaction, key, ply, allow=allow)
            case Verb.AGREE:
                return await self.agreements.answer(interaction, key, ply, allow=True, sure=True)
            case Verb.MORE:
                return await self.agreements.menu(key, user)
            case Verb.WINNER:
                return await self.agreements.who_has_won(key, user)
            case Verb.LOOK:
                return await self.look(interaction, key, control.text)
            case Verb.NEXT:
                return await self.next_game(interaction, key)
            case Verb.REMATCH:
                return await self._rematch(interaction, key)
            case Verb.ACCEPT:
                return await self._accept(interaction, key)
            case Verb.DECLINE:
                return await self._decline(interaction, key)
            case Verb.CHANGE:
                return await self.offers.change(interaction, key, control.text)
            case Verb.CHANGED:
                return await self.offers.changed(interaction, key)
            case Verb.OFFER:
                return await self.offers.form(interaction, key, control.text)
            case Verb.OFFERED:
                return await self.offers.offered(interaction, key, control.text)
            case Verb.WITHDRAW:
                await self.host.challenges.withdraw(key, user)
                self._wake_place(interaction)
                return Answer(challenges.CHALLENGE_WITHDRAWN)
            case Verb.TEACH:
                return await self.teach(control.text, key, user)
            case Verb.REPLAY:
                return await self.replays.show(interaction, control)
            case Verb.JUMP:
                return await self.replays.ask(interaction, control)
            case Verb.JUMPED:
                return await self.replays.jump(interaction, control)
            case Verb.SHARE:
                return await self.replays.share(interaction, control)
            case Verb.FILM:
                return await self.replays.ask_for_film(interaction, control)
            case Verb.FILMED:
                return await self.replays.film(interaction, control, progress)
            case Verb.LOOKS:
                return await self.viewing.show(interaction, control)
            case Verb.RECORD:
                return await self.replays.record(interaction, key, control.text)

    def game(self, sitting: Sitting) -> Game:
        """The game that is played."""
        return sitting.match.game

    def _wake_place(self, interaction: Interaction) -> None:
        if interaction.channel_id is not None:
            self._wake(interaction.channel_id)

    # --- moves ---

    async def play(
        self,
        interaction: Interaction,
        key: int,
        text: str,
        ply: int | None = None,
        *,
        sure: bool = False,
    ) -> Answer:
        """Make the move that was typed; a word that is hard to take back is asked for first."""
        user = interaction.user.id
        if tidy(text) == UNDO:
            return await self.agreements.undo(interaction, key, ply)
        if not sure and (question := await self.question(key, user, text, ply)):
            return question
        try:
            sitting = await self.take(key, user, text, source=interaction.id, ply=ply)
        except MoveError as error:
            match = (await self.host.sitting(key)).match
            return await self._refused(match, text, error, user)
        last = sitting.match.course.deed
        view = None if sitting.match.end else controls.undo_view(sitting)
        return Answer(private.played(sitting, last.text if last else ""), view)

    async def take(
        self, key: int, user: int, text: str, *, source: int, ply: int | None = None
    ) -> Sitting:
        """Make the move, see `Host.play`, and have everybody told."""
        try:
            sitting = await self.host.play(key, user, text, source=source, ply=ply)
        except RefusedError as error:
            late = error.about.get("sitting")
            if error.why is Why.TIME_OVER and isinstance(late, Sitting):
                self._wake(late.place)  # the host has ended the match: all must be told
            raise
        self._wake(sitting.place)
        return sitting

    async def say(self, interaction: Interaction, key: int, word: str, ply: int | None) -> Answer:
        """Declare a word: by a modal where it needs a number."""
        sitting = await self.host.may_play(key, interaction.user.id, ply)
        for possible in sitting.match.position.words():
            if possible.word == word and possible.numbers is not None:
                return Answer(modal=controls.number_modal(key, sitting.match.ply, possible))
        return await self.play(interaction, key, word, ply)

    async def question(
        self, key: int, user: int, typed: str, ply: int | None = None, *, public: bool = False
    ) -> Answer | None:
        """The question to ask before what was ``typed`` is played, None where there is none."""
        text = tidy(typed)
        if text == RESIGN:
            return await self.ask_to_resign(user, key, public=public)
        if names_a_point(text):
            return None
        sitting = await self.host.sitting(key)
        words: Iterable[Word] = sitting.match.position.words()
        if not any(word.word == text and word.solemn for word in words):
            return None  # the host judges; it knows an interaction that comes twice
        sitting = await self.host.may_play(key, user, ply)
        sure = Control(Verb.SURE, key, sitting.match.ply, text)
        question = private.sure(text, sitting, self.game(sitting))
        return Answer(question, controls.question_view(sure, labels.yes(text)))

    async def ask_to_resign(self, user: int, key: int, *, public: bool = False) -> Answer:
        """The question before giving up. Where others see it, its button is for ``user`` only."""
        sitting = await self.host.sitting(key)
        sitting.seat_of(user)
        give_up = Control(Verb.GIVE_UP, key, sitting.match.ply, str(user) if public else "")
        view = controls.question_view(give_up, labels.yes("resign"))
        return Answer(private.sure_resign(sitting), view)

    async def _resign(self, interaction: Interaction, key: int, asked: str) -> Answer:
        """``asked``: who was asked, where others see the question."""
        user = interaction.user.id
        if asked and asked != str(user):
            (await self.host.sitting(key)).seat_of(user)
            raise RefusedError(Why.NOT_YOUR_QUESTION, user=asked)
        sitting = await self.host.resign(key, user, source=interaction.id)
        self._wake(sitting.place)
        await self._question_is_answered(interaction)
        return Answer(private.RESIGNED)

    async def _question_is_answered(self, interaction: Interaction) -> None:
        """Take the button off a question that all can see; a private one makes way by itself."""
        message = interaction.message
        if message is not None and not message.flags.ephemeral:
            with contextlib.suppress(*UNANSWERED):  # a later press is refused in words
                await message.edit(view=None)

    async def why(self, key: int, ply: int | None, text: str, user: int) -> Answer:
        """Why what was said under a board was not played, judged again."""
        sitting = await self.host.sitting(key, ply)
        match = sitting.match
        if match.end is not None:
            raise RefusedError(Why.MATCH_OVER)
        try:
            match.position.play(match.position.read(text))
        except MoveError as error:
            return await self._refused(match, text, error, user)
        return Answer(refusals.why_not_played(text, sitting))

    async def _refused(self, match: Match, typed: str, error: MoveError, user: int) -> Answer:
        """Why a move is refused, with a picture of what speaks against it."""
        told = refusals.refusal(error, match.position, match.game)
        if not isinstance(error, IllegalMoveError) or not names_a_point(tidy(typed)):
            return Answer(told)
        looks, move = await self.host.looks(user), Place(tidy(typed))
        return Answer(told, upload=await self.pictures.why_not(match, error, move, looks))

    # --- help ---

    async def explain(self, interaction: Interaction, topic: str = "") -> None:
        """``/help``, in general or about a topic."""
        await respond(interaction, self._help(topic))

    async def _help(self, topic: str) -> Answer:
        return Answer(teaching.help_topic(topic), controls.help_view())

    # --- rules ---

    async def teach(self, key: str, number: int, user: int) -> Answer:
        """A lesson of a game, counted from 1."""
        game = self.host.games.get(key)
        if game is None or not 1 <= number <= len(game.lessons):
            raise RefusedError(Why.NO_SUCH_LESSON)
        match = Match.lesson(game, game.lessons[number - 1])
        looks = await self.host.looks(user)
        picture = await self.pictures.of(match, f"{key}-lesson-{number}", looks)
        text = teaching.lesson(match, number)
        return Answer(text, controls.lesson_view(game, number), picture)

    async def _new_to_open_seat(self, key: int, user: int) -> Game | None:
        """The game of a challenge, where ``user`` is in no challenge of it yet, this one included.

        So not for whoever is asked by name: they are offered the rules on the card.
        """
        asked = await self.host.challenges.stored(key)
        if asked is None:
            return None
        return await self.host.challenges.new_to(asked.game, asked.server, [user])

    # --- which game ---

    async def which(
        self, interaction: Interaction, named: int | None, *, on_turn: bool = False
    ) -> int:
        """The match that is meant, see `Host.which`; a named one must be of this server."""
        here, user = interaction.channel_id or 0, interaction.user.id
        key = await self.host.which(here, user, named=named, on_turn=on_turn)
        if named is not None:
            self._of_this_server(interaction, await self.host.sitting(key))
        return key

    async def meant(self, interaction: Interaction, *, over: bool = False) -> list[StoredMatch]:
        """The games that somebody may mean who names none: theirs here, or all here.

        ``over``: where none is played, the newest that was.
        """
        user, here = interaction.user.id, interaction.channel_id or 0
        running = await self.host.headers(place=here, user=user)
        running = running or await self.host.headers(place=here)
        if running or not over:
            return running
        played = await self.host.finished(here, user) or await self.host.finished(here)
        return played[:1]

    @staticmethod
    def _of_this_server(interaction: Interaction, sitting: Sitting) -> None:
        if sitting.server != interaction.guild_id:
            raise RefusedError(Why.NO_SUCH_MATCH)

    async def choose(
        self, error: RefusedError, user: int, verb: Verb, question: str, text: str = ""
    ) -> Answer:
        """One button for each game that may be meant."""
        matches = error.matches
        names = await self.host.names({u for match in matches for u in match.players})
        buttons: list[ControlButton] = []
        for match in matches[:25]:
            control = Control(verb, match.id, match.ply, text)
            label = labels.match_label(match, self.host.games[match.game], user, names)
            buttons.append(ControlButton(control, label))
        move = text if verb is Verb.PLAY else ""
        return Answer(private.which_match(question, move), controls.view_of(buttons))

    # --- looking ---

    async def look(self, interaction: Interaction, key: int, shown: str = "") -> Answer:
        """The board of a match of this server, privately, to who may see it where it is played.

        ``shown``: what is drawn over it, after a blank for which group (a stone of it); or ``text``
        for those who cannot see pictures.
        """
        shown, _, stone = shown.partition(" ")
        sitting = await self.host.sitting(key)
        match, game = sitting.match, self.game(sitting)
        access.check(interaction, sitting)
        if shown == "text":
            whole = Upload(boards.position_as_text(match).encode(), f"{game.key}-{key}.txt")
            return Answer(boards.board_as_text(sitting, game), upload=whole)
        there = offered(match, match)
        group = match.position.board.index.get(tidy(stone))
        if stone and (shown not in there or group not in match.position.stones):
            raise RefusedError(Why.NO_GROUP)
        shown = shown if shown in there else "none"
        looks, name = await self.host.looks(interaction.user.id), f"{game.key}-{key}-{match.ply}"
        picture = await self.pictures.of(match, name, looks, shown, group)
        view = viewers.look_view(sitting, shown, there)
        return Answer(boards.private_board(sitting, game), view, picture)

    async def next_game(self, interaction: Interaction, after: int = 0) -> Answer:
        """The next game of this server in which the asker is to move, the most urgent first.

        ``after``: the match that was shown before.
        """
        user, server = interaction.user.id, interaction.guild_id
        found = await self.host.headers(user=user, server=server, on_turn=True)
        waiting = [match.id for match in found]
        if not waiting:
            return Answer(private.NO_TURN)
        place = waiting.index(after) + 1 if after in waiting else 0
        sitting = await self.host.sitting(waiting[place % len(waiting)])
        text = boards.next_game(sitting, self.game(sitting), await self.link(sitting))
        looks = await self.host.looks(user)
        return Answer(text, controls.next_view(sitting), await self.picture(sitting, looks))

    async def picture(self, sitting: Sitting, looks: Looks = USUAL) -> Upload:
        """The board as a picture, as the channel sees it or as somebody wants to."""
        match = sitting.match
        return await self.pictures.of(match, f"{match.game.key}-{sitting.id}-{match.ply}", looks)

    async def link(self, match: StoredMatch | Sitting) -> str | None:
        """Where the newest board of a match is."""
        message = await self.host.newest_board(match.id)
        return phrases.address(match.server, match.place, message)

    # --- challenges ---

    async def _accept(self, interaction: Interaction, key: int) -> Answer:
        missing = missing_permissions(interaction)
        if missing:
            return Answer(refusals.missing_permissions(missing))
        # Asked before the seat is taken: afterwards this challenge is their first.
        offer = controls.offer_view(await self._new_to_open_seat(key, interaction.user.id))
        try:
            begun = await self.host.challenges.accept(
                key, interaction.user.id, known_as(interaction.user)
            )
        except RefusedError as error:
            if _has_accepted(error, interaction.user.id):  # a click that came twice
                return Answer(challenges.CHALLENGE_ACCEPTED)
            raise
        if begun is not None:
            self._wake_place(interaction)
            return Answer(challenges.CHALLENGE_ACCEPTED, offer)
        with contextlib.suppress(*UNANSWERED):  # it only tells who is ready
            await self._refresh_card(interaction.message, key)
        return Answer(challenges.SEAT_TAKEN, offer)

    async def _decline(self, interaction: Interaction, key: int) -> Answer:
        if await self.host.challenges.decline(key, interaction.user.id):
            self._wake_place(interaction)
            return Answer(challenges.CHALLENGE_DECLINED)
        with contextlib.suppress(*UNANSWERED):  # it only tells who is ready
            await self._refresh_card(interaction.message, key)
        return Answer(challenges.SEAT_LEFT)

    async def _rematch(self, interaction: Interaction, key: int) -> Answer:
        """Offer to play a match once more, or accept that."""
        missing = missing_permissions(interaction)
        if missing:
            return Answer(refusals.missing_permissions(missing))
        user = interaction.user
        try:
            asked, begun = await self.host.challenges.rematch(
                key, user.id, known_as(user), source=interaction.id
            )
        except RefusedError as error:
            if (asked := error.about.get("challenge")) is None:
                raise
            assert isinstance(asked, StoredChallenge)
            return Answer(await self._rematch_stands(error, asked))
        self._wake(asked.place)
        if begun is not None:
            return Answer(challenges.CHALLENGE_ACCEPTED)
        if user.id == asked.challenger:
            return Answer(challenges.CHALLENGE_SENT)
        card = await self.host.challenges.card_of(asked.id)
        if card is not None:
            place = interaction.client.get_partial_messageable(asked.place)
            with contextlib.suppress(*UNANSWERED):  # it only tells who is ready
                await self._refresh_card(place.get_partial_message(card), asked.id)
        return Answer(challenges.SEAT_TAKEN)

    async def _rematch_stands(self, error: RefusedError, asked: StoredChallenge) -> str:
        """To whoever wants a rematch that is offered or played already."""
        again = None if asked.match is None else await self.host.stored_match(asked.match)
        if again is not None:
            return challenges.rematch_played(again.id, await self.link(again))
        card = await self.host.challenges.card_of(asked.id)
        link = phrases.address(asked.server, asked.place, card)
        if error.why is Why.REMATCH_CHANGED:
            return challenges.rematch_changed(link)
        return challenges.rematch_offered(link)

    async def _refresh_card(
        self, card: discord.Message | discord.PartialMessage | None, key: int
    ) -> None:
        """Show on the card who is ready, until it shows the challenge as it is now."""
        shown, asked = None, await self.host.challenges.stored(key)
        while asked != shown and asked is not None and card is not None:
            change: dict[str, Any] = {} if asked.state == OPEN else {"view": None}
            text = challenges.card(asked, self.host.games[asked.game])
            await card.edit(content=text, allowed_mentions=NOBODY, **change)
            shown, asked = asked, await self.host.challenges.stored(key)

    async def unusable(self, error: app_commands.AppCommandError) -> Answer:
        """To a command that discord.py could not hand on. Raises what is our fault."""
        if isinstance(error, app_commands.TransformerError) and isinstance(
            error.value, discord.User
        ):
            return Answer(refusals.NOT_A_MEMBER)
        raise error


def _has_accepted(error: RefusedError, user: int) -> bool:
    """Whether a challenge is over because ``user`` and all others have accepted it."""
    asked = error.about.get("challenge")
    if not isinstance(asked, StoredChallenge) or asked.state != ACCEPTED:
        return False
    return any(seat.user == user and seat.accepted for seat in asked.invitations)
