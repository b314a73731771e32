### Exercises of Kee Rules Go: the question, its title, the sentence after a right answer, and what it is good for.

exercise-kee-liberty =
    { "**Aim:**" } have the most points at the end: your stones, and the empty areas that only you touch.
    You play White. A liberty is an empty point beside a group, along the lines.
    The black group on a1 and b1 has two liberties. Place a stone on one of them.
    .title = Liberties
    .right = The liberties of a group are the empty points beside any of its stones; diagonals do not count.
    .use = Count liberties before every fight: the group with fewer usually falls first.
exercise-kee-capture =
    You play Black. A group without a liberty is captured.
    The white stones on c2 and c3 are one group. Capture it.
    .title = Capture
    .right = You took the last liberty of the group, so all of it is gone.
    .use = A capture wins the points under the stones, and saves whatever those stones attacked.
exercise-kee-save =
    You play Black. Your stone on c2 has one liberty left, and White is about to take it.
    Save the stone.
    .title = Save a stone
    .right = A stone on the last liberty makes a larger group, which has new liberties.
    .use = Extend while that brings more liberties; if it brings none, let the stone go and play elsewhere.
exercise-kee-ko =
    You play White. Black’s stone on c3 has just captured yours on b3. No stone may bring back a *situation* that this game has had: here, a board with the same stones.
    There is one empty point on which you may not play now. Try to play there.
    .title = Ko
    .right = Recapturing at once would bring back the situation that your last stone made, so it is refused.
    .use = Play a threat elsewhere that your opponent must answer; then the board is new, and you may take back.
exercise-kee-retake =
    You play White. It is the same ko, and now you and Black have both passed. So the board has become the *anchor*. A situation is the board *together with* its anchor.
    Take back: capture c3.
    .title = The anchor
    .right = A new anchor makes a new situation, so what was refused before may be legal now.
    .use = In these rules a pass is a move too: it can open a ko again for you, and for your opponent.
exercise-kee-count =
    You score a point for each stone, and for each empty point in a region that touches only your colour.
    How many points does Black have?
    .title = Count
    .right = Five stones and the four points of column a make nine; the three points between the walls touch both colours.
    .use = Count before you pass: a stone between the walls is still worth a point to whoever plays it.
exercise-kee-end =
    You play Black and lead 12 to 8. Black and White have both passed: with two players the third pass in a row ends the game.
    Make the move that wins.
    .title = Pass to the end
    .right = The third pass ends the game as the board stands; a stone in one of your two eyes would let White capture everything.
    .use = When nothing is left to win, pass, and keep two eyes in every group.
exercise-kee-suicide =
    You play White. Your stone on a1 has one liberty left. Suicide is legal here: a stone first removes all other groups without liberties, then your own.
    Take a1 off the board, together with the stone you place.
    .title = Suicide
    .right = Several stones may remove themselves, if no other group loses its last liberty first.
    .use = Suicide changes the board, so it can be the move elsewhere that lets you take back in a ko.
exercise-kee-alone =
    You play Black. A stone that would remove nothing but itself leaves the board as it was, and no stone may bring back an earlier situation.
    There is one empty point on which you may not play. Try to play there.
    .title = Alone
    .right = A single stone’s suicide changes nothing, so it would repeat the situation, and that is refused.
    .use = An eye is safe from a lone stone, as long as your group has another liberty.
exercise-kee-three =
    You play Black against White and Red. Your stone removes all groups of *all* your opponents that have no liberty, at the same moment.
    One stone of yours can capture a2, b1 and b2. Place it.
    .title = Two opponents at once
    .right = The red stone and the white ones shared their last liberty, and all went at once, so none of them made room for the others.
    .use = With three players, look for a point on which stones of both opponents depend.
