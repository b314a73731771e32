"""Pictures of boards: a position in, a PNG out. No game, shape of board or Discord is known here.

`theme` holds colours and proportions, `layout` where things stand, `canvas` smooth shapes, `ground`
the empty board, `shapes` the pieces on it, `sheet` all that can be prepared for a board, `view`
what people choose, `board_image` the picture, `overlays` what is drawn over it on request, `panels`
the score beside a board and two boards side by side, `animation` a GIF of many, `avatar` the bot's
own picture.
"""
