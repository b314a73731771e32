### A better move, and why the computer played a move.

button-why-this-move = Why this move?
# The board after some moves that I expect, numbered on the board.
line-alt = The board after { $moves }:
why-expected = { $colour }: { $move }. With it I expect to { $ahead ->
        [yes] win
       *[no] lose
    } by about { $points } { $points ->
        [one] point
       *[other] points
    }.
why-expected-even = { $colour }: { $move }. With it I expect a close game.
# Stones, and how likely their points are $who's at the end: after the move, after the next best.
why-fate = The chance that { $points } { $number ->
    [one] ends
   *[other] end
} up as { $who }’s is about { $now } % with it, and { $otherwise } % with { $other }.
# Empty points that are mine at the end, on average, and the one where it differs most.
why-area = With it I get about { $number } more empty points than with { $other }, above all { $point }.
why-only = There was no other move.
why-as-good = { $other }, the next best, is about as good.
why-better = { $other }, the next best, would have been about { $points } { $points ->
        [one] point
       *[other] points
    } worse.
why-overlooked = { $other } would have been about { $points } { $points ->
        [one] point
       *[other] points
    } better. { $level ->
        [yes] At level { $number } I miss such moves.
       *[no] I see that only now that I look again.
    }
