"""Pictures of boards: a position in, a PNG out. Nothing here knows games, board shapes or Discord.

- `board_image`: the picture of a position. `options`: what you can choose about it.
- `panels`: the score beside a board, two boards side by side. `animation`: a GIF of many positions.
  `avatar`: the picture of the bot.
- `background`: the empty board. `sprites`: stones and marks. `links`: bars between linked stones,
  marks across cuts. `overlays`: groups, liberties, territory, and marks that explain a move.
- `theme`: colours and proportions. `layout`: the pixel of each point. `canvas`: smooth shapes.
  `tiles`: everything that can be drawn once for a board. `png`: the encoder.
"""
