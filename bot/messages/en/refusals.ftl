### Why something is refused, and what to do. Keys end in the value of the enum member.

## Service rules (ServiceRefusal)

refusal-alone = You cannot challenge yourself. Choose another member.
refusal-twice = You named the same player twice. Choose different members.
refusal-too-many = You already have { $most } open challenges here. Withdraw one first.
refusal-no-such-challenge = That challenge no longer exists.
refusal-not-asked = You have no seat in this challenge.
refusal-not-asked-but = This challenge is for { $players }.
refusal-own-challenge = This is your own challenge: someone else has to accept it. You can withdraw it.
refusal-not-the-challenger = Only the challenger can do that.
refusal-challenge-over =
    { $state ->
        [accepted] This challenge is over: it was accepted.
        [changed] This challenge is over: it was changed. Answer the newer card.
        [declined] This challenge is over: it was declined.
        [withdrawn] This challenge is over: it was withdrawn.
       *[expired] This challenge is over: it has expired.
    }
refusal-own-terms = This is your own challenge. To change it, withdraw it and challenge again.
refusal-same-terms = You have changed nothing. Press *{ button-accept }* to play on these terms.
refusal-fixed-terms = Nobody can change the terms of this challenge: accept it or decline it.
refusal-no-such-match = There is no such game here. { COMMAND("games") } lists yours.
refusal-no-match-here = You have no game running in this channel. Start one with { COMMAND("challenge") }.
refusal-not-a-player = You are not playing in this game, but you are welcome to watch.
refusal-has-left = You have left this game. The others play on, and you are welcome to watch.
refusal-not-your-turn = It is not your turn.
refusal-not-your-turn-but = It is not your turn: { $player } is to move.
refusal-not-your-turn-bid = { $player } bids first; you bid after that.
refusal-not-your-turn-anywhere = It is not your turn in any of your games here.
refusal-match-over = This game is over.
refusal-old-board = This is an old board; the game has moved on. Use the newest board.
refusal-old-board-at = Not played: the game has moved on. Reply to the newest board: { $link }
refusal-too-late = Someone moved before you. Look at the newest board.
refusal-time-over = The time for this move has run out.
refusal-which-match = { private-which-match }
refusal-not-over = This game is not over yet. You can offer a rematch when it has ended.
refusal-player-deleted = Someone who played in this game has deleted their data, so there is no rematch. Challenge somebody else with { COMMAND("challenge") }.
refusal-rematch-offered = { rematch-offered }
refusal-rematch-changed = { rematch-changed }
refusal-rematch-played = { rematch-played }
refusal-not-your-question = This question is for { $player }.
refusal-not-your-question-unknown = This question is for someone else.
refusal-no-such-control = This button no longer works.
refusal-no-such-lesson = There is no such page, exercise or puzzle. { COMMAND("help") } lists what I can show you.
refusal-unreadable = That game is damaged in my database, so it cannot be shown or played on. The operator
    can see why in the log, and may have a backup that is whole.
refusal-unknown-rules = I no longer know the rules of that game.
refusal-no-such-file = I no longer have the game from that file. Upload it again with { COMMAND("import") }.
refusal-file-too-large = { $name } is larger than { $most } MiB, too large for the record of a game.
refusal-file-lost = I could not get your file from Discord. Try again.
refusal-still-drawing = I am still drawing an animation for you, or several for others. Try again in a minute.
refusal-out-of-reach = Discord cannot be reached just now, so no move can be made, and no time is lost. Try again in a minute.
refusal-restarting = The bot is being restarted, so this picture was not finished. Try again in a minute.
refusal-no-group = There is no stone at that point, or stones have no liberties in this game. Name a stone, such as d5.
# It works again $when, such as "in 5 minutes".
# $link leads to its card.
refusal-challenge-stands = { $link ->
    [none] You have already challenged { $player } to this game. Withdraw that challenge first.
   *[other] You have already challenged { $player } to this game: { $link }. Withdraw that challenge first.
}
refusal-called-often = You have challenged { $player } several times just now. You can challenge them again { $when }.
refusal-declined-often = Several of your challenges to { $player } were declined. You can challenge them again { $when }.
refusal-challenged-often = You have made many challenges just now. You can make another { $when }.
refusal-shared-just-now = You have just shown something to the channel. You can show more { $when }.
refusal-may-not-write = You may not send messages or files in this channel, so I cannot post this for you.
refusal-many-games = { $who ->
    [you] { $most ->
        [one] You already have a game open on this server, which allows one for each member. Finish it first: { $link }
       *[other] You already have { $most } games open on this server, which allows no more. Finish one first, such as { $link }
    }
   *[other] { $most ->
        [one] This server allows one open game for each member, and { $who } already has one.
       *[other] This server allows { $most } open games for each member, and { $who } already has as many.
    }
}
refusal-not-here = On this server, games begin only in { $channels }.
refusal-not-a-challenger = On this server, only members with the role { $role } may challenge.
refusal-not-an-admin = You need the permission *Manage Server* to change my settings here.

## Requests between players (RequestRefusal)

request-refusal-nothing-to-take-back = You have no move to take back.
request-refusal-answered = Someone has moved since. Press *{ button-more }* under the board to ask for your move back.
request-refusal-undone-before = You have used your undo. Press *{ button-more }* under the board to ask for your move back.
request-refusal-too-late = You moved more than a minute ago. Press *{ button-more }* under the board to ask for your move back.
request-refusal-not-begun = No stone has been placed, so nobody can have won. You can cancel the game.
request-refusal-asked-already = There is already a request in this game. Answer it, withdraw it, or play on.
request-refusal-asked-before = You have already made a request since the last move. Play on first.
request-refusal-nothing-asked = That request has already been answered. Look at the newest board.
request-refusal-own-request = This is your own request: another player has to allow it. *{ button-refuse }* withdraws it.
request-refusal-allowed-already = You have already agreed. The others still have to answer.
request-refusal-no-such-seat = You cannot ask for that in this game. Press *{ button-more }* under the newest board.
request-refusal-not-decided = It is not proved yet who wins, so the rest has to be played.
request-refusal-own-time = It is your own time that is up. You can still move until another player claims that.
request-refusal-not-overdue = You can claim only that another player is out of time, and none is now. Look at the newest board.
request-refusal-no-such-wish = You cannot ask for that. Press *{ button-more }* under the newest board.

## Moves (IllegalReason), as what follows a colon

illegal-unreadable = no such move is possible now
illegal-over = the game is over
illegal-expected-komi = name komi first, a number from 0 to { $points }
illegal-expected-bid = komi is not settled yet: { $words }
illegal-expected-side = choose a side first, black or white
illegal-no-button = the button has been taken, or this game has none
illegal-pass-before-button = nobody may pass before the button is taken
illegal-must-place = you may not pass while you can place a stone
illegal-off-board = there is no such point on this board
illegal-occupied = there is already a stone there
illegal-suicide = it would be suicide, leaving the stone in a group without a liberty
illegal-controlled =
    { $opponent ->
        [unknown] another player controls that point
       *[other] { $opponent } controls that point
    }
illegal-repetition = it would bring back the board after move { $ply }

move-illegal = That move is not legal: { $reason }.
move-legal-before = { $move } is legal on that board, but only { $player } could play it, and only while that board was the newest.
move-unreadable = I cannot read “{ $text }” as a move.
move-unreadable-here = I cannot read “{ $text }” as a move: type { $moves }.
move-point = a point such as { $point }
move-point-or = a point such as { $point }, or { $declarations }
move-number = { $word } and a { $step ->
    [half] number
   *[one] whole number
} from { $first } to { $last }

## Faults and things that the bot cannot do

cannot-in-time = That took too long, so nothing was done. Press again, or type the move with { COMMAND("play") }.
cannot-open-form = A form cannot open another form, so nothing was done. Press a button instead.
cannot-outside-servers = Games are played in the channels of a server. Ask me there.
cannot-two-players = I have no such game for two players. { COMMAND("challenge") } lists the games I have.
cannot-challenge-stranger = That person is not a member of this server. Choose someone who is.
cannot-challenge-bot = Other bots do not play. Choose a person as your opponent, or me.
refusal-missing-permissions = I cannot run a game in this channel because I lack { $permissions }. Ask a server admin to allow it here.
cannot-read-command = This command is not as I know it, so nothing was done. Reload Discord and enter it again.
cannot-store = This was not stored, because the bot’s disk is full or cannot be written. Your game is as it was. Try again in a few minutes. If it happens again, give the operator this reference: { $reference }.
cannot-read-damaged = This was not done, because the bot’s database is damaged, perhaps in your game, too. Please tell the operator now, with this reference: { $reference }.
our-fault = Something went wrong on our side, but your game is safe. Please try again. If it happens again, give the operator this reference: { $reference }.

file-name = “{ $name }”

# Discord's own names
permission = **{ $name }**
permission-attach-files = Attach Files
permission-read-message-history = Read Message History
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-manage-threads = Manage Threads
permission-create-public-threads = Create Public Threads
permission-send-polls = Create Polls
permission-create-events = Create Events
permission-view-channel = View Channel

refusal-paused = A moderator has paused this game. It goes on when a moderator resumes it.
refusal-not-present = You can begin a game only in a channel that you can see and in which you may use my commands.
refusal-private-thread = This game was played in a private thread. Begin the next one with the buttons under its last board in Discord.
refusal-discord-silent = Discord does not answer just now, so no game can begin. Try again in a minute.
refusal-not-a-moderator = { $role ->
    [none] You need the permission *Manage Messages* in the channel of this game.
   *[other] You need the role { $role }, or the permission *Manage Messages* in the channel of this game.
}
