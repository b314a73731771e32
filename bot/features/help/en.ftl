### The help. Each topic has a title for its menu.

placeholder-topics = More about …
command-help = How to start, play and watch
help =
    { "**Start:**" } { $games } starts a game at once, { COMMAND("practice") } one against me; { COMMAND("challenge") } offers every setting. { COMMAND("rules") } explains a game in pictures, { COMMAND("learn") } lets you try it.
    { "**Play:**" } press *{ button-move }* under the newest board, reply to it with a point (d5), or use { COMMAND("play") }.
    { "**Watch:**" } { COMMAND("board") } shows a game to you alone; { COMMAND("watch") } lists the games in progress, { COMMAND("games") } yours.
    { "**Compete:**" } games change your rating: see { COMMAND("profile") } and { COMMAND("leaderboard") }. On the { COMMAND("ladder") } you play for places; { COMMAND("tournament create") } is for whoever manages the server or has a role for it.
# In direct messages, in which nobody plays.
help-direct =
    { "**Here:**" } { COMMAND("rules") } explains a game in pictures, { COMMAND("learn") } and { COMMAND("puzzle") } let you try it. { COMMAND("games") } lists your games on all servers; { COMMAND("replay") } and { COMMAND("record") } show one of them, finished or not. { COMMAND("view") } changes how boards look to you.
    { "**On a server:**" } { $games } starts a game, { COMMAND("practice") } one against me. Moves are made there, under the board.
help-typed = I read no messages here, only commands: type / and choose one from the list.
help-topic = **{ $title }.** { $help }
help-start =
    { $games } challenges someone, or anyone, to a game with the usual settings. It starts as soon as it is accepted. *{ menu-challenge }* in a member’s menu, under Apps, does the same. A challenge stays open for { $time }.
    { COMMAND("challenge") } offers every setting; one that you leave out is as in your last challenge; *handicap* gives your opponent stones. *{ button-change }* on the card makes a counter-offer. *{ button-rematch }* under the last board offers the same game with sides swapped (chosen sides and a handicap stay). { COMMAND("rules") } explains a game in a few pictures, and { COMMAND("learn") } teaches it by moves that you make.
    .title = Start
help-moves =
    A move is a point: d5, D-5 and d 5 are the same. Press *{ button-move }* under the newest board: it lists the legal points and shows you what a stone does before you play it ({ COMMAND("view") } turns that off). You can also reply to that board and leave the ping on, or use { COMMAND("play") }, which suggests legal moves. If I was offline when you replied, send your reply again.
    I ask before anything that is hard to undo. *If…* in the answer plans what you reply next. If a move is not legal, I tell you the reason (*{ button-why }* under a reply shows it), and *{ button-move }* lets you try another. *{ button-why-captured }* explains captures.
    .title = Moves
help-back =
    For one minute, or until someone else moves, *{ button-undo }* takes back your last move. After that, press *{ button-more }* under the board: there you can ask to take a move back, to cancel the game, or to agree on the winner. The others allow or refuse your request; playing on refuses it.
    { COMMAND("undo") }, { COMMAND("cancel") } and { COMMAND("result") } do the same. Against me you take back as many moves as you like.
    .title = Taking back
help-clocks =
    The challenge sets the time: to begin with and more for each move, up to a limit (*3d + 1d max 7d*); the same for each move (*3d*); to begin with, then periods (*10m + 5x30s*); for the whole game (*1h total*); or *none*. If your time runs out, you lose (with *3d soft*, only if another player claims it); with more than two players the others play on. Until one of two has placed two stones, the game is closed instead.
    With an hour or more for each move, I remind you when a fifth of it is left, and two hours before the end; { COMMAND("notify") } changes that. Time I was offline does not count.
    .title = Clocks
help-away =
    A challenge can end its time with *no nights* or *no weekends* (*3d no nights*). Then your clock stops while you sleep: { COMMAND("time") } sets your time zone and your nights, which nobody else sees.
    With *from first look*, a turn’s clock starts when you first look at it, or a day later.
    In games of days { COMMAND("away") } stops your clock while you are on vacation. You begin with 7 days and earn one every 12 days, up to 28. Boards, cards and lists show until when you are away. If you like, I take a day before you lose a game on time.
    .title = Nights and vacation
help-scoring =
    When a game ends by its rules, the last board shows the winner, the territory of each player, and the score line by line.
    If a pass can end the game, I tell you the current score before you confirm it. { COMMAND("board") } shows you the position at any time.
    .title = Scoring
help-ratings =
    Every game has its own rating, the same on all servers; it starts at 1500. The last board shows the change and how sure it is: *1512 → 1526, ±78*. It is provisional for about ten games.
    Games against me count too, unless you ask for help, change my level or take a move back. Not rated: a challenge with *unrated*, handicap stones, an unusual komi, allowed help, private boards, a moderator’s decision.
    Fewer than three stones each, or losing on time again and again, counts for nothing; many games of the same two in a month count less and less.
    .title = Ratings
help-pictures =
    In a game with links, neighbouring stones of one colour are fused if they are linked for good, joined by a thin bar while that is still open, and separated by a short red bar if they are cut.
    { COMMAND("board") } can show more: groups, liberties, territory and so on. { COMMAND("view") } lets you choose colours, rotation, coordinates and size. Only you see both, unless you press *{ button-share }*.
    .title = Pictures
help-records =
    { COMMAND("replay") } steps through a game move by move, even after it has ended; { COMMAND("record") } gives you the game as a file that other programs can open. Both are also buttons under the last board. { COMMAND("import") } shows the game in such a file, including games of Go. { COMMAND("analyse") } lets you try other moves, comment on them and mark points, once a game is over or if its challenge allows it before.
    Only you see all this, unless you press *{ button-share }*.
    .title = Replays and records
help-tournaments =
    { COMMAND("tournament create") } posts a card in this channel on which members sign up, if you may manage the server or have the role that { COMMAND("config settings") } names for it. The organiser presses *Start*, or the sign-up ends by itself; then each round begins when the last game of the one before is over.
    Your games are played like any other. { COMMAND("tournament standings") } shows who leads; under the message of a round, *Why this pairing?* says why you play whom you play. If you cannot go on, press *Withdraw* on the card.
    .title = Tournaments
help-ladder =
    { COMMAND("ladder") } shows the ladder of a game on this server. *Join* puts you at the bottom. *Challenge …* offers the players a few places above you: if you win, you take their place, and everybody between goes down one.
    If somebody challenges you, the card says until when you can answer. If you decline or do not answer, they take your place. Nobody loses a place during a vacation ({ COMMAND("away") }). *Rules* under the ladder explains the rest; *Leave …* takes you off.
    .title = The ladder
help-privacy =
    { COMMAND("privacy") } shows what I store about you, gives it to you as a file, or deletes it. { COMMAND("block") } lets no new game begin between you and somebody else, but on a ladder, without telling them. *Report…* behind *{ button-more }* tells the moderators of the server what happened.
    On servers I look only at messages that reply to one of my boards, and I read their text only if the ping is on. I keep nothing of that text but the moves. If you write to me, I answer without reading it.
    My answers to commands and buttons are private, unless you press *{ button-share }*.
    .title = Privacy
