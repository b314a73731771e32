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
   *[searched] found by the computer in a game of its own and checked with { $lines } lines of play, but not proved
}
# After a verdict about a puzzle that is not proved.
puzzle-estimated = *The points are the computer’s estimate.*
puzzle-right = ✅ **Right.** { $move } is best.
puzzle-wrong = ❌ **Not the best.** { $why }
puzzle-solution = The best move is **{ $move }**.
puzzle-streak = In a row: { $now } · best: { $best } · solved: { $solved } of { $answered }
puzzle-again = You have answered this one before, so it does not count again.
puzzle-none = I have no puzzles of this game yet.

button-puzzle = Puzzles
button-puzzle-next = Next puzzle

command-puzzle = Find the best move in a position, and see how many you solve in a row
command-option-puzzle-game = Which game; default: the one of your last puzzle
command-option-puzzle-level = How hard; default: easy ones first

command-option-puzzle-daily = The puzzle of the day, the same for everybody on this server
