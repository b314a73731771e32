### Exercises of Ki: the question, its title, and the sentence after a right answer.

exercise-ki-forbidden =
    You play White. A player *controls* a space, empty or not, with at least two stones beside it, and more than the other has there. You may not place on an empty space that your opponent controls, and a stone of yours on such a space is captured.
    There is one space on which you may not place here. Try to place there.
    .title = Forbidden spaces
    .right = Black has two stones beside b4 and you have one, so Black controls it; c3 has two of each, so it is open to both.
exercise-ki-control =
    You play Black. You have one stone beside c3, and so has White.
    Take control of c3.
    .title = Control
    .right = Two stones against one is control: at least two, and more than the other has.
exercise-ki-corner =
    You play Black. Diagonals do not count, so a corner has only two spaces beside it.
    Take control of the corner a1.
    .title = The corner
    .right = Control takes two stones everywhere, and a corner has just two neighbours, so you need both.
exercise-ki-capture =
    You play Black. After you have placed a stone, all enemy stones on spaces that you control are removed.
    Capture the white stone on c3. White has a stone beside it, too.
    .title = Capture
    .right = A stone falls when you control its space, here with two stones against one.
exercise-ki-corner-capture =
    You play Black. A stone in a corner has only two neighbours.
    Capture the white stone on a1.
    .title = Capture in the corner
    .right = In the corner both neighbours have to be yours, and then the stone is gone.
exercise-ki-cascade =
    You play Black. When a stone is gone, it no longer counts for its neighbours, so you may control more spaces, and their stones are removed too.
    Capture c3 and d3 with one stone.
    .title = Cascade
    .right = Taking d3 left c3 with two of your stones against one, so it fell as well: a cascade.
exercise-ki-save =
    You play Black. White has one stone beside your c3, and threatens to place another one and capture it.
    Save c3.
    .title = Save a stone
    .right = A stone is safe once at least half of the spaces beside it hold friends, and while you control the spaces that the enemy needs.
exercise-ki-pass =
    You play Black. Only e2 and e5 are empty, and White controls both.
    Make the only move you have.
    .title = When you must pass
    .right = You pass only when your opponent controls every empty space, and then you must.
