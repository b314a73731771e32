### Reviews of finished games.

button-review = Review
button-mistake = Move { $ply }
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
mistake-says = **{ $title }**, move { $ply }: { $who } played { $played }, marked with “?”. { $place ->
        [point] { $better }, marked with “!”, was
       *[word] To choose { $better } was
    } better by about { $loss } points.
mistake-alt = { $said } The board shows the position before the move:
# One of the dots on the curve; $line is a review-mistake.
review-alt-dot = A dot: { $line }
review-alt = A curve with these values: { $values }.
review-alt-value = { $score } after move { $ply }
