lesson-kee-capture =
    A group is stones of one colour connected along the lines; the empty points beside it are its liberties. A stone first removes all groups of *other* players that have none, of any colour and all at once; then those of your own that still have none.
    So suicide is legal: White’s b1 joined a1, neither had a liberty, and both are gone: the ghosts. A stone that would only remove itself changes nothing and is not legal.
    .title = Capture and suicide
lesson-kee-situation =
    A *situation* is the board together with the anchor, which is on the next page; it does not matter who is to move. No stone may bring back a situation that this game has had, no matter who made it; the empty board counts too.
    Black’s c2 has just taken a stone on b2. White may not take back at once: b2 would bring back the board that White’s last stone made, and there is still no anchor. The refusal names that ply. You may always pass.
    .title = No situation twice
lesson-kee-anchor =
    When all players but one have passed in a row, the board that they passed is the *anchor*. With two players each pass is enough. It stays until that happens again, whatever is placed.
    White could not take back, passed, and so made the board with a black stone on c2 the anchor. Black passed too. The board that b2 brings back has never been there with *this* anchor: White has retaken. Now Black may not take back, for that is the anchor itself.
    .title = The anchor
lesson-kee-passing =
    The game ends when all players in a row have passed the same situation. The passes of all but one make a new anchor, so a new situation; then all have to pass once more. That is 3 passes in a row for two players, 5 for three, 11 for six.
    Here is the ko again at pass 2 of 3. White, to move, may take on b2 now that the anchor has changed, or pass and end the game. So no game ends on a move that was only forbidden for the moment.
    .title = Passing to the end
lesson-kee-area =
    The board counts as it stands, so capture what you think is dead before you pass. You score your stones and the empty regions that touch no colour but yours; dots show the owner. Column a is Black’s and e White’s; c2 and c3 touch both and are nobody’s.
    The last player also gets komi, if the challenge sets it. More points win: here 9 to 9½ for White. With more players everybody is ranked, and ties share a place.
    .title = Area
