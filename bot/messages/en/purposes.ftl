### What a stone is for, and what it leaves to be captured.

# $who can capture your $stones, placing a stone on $point
capture-warning-open = Careful: { $who } can capture { $stones } by playing { $point }. You can take your move back with { COMMAND("undo") }.
# The same when that has happened; if the move itself was captured, $move is “itself”.
capture-warning-taken = { $move ->
    [itself] { $who } captured { $stones } by playing { $point }.
   *[other] { $move } let { $who } capture { $stones } by playing { $point }.
} You can take your move back with { COMMAND("undo") }.
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
    [one] Next, a stone on { $point } would capture one.
   *[other] Next, a stone on { $point } would capture { $number } stones.
}
purpose-cuts = It cuts { $pairs }.
purpose-links = It links { $number } groups.
purpose-controls = It gains control of { $points }.
