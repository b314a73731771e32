### What everybody can do with a game, whether they play or not: look, follow, watch, ask who is ahead.

## Buttons

button-board = Board
button-rules = Rules
button-score = Score now
button-follow = Follow
button-poll = Poll: who is ahead?
button-follow-every = { $every ->
    [0] Only at the end
    [1] Every move
   *[other] Every { $every } moves
}
button-stop-following = Stop following
placeholder-peek = Peek at …
placeholder-follow = Follow …
choice-watched = #{ $match } { $game }: { $players }

## Follow

following = { $every ->
    [0] You follow **{ $game }** #{ $match }: I mention you when it ends.
    [1] You follow **{ $game }** #{ $match }: I mention you after every move and when it ends.
   *[other] You follow **{ $game }** #{ $match }: I mention you every { $every } moves and when it ends.
}
following-stopped = You no longer follow **{ $game }** #{ $match }.
following-never = You do not follow **{ $game }** #{ $match }.
# Under a board: those whom it calls, because they follow the game.
followers-called = 👀 Following: { $followers }

## Score now

score-now = **Not final:** the score of **{ $game }** #{ $match } if everyone passed now. Stones that can still be captured count.
score-now-sheet = Move { $ply }. { $players }.

## Watch

command-watch = See the running games of this server, look at them and follow them
watch-none = No game that you can see is running on this server. Start one with /challenge.
watch-pages = Games { $first } to { $last } of { $number }, the one played last first.
watch-last = last turn { $when }
watch-began = began { $when }

## The poll

poll-question = { $game } #{ $match }: who is ahead?
poll-player = { $seat }: { $player }
poll-even = Even
poll-sent = The poll follows in { $channel }. Everyone there can vote for { $time }.
poll-there = This game has its poll already. I post only one in a game.
poll-there-at = This game has its poll already: { $link }
poll-without-permissions = I cannot post a poll in { $channel } because I lack { $permissions } there. Ask a server admin to allow it.

## Refusals

refusal-follows-own = You play in this game, so I mention you anyway: at each of your turns and at the end.
refusal-follows-many = You already follow { $most } games. Stop following one first: /watch lists them.
refusal-many-followers = No more than { $most } people can follow one game: a board has no room for more names.
refusal-poll-early = It is too early to ask: a game can have its poll after { $moves } moves.
refusal-may-not-poll = You may not create polls in the channel of this game, so I cannot post one for you.
refusal-no-score = There is no score in this game now.
