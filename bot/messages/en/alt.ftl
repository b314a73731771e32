# What pictures say to people who cannot see them.

alt-board = { $game }, { $points } points, move { $ply }.
alt-last = Last move { $point }.
alt-captured = Captured: { $points }.
alt-turn = { $turn }.
alt-shown = Shown: { $overlay }.
# A line of the score: what is counted, then the points of each colour.
alt-score = { $what }: { $points }.
alt-score-of = { $colour } { $points }
alt-animation = { $game }, moves { $first } to { $last } as an animation. Final position:
alt-illegal = { $move } is not legal: { $reason }.
alt-marked = Marked: { $points }.
alt-stones = { $colour }: { $points }.
alt-no-stones = { $colour }: no stones.
# If there are more stones than an alt text can name; $stones is a list of the next.
alt-left-out = { $number ->
    [one] Left out: { $stones } stone.
   *[other] Left out: { $stones } stones.
} /board as:text lists all stones of the newest board.
alt-left-out-of = { $number } { colour.adjective }
