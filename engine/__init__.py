"""Games and matches: rules, without Discord, files, pictures, a network or a clock of their own.

>>> from engine.games import all_games
>>> keil = all_games()["keil"]
>>> position = keil.start(keil.settle({"size": 3, "komi": 0}), 2)
>>> position = position.play(position.read("c3"))
>>> len(list(position.legal_moves())), position.score()
(19, (19, 0))

The map and the rules of the shape are in ARCHITECTURE.md.
"""
