### The rules in lessons, and the help. Each topic of the help has a title for its menu.

lesson-head = **{ $game } { $number }/{ $count }: { $title }**

help =
    { "**Start:**" } /rules teaches a game; /challenge invites a member, or anyone, to play.
    { "**Play:**" } press *{ button-move }* under the newest board, reply to it with a point (d5), or use /play.
    { "**Watch:**" } /board shows a game to you alone; /games lists the games in progress.

help-topic = **{ $title }.** { $help }

help-start =
    /rules teaches a game in a few pictures. /challenge followed by the name of a game posts a challenge to the channel; it stays open for { $time }. Choose an opponent, or leave that empty: then anyone may accept. You can also challenge from a member’s menu, under Apps.
    Every setting is an option of the command. The challenge shows them all, and *{ button-change }* makes a counter-offer. Under the last board, *{ button-rematch }* offers the same game with sides swapped.
    .title = Start

help-moves =
    A move is a point: d5, D-5 and d 5 are the same. *{ button-move }* shows how points are named. Press *{ button-move }* under the newest board, reply to that board and leave the ping on, or use /play, which suggests legal moves. If I was offline when you replied, send your reply again.
    I ask before anything that is hard to undo. If a move is not legal, I tell you the reason (under a reply, press *{ button-why }*), and you can try another.
    .title = Moves

help-back =
    For one minute, or until someone else moves, *{ button-undo }* takes back your last move. After that, press *{ button-more }* under the board: there you can ask to take a move back, to cancel the game, or to agree on the winner. The others allow or refuse your request; playing on refuses it.
    /undo, /cancel and /result do the same.
    .title = Taking back

help-clocks =
    The time for each move is set by the challenge and shown with the board. If your time runs out, you lose; with more than two players the others play on. A two-player game with no stone yet is simply closed.
    With an hour or more for each move, I remind you once, when a quarter of the time is left. Time I was offline does not count.
    .title = Clocks

help-scoring =
    When a game ends by its rules, the last board shows the winner, the territory of each player, and the score line by line.
    If a pass can end the game, I tell you the current score before you confirm it. /board shows you the position at any time.
    .title = Scoring

help-pictures =
    In a game with links, neighbouring stones of one colour are fused if they are linked for good, joined by a thin bar while that is still open, and separated by a short red bar if they are cut.
    /board can show more: groups, liberties, territory and so on. /view lets you choose colours, rotation, coordinates and size. Only you see both, unless you press *{ button-share }*.
    .title = Pictures

help-records =
    /replay steps through a game move by move, even after it has ended; /record gives you the game as a file that other programs can open. Both are also buttons under the last board. /import shows the game in such a file, including games of Go.
    Only you see all this, unless you press *{ button-share }*.
    .title = Replays and records

help-privacy =
    I store your Discord ID and your last known name, your challenges and moves, how you like to see boards, the games you follow, and the last games you imported.
    I look only at messages that reply to one of my boards, and I read their text only if the ping is on. I keep nothing of that text but the moves.
    My answers to commands and buttons are private, unless you press *{ button-share }*.
    .title = Privacy
