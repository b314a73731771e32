### Exercises of Keil: the question, its title, and the sentence after a right answer.

exercise-keil-liberty =
    { "**Aim:**" } own more points than your opponent: your stones, and the empty areas that only your stones surround.
    You play White. A liberty is an empty point beside a stone and *linked* to it: at least one point next to both is empty or has the stone’s colour.
    The black stone on c3 has four empty points beside it, but only three liberties. Place a stone on one of them.
    .title = Liberties
    .right = A liberty is an empty neighbour with a point next to both that is empty or the stone’s colour.
exercise-keil-capture =
    You play White. A *group*: stones that are linked to each other, or one stone alone. They share their liberties, and are captured together when none is left.
    The black stone on c3 still has four empty points beside it. One stone of yours is enough to leave it no liberty. Capture it.
    .title = Capture
    .right = The empty points beside c3 are still there, but each lies between two white stones: no link, so no liberty.
exercise-keil-cut =
    You play Black. The thin bar says that White’s c2 and c3 are *open*: not linked yet. Two points are next to both. White links them for good with a stone on one of these; you cut them with stones on both.
    You already have one, b2.
    Cut c2 from c3.
    .title = Cut
    .right = Two neighbours are cut when the other colour holds every point next to both; inside the board there are two.
exercise-keil-edge =
    You play Black. The white stones on b1 and c1 are neighbours along the edge.
    Cut b1 from c1. You have one stone to do it.
    .title = The edge
    .right = A pair along the edge has only one point next to both, so one stone cuts it.
exercise-keil-corner =
    You play Black. The white stone on e1 is in a corner and has three empty neighbours.
    Capture it with a single stone.
    .title = The corner
    .right = d2 is the only point next to both e1 and e2, and to both e1 and d1, so one stone there leaves a lone stone on e1 no liberty.
exercise-keil-promise =
    You play Black. Thin bars join the white stones on a2, a3 and b4, but a bar is only a promise: both pairs are open, and can still be cut.
    One stone of yours cuts both pairs and captures two stones. Place it.
    .title = A bar is only a promise
    .right = b3 is the only point next to both stones of each pair, so your stone cut both, and a2 and a3 had no liberty left.
exercise-keil-suicide =
    You play Black. Your stone must have a liberty after your move, or the move is refused: that would be suicide.
    There is one empty point on which you may not play here. Try to play there.
    .title = Suicide
    .right = Suicide is refused: b2 is the only point next to both a1 and a2, and to both a1 and b1, so a stone on a1 would have no liberty.
exercise-keil-ko =
    You play Black. White’s b1 has just captured your stone on c1, shown pale. You may not bring back a board that one of your own turns left.
    Because of this, there is one empty point on which you may not play now. Try to play there.
    .title = Repetition
    .right = Recapturing at once would bring back the board that your last turn left, so play elsewhere first.
exercise-keil-count =
    Each stone is a point. Linked empty points are an area, and count for you if every stone linked to them is yours.
    White also gets *komi*, extra points for moving second; here it is 0.
    Nobody can gain anything more. How many points does Black have?
    .title = Count
    .right = Six stones and a1, a2 and a3 make nine; c3 is linked to both colours, so it is nobody’s.
exercise-keil-dead =
    You play Black. White has just passed; if you pass too, the game ends. The white stone on a2 looks lost.
    Make the move after which you lead, whatever White does.
    .title = Capture before you pass
    .right = Nothing is removed at the end, so capture a lost stone before you pass.
exercise-keil-button =
    You play White. It is 10 to 10, White’s komi of 1 included, and no point is left to win. The button is still there: half a point for the first to take it. Nobody may pass before.
    Make the move that leaves you ahead.
    .title = The button
    .right = Taking the button is a whole turn, and when no other move is worth more, its half point decides.
exercise-keil-pass =
    You play Black and lead 10 to 9. White has just passed.
    Make the move that wins.
    .title = Pass in time
    .right = Two passes in a row end the game; a stone in one of your own last two liberties would let White capture everything.
