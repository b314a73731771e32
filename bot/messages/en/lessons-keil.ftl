lesson-keil-linking =
    Black begins; each turn you place a stone on an empty point. Stones never move. Most points win.
    Two neighbouring stones of one colour are not always connected. Look at the points next to *both* of them: there are two, or one at the edge.
    {""}**Linked** (b1, b2, c2: fused): one of those points is yours. Linked for good.
    {""}**Open** (f2, f3: thin bar): none is yours, but one is still empty. Not linked yet: whoever plays there decides.
    {""}**Cut** (d5, d6: red bar): the other colour holds all those points.
    .title = Linking
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
