"""How a match has ended: who has won and by how much, everybody's rank, and the score."""

from collections.abc import Mapping, Sequence

from bot.messages import computers
from bot.messages.catalogue import text
from bot.messages.phrases import colour, facts, listed, points, seat_name
from bot.service.live_match import LiveMatch
from bot.storage.rows import StoredMatch
from engine.game import Game
from engine.match import End, Ending, Match
from engine.outcome import margin


def result(live: LiveMatch, game: Game) -> str:
    """The winner of a match, or why there is none."""
    match = live.match
    people = [computers.in_result(live, seat) for seat in range(match.seats)]
    if match.position.colours is not None:
        people = [
            text("result-player", seat=seat_name(match, game, seat), player=player)
            for seat, player in enumerate(people)
        ]
    return outcome(match, people, str(live.id))


def outcome(match: Match, people: Sequence[str], number: str = "none") -> str:
    """The result of a match in a sentence, and everybody's rank with more than two players.

    ``people``: the players by seat. ``number``: of the match, "none" for one of a file.
    """
    end = match.end
    assert end is not None
    if end.ranks is None:
        return text("result-no-loser", how=end.how.value, id=number, people=listed(people))
    winners = listed(people[seat] for seat in end.winners)
    losers = listed(person for seat, person in enumerate(people) if seat not in end.winners)
    if not losers:
        return text("result-draw", how=end.how.value, id=number, people=winners)
    if len(end.winners) > 1:
        sentence = text(
            "result-shared", how=end.how.value, id=number, winners=winners, losers=losers
        )
    else:
        sentence = text(
            "result-won",
            how=won_how(match, end),
            id=number,
            winners=winners,
            losers=losers,
            margin=won_by(match),
        )
    if match.seats == 2:
        return sentence
    return f"{sentence}\n{ranking(match, match.game, end.ranks)}"


def over(match: StoredMatch, reader: int, names: Mapping[int, str]) -> str:
    """The end of a match and its winner, in a few words; ``names``: of the people."""
    ranks = match.ranks or ()
    winners = [user for user, rank in zip(match.players, ranks, strict=False) if rank == 1]
    if not winners:
        how = "nobody"
    elif len(winners) == len(match.players):
        how = "draw"
    else:
        how = "you" if winners == [reader] else "others"
    ending = match.ending or "unknown"
    called = listed(names.get(user, "?") for user in winners)
    return text("match-over", how=how, ending=ending, winners=called)


def own(match: Match, seat: int) -> str:
    """How it has ended for who has a seat, in a few words; "" if nobody has lost."""
    end = match.end
    if end is None or end.ranks is None:
        return ""
    rank, winners = end.ranks[seat], end.winners
    if seat in winners:
        came = "won" if len(winners) == 1 else "draw" if len(winners) == match.seats else "shared"
    else:
        came = "lost" if match.seats == 2 else "placed"
    by = "" if came == "placed" else won_by(match)
    how = won_how(match, end)
    return text("result-own", came=came, how=how, margin=by, rank=rank, seats=match.seats)


def won_by(match: Match) -> str:
    """The margin in points; "" if the match has not ended by points."""
    ahead = margin(match) if match.end and match.end.how is Ending.SCORE else None
    return "" if ahead is None else points(ahead)


def won_how(match: Match, end: End) -> str:
    """How the catalogue's selectors name an end that somebody has won; ``none``: say no more."""
    return "none" if end.how is Ending.SCORE and not won_by(match) else end.how.value


def ranking(match: Match, game: Game, ranks: Sequence[int]) -> str:
    """Everybody's rank: ``1st Black · 2nd Red · 3rd White (left)``."""
    left = match.turn_log.departed
    return facts(
        text(
            "rank-departed" if seat in left else "rank",
            rank=ranks[seat],
            who=seat_name(match, game, seat),
        )
        for seat in sorted(range(match.seats), key=lambda seat: ranks[seat])
    )


def score_sheet(match: Match, game: Game) -> list[str]:
    """The arithmetic of the score for a message; empty if the match has not ended by points."""
    table = score_table(match, game)
    return ["```", *table, "```", *filled(match)] if table else []


def filled(match: Match) -> list[str]:
    """What the score has from moves that nobody made: how many filled the rest of the board."""
    number = len(match.turn_log.filled)
    return [text("score-filled", number=number)] if number else []


def score_table(match: Match, game: Game) -> list[str]:
    """The same as lines of text."""
    if not match.end or match.end.how is not Ending.SCORE:
        return []
    return standing(match, game)


def standing(match: Match, game: Game) -> list[str]:
    """The arithmetic of the score as the board stands, as lines; empty for games without points."""
    lines = match.position.score_lines()
    if not lines:
        return []
    parts = [*(line.name for line in lines[0]), "total"]
    heads = ["", *(text("score-part", name=name) for name in parts)]
    table = [
        [
            colour(game.colours[c]),
            *(points(line.points) for line in of),
            points(total),
        ]
        for c, (of, total) in enumerate(zip(lines, match.position.score(), strict=True))
    ]
    widths = [max(len(row[i]) for row in [heads, *table]) for i in range(len(heads))]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [heads, *table]
    ]
