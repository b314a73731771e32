### What a stone is for, and what it leaves to be captured.

## After “Why this move?”

purpose-captures = { $number ->
    [one] It captures a stone.
   *[other] It captures { $number } stones.
}
# $who could have captured them, placing a stone on $point
purpose-saves = { $number ->
    [one] It saves a stone: otherwise { $who } could capture it at { $point }.
   *[other] It saves { $number } stones: otherwise { $who } could capture them at { $point }.
}
purpose-threatens = { $number ->
    [one] It threatens to capture a stone at { $point }.
   *[other] It threatens to capture { $number } stones at { $point }.
}
purpose-cuts = It cuts { $pairs }.
purpose-links = It links { $number } groups.
purpose-controls = It gains control of { $points }.

## After a move against a low level

# $who can capture your $stones, placing a stone on $point
care-open = Careful: { $who } can capture { $stones } at { $point }. { COMMAND("undo") } takes your move back without asking.
# The same when that has happened; if the move itself was captured, $move is “itself”.
care-taken = { $move ->
    [itself] { $who } could capture { $stones } at { $point }, and did.
   *[other] { $move } let { $who } capture { $stones } at { $point }.
} { COMMAND("undo") } takes your move back without asking.
