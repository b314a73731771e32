### Exercises: lessons answered with a move on the board. The games' own words are in exercises-*.ftl.

exercise-illegal = You cannot play { $move }: { $reason }.

button-exercise-type = Type it…
button-exercise-again = Try again
button-exercise-solution = Show me
title-exercise = { $game }: { $title }

## Why an answer is not right. The picture marks the points that are named.

after-move =
    { $move ->
        [button] After the button
        [pass] After a pass
       *[other] After { $move }
    }
finding-no-stone = “{ $move }” places no stone. Choose a point.
finding-still-free =
    { after-move }, { $stones } still { $stonecount ->
        [one] has
       *[other] have
    } { $pointcount ->
        [one] the liberty
       *[other] the liberties
    } { $points }.
finding-outnumbered = { after-move }, { $stones } still stands. Stones beside it: yours { $mine }, your opponent’s { $others }. You need at least two, and more than your opponent.
finding-still-linked =
    { after-move }, { $stones } are not cut: { $points } { $pointcount ->
        [one] is next to both and not yours
       *[other] are next to both and not yours
    }.
finding-not-beside = { $move } is no liberty here: it is not next to { $stones }.
finding-blocked =
    { $move } is next to the group, but not linked to it: { $stonecount ->
        [one] { $stones }, the only point next to both, is held by the other colour
       *[other] { $stones }, the points next to both, are held by the other colour
    }.
finding-legal =
    { $move } is legal: { $pointcount ->
        [one] your stone has the liberty { $points }
       *[other] your stone has the liberties { $points }
    }.
finding-legal-open = { $move } is legal. Stones beside it: yours { $mine }, your opponent’s { $others }. Your opponent would need at least two, and more than you.
finding-legal-new = { $move } is legal here: it brings back nothing that has been there before.
finding-no-control = { after-move }, you do not control { $points }. Stones beside it: yours { $mine }, your opponent’s { $others }. You need at least two, and more than your opponent.
finding-on-it = Your stone stands on { $points } now. Control that point while it is empty, by stones beside it.
finding-answered =
    { after-move }, { $reply ->
        [button] { $who } takes the button
        [pass] { $who } passes
       *[other] { $who } plays { $reply }
    }: you have { $mine } points against { $others }.
finding-lost = { after-move }, { $who } plays { $reply } and captures { $stones }.
finding-ended =
    { $move ->
        [pass] A pass
       *[other] { $move }
    } ends the game, and you have { $mine } points against { $others }: the board counts as it stands.
finding-loses =
    { $move ->
        [pass] A pass
       *[other] { $move }
    } loses { $mine } { $minecount ->
        [one] point
       *[other] points
    } or more against the best move.
# $does: a sentence on what that reply does, which may be empty.
finding-loses-to =
    { after-move }, { $reply ->
        [button] { $who } takes the button
        [pass] { $who } passes
       *[other] { $who } plays { $reply }
    }{ $ended ->
        [yes] {" "}and the game ends
       *[no] {""}
    }.{ $does } That loses { $mine } { $minecount ->
        [one] point
       *[other] points
    } or more against the best move.
finding-miscounted = It is not { $move }. The picture shows every point and its owner.
