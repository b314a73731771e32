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

## What is drawn over a board; $number counts what $list lists, which may be cut off.

overlaid-groups = { $number ->
    [one] { $colour } has 1 group of more than one stone: { $list }.
   *[other] { $colour } has { $number } groups of more than one stone: { $list }.
}
# $list is a list of the next, fewest first.
overlaid-liberties = Liberties: { $list }.
overlaid-liberties-of = { $colour } { $points } has { $number }
# $list is a list of the next.
overlaid-atari = { $number ->
    [one] 1 group has only one liberty: { $list }.
   *[other] { $number } groups have only one liberty: { $list }.
}
overlaid-atari-of = { $colour } { $points }, at { $liberty }
overlaid-owned = { $colour } owns { $number }: { $list }.
overlaid-neutral = Nobody owns { $number }: { $list }.
overlaid-controlled = { $colour } controls { $number }: { $list }.
overlaid-anchor = { $colour } in the anchor: { $list }.
overlaid-new = Empty in the anchor: { $list }.
overlaid-expected = { $colour } will probably own { $number }: { $list }.
overlaid-likely = { $colour } may own { $number }: { $list }.
overlaid-doomed = { $number ->
    [one] 1 stone is expected to be captured: { $list }.
   *[other] { $number } stones are expected to be captured: { $list }.
}
