lesson-kee-capture =
    { "**Aim:**" } have the most points at the end: your stones, and the empty areas that only you touch.
    { "**Turn:**" } Black begins. Place a stone on an empty point, or pass. Stones never move.
    Stones of one colour joined along the lines are a group; the empty points beside it are its liberties, for one stone at most four. Your stone first removes all *other* groups without liberties, then your own.
    So suicide is legal: White’s b1 joined a1, and both are gone. But no stone may remove itself alone.
    .title = Aim and capture
lesson-kee-situation =
    A *situation* is the board together with the anchor (see the next page), no matter whose turn it is. No stone may bring back a situation that this game has had, no matter who made it; the empty board counts too.
    Black’s c2 has just taken a stone on b2. White may not take back at once: b2 would bring back the board that White’s last stone made, and there is still no anchor. If you try, I tell you after which move that board stood. You may always pass.
    .title = No situation twice
lesson-kee-anchor =
    When all players but one have passed in a row, the board becomes the *anchor*. With two players, one pass is enough. The anchor stays, whatever is placed, until the next one replaces it.
    White could not retake and passed, so the board with Black’s stone on c2 became the anchor. Black passed too. Then White retook on b2: that board had never occurred with *this* anchor. Now Black may not retake, since that would bring back the anchor itself.
    .title = The anchor
lesson-kee-passing =
    The game ends when every player in turn has passed in the same situation. Once all but one have passed, there is a new anchor, and so a new situation: then everybody has to pass again. That makes 3 passes in a row for two players, 5 for three, 11 for six.
    Here is the ko again at pass 2 of 3. White, to move, may take on b2 now that the anchor has changed, or pass and end the game. So no game ends because a move was forbidden just for the moment.
    .title = Passing to the end
lesson-kee-area =
    The board is scored as it stands, so capture dead stones before you pass. You score a point for each of your stones, and for each empty point in a region that touches only your colour; dots show the owner. Column a is Black’s and e White’s; c2 and c3 touch both and are nobody’s.
    The last player also gets komi, if the challenge sets it. More points win: here 9 to 9½ for White. With more players everybody is ranked, and ties share a place.
    .title = Area
