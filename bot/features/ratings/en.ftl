### Ratings.

## Under the result, for everybody

# Each person's line: $before and $after are whole numbers, $deviation how sure they are.
ratings-line = { $who }: { $before } → { $after }, ±{ $deviation }{ $provisional ->
        [yes] {" "}(provisional)
       *[no] {""}
    }
ratings-withdrawn = A moderator has taken the ratings of this game away.

## To a player alone

# Why a game that has ended is not rated.
ratings-not-counted = { $why ->
        [ruled] Not rated: a moderator decided the game.
        [agreed] Not rated, as its challenge says.
        [help-allowed] Not rated: its challenge allowed help.
        [first-move] Not rated: on this board whoever goes first nearly always wins.
        [handicap] Not rated: the handicap or the komi was unusual.
        [taken-over] Not rated: a computer took over a seat.
        [computers] Not rated: nobody knows how strong these computers are here.
        [helped] Not rated: you had help, or took a move back.
        [series] Not rated: it was not the first loss on time in a row.
       *[no-result] {""}
    }
ratings-unrated-now = This game is not rated any more, since you had help or took a move back against me.

## Taking a game's rating away

command-unrate = For managers of the server: take the ratings of a finished game away
command-option-unrated-game = The number of the game, such as 12
command-option-unrate-reason = Why: everybody in this channel sees it
ratings-taken = ⚖️ { $moderator } has taken the ratings of **{ $game }** #{ $id } away. Reason: { $reason }
ratings-given-back = { $who }: { $before } → { $after }
ratings-not-rated = This game changed no ratings, or they were taken away already.
ratings-runs = Give the number of a game of this server that is over.
ratings-no-reason = Give a reason: everybody here sees it.
ratings-own-game = You play in this game, so somebody else has to decide.

## Challenges and settings

command-option-unrated = Whether the game changes nobody’s rating (default: no)
challenge-allows-unrated = Not rated: this game changes nobody’s rating.
config-name-rated = **Ratings**
config-rated-yes = games are rated
config-rated-no = games are not rated unless their challenge says so
placeholder-config-rated = Whether games are rated

## Leaderboards

command-leaderboard = See who has the best ratings on this server, or on all servers
command-option-leaderboard-game = Which game; default: the usual one of this server
leaders-scenes = Leaderboard
leaders-here = **{ $game }** · the best on this server
leaders-everywhere = **{ $game }** · the best on all servers
leaders-nobody = Nobody has a rating yet that is not provisional.
leaders-provisional = Not ranked yet, since their ratings are provisional: { $others }
leaders-provisional-one = { $name } { $value } ±{ $deviation }
leaders-own = You are number { $rank }, with { $value } ±{ $deviation }.
leaders-no-rank = You have no rank here: it takes about ten rated games, the last of them here and not too long ago.
leaders-hidden = You are on no leaderboard, as you wish.
leaders-lately = *Who has finished no rated game for { $days } days is not listed until they play again.*
leaders-player = Player
leaders-rating = Rating
leaders-games = Games
leaders-alt = The best in { $game }: { $rows }
leaders-alt-row = { $rank }. { $name } { $value }
leaders-no-game = I know no such game.
button-leaders-here = This server
button-leaders-everywhere = All servers
button-leaders-hide = Hide me
button-leaders-show = List me again
placeholder-leaderboard-game = Another game

## Profiles

ratings-profile = Rating { $value } ±{ $deviation }{ $provisional ->
        [yes] {" "}(provisional)
       *[no] {""}
    } · rated games: { $games }
