"""Games and matches: the rules alone, without Discord, files, pictures, network or clock.

>>> from engine.games import all_games
>>> keil = all_games()["keil"]
>>> position = keil.start(keil.settle({"size": 3, "komi": 0}), 2)
>>> position = position.play(position.read("c3"))
>>> len(list(position.legal_moves())), position.score()
(19, (19, 0))

ARCHITECTURE.md has the map, and the rules about what may import what.
"""
