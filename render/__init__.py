"""Pictures of boards: a position in, a PNG out. No game, shape of board or Discord is known here.

`theme` holds colours and proportions, `layout` where things stand, `canvas` smooth shapes, `shapes`
single pieces, `sheet` all that can be prepared for a board, `board_image` the picture.
"""
