### Puzzles: one best move, and the streak of a person.

puzzle-head = **{ $game } puzzle { $name }: { $who } to play**
puzzle-ask = One move is best: every other one loses at least { $loss } { $losscount ->
        [one] point
       *[other] points
    } by the end of the game. Find it.
# The same about a puzzle that is not proved.
puzzle-ask-estimated = One move is best: every other one loses about { $loss } { $losscount ->
        [one] point
       *[other] points
    } or more, as far as the computer sees. Find it.
puzzle-difficulty = { $level ->
    [easy] Easy
    [medium] Medium
   *[hard] Hard
}
# How it is known that one move is best.
puzzle-checked = { $how ->
    [proved] proved: the computer followed every line of play to the end
   *[searched] found by the computer in a game of its own; long searches agree on it, but it is not proved
}
