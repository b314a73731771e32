### What a stone is for, and what it leaves to be captured.

# $who can capture your $stones, placing a stone on $point
capture-warning-open = Careful: { $who } can capture { $stones } by playing { $point }.
# The same when that has happened; if the move itself was captured, or was no stone, $move is “itself”.
capture-warning-taken = { $move ->
    [itself] { $who } captured { $stones } by playing { $point }.
   *[other] { $move } let { $who } capture { $stones } by playing { $point }.
}
# After either of them.
capture-warning-back = { $by ->
    [command] You can take your move back with { COMMAND("undo") }.
   *[button] You can take your move back.
}
# $does: one of the following, or several: “captures b4, and saves c3 from capture by White at c2”.
purpose = It { $does }.
# $stones: up to three by their points, or this.
purpose-stones = { $one } and { $others } more stones
purpose-captures = captures { $stones }
# $who could have captured them, placing a stone on $point
purpose-saves = saves { $stones } from capture by { $who } at { $point }
# A stone on $point would capture them next.
purpose-threatens = threatens to capture { $stones } by playing { $point }
# Whatever the other player does, a stone captures them next.
purpose-traps = leaves { $stones } with no escape
purpose-cuts = cuts { $pairs }
purpose-links = links { $number } groups
purpose-controls = gains control of { $points }
