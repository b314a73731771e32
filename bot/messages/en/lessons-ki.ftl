lesson-ki-placing =
    { "**Aim:**" } have more stones when the board is full.
    { "**Turn:**" } Black begins. Place one stone on an empty point; stones never move.
    A player with at least two stones beside a point, and more than the other, *controls* it. You may not place on a point that your opponent controls, not even to capture. Dots show who controls what; a point without a dot is open to both.
    Here White is to play, anywhere but on b2 and c3, which Black controls. Black could place there later, but need not hurry.
    .title = Aim and placing
lesson-ki-control =
    You control a point if **at least two** of your stones are next to it along the lines, and **more** of yours than of your opponent’s. Diagonals do not count.
    Inside, a point has four beside it, at the edge three, in a corner two. So a corner needs both: Black controls a1. Black also has b2 (two to one), White d2 (two to none) and c3 (two to one).
    d4 has two of each beside it and is open to both. So is b4: one stone alone controls nothing.
    .title = Control
lesson-ki-cascade =
    When you have placed a stone, all of your opponent’s stones on points that you control are removed, wherever they are.
    Black’s e3 took d3, which had two black stones beside it and one white. With d3 gone, c3 had two to one as well, and went too: a *cascade*. It goes on until there is nothing left to take. (A challenge can turn cascades off; then c3 stays at least until Black’s next stone.)
    The emptied points are Black’s now: nothing can be taken back at once.
    .title = Capture and cascade
lesson-ki-end =
    The board is full, so the game is over: 12 black stones, 13 white. White wins. The number of points is odd, so there is never a draw.
    You pass only when your opponent controls every empty point, and then you must. Here c1 was the last one, with two white stones beside it and one black: Black passed and White filled it. So you can leave a point you control for later, as long as you keep control of it.
    Once it is proved who wins, *{ button-fill }* does that for you, if your opponent agrees.
    .title = Pass and end
