"""The words of a board: what was done and whose turn it is; and the board in words."""

from collections.abc import Iterable, Sequence
from itertools import chain, compress, islice

from bot.messages import claims, computers, requests
from bot.messages.catalogue import text
from bot.messages.endings import result, score_sheet
from bot.messages.phrases import (
    CONTENT_LIMIT,
    colour,
    date,
    exactly,
    facts,
    in_units,
    last_day,
    listed,
    literal,
    mention,
    moment,
    option_value,
    plain,
    points,
    roughly,
    seat_name,
    separated,
    settings,
    shortened,
    time_left,
)
from bot.messages.positions import group_as_text, legend
from bot.messages.requests import moves
from bot.service.due_turns import computers_only
from bot.service.live_match import LiveMatch
from engine import diagram
from engine import turns as turn_log
from engine.clock import Clock
from engine.game import Game, Measure
from engine.match import Match
from engine.position import Placement, ScoreLine, names_a_point
from engine.turns import Turn, Wish, is_move

FORCED = "forced"
"""A pass that nobody has chosen: no other move was legal."""
SETTLING = ("bid", "black", "lot", "white")
"""The first words of the moves by which players get their colours."""

# --- the post ---

LEAVING = (turn_log.RESIGN, turn_log.TIMEOUT, turn_log.ANNULLED)
"""The turns by which a player leaves the match."""


ROOM_FOR_COALESCED, ROOM_FOR_OLDEST = 800, 300
"""Characters of a board post for the turns that have no board of their own."""


def board(
    live: LiveMatch, game: Game, *, ping: bool = True, coalesced: Sequence[LiveMatch] = ()
) -> str:
    """The text of a board post: what was done, then one status line or the result.

    It does not repeat what stands above it: the game, in a thread and at its beginning, and points
    off the board, which never change unseen.

    ``ping``: False for a superseded board, which calls nobody and says nothing of what comes next.
    ``coalesced``: the match after each earlier turn that this board announces too.
    """
    match = live.match
    lines = [*_turn_lines(coalesced, live, game), *_done(live, game, answered=not ping)]
    if match.end:
        return "\n".join([*lines, *_over(live, game)])
    if ping:
        named = match.ply > 0 and not live.in_thread
        lines += [status(live, game, named=named, extra=False), *_given(live)]
    elif match.ply:  # the beginning says the same
        lines.append(_standing(live, game))
    return "\n".join(lines)


def is_text_of(content: str, live: LiveMatch, game: Game) -> bool:
    """True if ``content`` is the text of this board, superseded or not."""
    there, match = content.splitlines(), live.match
    ends = result(live, game).splitlines() if match.end else []
    known = ({*_done(live, game, answered=answered), *ends} for answered in (False, True))
    if not any(lines <= set(there) for lines in known):
        return False
    if match.end is not None or match.ply == 0 or _standing(live, game) in there:
        return True
    wanted = [] if live.in_thread else [text("board-game", game=game.name, id=str(live.id))]
    if match.position.ply:
        wanted.append(text("board-ply", ply=str(match.position.ply)))
    return set(wanted) <= {fact for line in there for fact in line.split(text("fact-separator"))}


def _done(live: LiveMatch, game: Game, *, answered: bool = False) -> list[str]:
    """The beginning of the match, or its last turn; ``answered``: see `_last`."""
    match, lines = live.match, list[str]()
    if match.ply == 0:
        if live.in_thread:  # the card at its top says the rest
            lines.append(text("board-begins-in-thread"))
        else:
            setting = settings(match.game, match.options, live.control)
            lines.append(text("board-begins", game=game.name, id=str(live.id), settings=setting))
            lines += _part_of(live)
        if match.position.colours is not None:
            again = "swapped" if match.seats == 2 else "reversed"
            first = "computers" if live.against_computers else "lot"  # who begins can be chosen
            how = first if live.rematch_of is None else again
            how = "chosen" if live.sides_chosen else how
            lines.append(text("board-seating", how=how, seating=seating(live, game)))
        if match.position.sides_follow:
            lines.append(text("board-sides-follow"))
    if match.last is not None:
        lines.append(_last(live, game, answered=answered))
    return lines


def _turn_lines(coalesced: Sequence[LiveMatch], now: LiveMatch, game: Game) -> list[str]:
    """The turns of ``coalesced`` in order, if there is room; ``now``: the match after them all.

    Otherwise the newest ones in full, and a list of the older moves that still stand. How the match
    began and who has left it is always kept, since no later board announces it.
    """
    turns = [_done(live, game, answered=True) for live in coalesced]
    kept = [live.match.ply == 0 or _leaves(live.match) for live in coalesced]
    room = ROOM_FOR_COALESCED - sum(map(_length, compress(turns, kept)))
    first = len(coalesced)
    while first and (room := room - (0 if kept[first - 1] else _length(turns[first - 1]))) >= 0:
        first -= 1
    lines = list(chain.from_iterable(compress(turns[:first], kept)))
    older = {earlier.match.turn_log.last_action for earlier in coalesced[:first]}
    if made := [turn for turn in now.match.turn_log.moves if turn in older]:
        short = shortened(moves(made), ROOM_FOR_OLDEST)
        lines.append(text("board-earlier", number=len(made), moves=short))
    return [*lines, *chain.from_iterable(turns[first:])]


def _length(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _leaves(match: Match) -> bool:
    """True if a player left the match in its last turn, or was replaced by a computer."""
    last, settled = match.turn_log.last_action, match.turn_log.settled
    if settled is not None:
        return settled.wish is Wish.COMPUTER
    return last is not None and last.text in LEAVING


def status(live: LiveMatch, game: Game, *, named: bool = True, extra: bool = True) -> str:
    """One line: the player to move, the game if it is ``named``, the ply, and the time left.

    ``extra``: with points that do not show on the board.
    """
    match, seat = live.match, live.match.to_move
    assert seat is not None
    parts = [computers.player(live, seat)]
    if named:
        parts += which(live, game)
    if match.position.ply:
        parts.append(text("board-ply", ply=str(match.position.ply)))
    parts.append(_turn(match, game, short=True))
    parts += extras(match, game) if extra else []
    passes, needed = match.position.passing() or (0, 0)
    if passes and needed > 2:
        parts.append(text("board-passes", number=str(passes), needed=str(needed)))
    if live.paused is not None:
        parts.append(paused(live))
    elif live.clock and live.clock.limited:
        parts.append(time_left(live.clock))
        parts += _reserves(live, live.clock)
    return facts([*parts, *away(live)])


def which(live: LiveMatch, game: Game) -> list[str]:
    """Which game this is: its name and number, and what it belongs to, such as a tournament."""
    name = text("board-game", game=game.name, id=str(live.id))
    return [name] if live.part_of is None else [name, literal(live.part_of)]


def _part_of(live: LiveMatch) -> list[str]:
    """What a game belongs to, in a line of its own; empty if it is nothing."""
    return [] if live.part_of is None else [text("board-part-of", whole=literal(live.part_of))]


def _over(live: LiveMatch, game: Game) -> list[str]:
    """The end of a game: its result, what it belongs to, and the score."""
    belongs = [] if live.in_thread else _part_of(live)  # the card says it
    return [result(live, game), *belongs, *score_sheet(live.match, game)]


def away(live: LiveMatch) -> Iterable[str]:
    """Who is on vacation, if their clock stands still meanwhile."""
    playing = live.match.turn_log.playing(len(live.players)) if live.away else ()
    for seat in playing:
        if seat in live.away and live.level_of(seat) is None:
            yield text(
                "board-away", who=computers.player(live, seat), until=last_day(live.away[seat])
            )


def _reserves(live: LiveMatch, clock: Clock) -> Iterable[str]:
    """What each of the others has left, if that depends on the moves before; with periods, what
    everybody had when the turn began, since the deadline does not tell them apart."""
    period = clock.control.period
    for seat in live.match.turn_log.playing(len(live.players)) if clock.reserves else ():
        if live.level_of(seat) is not None or (seat == clock.seat and not period):
            continue
        who, (main, periods) = computers.player(live, seat), clock.reserves[seat]
        if not period:
            yield text("board-reserve", who=who, time=in_units(main))
            continue
        time = in_units(main) if main else "none"
        yield text("board-periods", who=who, time=time, number=periods, period=exactly(period))


def how_to_move(live: LiveMatch) -> list[str]:
    """How the player to move places a stone, in a line, until they have done so; empty otherwise.

    For boards with *Move* to which one can reply. It is left out while a request waits.
    """
    match, seat = live.match, live.match.to_move
    if seat is None or live.computers_turn or live.paused is not None:
        return []
    placed = any(t.seat == seat and names_a_point(t.text) for t in match.turn_log.moves)
    if placed or match.turn_log.request is not None or match.position.colours is None:
        return []
    free = (move.point for move in match.position.legal_moves() if isinstance(move, Placement))
    return [text("board-how", point=point) for point in islice(free, 1)]


def paused(live: LiveMatch) -> str:
    """In place of the time: who has paused the match."""
    by = "none" if live.paused_by is None else mention(live.paused_by)
    return text("board-paused", moderator=by)


def _given(live: LiveMatch) -> list[str]:
    """The line about an outage, until the player to move has moved; empty if there was none."""
    if live.clock is None or live.to_move is None or live.paused is not None or not live.given:
        return []
    return [
        text(
            "board-given",
            time=roughly(live.given),
            who=mention(live.to_move),
            when=date(live.clock.deadline),
        )
    ]


def _standing(live: LiveMatch, game: Game) -> str:
    """The lasting part of a status line: the game, unless its thread says that, and its ply."""
    ply = str(live.match.position.ply)
    if live.in_thread:
        return text("board-ply-alone", ply=ply)
    return facts([*which(live, game), text("board-ply", ply=ply)])


def extras(match: Match, game: Game, *, unsaid: bool = False) -> list[str]:
    """A handicap, and points that do not show on the board: ``White +3 komi +½ button``.

    ``unsaid``: only those that the settings do not name.
    """
    if match.position.colours is None:
        return []
    given = () if unsaid else match.game.measured(Measure.HANDICAP)
    stones = [option_value(game, one.key, match.options.get(one.key)) for one in given]
    off_board = [
        text("board-extra", colour=colour(letter), points=" ".join(map(_extra, extra)))
        for letter, lines in zip(game.colours, match.position.bonus_lines(), strict=False)
        if (
            extra := [line for line in lines if line.points and not (unsaid and _said(match, line))]
        )
    ]
    return [*filter(None, stones), *off_board]


def _said(match: Match, line: ScoreLine) -> bool:
    """True if an option of the match says how many points these are."""
    said = match.options.get(line.name)
    return not isinstance(said, bool) and said == line.points


def _extra(line: ScoreLine) -> str:
    sign = "+" * (line.points > 0)
    return f"{sign}{points(line.points)} {text('score-part', name=line.name)}"


def seating(live: LiveMatch, game: Game) -> str:
    """The players with their colours: ``Black @Ada, White @Bo``."""
    match = live.match
    seats = range(match.seats)
    colours = match.position.colours or seats
    return separated(
        text("board-seat", seat=seat_name(match, game, seat), player=computers.player(live, seat))
        for seat in sorted(seats, key=lambda seat: colours[seat])
    )


def to_move(match: Match, game: Game) -> str:
    """The player to move and what they have to do: ``Black to play``."""
    return _turn(match, game)


def _turn(match: Match, game: Game, *, short: bool = False) -> str:
    """The same; ``short``: after the name of a player who has no other name here."""
    seat, position = match.to_move, match.position
    assert seat is not None
    who, coloured = seat_name(match, game, seat), position.colours is not None
    if coloured and any(isinstance(move, Placement) for move in position.legal_moves()):
        return text("turn-to-play", who=who)
    declarations = [word.word for word in position.declarations()]
    words = listed((text("declaration", word=word) for word in declarations), "or")
    if coloured:
        return text("turn-declare", who=who, words=words)
    named = {word.partition(" ")[0] for word in declarations}
    if len(named) == 1 and (one := named.pop()) in ("komi", "bid", "lot"):
        return text(f"turn-{one}.short") if short else text(f"turn-{one}", who=who)
    if "bid" in declarations:
        return text("turn-outbid.short") if short else text("turn-outbid", who=who)
    if short:
        return text("turn-choose.short", words=words)
    return text("turn-choose", who=who, words=words)


# --- what was done ---


def last_turn(live: LiveMatch, game: Game) -> str:
    """The last turn in sentences, move or not; empty before the first."""
    return "" if live.match.turn_log.last_action is None else _last(live, game)


def _last(live: LiveMatch, game: Game, *, answered: bool = False) -> str:
    """The last turn, in sentences; what is hard to take back stands out.

    ``answered``: another turn came after it, so it does not say what may come next.
    """
    match, last = live.match, live.match.turn_log.last_action
    assert last is not None
    who = _name(live, game, last.seat)
    if last.text in (turn_log.TIMEOUT, turn_log.ANNULLED):
        sentences = [text("board-timeout", who=who), *_others_play_on(live)]
    elif last.text == turn_log.OVERDUE:
        sentences = [claims.overdue(live, answered=answered), *_still_asked(live, game)]
    elif last.text == turn_log.GIVE:
        sentences = [claims.given(live, who), *_still_asked(live, game)]
    elif last.text == turn_log.RESIGN and live.level_of(last.seat) is not None:
        return text("board-computer-resigned", who=who)
    elif last.text == turn_log.RESIGN:
        sentences = [text("board-resigned", who=who), *_others_play_on(live)]
    elif match.turn_log.filled:
        agreed = "people" if live.level_of(last.seat) is None else "computer"
        sentences = [text("board-filled", agreed=agreed, who=who)]
    elif not is_move(last.text):
        comes = [] if answered else requests.awaited(live, last.text)
        return " ".join([*_talk(live, game, who, last.text), *comes])
    else:
        sentences = [_moved(live, game, last)]
    said = [*sentences, *_lapsed(match), *_passes_of_the_departed(match, game)]
    return " ".join([*said, *([] if answered else _ends(match, game, last))])


def _last_move(live: LiveMatch, game: Game) -> list[str]:
    """The turn that led to the position, and the request about it, if there is one.

    If the last turn is no move, the last move that still stands takes its place.
    """
    log = live.match.turn_log
    last = log.last_action
    if last is None:
        return []
    if is_move(last.text) or log.filled or last.text in LEAVING:
        return [_last(live, game)]
    standing = log.moves[: len(log.moves) - log.automatic_passes]
    ends = _ends(live.match, game, standing[-1]) if standing else []
    lines = [" ".join([_moved(live, game, standing[-1]), *ends])] if standing else []
    told = log.request is not None or last.text == turn_log.OVERDUE
    return [*lines, _last(live, game)] if told else lines


def _moved(live: LiveMatch, game: Game, turn: Turn) -> str:
    """The last move that stands, in sentences."""
    match, who = live.match, _name(live, game, turn.seat)
    if turn.text == turn_log.PASS:
        forced = "yes" if match.had_no_choice(turn) else "no"
        return text("board-passed", who=who, forced=forced)
    word, _, value = turn.text.partition(" ")
    if settles(match, turn):
        first = match.turn_log.moves[0].text
        pie = "stone" if names_a_point(first) else "yes" if first.startswith("komi") else "no"
        return text(
            "board-chose-side",
            who=mention(live.players[turn.seat]),
            side=word,
            value=value,
            seating=seating(live, game),
            komi=komi(match),
            pie=pie if match.position.ply == 2 else "no",
            stone=first,
        )
    done = moved(match, turn, who)
    if match.position.colours is None and names_a_point(turn.text):
        return f"{done} {text('board-side-open')}"
    return done


def settles(match: Match, turn: Turn) -> bool:
    """True if the players got their colours by ``turn``, the last move: until then, nobody had one
    to be called by."""
    return match.position.colours is not None and turn.text.partition(" ")[0] in SETTLING


def how_it_came(match: Match, turn: Turn) -> str:
    """What is said after ``turn``, the last move, if nobody made it just then; empty otherwise."""
    if not turn.planned:
        return ""
    word = turn.text.partition(" ")[0]
    if match.turn_log.moves[0].text != "sealed" or word not in SETTLING:
        return text("record-text-planned")
    return text("record-text-sealed") if word == "bid" else ""


def komi(match: Match) -> str:
    """The points that one colour is given for moving second."""
    lines = chain.from_iterable(match.position.bonus_lines())
    return points(sum(line.points for line in lines if line.name == "komi"))


def _name(live: LiveMatch, game: Game, seat: int) -> str:
    """The name of a player in a post: the colour, or a mention before there are colours."""
    if live.match.position.colours is None:
        return mention(live.players[seat])
    return seat_name(live.match, game, seat)


def moved(match: Match, turn: Turn, who: str) -> str:
    """The last move of ``match`` in a sentence, with the stones that it took off the board."""
    captured, lost = removed(match, turn)
    kind, _, value = turn.text.partition(" ")
    move = turn.text
    if move == turn_log.PASS and match.had_no_choice(turn):
        kind = FORCED
    return text(
        "move-made",
        who=who,
        kind=kind,
        value=value,
        komi=komi(match),
        move=move,
        captured=captured,
        lost=lost,
    )


def removed(match: Match, turn: Turn) -> tuple[int, int]:
    """The number of stones that ``turn``, the last move, captured: others', and the mover's own."""
    colours, gone = match.position.colours, match.shown.captured
    if colours is None:
        return 0, 0
    own = sum(colour == colours[turn.seat] for colour in gone.values())
    return len(gone) - own, own


def _others_play_on(live: LiveMatch) -> list[str]:
    return [] if live.match.end or computers_only(live) else [text("board-others-play-on")]


def _ends(match: Match, game: Game, turn: Turn) -> list[str]:
    """A word of warning after a pass, if the next one ends the match."""
    seat = match.to_move
    if seat is None or turn.text != turn_log.PASS or not match.ends_by_pass():
        return []
    return [text("board-pass-ends", who=seat_name(match, game, seat))]


def _passes_of_the_departed(match: Match, game: Game) -> list[str]:
    """The seats that have passed since because their players have left."""
    now = match.turn_log
    if not now.automatic_passes:
        return []
    seats = dict.fromkeys(turn.seat for turn in now.moves[-now.automatic_passes :])
    who = listed(seat_name(match, game, seat) for seat in seats)
    return [text("board-departed-pass", who=who, number=len(seats))]


def _lapsed(match: Match) -> list[str]:
    """The effect of a move on a pending request: withdrawn by its asker, or refused by others."""
    dropped, last = match.turn_log.dropped, match.turn_log.last_action
    if dropped is None or last is None:
        return []
    own = last.seat == dropped.seat
    return [text("board-request-withdrawn" if own else "board-request-refused")]


# --- requests ---


def _still_asked(live: LiveMatch, game: Game) -> list[str]:
    """The request that waits although another turn came after it; empty if there is none."""
    request = live.match.turn_log.request
    if request is None:
        return []
    return _talk(live, game, _name(live, game, request.seat), turn_log.ASK)


def _talk(live: LiveMatch, game: Game, who: str, said: str) -> list[str]:
    """A turn that is no move: something was taken back, asked, agreed to or refused."""
    match, now = live.match, live.match.turn_log
    request = now.request or now.settled or now.dropped
    if now.ruled:
        return [_ruled(live)]
    if said == turn_log.GONE:
        return [text("board-gone")]
    if said == turn_log.UNDO or request is None:
        return [text("board-undone", who=who, moves=moves(now.taken_back)), *_lapsed(match)]
    if said == turn_log.ALLOW and now.request is None and request.wish is not Wish.COMPUTER:
        if not (back := now.taken_back):
            return [text("board-agreed", who=who)]
        return [text("board-undo-allowed", who=who, moves=moves(back), number=len(back))]
    wins = match.decided if request.wish is Wish.FILL else request.winner
    winner = "" if wins is None else _name(live, game, wins)
    return requests.about(live, request, who, winner, said)


def _ruled(live: LiveMatch) -> str:
    """The line for a match that a moderator has ended, with the reason."""
    return text("board-ruled", reason=" ".join(plain(live.reason).split()) or "none")


# --- for one person ---


def reminder(live: LiveMatch, game: Game, link: str | None) -> str:
    """To the player to move, when little of their time is left."""
    assert live.to_move is not None
    assert live.clock is not None
    line = text(
        "board-reminder",
        who=mention(live.to_move),
        game=game.name,
        id=str(live.id),
        when=moment(live.clock.deadline),
    )
    return f"{line} {link}" if link else line


def reminded(live: LiveMatch, game: Game) -> str:
    """The same when it is over; ``live``: the match as it was then."""
    assert live.to_move is not None
    who = mention(live.to_move)
    return text("board-reminded", who=who, game=game.name, id=str(live.id))


def next_game(live: LiveMatch, game: Game, link: str | None) -> str:
    """The board of a game that waits for the reader."""
    return private_board(live, game) + (f"\n{link}" if link else "")


def private_board(live: LiveMatch, game: Game) -> str:
    """The text of a board that somebody asked for: who plays, and how it stands."""
    lines, match = _last_move(live, game), live.match
    if match.end:
        if match.turn_log.ruled:
            lines = [*lines, _ruled(live)]
        return "\n".join([*lines, *_over(live, game)])
    players = text("board-players", seating=seating(live, game))
    return "\n".join([players, *lines, status(live, game), *_given(live)])


def board_as_text(live: LiveMatch, game: Game, stone: int | None = None) -> str:
    """A board in letters, for those who cannot use the picture; the group of ``stone``, too."""
    match = live.match
    position = match.position
    drawn = diagram.labelled(position.board, position.stones, game.colours)
    lines = [f"{private_board(live, game)}\n```\n{drawn}\n```{legend(match)}"]
    lines += [group_as_text(match, group) for group in position.groups() if stone in group]
    return shortened("\n".join(lines), CONTENT_LIMIT)
