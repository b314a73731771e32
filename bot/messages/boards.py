"""The words of a board: what was done, whose turn, the result; and the board as text."""

from collections.abc import Iterable, Sequence

from bot.host import Sitting
from bot.messages.phrases import (
    CONTENT_LIMIT,
    colour,
    listed,
    mention,
    moment,
    move_text,
    points,
    seat_name,
    settings,
    shortened,
)
from engine import course, diagram
from engine.course import Request, Turn, Wish, is_move
from engine.match import Ending, Match
from engine.position import Game, Place, Position, named

TURNS = {
    "pass": "the pass",
    "button": "the button",
    "black": "the choice of Black",
    "white": "the choice of White",
}
"""Words of games as things that can be taken back."""


def board(sitting: Sitting, game: Game, *, ping: bool = True) -> str:
    """The words of a board post: what was done, whose turn, one status line, result."""
    match = sitting.match
    head: list[str] = []
    if match.ply == 0:
        told = settings(match.options, sitting.per_move)
        head.append(f"**{game.name}** #{sitting.id} begins: {told}.")
        if match.position.colours is not None:
            again = "Sides swapped" if match.seats == 2 else "Seats in reverse order"
            how = "By lot" if sitting.rematch_of is None else again
            head.append(f"{how}: {seating(sitting, game)}.")
    if match.last is not None:
        head.append(_last(sitting, game))
    if match.end:
        return "\n".join([*head, result(sitting, game), *score_sheet(match, game)])
    return "\n".join([*head, status(sitting, game, ping=ping)])


def status(sitting: Sitting, game: Game, *, ping: bool = True) -> str:
    """One line: whose turn it is for what, which ply, and how much time is left."""
    match, seat = sitting.match, sitting.match.to_move
    assert seat is not None
    who = mention(sitting.players[seat]) if ping else f"**{seat_name(match, game, seat)}**"
    parts = [
        who,
        f"**{game.name}** #{sitting.id}",
        f"ply {match.position.ply}",
        to_move(match, game),
    ]
    parts += _extras(match, game)
    passes, needed = match.position.passing() or (0, 0)
    if passes and needed > 2:
        parts.append(f"pass {passes} of {needed}")
    if sitting.clock:
        parts.append(f"time runs out {moment(sitting.clock.deadline)}")
    return " · ".join(parts)


def _extras(match: Match, game: Game) -> list[str]:
    """Points that nobody sees on the board: ``White komi 3, button ½``."""
    if match.position.colours is None:
        return []
    told = [
        (
            letter,
            [f"{one.name} {points(one.points)}" for one in lines if one.extra and one.points],
        )
        for letter, lines in zip(game.colours, match.position.score_lines(), strict=False)
    ]
    return [f"{colour(letter)} {', '.join(extras)}" for letter, extras in told if extras]


def seating(sitting: Sitting, game: Game) -> str:
    """Who plays what: ``Black @Ada, White @Bo``."""
    match = sitting.match
    seats = range(match.seats)
    colours = match.position.colours or seats
    return ", ".join(
        f"{seat_name(match, game, seat)} {mention(sitting.players[seat])}"
        for seat in sorted(seats, key=lambda seat: colours[seat])
    )


def to_move(match: Match, game: Game) -> str:
    """Whose turn it is and for what."""
    seat = match.to_move
    assert seat is not None
    who, words = seat_name(match, game, seat), match.position.words()
    if match.position.colours is not None:
        if not any(isinstance(move, Place) for move in match.position.legal_moves()):
            return f"{who} can place no stone, only {listed((word.word for word in words), 'or')}"
        return f"{who} to play"
    told = listed((word.word for word in words), "or")
    if any(word.numbers for word in words):
        return f"{who} to name {told}"
    return f"{who} to choose {told}"


def _last(sitting: Sitting, game: Game) -> str:
    """What the last turn was; a word that is hard to take back is told loudly."""
    match, last = sitting.match, sitting.match.course.deed
    assert last is not None
    who = seat_name(match, game, last.seat)
    after = f"{_lapsed(match)}{_passes_of_the_departed(match, game)}"
    if last.text == course.TIMEOUT:
        return f"⌛ **{who} ran out of time.**{_others_play_on(match)}{after}"
    if last.text == course.RESIGN:
        return f"🏳️ **{who} resigned.**{_others_play_on(match)}{after}"
    if not is_move(last.text):
        return _talk(sitting, game, who, last.text)
    if last.text == "pass":
        return f"⏸️ **{who} passed.**{_another_pass_ends(match)}{after}"
    if last.text in ("black", "white"):  # until now they had no colour to be called by
        who = mention(sitting.players[last.seat])
        return f"{who} {move_text(last.text)}: {seating(sitting, game)}."
    return f"{who} {move_text(last.text)}{taken(match)}.{after}"


def taken(match: Match) -> str:
    """What the last move took off the board: stones of others, and one's own."""
    deed, colours, gone = match.course.deed, match.position.colours, match.shown.captured
    if deed is None or colours is None or not gone:
        return ""
    own = sum(colour == colours[deed.seat] for colour in gone.values())
    told = [f"captured {len(gone) - own}"] if len(gone) > own else []
    told += [f"lost {own}"] if own else []
    return f" and {listed(told)}"


def _others_play_on(match: Match) -> str:
    return "" if match.end else " The others play on."


def _passes_of_the_departed(match: Match, game: Game) -> str:
    """Who has passed since, because their player has left."""
    now = match.course
    if not now.automatic:
        return ""
    seats = dict.fromkeys(turn.seat for turn in now.moves[-now.automatic :])
    who = listed(seat_name(match, game, seat) for seat in seats)
    return f" {who} {'passes' if len(seats) == 1 else 'pass'}, having left."


def _talk(sitting: Sitting, game: Game, who: str, text: str) -> str:
    """What was done that is no move: something was taken back, asked, allowed or refused."""
    match, now = sitting.match, sitting.match.course
    asked = now.request or now.settled or now.dropped
    called = listed(mention(sitting.players[seat]) for seat in match.called)
    if text == course.GONE:
        return "The channel of this game is gone."
    if text == course.UNDO or asked is None:
        return f"↩️ **{who} took back {moves(now.taken_back)}.**{_lapsed(match)}"
    if text == course.REFUSE:
        if now.last is not None and now.last.seat == asked.seat:
            return f"{who} asks no longer {wish(match, game, asked)}: the game goes on."
        asker = mention(sitting.players[asked.seat])
        return f"✋ **{who} refuses** {wish(match, game, asked)}. {asker}, the game goes on."
    if text != course.ALLOW:
        told = f"🤝 **{who} asks {wish(match, game, asked)}.**"
        return f"{told} {called}: allow it, refuse it, or just play on."
    if now.request is not None:
        return f"🤝 **{who} agrees** {wish(match, game, asked)}; {called} can still refuse."
    if now.taken_back:
        return f"↩️ **{who} allows it:** {moves(now.taken_back)} taken back."
    return f"🤝 **{who} agrees.**"


def wish(match: Match, game: Game, asked: Request) -> str:
    """What a player asks of the others."""
    if asked.wish is Wish.TAKE_BACK:
        return f"to take back {moves(match.course.asked_for or match.course.moves[-asked.back :])}"
    if asked.wish is Wish.CANCEL or asked.winner is None:
        return "to cancel the game, so that nobody loses it"
    return f"to end the game: {seat_name(match, game, asked.winner)} has won"


def moves(turns: Iterable[Turn]) -> str:
    """Moves as a list of things: ``c3 and the pass``."""
    return listed(TURNS.get(turn.text, turn.text) for turn in turns)


def _lapsed(match: Match) -> str:
    """That a move has answered what was asked."""
    dropped, last = match.course.dropped, match.course.deed
    if dropped is None or last is None:
        return ""
    return " That withdraws what was asked." if last.seat == dropped.seat else " That refuses it."


def _another_pass_ends(match: Match) -> str:
    return " Another pass ends the game." if match.ends_by_pass() else ""


def result(sitting: Sitting, game: Game) -> str:
    """Who has won."""
    match = sitting.match
    people = [f"{seat_name(match, game, s)} ({mention(u)})" for s, u in enumerate(sitting.players)]
    return outcome(match, people, f"game #{sitting.id}")


def outcome(match: Match, people: Sequence[str], what: str) -> str:
    """Who of ``people``, the players by seat, has won ``what``."""
    end, begin = match.end, what[:1].upper() + what[1:]
    assert end is not None
    if end.ranks is None:
        how, why = NO_LOSERS[end.how]
        return f"🏁 **{begin} is {how}** between {listed(people)}: {why}."
    won = [people[seat] for seat in end.winners]
    lost = [person for seat, person in enumerate(people) if seat not in end.winners]
    if not lost:
        return f"🏁 **{begin} is a draw** between {listed(won)}."
    verb = "wins" if len(won) == 1 else "share the win of" if end.how is Ending.SCORE else "win"
    by = ""
    if end.how is Ending.SCORE and len(won) == 1:
        by = f" by {points(margin(match))}"
    if end.how is Ending.AGREEMENT:
        by = " by agreement"
    told = f"🏁 **{listed(won)} {verb}** {what}{by} against {listed(lost)}."
    return f"{told}\n{ranking(match, match.game, end.ranks)}" if match.seats > 2 else told


def margin(match: Match) -> float:
    """By how many points the winner is ahead of the next who has not left."""
    colours, score = match.position.colours, match.position.score()
    assert colours is not None
    stayed = (score[colours[seat]] for seat in match.course.playing(match.seats))
    best, second = sorted(stayed, reverse=True)[:2]
    return best - second


def ranking(match: Match, game: Game, ranks: Sequence[int]) -> str:
    """Everybody's place: ``1 Black · 2 Red · 3 White, who left``."""
    left = match.course.departed
    return " · ".join(
        f"{ranks[seat]} {seat_name(match, game, seat)}{', who left' if seat in left else ''}"
        for seat in sorted(range(match.seats), key=lambda seat: ranks[seat])
    )


NO_LOSERS = {
    Ending.CLOSED: ("closed", "no stone was placed, so nobody has lost"),
    Ending.CANCELLED: ("cancelled", "all agreed, and nobody has lost"),
    Ending.GONE: ("closed", "its channel is gone, and nobody has lost"),
}


def score_sheet(match: Match, game: Game) -> list[str]:
    """The arithmetic of the score as a table."""
    if not match.end or match.end.how is not Ending.SCORE:
        return []
    lines = match.position.score_lines()
    heads = ["", *(line.name for line in lines[0]), "total"]
    table = [
        [
            colour(game.colours[c]),
            *(points(line.points) for line in of),
            points(total),
        ]
        for c, (of, total) in enumerate(zip(lines, match.position.score(), strict=True))
    ]
    widths = [max(len(row[i]) for row in [heads, *table]) for i in range(len(heads))]
    rows = (
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [heads, *table]
    )
    return ["```", *rows, "```"]


def board_as_text(sitting: Sitting, game: Game) -> str:
    """A board in letters, for those who cannot use the picture."""
    match = sitting.match
    position = match.position
    drawn = diagram.draw(position.board, position.stones, game.colours)
    text = f"{private_board(sitting, game)}\n```\n{drawn}\n```{_legend(match)}"
    return shortened(text, CONTENT_LIMIT)


def _legend(match: Match) -> str:
    position, letters = match.position, match.game.colours
    facts = [", ".join(f"{c} = {colour(c)}" for c in letters[: len(position.score())])]
    if match.shown.last is not None:
        facts.append(f"last move {position.board.names[match.shown.last]}")
    if match.shown.captured:
        facts.append(f"captured {' '.join(named(position.board, match.shown.captured))}")
    return " · ".join([*facts, *anchor(position)])


def anchor(position: Position) -> list[str]:
    """Where the anchor is not as the board, if there is one."""
    there, stones = position.anchor(), position.stones
    if there is None:
        return []
    other = [p for p in {*there, *stones} if there.get(p) != stones.get(p)]
    if not other:
        return ["The anchor is this position."]
    return [f"The anchor differs at {' '.join(named(position.board, other))}."]


def position_as_text(match: Match) -> str:
    """All that a picture shows, in reading order: the rows, then groups and empty points."""
    position, game = match.position, match.game
    board, stones = position.board, position.stones
    lines = [f"{game.name}, ply {position.ply}. {_legend(match)}", ""]
    for row in diagram.rows(board):
        told = (f"{board.names[p]} {colour(game.colours[stones[p]])}" for p in row if p in stones)
        lines.append(
            f"Row {board.names[row[0]]} to {board.names[row[-1]]}: {listed(told) or 'empty'}."
        )
    lines.append("")
    lines += [group_as_text(match, group) for group in position.groups()]
    for (p, q), link in sorted((position.links() or {}).items()):
        lines.append(f"{board.names[p]} and {board.names[q]} are {link.value}.")
    for letter_of, points_of in _controlled(position):
        names = " ".join(board.names[p] for p in points_of)
        lines.append(f"{colour(game.colours[letter_of])} controls {names}.")
    for part in position.territories():
        owner = "nobody" if part.owner is None else colour(game.colours[part.owner])
        names = " ".join(board.names[p] for p in part.points)
        lines.append(f"Empty, of {owner}: {names}.")
    return "\n".join(lines) + "\n"


def group_as_text(match: Match, group: Sequence[int]) -> str:
    """A group and its liberties: ``Black group b2 b3: 2 liberties a1 c3.``"""
    position, names = match.position, match.position.board.names
    told = f"{colour(match.game.colours[position.stones[group[0]]])} group "
    told += " ".join(names[p] for p in group)
    if (free := position.liberties(group)) is not None:
        which = " ".join(names[p] for p in free)
        told += f": {len(free)} {'liberty' if len(free) == 1 else 'liberties'} {which}".rstrip()
    return f"{told}."


def _controlled(position: Position) -> list[tuple[int, list[int]]]:
    """The points that each colour controls, for those that control any."""
    controllers = position.controllers()
    return [
        (owner, sorted(p for p, c in controllers.items() if c == owner))
        for owner in sorted(set(controllers.values()))
    ]


def reminder(sitting: Sitting, game: Game, link: str | None) -> str:
    """To who is to move, when a quarter of their time is left."""
    assert sitting.to_move is not None
    assert sitting.clock is not None
    where = f" {link}" if link else ""
    return (
        f"⏰ {mention(sitting.to_move)}, it is your turn in **{game.name}** #{sitting.id}: "
        f"time runs out {moment(sitting.clock.deadline)}.{where}"
    )


def next_game(sitting: Sitting, game: Game, link: str | None) -> str:
    """The board of a game that waits for the reader."""
    return private_board(sitting, game) + (f"\n{link}" if link else "")


def private_board(sitting: Sitting, game: Game) -> str:
    """The words of a board that somebody asked for: who plays, and how it stands."""
    if sitting.match.end:
        return board(sitting, game)
    seated = f"{seating(sitting, game)}."
    return "\n".join(
        [seated, *([_last(sitting, game)] if sitting.match.last else []), status(sitting, game)]
    )
