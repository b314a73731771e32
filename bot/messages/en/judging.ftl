### Estimates, hints, reviews: what the search says of a game. Points are rounded.

## Buttons

button-estimate = Estimate
button-hint = Hint
button-hint-move = Show the move
button-why-this-move = Why this move?
button-review = Review
button-mistake = Move { $ply }

## Estimate

command-option-estimates = Whether everybody may ask me who leads while the game runs (default: no)

# $moves is the number of moves before the position.
judged-head = **{ $title }** after { $moves } { $moves ->
        [one] move
       *[other] moves
    }:
estimate-lead = { $colour } leads by about { $points } ± { $spread } points.
estimate-early = Too early to say: { $colour } leads by about { $points } { $points ->
        [one] point
       *[other] points
    }, give or take { $spread }.
estimate-even = About even: neither colour leads by a point (± { $spread }).
estimate-many = Expected points: { $scores }.
estimate-score = { $colour } { $points }
estimate-how = I played { $number } quick games from here to the end. The numbers are their average result and how much the results varied.

## Hint

hinted-region = Look for a move in the coloured region.
hinted-declaration = No stone is worth more here. I would choose **{ $word }**.
hinted-move = I would play **{ $move }**, marked with “!”.
hinted-move-next = I would play **{ $move }**, marked with “!”. The next best is { $other }.
hinted-alt =
    { $hint } { $count ->
        [one] Point
       *[other] Points
    }: { $points }.

## Why this move?

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

## Review

command-review = See your mistakes in a finished game, with better moves
review-what = No game has ended here that I could review. Name one with *game:*.
review-head = **{ $title }**: review of { $moves } moves
review-none = I found no move that lost two points or more.
review-mistakes = The biggest mistakes, in the order of the game:
review-mistake = **Move { $ply }**, { $who }: { $played } lost about { $loss } points; { $better } was better.
# Of a seat that the computer took over.
review-player = { $computer ->
    [yes] { $colour } (when I played it)
   *[no] { $colour } (before I took over)
}
# $word is a pass or another declaration.
review-not-counted = At move { $ply }, { $who }’s “{ $word }”, the curve falls by about { $loss } points, but I count only stones as mistakes.
review-how = { $kind ->
        [lead] The curve shows by how much I expect { $colour } to win after each move, in points.
       *[points] The curves show how many points I expect each colour to have in the end.
    } The dots are the mistakes.
mistake-says = **{ $title }**, move { $ply }: { $who } played { $played }, marked with “?”. { $place ->
        [point] { $better }, marked with “!”, was
       *[word] To choose { $better } was
    } better by about { $loss } points.
mistake-alt = { $said } The board shows the position before the move.
review-alt = A curve with these values: { $values }.
review-alt-value = { $score } after move { $ply }

## Refusals (see refusals.ftl)

refusal-still-thinking = I am still thinking about your last question. Try again in a moment.
refusal-cannot-judge = I can play this game a little, but not judge positions.
refusal-cannot-think = I cannot judge positions at the moment. The operator can see why in the log.
refusal-no-estimates = You get no estimates while this game runs: its challenge did not allow them.
refusal-nothing-to-estimate = There is nothing to estimate here: no stones are on the board yet, or the game is over.
refusal-no-hints = Hints are for games in which you play against me only.
refusal-nothing-to-explain = There is no move of mine to explain here.
refusal-review-early = This game is not over yet. I review it when it has ended.
refusal-nothing-to-review = No stone was placed in this game, so there is nothing to review.
refusal-too-long-to-review = This game is too long for a review.
