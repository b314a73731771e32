### Games that show what the rules are for.

button-example = { $number } { $title }
command-examples = Games that show what a rule is for, turn by turn
command-examples-game = Examples for the rules of { $game }, turn by turn, that only you can see
example-head = **{ $game }, example { $number }/{ $count }: { $title }**
# $kind: whether $move is a point, or a word such as "pass".
example-move = Move { $ply }: { $who } { $kind ->
    [point] plays { $move }.
   *[word] says { $move }.
}
