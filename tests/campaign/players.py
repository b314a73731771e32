"""The seeded people who play: several games at once, in every way that a client allows."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable
from dataclasses import dataclass, field
from random import Random

import aiohttp

from bot.playground.driver import Answer, CannotDo, Driver, Json
from bot.playground.limits import EPHEMERAL
from bot.web.acting import Deed
from engine.match import Match
from engine.player import choose
from engine.position import names_a_point
from engine.turns import NO_TIME, PASS, Turn
from tests.campaign.komi import SEALED, said, settled, way
from tests.campaign.ledger import OTHERS, SECRETS, Ledger
from tests.campaign.looks import Seen, Stored
from tests.campaign.pages import Pages

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
CHANNELS = ("games", "corner", "garden", "attic")
HERE = tuple(f"#{name}" for name in CHANNELS)
KINDS: tuple[tuple[str, Json], ...] = (
    ("keil", {"size": 3, "komi_by": "cut"}),
    ("keil", {"size": 4, "komi": 3}),
    ("keil", {"size": 3, "komi_by": "choose"}),
    ("keil", {"size": 3, "komi_by": "lot"}),
    ("keil", {"size": 4, "komi_by": "auction"}),
    *2 * (("keil", {"size": 8, "button": False, "komi_by": SEALED}),),
    ("keil", {"size": 5, "handicap": 3}),
    ("ki", {"size": 5}),
    ("kee", {"width": 4, "height": 4}),
    ("kee", {"width": 5, "height": 3}),
    ("kee", {"width": 7, "height": 7, "handicap": 2}),
)
LARGE = 100
"""Games on boards with more points are given up soon."""
PLACES = (None, None, "thread", "thread", "living")
"""Where games live; None: where the server says, each turn with its board."""
TIMES = (None, None, "3d from first look", "3d soft", "2d from first look soft")
"""The time of games; None: what is usual."""
THREADS = ["create_public_threads"]
"""The permission that games in threads need."""
LOST = (CannotDo, aiohttp.ClientError, OSError, TimeoutError, sqlite3.OperationalError)
"""What an act may end with: a button is gone, the stand-in is killed, the disk is full."""
LONGEST_THOUGHT = 0.5


@dataclass
class Crowd:
    """Everybody who plays. They act while `gate` is open."""

    driver: Driver
    stored: Stored
    ledger: Ledger
    people: dict[str, str]
    """Names by number."""
    seed: str
    tables: int = 10
    """How many games run at a time."""
    channels: tuple[str, ...] = HERE
    """Where they play, as the driver names it."""
    pages: Pages = field(default_factory=Pages.of)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    twice: bool = False
    """Whether the gateway delivers everything twice."""
    _acting: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])
    taken: set[int] = field(default_factory=set[int])
    """The matches that somebody is about to do something in."""

    async def begin(self, hands: int = 8) -> None:
        """Let so many acts happen at a time."""
        for number in range(hands):
            chance = Random(f"{self.seed} hand {number}")
            self._acting.append(asyncio.create_task(self._go_on(chance)))

    async def stop(self) -> None:
        """Let nobody act any more."""
        for task in self._acting:
            task.cancel()
        await asyncio.gather(*self._acting, return_exceptions=True)

    def check(self) -> None:
        """Raise what has gone wrong with the people themselves."""
        for task in self._acting:
            if task.done():
                task.result()

    async def _go_on(self, chance: Random) -> None:
        while True:
            await self.gate.wait()
            await self.one_act(chance)
            await asyncio.sleep(chance.uniform(0.02, LONGEST_THOUGHT))

    async def one_act(self, chance: Random, *, crowded: bool = False) -> None:
        """One act of one person, whatever comes of it."""
        try:
            await self.act(chance, crowded=crowded)
        except LOST:
            self.ledger.unanswered += 1

    async def act(self, chance: Random, *, crowded: bool = False) -> None:
        """One act of one person. ``crowded``: where others act already, too."""
        running = self.stored.matches()
        crowded = crowded or chance.random() < 0.05  # now and then two people act at once
        free = [seen for seen in running if crowded or seen.id not in self.taken]
        if len(running) < self.tables and chance.random() < 0.5:
            await self._sit_down(chance)
            return
        if not free:
            return
        seen = chance.choice(free)
        if not crowded:
            self.taken.add(seen.id)
        try:
            await self._turn(seen, chance)
        finally:
            if not crowded:
                self.taken.discard(seen.id)

    # --- games begin ---

    async def _sit_down(self, chance: Random) -> None:
        """Accept a challenge, or make one, or ask for a rematch."""
        cards = self.stored.open_cards()
        if cards and chance.random() < 0.8:
            number, challenger, message, invited = chance.choice(cards)
            who = [user for user in invited if user in self.people]
            strangers = [user for user in self.people if user != challenger]
            user = chance.choice(who or strangers)
            press = f"k1:accept:{number}"
            await self.does(self.driver.click(self.people[user], message, press), number)
            return
        ended = self.stored.matches(running=False)
        if ended and chance.random() < 0.6:
            seen = chance.choice(ended)
            board = self.stored.newest_board(seen.id)
            if board is not None:
                who = self.people[chance.choice(seen.players)]
                press = f"k1:rematch:{seen.id}:{seen.match.ply}"
                await self.does(self.driver.click(who, board, press))
                return
        key, options = chance.choice(KINDS)
        by, whom = chance.sample(list(self.people.values()), 2)
        given = {"opponent": whom, **options}
        if key == "kee" and "handicap" not in options and chance.random() < 0.3:
            given["opponent_2"] = chance.choice(
                [n for n in self.people.values() if n not in (by, whom)]
            )
        if (place := chance.choice(PLACES)) is not None:
            given["place"] = place
        if (time := chance.choice(TIMES)) is not None:
            given["time"] = time
        channel = chance.choice(self.channels)
        await self.does(self.driver.slash(by, channel, f"challenge {key}", given, twice=self.twice))

    # --- games go on ---

    async def _turn(self, seen: Seen, chance: Random) -> None:
        match = seen.match
        if match.to_move is None:
            return
        request = match.turn_log.request
        if request is not None and chance.random() < 0.7:
            seat = chance.choice(match.turn_log.waits_for(match.seats) or (request.seat,))
            word = chance.choice(("allow", "refuse", "agree"))
            await self._press(seen, self._who(seen, seat), f"k1:{word}:{seen.id}:{match.ply}")
            return
        if match.turn_log.overdue is not None and chance.random() < 0.6:
            await self._claims(seen, chance)
            return
        who = self._who(seen, match.to_move)
        if way(match) == SEALED and settled(SEALED, moves := said(match)):
            stones = any(names_a_point(text) for _, text in moves)
            if not stones and chance.random() < 0.25:
                await self._wants_the_bids_back(seen, chance)
                return
        odd = chance.random()
        tired = match.position.colours is not None and len(match.position.board) > LARGE
        if odd < (0.2 if tired else 0.02):
            await self._resigns(seen, who)
        elif odd < 0.06:
            last = match.last
            if last is not None:
                await self._takes_back(seen, self._who(seen, last.seat))
        elif odd < 0.08:
            ask = chance.choice(("undo", "cancel", f"win {match.to_move}"))
            board = self.stored.newest_board(seen.id)
            if board is not None:
                await self._forged_press(seen, who, f"k1:ask:{seen.id}:{match.ply}:{ask}", board)
        elif odd < 0.12:
            await self._looks_about(seen, who, chance)
        elif odd < 0.15:
            await self._comes_and_goes(seen, who, chance)
        elif odd < 0.27 and match.seats == 2:
            await self._plans(seen, 1 - match.to_move, chance)
        else:
            expected = self.stored.expected(seen.id, match.to_move)
            move = by_chance(match, chance)
            move = chance.choice(expected) if expected and chance.random() < 0.7 else move
            bid = 0.0
            if way(match) == SEALED and match.position.colours is None:
                bid, move = self._bid(seen, chance)
            await self._moves(seen, who, move, chance, bid)

    def _bid(self, seen: Seen, chance: Random) -> tuple[float, str]:
        """A bid where bids are sealed, alone if it is the first, and as it is entered."""
        if not seen.match.turn_log.moves:
            bid = self.ledger.bids_first(seen.id, chance)
            return bid, f"bid {bid:g}"
        equal = [bid for match, bid in self.ledger.bids if match == seen.id and bid in OTHERS]
        return 0.0, f"bid {chance.choice(equal or OTHERS):g}"

    def _who(self, seen: Seen, seat: int) -> str:
        return self.people[seen.players[seat]]

    async def _moves(
        self, seen: Seen, who: str, move: str, chance: Random, bid: float = 0.0
    ) -> None:
        """Play ``move`` by a command, a button with its form, a reply, or on the page.

        ``bid``: what it says is a secret, so it is no reply.
        """
        word, _, number = move.partition(" ")
        how = chance.random()
        board = self.stored.newest_board(seen.id) if how > 0.5 else None
        ply = seen.match.ply
        if move == PASS or board is None:
            options = {"move": move, "game": str(seen.id)}
            answer = await self.does(
                self.driver.slash(who, seen.channel, "play", options, twice=self.twice), bid=bid
            )
            if answer is not None and answer.message and answer.text.startswith("Do you want"):
                sure = f"k1:sure:{seen.id}:{ply}:{word}"
                await self.does(self.driver.click(who, answer.message, sure, twice=self.twice))
        elif how > 0.9 and not bid:
            await self._by_page(seen, who, move, chance)
        elif how < 0.7 and not bid:
            await self.driver.say(who, seen.channel, move, reply_to=board)
        elif seen.match.position.is_declaration(move):
            press = f"k1:say:{seen.id}:{ply}:{word}"
            answer = await self._press(seen, who, press)
            if answer is not None and answer.kind == "modal":
                await self.does(self.driver.submit_modal(who, answer, {"text": number}), bid=bid)
            elif answer is not None and answer.message and answer.text.startswith("Do you want"):
                sure = f"k1:sure:{seen.id}:{ply}:{word}"
                await self.does(self.driver.click(who, answer.message, sure, twice=self.twice))
        else:
            answer = await self._press(seen, who, f"k1:move:{seen.id}:{ply}")
            if answer is not None and answer.kind == "modal":
                filled = self.driver.submit_modal(who, answer, {"text": move}, twice=self.twice)
                await self.does(filled)

    async def _by_page(self, seen: Seen, who: str, move: str, chance: Random) -> None:
        """Play ``move`` on the page; what it says there is a promise like any answer."""
        answer = await self._press(seen, who, f"k1:open:{seen.id}")
        if answer is None or answer.message is None or not answer.message.get("components"):
            return
        link = str(answer.message["components"][0]["components"][0].get("url", ""))
        user = next(int(number) for number, name in self.people.items() if name == who)
        key = f"{chance.getrandbits(128):032x}"
        deed = Deed(user, seen.id, seen.match.ply, "play", move, key)
        self.ledger.acts += 1
        self.ledger.does_on_page(deed.event_id, str(user))
        said = await self.pages.does(link, deed, chance)
        if said is None:
            self.ledger.unanswered += 1
        else:
            self.ledger.heard(deed.event_id, said)
            self.ledger.pages += 1

    async def _press(self, seen: Seen, who: str, control: str) -> Answer | None:
        board = self.stored.newest_board(seen.id)
        if board is None:
            return None
        return await self.does(self.driver.click(who, board, control, twice=self.twice))

    async def _forged_press(self, seen: Seen, who: str, control: str, board: str) -> Answer | None:
        """Press what a private message of the bot offers, without opening that message first."""
        data: Json = {"component_type": 2, "custom_id": control, "id": 1}
        return await self.does(self.driver.forge(who, seen.channel, 3, data, board))

    async def _plans(self, seen: Seen, seat: int, chance: Random) -> None:
        """Plan answers to some moves of the opponent, for one ply or three; or withdraw them."""
        lines = dict[str, list[str]]()
        for _ in range(chance.randrange(4)):
            match, moves = seen.match, list[str]()
            for _ in range(chance.choice((2, 2, 4))):
                if match.to_move is None:
                    break
                moves.append(by_chance(match, chance))
                match = match.take(Turn(match.to_move, moves[-1], NO_TIME))
            lines.setdefault(moves[0], moves[: len(moves) // 2 * 2])
        board = self.stored.newest_board(seen.id)
        if board is None:
            return
        press = f"k1:iftype:{seen.id}:{seen.match.turn_log.board_turn}"
        form = await self._forged_press(seen, self._who(seen, seat), press, board)
        if form is not None and form.kind == "modal":
            for moves in lines.values():
                self.ledger.plans_to(seen.id, seat, moves)
            text = "\n".join(" ".join(moves) for moves in lines.values())
            await self.does(self.driver.submit_modal(self._who(seen, seat), form, {"text": text}))

    async def _claims(self, seen: Seen, chance: Random) -> None:
        """Give the late player time, or end their game."""
        late = seen.match.turn_log.overdue
        others = [seat for seat in range(len(seen.players)) if seat != late]
        who, ply = self._who(seen, chance.choice(others)), seen.match.ply
        if chance.random() < 0.7:
            await self._press(seen, who, f"k1:give:{seen.id}:{ply}")
            return
        answer = await self._press(seen, who, f"k1:claim:{seen.id}:{ply}")
        if answer is not None and answer.message:
            sure = f"k1:claims:{seen.id}:{ply}"
            await self.does(self.driver.click(who, answer.message, sure, twice=self.twice))

    async def _resigns(self, seen: Seen, who: str) -> None:
        options = {"game": str(seen.id)}
        answer = await self.does(self.driver.slash(who, seen.channel, "resign", options))
        if answer is not None and answer.message and answer.text.startswith("Do you want"):
            sure = f"k1:giveup:{seen.id}:{seen.match.ply}"
            await self.does(self.driver.click(who, answer.message, sure))

    async def _takes_back(self, seen: Seen, who: str) -> None:
        options = {"game": str(seen.id)}
        await self.does(self.driver.slash(who, seen.channel, "undo", options, twice=self.twice))

    async def _wants_the_bids_back(self, seen: Seen, chance: Random) -> None:
        """Ask for something, then take the last move back: bids that were opened stay."""
        who, ask = self._who(seen, chance.randrange(2)), chance.choice(("undo", "cancel"))
        board = self.stored.newest_board(seen.id)
        if board is not None:
            press = f"k1:ask:{seen.id}:{seen.match.ply}:{ask}"
            await self._forged_press(seen, who, press, board)
            await self._takes_back(seen, who)

    async def _comes_and_goes(self, seen: Seen, who: str, chance: Random) -> None:
        """Go on vacation, or come back from it; most of them play on all the same.

        Not where others act, or wait for a deadline: it moves those of all games of a person.
        """
        others = [other for other in self.stored.matches() if other.id in self.taken - {seen.id}]
        if any(self.people[user] == who for other in others for user in other.players):
            return
        board = self.stored.newest_board(seen.id)
        if board is not None and chance.random() < 0.5:
            await self._forged_press(seen, who, "k1:away:0:0", board)
        else:
            options = {"until": chance.choice(("1h", "6h", "1d", "3d"))}
            await self.does(self.driver.slash(who, seen.channel, "away", options, twice=self.twice))

    async def _looks_about(self, seen: Seen, who: str, chance: Random) -> None:
        """Do what changes nothing."""
        what = chance.randrange(4)
        if what == 0:
            await self.does(self.driver.slash(who, seen.channel, "games"))
        elif what == 1:
            await self.does(self.driver.slash(who, seen.channel, "board", {"game": str(seen.id)}))
        elif what == 2:
            options = {"move": "a", "game": str(seen.id)}
            await self.driver.autocomplete(who, seen.channel, "play", options, focused="move")
        else:
            other = chance.choice(list(self.people.values()))
            options = {"move": "b2", "game": str(seen.id)}
            await self.does(self.driver.slash(other, seen.channel, "play", options))

    async def does(
        self, act: Awaitable[Answer], challenge: int = 0, bid: float = 0.0
    ) -> Answer | None:
        """Do something and wait for its answer, which is noted. None: there was none.

        ``bid``: the secret that it enters.
        """
        self.ledger.acts += 1
        answer = await act
        if bid:
            self.ledger.tries(int(answer.interaction), bid)
        if answer.kind == "failed":
            self.ledger.unanswered += 1
            return None
        text = answer.text
        if answer.kind in ("deferred", "deferred_update"):
            text = await self._followed(answer)
        if answer.kind == "modal":
            return answer
        if answer.kind == "update" and not (answer.message or {"flags": 0})["flags"] & EPHEMERAL:
            text = ""  # the board has lost its buttons; what is said about it comes privately
            with contextlib.suppress(*LOST):
                text = str((await self.driver.receipt(answer, 10))["content"])
        self.ledger.heard(int(answer.interaction), text, challenge)
        return answer

    async def _followed(self, answer: Answer) -> str:
        """What the answer became after it was acknowledged; empty if nothing came."""
        with contextlib.suppress(*LOST):
            if answer.kind == "deferred":
                return str((await self.driver.original(answer, 10))["content"])
            before = answer.text
            for _ in range(20):
                now = await self.driver.answer(answer)
                if now.text != before:
                    return now.text
                await asyncio.sleep(0.2)
        return ""


def by_chance(match: Match, chance: Random) -> str:
    """A move by chance, which names none of the numbers that somebody may keep secret."""
    move = match.position.write(choose(match.position, chance))
    word, _, number = move.partition(" ")
    if word == "bid" and float(number) in SECRETS:
        return f"bid {chance.choice(OTHERS):g}"
    return move
