### Buttons, fields, commands. The first word of a key is the kind of thing that carries the text;
### Discord limits each kind in length (tests/bot/messages/test_labels.py).

## Buttons (at most 80 characters)

button-accept = Accept
button-decline = Decline
button-leave = Decline or leave
button-withdraw = Withdraw
button-change = Change…
button-rematch = Rematch
button-try-again = Try again…

button-move = Move
button-resign = Resign
button-undo = Undo
button-more = More…
button-more-back = Back to { button-more }
button-allow = Allow
button-refuse = Refuse
button-cancel = Cancel the game
button-winner = Agree on the result
button-ask = Ask
button-claim = { $seats ->
    [2] Claim the win
   *[other] Take { $who } out
}
button-claim-yes = { $seats ->
    [2] Yes, claim the win
   *[other] Yes, take { $who } out
}
button-give = Give { $time }
button-fill = Fill the rest
button-take-back = Take back { $moves }
button-ask-back = Ask to take back { $moves }
button-won = { $player } won
button-draw = A draw
button-yes =
    { $action ->
        [agree] Yes, agree
        [button] Yes, take the button
        [pass] Yes, pass
        [resign] Yes, resign
       *[other] Yes, play { $action }
    }
# The declarations of the games; `label` is the word itself, for those that have no text here.
button-declaration =
    { $word ->
        [bid] Bid for Black
        [black] Play Black
        [button] Take the button
        [komi] Name komi
        [pass] Pass
        [white] Play White
       *[other] { $label }
    }
button-declaration-worth = { button-declaration } (+{ $points })

# The same if the opponent makes it.
button-declaration-theirs =
    { $word ->
        [black] They play Black
        [button] They take the button
        [pass] They pass
        [white] They play White
       *[other] They play { $word }
    }

# What a declaration is that is worth points.
button-what-is =
    { $word ->
        [button] What is the button?
       *[other] What is “{ $word }”?
    }

button-replay = Replay
button-replay-first = « First
button-replay-back = ‹ Back
button-replay-forward = Forward ›
button-replay-last = Last »
button-share = Show to the channel

button-next-game = Next game
button-show-board = Show the board
button-why = Why?
# One of several games; the reader is to move in it, plays in it or watches it.
button-match =
    { $reader ->
        [to-move] #{ $match } { $game } with { $others } · your turn
        [playing] #{ $match } { $game } with { $others }
       *[watching] #{ $match } { $game }: { $others }
    }

## Titles of forms (at most 45 characters)

title-challenge = Challenge to { $game }
title-change = Other terms for { $game }

## Fields of forms (at most 45 characters), the hints under them and placeholders (at most 100)

field-move = Your move
field-number = { $step ->
    [half] A number from { $first } to { $last }; halves such as 6.5 too
   *[one] A whole number from { $first } to { $last }
}
field-time = Time

hint-move = { $point } ({ $naming })
hint-move-or = { $point } ({ $naming }), or { $declarations }
hint-declaration-bid = If nobody bids more, you play Black and give White that many points.
# The same, as hint-WORD-VALUE, in a game with an option of this value.
hint-bid-sealed = Your only bid, unseen until both are in. The higher one plays Black, and White gets its points.
hint-declaration-komi = Extra points for White. Make both sides equally good: the other player picks a side.
hint-option = { $least } to { $most }. { $summary }
hint-time = For example 3d for each move, 5d + 1d, 10m + 5x30s, 1h total, or none

placeholder-left-empty =
    { $option ->
        [komi] Leave empty: you settle komi before the first stone
       *[other] Leave empty to keep this open
    }

## Choices (at most 100 characters)

# A number of handicap stones, with what they make up for, in points of rating, and why it is suggested or nothing is.
choice-stones = { $stones } stones{ $worth ->
    [none] {""}
   *[other] {""}, worth about { $worth } points of rating
}{ $why ->
    [fits] {""}: fits your two ratings
    [fits-you] {""}: fits your two ratings if you have Black
    [fits-they] {""}: fits your two ratings if your opponent has Black
    [even] {""}; your ratings fit an even game
    [asker-unrated] {""}; you have no rating here yet
    [other-unrated] {""}; your opponent shows no rating
   *[none] {""}
}
hint-handicap-fits = Fits your two ratings: { $handicap }
hint-no-handicap-known = I cannot suggest one: { $why ->
    [asker-unrated] you have no rating in this game yet.
   *[other-unrated] your opponent shows no rating in this game.
}
choice-handicap = { $who ->
    [you] You: Black{ $stones ->
            [0] {""}
           *[other] {""}, { $stones } handicap stones
        }
    [they] Your opponent: Black{ $stones ->
            [0] {""}
           *[other] {""}, { $stones } handicap stones
        }
   *[even] No handicap
}

# A value of an option, as choice-OPTION, where its name alone says too little.
choice-komi_by =
    .cut = I name komi and the other player picks a side
    .choose = The other player names komi and I pick a side
    .lot = One of us, drawn by lot, names komi; the other picks a side
    .auction = We bid in turn: whoever bids most plays Black and gives White that many points
    .sealed = Each bids once, in secret: the higher bid plays Black and gives White that many points
choice-move-in = { $move } · { $game } #{ $match } vs { $others }

## Descriptions of commands and of their options (at most 100 characters)

command-challenge = Challenge another member to a game
command-play = Make a move in your game
command-pass = Pass in your game
command-resign = Resign your game
command-undo = Take back your last move, or ask to take it back
command-cancel = Propose to cancel a game: no winner, no loser
command-result = Agree on the winner or a draw, and end the game
command-board = See the board of a game, as a picture or as text
command-games = See your games and the games in this channel

command-option-opponent = Opponent (leave empty: anyone may accept)
command-option-players = Number of players; unfilled seats are open to anyone
command-option-time = Time: 3d+1d max 7d (default), 3d for each move, 10m+5x30s, 1h total, none
command-option-black = Who has Black and any handicap stones (default: by lot; with stones, your opponent)
command-option-default = { $summary } (default: { $value })
command-option-move = A point such as d5, or a word such as pass
command-option-game = Which game, if you have several here
command-option-any-game = Which game, finished or not (default: the one in this channel)
command-option-group = A stone, to see the liberties of its group
command-option-form = As a picture or as text

## Entries of a member's menu (at most 32 characters)

menu-challenge = Challenge…
