"""A new board in the channel after each turn."""

from bot.service.place import BoardEachTurn


class Boards(BoardEachTurn):
    """In the channel, with a new board after each turn."""

    key = "boards"
    order = 2


PLACE = Boards()
