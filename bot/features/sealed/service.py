"""Keeps a turn that others may not see yet, and lets it follow when it is to be opened."""

import hmac
from dataclasses import replace
from enum import StrEnum
from random import Random
from secrets import token_bytes

from bot.features.sealed.store import Kept, SealedQueries
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.storage.transaction import Transaction
from engine.match import Match
from engine.position import MoveError
from engine.turns import BACK, UNDO, Turn, Wish, asking

ROOM = 32
"""Bytes of every encrypted turn, whatever it says."""
TAKING_BACK = (UNDO, BACK, asking(Wish.TAKE_BACK))


class SealedRefusal(StrEnum):
    """Why a turn is refused: the keys of the texts."""

    NO_NUMBER = "sealed-no-number"
    OPENED = "sealed-opened"
    IN_PUBLIC = "sealed-in-public"


class Sealed:
    """What is sealed in the matches of one database."""

    def __init__(self, secret: str, random: Random) -> None:
        """``secret``: what only the bot knows, for ever: without it nothing can be opened.

        ``random``: what decides between equal bids.
        """
        self._key = hmac.digest(secret.encode(), b"what is sealed in matches", "sha256")
        self._random = random

    def instead(self, tx: Transaction, live: LiveMatch, turn: Turn) -> Turn:
        """The turn to take instead of ``turn``: a word for what is sealed, or what was sealed.

        May refuse.
        """
        match = live.match
        if turn.text in TAKING_BACK and stays(match, turn.seat):
            raise RefusedError(SealedRefusal.OPENED)
        position = match.position
        if turn.seat != match.to_move or not position.is_declaration(turn.text):
            return turn
        if (opened := self._due(tx, live)) is not None:
            SealedQueries(tx.connection).drop(live.id)
            return replace(turn, text=opened, planned=True)
        for word in position.declarations():
            if word.unseen is None or not word.allows(turn.text):
                continue
            if turn.text == word.unseen:
                raise RefusedError(SealedRefusal.NO_NUMBER, word=word.word)
            kept = Kept(turn.seat, position.ply + 1, self._encrypted(turn.text))
            SealedQueries(tx.connection).keep(live.id, kept)
            return replace(turn, text=word.unseen)
        return turn

    def follow(self, tx: Transaction, before: LiveMatch, after: LiveMatch) -> Turn | None:
        """The turn that was sealed, if it is to be opened now; after equal bids, the lot."""
        last = after.match.last
        if before.match.position.colours is not None or last is None:
            return None
        text = self._due(tx, after) or self._drawn(after.match)
        if text is None:
            return None
        time = None if after.clock is None else after.clock.left(last.at)
        return Turn(after.match.to_move or 0, text, last.at, time, planned=True)

    def _due(self, tx: Transaction, live: LiveMatch) -> str | None:
        """What was sealed, if it is to be opened now; it is forgotten if it was taken back."""
        match, queries = live.match, SealedQueries(tx.connection)
        position = match.position
        kept = queries.of(live.id)
        if kept is None:
            return None
        if match.end is not None or position.ply < kept.ply:
            queries.drop(live.id)
        if match.to_move != kept.seat or position.ply <= kept.ply:
            return None
        text = self._decrypted(kept.text)
        try:
            legal = position.why_not(position.read(text)) is None
        except MoveError:
            legal = False
        # Else the secret is another one by now, and the player has to say it again.
        return text if legal else None

    def _drawn(self, match: Match) -> str | None:
        """The lot, if all bids are in and do not decide."""
        position, begin = match.position, match.game.begin(match.options, match.seats, match.setup)
        if match.to_move is None or position.colours is not None:
            return None
        if not any(word.unseen for word in begin.declarations()) or any(
            word.numbers is not None for word in position.declarations()
        ):
            return None  # bids are not sealed, or one is missing
        return position.write(self._random.choice(list(position.legal_moves())))

    def _encrypted(self, text: str) -> str:
        """``text`` in hexadecimal digits, always as many."""
        nonce, plain = token_bytes(ROOM), text.encode().ljust(ROOM)
        assert len(plain) == ROOM
        return (nonce + self._mixed(nonce, plain)).hex()

    def _decrypted(self, encrypted: str) -> str:
        data = bytes.fromhex(encrypted)
        return self._mixed(data[:ROOM], data[ROOM:]).decode(errors="replace").rstrip()

    def _mixed(self, nonce: bytes, data: bytes) -> bytes:
        pad = hmac.digest(self._key, nonce, "sha256")
        return bytes(one ^ other for one, other in zip(pad, data, strict=True))


def check_reply(live: LiveMatch, user: int, move: str) -> None:
    """Refuse what would be sealed, since everybody has read it."""
    for word in live.match.position.declarations():
        if user == live.to_move and word.unseen is not None and word.allows(move):
            label = word.word.capitalize()
            raise RefusedError(SealedRefusal.IN_PUBLIC, word=word.word, label=label)


def stays(match: Match, seat: int) -> bool:
    """True if ``seat`` cannot make its last move again without some that were said unseen."""
    log, position = match.turn_log, match.game.begin(match.options, match.seats, match.setup)
    if match.position.colours is None or not any(word.unseen for word in position.declarations()):
        return False
    settled = 0
    while position.colours is None:
        position = position.play(position.read(log.moves[settled].text))
        settled += 1
    return len(log.moves) - len(log.until_to_move(seat)) < settled
