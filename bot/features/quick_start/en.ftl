# The description of a game's own command (at most 100 characters).
command-quick = Challenge to { $game } at once: usual board, fair komi, colours drawn by lot
