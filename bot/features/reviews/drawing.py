"""The pictures of reviews."""

from bot.features.reviews import texts
from bot.messages import legend
from bot.pictures import Pictures
from bot.service.live_match import LiveMatch
from bot.service.preferences import DisplayPreferences
from bot.uploads import Upload
from engine.ai.review import Mistake, Review
from engine.position import Placement
from render.options import Mark, Sign


async def curve_picture(
    pictures: Pictures, preferences: DisplayPreferences, live: LiveMatch, found: Review
) -> Upload:
    """The course of a game with its mistakes."""
    colours = live.match.position.colours or ()
    marks = {mistake.plies + 1: colours[mistake.seat] for mistake in found.mistakes}
    name = f"{live.match.game.key}-{live.id}-review"
    said = texts.review_alt(live, found)
    return await pictures.curve(found.scores, marks, name, preferences, said)


async def mistake_picture(
    pictures: Pictures, preferences: DisplayPreferences, live: LiveMatch, mistake: Mistake
) -> Upload:
    """The board before a mistake, with what was played and what was better."""
    before = live.match.after_moves(mistake.plies)
    position = before.position
    assert position.to_move is not None
    assert position.colours is not None
    index, colour = position.board.index, position.colours[position.to_move]
    marks = {index[mistake.played.point]: Mark(Sign.WORSE, colour)}
    if isinstance(mistake.better, Placement):
        marks[index[mistake.better.point]] = Mark(Sign.BETTER, colour)
    # Unlike that of a board, this name has no ply at its end: replying to it plays no move.
    name = f"{live.match.game.key}-{live.id}-{mistake.plies}-mistake"
    about = texts.mistake_alt(texts.mistake(live, mistake))
    return await pictures.of(
        before, name, preferences, marks=marks, why=legend.MISTAKE, about=about
    )
