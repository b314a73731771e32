### Why the computer played a move.

button-why-this-move = Why this move?
why-expected = { $colour } { $move }: with it I expect to { $ahead ->
        [yes] win
       *[no] lose
    } by about { $points } { $points ->
        [one] point
       *[other] points
    }.
why-expected-even = { $colour } { $move }: with it I expect a close game.
why-only = There was no other move.
why-as-good = { $other }, the next best, is about as good.
why-better = { $other }, the next best, would have cost me about { $points } { $points ->
        [one] point
       *[other] points
    }.
why-overlooked = { $other } would have been about { $points } { $points ->
        [one] point
       *[other] points
    } better. { $level ->
        [yes] At level { $number } I overlook such moves.
       *[no] I see that only now that I think longer.
    }
purpose-captures = { $number ->
    [one] It captures a stone.
   *[other] It captures { $number } stones.
}
# $who could have captured them, placing a stone on $point
purpose-saves = { $number ->
    [one] It saves a stone: otherwise { $who } could capture it by playing { $point }.
   *[other] It saves { $number } stones: otherwise { $who } could capture them by playing { $point }.
}
purpose-threatens = { $number ->
    [one] It threatens to capture a stone by playing { $point }.
   *[other] It threatens to capture { $number } stones by playing { $point }.
}
purpose-cuts = It cuts { $pairs }.
purpose-links = It links { $number } groups.
purpose-controls = It gains control of { $points }.
