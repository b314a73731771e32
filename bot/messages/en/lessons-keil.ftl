lesson-keil-linking =
    { "**Aim:**" } more points at the end: your stones, and empty points that only you surround.
    { "**Turn:**" } Black begins. Place a stone on an empty point; stones stay put.
    Two neighbours of one colour: look at the points next to *both*: two, but **one at the edge**.
    { "**Linked**" } (b1, b2, c2: fused): one is yours, for good.
    { "**Open**" } (f2, f3: thin bar): none is yours, one is empty; it can still be cut.
    { "**Cut**" } (d5, d6: red bar): all are your opponent’s.
    One stone cuts an edge pair or captures a corner stone.
    .title = Aim and links
lesson-keil-edge =
    Two neighbours along the edge have only **one** point next to both. So a single stone of your opponent’s cuts them: White’s f3 cuts g2 from g3. Inside it takes two (c5 and e5 cut d5 from d6).
    In a corner one stone captures: White’s b2 is next to a1, a2 and b1. So a1 (pale) had no empty point *linked* to it.
    A stone and an empty point are linked if a point next to both is empty, or of the stone’s colour. So capturing a lone stone takes one stone in a corner, two at the edge, three inside.
    .title = The edge
lesson-keil-capture =
    A group is a stone and every stone it reaches by links. It is captured when it has no liberty left. A liberty is an empty point *linked* to one of its stones: some point next to both is empty, or of the group’s colour.
    Black’s d2 has just captured c3. c2, b3 and d3 beside it were empty, but each lies between two black stones: no link, no liberty.
    Suicide is not legal: after captures, your own group needs a liberty. Nor may you bring back a board that one of your own turns left.
    .title = Capture
lesson-keil-territory =
    The game is over, and the board is scored as it stands. No stones are removed at the end, so capture dead stones before you pass.
    Linked empty points form an area. It is yours if every stone linked to it is yours; dots show the owner. Rows a and b are Black’s, f and g White’s. d4 is linked to both colours, so it is nobody’s.
    Two empty neighbours are linked if a point next to both is empty.
    You score your stones, your territory and, as White, komi. More points win.
    .title = Territory
lesson-keil-button =
    The button is half a point for whoever takes it first, once in a game. Taking it is your whole turn, but not a pass, and nobody may pass before it is taken. Two passes in a row end the game. (A challenge can leave the button out.)
    Here Black’s last stone, c3, took the last point that counted. White took the button, both passed, and White wins by that half point.
    Komi is extra points for White. Unless the challenge sets it, one player names it and the other chooses a side.
    .title = The button
