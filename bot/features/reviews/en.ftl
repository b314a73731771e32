### Reviews of finished games.

button-review = Review
button-mistake = Move { $ply }
command-review = See your mistakes in a finished game, with better moves
review-what = No game has ended here that I could review. Name one with *game:*.
review-head = **{ $title }**: review of { $moves } moves
review-none = I found no move that lost two points or more.
# Moves lost points, but the chance to win changed by hardly anything.
review-none-mattered = I found no move that changed who would win.
# The mistake that changed the chances most; then the points.
review-turning-point = **Move { $ply }** { $decides ->
    [yes] decided the game
   *[no] mattered most
}: with { $played }, which lost about { $loss } points, { $who }’s chance to win fell from about { $before } % to { $after } %; { $better } was better.
review-mistakes = { $number ->
    [one] Another mistake that mattered:
   *[other] Other mistakes that mattered, in the order of the game:
}
review-mistake = **Move { $ply }**, { $who }: { $played } lost about { $loss } points, and the chance to win fell from { $before } % to { $after } %; { $better } was better.
# Moves that lost points when it hardly mattered; $decided is the move after which nothing was open.
review-left-out = { $number ->
    [one] One other move lost two points or more, but hardly changed
   *[other] { $number } other moves lost two points or more, but hardly changed
} who would win{ $decided ->
    [none] .
   *[other] : after move { $decided } the game was decided.
}
# Of a seat that the computer took over.
review-player = { $computer ->
    [yes] { $colour } (when I played it)
   *[no] { $colour } (before I took over)
}
# $word is a pass or another declaration.
review-not-counted = At move { $ply } { $who } lost about { $loss } points by “{ $word }”. I count only stones as mistakes.
# Moves that nobody made, at the end.
review-filled = { $number ->
    [one] The last move only filled the board, by agreement, so I leave it out.
   *[other] The last { $number } moves only filled the board, by agreement, so I leave them out.
}
review-how = { $kind ->
        [lead] The curve shows by how much I expect { $colour } to win after each move, in points.
       *[points] The curves show how many points I expect each colour to have in the end.
    } The dots are the mistakes.
# $does: what the better move does on the board, in a sentence; empty if that is nothing special.
mistake-says = **{ $title }**, move { $ply }: { $who } played { $played }, marked with “?”. { $place ->
        [point] { $better }, marked with “!”, was
       *[word] To choose { $better } was
    } better by about { $loss } points.{ $does }{ $before ->
        [none] { "" }
       *[other] { " " }With { $played }, { $who }’s chance to win fell from about { $before } % to { $after } %.
    }
mistake-alt = { $said } The board shows the position before the move:
# One of the dots on the curve; $line is a review-mistake.
review-alt-dot = A dot: { $line }
review-alt = A curve with these values: { $values }.
review-alt-value = { $score } after move { $ply }
button-review-curve = The curve
review-touch = Touch a move on the curve to see the board.
review-move = Move { $ply } of { $moves }, { $who }: { $move }.
