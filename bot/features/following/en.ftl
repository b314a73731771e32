### Spectators who want to be called.

button-follow = Follow
button-follow-every = { $every ->
    [0] Only at the end
    [1] Every move
   *[other] Every { $every } moves
}
button-stop-following = Stop following
following = { $every ->
    [0] You follow **{ $game }** #{ $match }: I mention you when it ends.
    [1] You follow **{ $game }** #{ $match }: I mention you after every move and when it ends.
   *[other] You follow **{ $game }** #{ $match }: I mention you every { $every } moves and when it ends.
}
following-stopped = You no longer follow **{ $game }** #{ $match }.
following-never = You do not follow **{ $game }** #{ $match }.
following-own-game = You play in this game, so I mention you anyway: at each of your turns and at the end.
following-too-many = You already follow { $most } games. Stop following one first: /watch lists them.
following-too-many-followers = No more than { $most } people can follow one game: a board has no room for more names.
