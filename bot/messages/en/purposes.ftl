### What a stone is for, and what it leaves to be captured.

# $who can capture your $stones, placing a stone on $point
capture-warning-open = Careful: { $who } can capture { $stones } by playing { $point }. You can take your move back with { COMMAND("undo") }.
# The same when that has happened; if the move itself was captured, $move is “itself”.
capture-warning-taken = { $move ->
    [itself] { $who } captured { $stones } by playing { $point }.
   *[other] { $move } let { $who } capture { $stones } by playing { $point }.
} You can take your move back with { COMMAND("undo") }.
