### Estimates, hints, reviews: what the search says of a game. Points are rounded.

## Estimate

command-option-estimates = Whether everybody may ask me who leads while the game runs (default: no)

estimate-lead = { $colour } leads by about { $points } ± { $spread } points.
estimate-early = Too early to say (a guess: { $colour } by { $points } ± { $spread }).
estimate-even = About even: neither colour leads by a point (± { $spread }).
estimate-many = Expected points: { $scores }.
estimate-score = { $colour } { $points }

## Hint

button-hint = Hint
button-hint-move = Show the move
hinted-region = Look for a move in the coloured region.
hinted-declaration = No stone is worth more here. I would choose **{ $word }**.
# $does: what the move does on the board, in a sentence; empty if that is nothing special.
hinted-move = I would play **{ $move }**, marked with “!”.{ $does }
hinted-move-next = I would play **{ $move }**, marked with “!”.{ $does } The next best is { $other }.
hinted-alt =
    { $hint } { $count ->
        [one] Point
       *[other] Points
    }: { $points }.

## Lines of play

# What the search expects to be played.
line-expected = I expect: { $moves }
# $captured stones of others go by it, and $lost of the player's own.
line-move = { $who } { $move ->
    [pass] passes
    [button] takes the button
   *[other] { $move }
}{ $captured ->
    [0] { $lost ->
        [0] { "" }
        [one] { " " }(loses its own stone)
       *[other] { " " }(loses { $lost } stones of its own)
    }
    [one] { " " }(captures a stone)
   *[other] { " " }(captures { $captured } stones)
}
button-line-follow = What follows?

## Refusals (see refusals.ftl)

refusal-still-thinking = I am still thinking about your last question. Try again in a moment.
refusal-cannot-judge = I can play this game a little, but not judge positions.
refusal-cannot-think = I cannot judge positions at the moment. The operator can see why in the log.
refusal-no-estimates = You get no estimates while this game runs: its challenge did not allow them.
refusal-nothing-to-estimate = There is nothing to estimate here: no stones are on the board yet, or the game is over.
refusal-no-hints = Hints are for games in which you play against me only, and for analyses of games that are over.
refusal-played-now = You are playing this position in game #{ $match }, so I say what I think of it only when that game is over.
refusal-nothing-to-explain = There is no move of mine to explain here.
refusal-review-early = This game is not over yet. I review it when it has ended.
refusal-nothing-to-review = No stone was placed in this game, so there is nothing to review.
refusal-too-long-to-review = This game is too long for a review.
