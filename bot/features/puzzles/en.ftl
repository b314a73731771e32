### Puzzles: the verdict, and the streak of a person.

# After a verdict about a puzzle that is not proved.
puzzle-estimated = *The points are the computer’s estimate.*
puzzle-right = ✅ **Right.** { $move } is best.
puzzle-wrong = ❌ **Not the best.** { $why }
puzzle-solution = The best move is **{ $move }**.
# The best move is not played. $does: what the reply does after one of the other moves, $such, or
# “none”; $most: “one” if it answers no other one.
puzzle-otherwise = { $most ->
    [one] After { puzzle-such }, for example, { $who } plays { $reply }{ $does ->
        [none] { "" }
       *[other] : { $reply } { $does }
    }
   *[other] { $most ->
        [yes] Most
       *[no] Some
    } other moves are answered by { $who } at { $reply }{ $does ->
        [none] { "" }
       *[other] : after { puzzle-such }, for example, { $reply } { $does }
    }
}.
puzzle-such = { $such ->
    [pass] a pass
   *[other] { $such }
}
# About a puzzle that is proved. $who has $others stones, all of which can be captured.
puzzle-promise = Whatever your opponent plays, you can { $ends ->
    [all] take the whole board: { $others ->
        [one] { $who }’s last stone cannot escape
       *[other] none of { $who }’s { $others } stones can escape
    }
    [ahead] win by at least { $points } { $count ->
        [one] point
       *[other] points
    }
    [behind] keep your loss to { $points } { $count ->
        [one] point
       *[other] points
    }
   *[level] reach at least a draw
}.
puzzle-line = { $how ->
    [proved] For example
   *[searched] The computer expects
}: { $moves }
# How many people solved it by their first answer, once enough have tried.
puzzle-solved-by = solved by { $percent } % at the first try
puzzle-streak = In a row: { $now } · best: { $best } · solved: { $solved } of { $answered }
puzzle-again = You have answered this one before, so it does not count again.
puzzle-none = I have no puzzles of this game yet.
button-puzzle-next = Next puzzle
command-puzzle = Find the best move in a position, and see how many you solve in a row
command-option-puzzle-game = Which game; default: the one of your last puzzle
command-option-puzzle-level = How hard; default: easy ones first
command-option-puzzle-daily = The puzzle of the day, the same for everybody on this server
puzzle-scenes = Puzzles
button-puzzle-today = Puzzle of the day
