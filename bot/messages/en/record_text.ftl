# A record as a text file.

record-text-title = { $title }, rules { $ruleset }
record-text-player = { $seat }: { $name }
record-text-began = began { $time } UTC
# The points of the stones that a move took off the board.
record-text-takes = takes { $points }
record-text-planned = (planned)
# A bid that was made before, and opened here.
record-text-sealed = (sealed)
record-text-before = Before the first move:
record-text-after = After ply { $ply }:
record-text-running = The game goes on.
record-text-result = Result: { $result }
