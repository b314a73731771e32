"""Answers a question: the move of a level, or giving up a game that is lost."""

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from random import Random
from time import perf_counter

from bot.thinking.questions import Question, Reply, level_numbered, limit
from bot.thinking.thinker_choice import SIMPLE, Chosen, thinker_for
from engine.ai import Effort, Level, Thinker, Thoughts, choose
from engine.ai.thoughts import HOPELESS
from engine.game import Game
from engine.position import Declare, Position
from engine.positions import replayed
from engine.turns import RESIGN

HOPELESS_TURNS = 10
"""The hopeless turns in a row after which a computer resigns."""
LOSING = 0.1
"""Whoever has a larger chance of winning by their own search does not ask if there is hope: a level
that looks only at what each move leads to is too sure of the best of them."""
HOPE_PLAYOUTS = 100
"""The playouts for each of these turns: they only have to show that it was hopeless."""
RESIGNS_FROM = 4
"""The lowest level that resigns: below it, people learn more by winning on the board."""


def answer(question: Question, games: Mapping[str, Game]) -> Reply:
    """The reply to ``question``, with the seconds that it took; its game is one of ``games``."""
    game, began = games[question.game], perf_counter()
    reply = answered_by(thinker_for(game), question, game)
    return replace(reply, seconds=perf_counter() - began)


def simple_answer(question: Question, games: Mapping[str, Game], why: str) -> Reply:
    """The simple player's reply, with the reason ``why`` it was asked."""
    return answered_by(Chosen(SIMPLE, why), question, games[question.game])


def answered_by(chosen: Chosen, question: Question, game: Game) -> Reply:
    """The thinker's reply; if it fails or breaks the rules, the simple player's."""
    start = game.start(game.complete(question.options), question.seats)
    positions, _ = replayed(start, (text for _, text in question.moves))
    fallback = chosen.fallback
    if not fallback:
        try:
            return Reply(_turn(chosen, question, positions, game))
        except Exception as error:  # whatever is wrong with it, the game goes on
            fallback = f"{type(error).__name__}: {error}"
    return Reply(_turn(Chosen(SIMPLE), question, positions, game), fallback)


def _turn(chosen: Chosen, question: Question, positions: list[Position], game: Game) -> str:
    thinker, level, position = chosen.thinker, level_numbered(question.level), positions[-1]
    if position.colours is None and (not chosen.settles or _bids(position)):
        return _settling(thinker, question, position, game, level)
    departed = frozenset(question.departed)
    effort = level.effort(position, question.seed, departed, limit())
    thoughts = thinker.think(position, effort)
    if position.colours is not None and _gives_up(thinker, question, positions, thoughts, level):
        return RESIGN
    move = choose(position, thoughts, level, Random(question.seed), thinker)
    if (refused := position.why_not(move)) is not None:
        raise refused
    return position.write(move)


def _settling(
    thinker: Thinker, question: Question, position: Position, game: Game, level: Level
) -> str:
    """A declaration before the colours are known: a number that is fair, or the better side.

    What others have offered is accepted if it is fair.
    """
    words = position.declarations()
    for named in words:
        if named.numbers is not None:
            fair = game.usual_komi(question.options, question.seats) or named.numbers[0]
            if offers := [word for word in words if (word.amount or 0) >= fair]:
                return offers[0].word
            return named.complete(min(named.numbers, key=lambda number: abs(number - fair)))
    chances = {
        word.word: _chance(thinker, question, position.play(Declare(word.word)), position, level)
        for word in words
    }
    best = max(chances.values())
    likely = sorted(word for word, chance in chances.items() if chance == best)
    return Random(question.seed).choice(likely)


def _bids(position: Position) -> bool:
    """True if the player to move bids for the first move: that has a price that is usual."""
    return any(word.word == "bid" for word in position.declarations())


def _chance(
    thinker: Thinker, question: Question, after: Position, before: Position, level: Level
) -> float:
    """The chance, 0 to 1, that the player to move ``before`` wins from ``after``."""
    if after.to_move is None or after.colours is None:
        return 0.0
    thoughts = thinker.think(after, level.effort(after, question.seed))
    win = max(considered.win for considered in thoughts.moves)
    return win if after.to_move == before.to_move else 1 - win


def _gives_up(
    thinker: Thinker,
    question: Question,
    positions: list[Position],
    thoughts: Thoughts,
    level: Level,
) -> bool:
    """True if there has been no hope for `HOPELESS_TURNS` turns in a row.

    All of them are searched, briefly, so that no state has to be kept. With more than two players
    nobody resigns, since the others would have to play on.
    """
    if level.number < RESIGNS_FROM or question.seats != 2 or _best_chance(thoughts) >= LOSING:
        return False
    seat = positions[-1].to_move
    own = [p for p in positions if p.to_move == seat and p.colours is not None]
    if len(own) < HOPELESS_TURNS:
        return False
    effort = Effort.worth(HOPE_PLAYOUTS, question.seed)
    turns = reversed(own[-HOPELESS_TURNS:])
    return all(_is_hopeless(thinker.think(turn, effort), turn) for turn in turns)


def _best_chance(thoughts: Thoughts) -> float:
    return max(considered.win for considered in thoughts.moves)


def _is_hopeless(thoughts: Thoughts, position: Position) -> bool:
    """True if there is no chance to win, and the game is not close: one mistake can still turn a
    close game, and people like to count it.

    The limit grows as the side of the board does: 9 points on 9x9, 19 on 19x19.
    """
    behind = -thoughts.moves[0].points
    return _best_chance(thoughts) < HOPELESS and behind > sqrt(len(position.board))
