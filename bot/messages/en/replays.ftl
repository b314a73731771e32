# Replays, records, and games from files.

game-title = { $game } #{ $id }
# For a file that names no game.
game-title-none = Game
