### What everybody can do with a game, whether they play or not: look, follow, watch, ask who is ahead.

## Buttons

button-board = Board

# Under a board: those whom it calls, because they follow the game.
followers-called = 👀 Following: { $followers }
