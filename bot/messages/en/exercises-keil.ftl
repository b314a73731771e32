### Exercises of Keil: the question, its title, and the sentence after a right answer.

exercise-keil-liberty =
    You play White. A liberty is an empty point that is *linked* to a stone: at least one point next to both is empty or has the stone’s colour.
    The black stone on c3 has four empty points beside it, but only three liberties. Place a stone on one of them.
    .title = Liberties
    .right = A liberty is an empty neighbour with a point next to both that is empty or the stone’s colour.
exercise-keil-capture =
    You play White. A group without a liberty is captured.
    The black stone on c3 still has four empty points beside it. One stone of yours is enough to leave it no liberty. Capture it.
    .title = Capture
    .right = Its empty neighbours are still there, but each lies between two white stones: no link, so no liberty.
exercise-keil-cut =
    You play Black. The white stones on c2 and c3 are neighbours, but not linked yet. Two points are next to both, b2 and one more; b2 is yours.
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
    .right = The inner neighbour of a corner is next to all its links: a single stone there captures a lone stone in the corner.
exercise-keil-suicide =
    You play Black. Your stone must have a liberty after your move, or the move is refused: that would be suicide.
    There is one empty point on which you may not play here. Try to play there.
    .title = Suicide
    .right = Suicide is refused: white b2 is next to both links of the corner a1, so a stone there would have no liberty.
exercise-keil-count =
    Each stone is a point. Linked empty points are an area, and count for you if every stone linked to them is yours.
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
