### Exercises of Ki: the question, its title, the sentence after a right answer, and what it is good for.

exercise-ki-forbidden =
    { "**Aim:**" } have more stones than your opponent when the board is full.
    You play White. A player *controls* a point, empty or not, with at least two stones beside it, and more than the other has there. You may not place on an empty point that your opponent controls, and a stone of yours on such a point is captured.
    There is one point on which you may not place here. Try to place there.
    .title = Forbidden points
    .right = Black has two stones beside b4 and you have one, so Black controls it; c3 has two of each, so it is open to both.
    .use = A point that you control waits for you: fill it last, and first play where your opponent could, too.
exercise-ki-control =
    You play Black. You have one stone beside c3, and so has White.
    Take control of c3.
    .title = Control
    .right = Two stones against one is control: at least two, and more than the other has.
    .use = Each point that you control is a stone for you at the end, as long as you keep control of it.
exercise-ki-corner =
    You play Black. Diagonals do not count, so a corner has only two points beside it.
    Take control of the corner a1.
    .title = The corner
    .right = Control takes two stones everywhere, and a corner has just two neighbours, so you need both.
    .use = A corner that you control is yours for good once nobody can capture its two neighbours.
exercise-ki-capture =
    You play Black. After you have placed a stone, all of your opponent’s stones on points that you control are removed.
    Capture the white stone on c3. White has a stone beside it, too.
    .title = Capture
    .right = A stone falls when you control its point, here with two stones against one.
    .use = A capture counts twice: your opponent has one stone fewer, and the empty point is yours to fill.
exercise-ki-corner-capture =
    You play Black. A stone in a corner has only two neighbours.
    Capture the white stone on a1.
    .title = Capture in the corner
    .right = In the corner both neighbours have to be yours, and then the stone is gone.
    .use = A stone in a corner with one friend beside it cannot be captured while that friend stands.
exercise-ki-cascade =
    You play Black. When a stone is gone, it no longer counts for its neighbours, so you may control more points, and their stones are removed too.
    Capture c3 and d3 with one stone.
    .title = Cascade
    .right = Taking d3 left c3 with two of your stones against one, so it fell as well: a cascade.
    .use = Before you count on a stone, see which neighbour it leans on: if that one falls, so may yours.
exercise-ki-save =
    You play Black. White has one stone beside your c3, and threatens to place another one and capture it.
    Save c3.
    .title = Save a stone
    .right = A stone is safe once at least half of the points beside it hold friends, and while you control the points that your opponent needs.
    .use = Before you play elsewhere, see if one more stone would let your opponent capture one of yours.
exercise-ki-square =
    You play Black. White controls c4 and threatens to place there and capture c3.
    Save c3.
    .title = A square of four
    .right = In a square of four each stone has two friends beside it, and your opponent can never have more than two there, so no stone of it can ever be captured.
    .use = A square is safe but controls little around it, so make one only when stones are in danger.
exercise-ki-pass =
    You play Black. Only e2 and e5 are empty, and White controls both.
    Make the only move you have.
    .title = When you must pass
    .right = You pass only when your opponent controls every empty point, and then you must.
    .use = Whoever controls more points at the end fills them while the other passes, and that decides games.
