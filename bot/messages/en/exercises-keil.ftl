### Exercises of Keil: the question, its title, the sentence after a right answer, and what it is good for.

exercise-keil-liberty =
    { "**Aim:**" } own more points than your opponent: your stones, and the empty areas that only your stones surround.
    You play White. A liberty is an empty point beside a stone and *linked* to it: at least one point next to both is empty or has the stone’s colour.
    The black stone on c3 has four empty points beside it, but only three liberties. Place a stone on one of them.
    .title = Liberties
    .right = A liberty is an empty neighbour with a point next to both that is empty or the stone’s colour; a stone on d3 takes all three at once and captures c3.
    .use = Count liberties by links, not by empty points: a stone that looks free may be nearly caught.
exercise-keil-capture =
    You play White. A *group*: stones that are linked to each other, or one stone alone. They share their liberties, and are captured together when none is left.
    The black stone on c3 still has four empty points beside it. One stone of yours is enough to leave it no liberty. Capture it.
    .title = Capture
    .right = The empty points beside c3 are still there, but each lies between two white stones: no link, so no liberty.
    .use = A capture wins the points under the stones, and often links your own stones, too.
exercise-keil-cut =
    You play Black. The thin bar says that White’s c2 and c3 are *open*: not linked yet. Two points are next to both. White links them for good with a stone on one of these; you cut them with stones on both.
    You already have one, b2.
    Cut c2 from c3.
    .title = Cut
    .right = Two neighbours are cut when the other colour holds every point next to both; inside the board there are two.
    .use = Cut stones share no liberties, so two small groups are easier to capture than a large one.
exercise-keil-edge =
    You play Black. The white stones on b1 and c1 are neighbours along the edge.
    Cut b1 from c1. You have one stone to do it.
    .title = The edge
    .right = A pair along the edge has only one point next to both, so one stone cuts it.
    .use = Along the edge close your pairs early, and look there first for a cut.
exercise-keil-corner =
    You play Black. The white stone on e1 is in a corner and has three empty neighbours.
    Capture it with a single stone.
    .title = The corner
    .right = d2 is the only point next to both e1 and e2, and to both e1 and d1, so one stone there leaves a lone stone on e1 no liberty.
    .use = A lone stone in a corner is lost to a single move, so do not begin there.
exercise-keil-promise =
    You play Black. Thin bars join the white stones on a2, a3 and b4, but a bar is only a promise: both pairs are open, and can still be cut.
    One stone of yours cuts both pairs and captures two stones. Place it.
    .title = A bar is only a promise
    .right = b3 is the only point next to both stones of each pair, so your stone cut both, and a2 and a3 had no liberty left.
    .use = When two pairs hang on the same point, play there first, whichever side you are on.
exercise-keil-group =
    You play Black. Your stone on c3 stands between three white stones, and has one liberty left, d3.
    Save c3.
    .title = It lives by its group
    .right = c3 has no liberty of its own now, but your stone on d3 links it to d2 and e2, and a group shares its liberties.
    .use = A stone without liberties is safe as long as its links lead to a group that has some.
exercise-keil-suicide =
    You play Black. Your stone must have a liberty after your move, or the move is refused: that would be suicide.
    There is one empty point on which you may not play here. Try to play there.
    .title = Suicide
    .right = Suicide is refused: b2 is the only point next to both a1 and a2, and to both a1 and b1, so a stone on a1 would have no liberty.
    .use = A stone on the inner neighbour keeps your opponent out of the corner as long as it stands.
exercise-keil-ko =
    You play Black. White’s b1 has just captured your stone on c1, shown pale. You may not bring back a board that one of your own turns left.
    Because of this, there is one empty point on which you may not play now. Try to play there.
    .title = Repetition
    .right = Recapturing at once would bring back the board that your last turn left, so play elsewhere first.
    .use = Make a threat elsewhere that must be answered; then the board is new, and you may take back.
exercise-keil-count =
    Each stone is a point. Linked empty points are an area, and count for you if every stone linked to them is yours. Two empty neighbours are linked if a point next to both is empty.
    White also gets *komi*, extra points for moving second; here it is 0.
    Nobody can gain anything more. How many points does Black have?
    .title = Count
    .right = Six stones and a1, a2 and a3 make nine; c3 is linked to both colours, so it is nobody’s.
    .use = A stone in your own area costs you no point, since it counts as much as the empty point did.
exercise-keil-dead =
    You play Black. White has just passed; if you pass too, the game ends. The white stone on a2 looks lost.
    Make the move after which you lead, whatever White does.
    .title = Capture before you pass
    .right = Nothing is removed at the end, so capture a lost stone before you pass: b3 does that and leaves White nothing to capture.
    .use = A lost stone left on the board counts for its owner, and spoils the area around it.
exercise-keil-button =
    You play White. It is 10 to 10, White’s komi of 1 included, and no point is left to win. The button is still there: half a point for the first to take it. Nobody may pass before.
    Make the move that leaves you ahead.
    .title = The button
    .right = Taking the button is a whole turn, and when no other move is worth more, its half point decides.
    .use = Take the button when every other move is worth less than a point.
exercise-keil-pass =
    You play Black and lead 10 to 9. White has just passed.
    Make the move that wins.
    .title = Pass in time
    .right = Two passes in a row end the game; a stone in one of your own last two liberties would let White capture everything.
    .use = Keep two liberties that your opponent can never fill, and your group lives without another move.
exercise-keil-still-refused =
    You play Black. Your stone needs a liberty *after* its captures. A point that a capture empties is one only if it is linked to your stone.
    There is one empty point where your stone would capture and is refused all the same. Try to play there.
    .title = A capture that is refused
    .right = A stone on c1 would take b1, but c2, the only point next to both, is White’s, so the emptied b1 would be no liberty.
    .use = A corner gives no liberties while your opponent holds its inner neighbour, so attack that one first.
exercise-keil-pass-repeats =
    You play Black. You passed, and then White’s b1 captured your stone on c1. You may not bring back a board that one of your own turns left, and a pass is a turn, too.
    Because of this, there is one empty point on which you may not play now. Try to play there.
    .title = A pass counts, too
    .right = Recapturing would bring back the board on which you passed, so it is refused, although your last stone left another one.
    .use = Before you pass, see if a ko is open: the board you leave is one you may not bring back.
exercise-keil-own-turns =
    You play White. Black’s a1 has just captured your stones on a2 and b2. Taking back makes the board as it was after *Black’s* turn with b3. Only boards that *your own* turns left are forbidden to you.
    Take back: capture a1.
    .title = Only your own turns count
    .right = No turn of yours had left that board, so you may make it, although Black’s turn had left the same one.
    .use = If you lose two stones and can take back one, that is no ko: you need no threat.
exercise-keil-button-lifts =
    You play White. Black’s b2 captured your stone on a1, and taking back was refused: it would have brought back a board that your own turn left. Then you took the button, and Black passed.
    A board counts as another one once the button is gone. Take back: capture b2.
    .title = The button lifts a ban
    .right = The stones stand as after a turn of yours, but the button is gone now, so nothing is repeated.
    .use = The button can take the place of a ko threat: it is half a point and lets you take back.
exercise-keil-nobody =
    You play Black. Around c3 the stones of both colours alternate.
    There is one empty point on which you may not play here. Try to play there.
    .title = Nobody’s point
    .right = c3 is linked to no stone, since each stone beside it stands between two of the other colour, so neither player may place there, and it counts for nobody.
    .use = Such a point is lost to both, so do not count on it and do not wait to fill it.
exercise-keil-linking-2019 =
    A challenge may choose the linking of 2019, as this game does. Captures are the same, but two empty neighbours are then *always* linked, even past two stones of one colour.
    Nobody plays any more. How many points does Black have?
    .title = The linking of 2019
    .right = Six stones and the seven points above them make thirteen, since b4 is linked to b3 here and so belongs to an area that touches White, too.
    .use = With this linking two stones are no border between empty points, so fill such gaps before you pass.
