# What a board says: what was done, whose turn it is, the result; and the board in words.

## The first board of a game

board-begins = **{ $game }** #{ $id } begins: { $settings }.
board-begins-in-thread = The game begins.
board-seating = { $how ->
    [swapped] Sides swapped: { $seating }.
    [reversed] Seats in reverse order: { $seating }.
    [computers] { $seating }.
    [chosen] { $seating }.
   *[lot] Drawn by lot: { $seating }.
}
# A line of its own, where that is not settled yet.
board-sides-follow = After the first stone, the other player picks a side.
# Who plays what, above a board that one person sees.
board-players = { $seating }.
# One player of the list: "Black @Ada".
board-seat = { $seat } { $player }

## The status line: its facts are joined by dots

board-game = **{ $game }** #{ $id }
# What a game belongs to, such as a round of a tournament, in a line of its own.
board-part-of = { $whole }.
board-ply = after move { $ply }
# The same in a line of its own.
board-ply-alone = Move { $ply }.
# Points that do not show on the board: $points has each with its sign and its name.
board-extra = { $colour } { $points }
board-passes = pass { $number } of { $needed }
board-away = { $who } is on vacation until { $until }
# What the others have left, after that.
board-reserve = { $who } has { $time }
board-periods = { $who } has { $time ->
    [none] {""}
   *[other] { $time } and {""}
}{ $number ->
    [one] one period of { $period }
   *[other] { $number } periods of { $period }
}
# A line of its own after an outage. $time: for so long nobody could move; $when: a date.
board-given = I was away for { $time }. That costs nobody any time: { $who } has until { $when }.

# A line of its own until the player to move has placed a stone; one line on a phone, too.
board-how = Press *{ button-move }* or reply to this, e.g. { $point }.

## Whose turn it is

turn-to-play = { $who } to play
# No stone may be placed.
turn-declare = { $who } can only { $words }
turn-komi = { $who } to name komi
    .short = to name komi
turn-bid = { $who } to bid for Black
    .short = to bid for Black
# It was not drawn yet.
turn-lot = The bids are equal, so the lot decides who plays Black
    .short = the lot decides who plays Black
turn-choose = { $who } to choose { $words }
    .short = to choose { $words }
# In an auction, after a bid.
turn-outbid = { $who } to take White or bid higher
    .short = to take White or bid higher
# What a player can do besides placing a stone, in a list.
declaration = { $word ->
    [pass] pass
    [button] take the button
    [black] Black
    [white] White
   *[other] { $word }
}

## What was done

# $who has bid last.
lot-drawn = The bids are equal ({ $komi }); the lot gave { $value ->
    [black] Black
   *[white] White
} to { $who }
# $captured stones were of others, $lost the player's own; $value completes a declaration.
move-made = { $kind ->
    [pass] { $who } passed.
    [forced] { $who } had no legal placement and had to pass.
    [button] { $who } took the button.
    [bid] { $who } bid { $value } for Black.
    [komi] { $who } named komi { $value }.
    [sealed] { $who } made a sealed bid.
    [lot] { lot-drawn }.
    [black] { $who } chose Black.
    [white] { $who } chose White.
   *[other] { $lost ->
        [0] { $captured ->
            [0] { $who } played { $move }.
            [one] { $who } played { $move } and captured 1 stone.
           *[other] { $who } played { $move } and captured { $captured } stones.
        }
        [one] { $captured ->
            [0] { $who } played { $move } and lost 1 stone.
            [one] { $who } played { $move }, captured 1 stone and lost 1.
           *[other] { $who } played { $move }, captured { $captured } stones and lost 1.
        }
       *[other] { $captured ->
            [0] { $who } played { $move } and lost { $lost } stones.
            [one] { $who } played { $move }, captured 1 stone and lost { $lost }.
           *[other] { $who } played { $move }, captured { $captured } stones and lost { $lost }.
        }
    }
}

# Turns without a board of their own, which this board tells as well; those after them follow.
board-earlier = { $number ->
    [one] 1 earlier move: { $moves }.
   *[other] { $number } earlier moves: { $moves }.
}
board-passed = { $forced ->
    [yes] ⏸️ **{ $who } had no legal placement and had to pass.**
   *[no] ⏸️ **{ $who } passed.**
}
# After a stone for which the other player picks the side.
board-side-open = Black has this stone, and White moves next.
board-chose-side = { $side ->
    [bid] { $who } bid { $value } for Black. The higher bid plays Black
    [black] { $who } chose Black
    [lot] { lot-drawn }
   *[white] { $who } chose White
}: { $seating }{ $pie ->
    [stone] { "" }
   *[no] , komi { $komi }
}.{ $pie ->
    [yes] { " " }Naming komi and choosing a side were moves 1 and 2.
    [stone] { " " }The stone on { $stone } is Black’s. Choosing a side was move 2.
   *[no] { "" }
}
board-timeout = ⌛ **{ $who } ran out of time.**
# The same where the others may claim that.
board-overdue = ⌛ **{ $who } ran out of time,** but can still play{ $number ->
    [0] .
   *[other] {""}: { $others } can { $seats ->
        [2] claim the win
       *[other] take { $who } out
    }, give { $time }, or wait.
}
board-gave = ⏳ { $who } gave { $to } { $time }.
board-resigned = 🏳️ **{ $who } resigned.**
# Computers do not play on among themselves.
board-computer-resigned = 🏳️ **{ $who } resigned,** since only computers are left.
board-gone = The channel of this game is gone.
board-undone = ↩️ **{ $who } took back { $moves }.**

# Said after one of these; $who is to move.
board-pass-ends = If { $who } passes, too, the game ends.
board-others-play-on = The others play on.
board-departed-pass = { $number ->
    [one] { $who } has left and passes.
   *[other] { $who } have left and pass.
}
board-request-withdrawn = The request is withdrawn.
board-request-refused = The request is refused.

## Moves that are taken back, in a list

move-name = { $kind ->
    [pass] the pass
    [button] the button
    [black] the choice of Black
    [white] the choice of White
    [sealed] the sealed bid
    [lot] the lot
   *[other] { $move }
}

## Requests: to take moves back, to cancel the game, to agree on the winner

board-asks = { $wish ->
    [undo] 🤝 **{ $who } asks to take back { $moves }.**
    [win] 🤝 **{ $who } asks to end the game with { $winner } as the winner.**
    [draw] 🤝 **{ $who } asks to end the game as a draw.**
    [fill] 🤝 **{ $who } asks to fill the rest of the board:** whatever both play, { $winner } wins.
   *[cancel] 🤝 **{ $who } asks to cancel the game: no winner, no loser.**
}
board-agrees = { $wish ->
    [undo] 🤝 **{ $who } agreed** to take back { $moves }.
    [win] 🤝 **{ $who } agreed** that { $winner } has won.
    [draw] 🤝 **{ $who } agreed** to a draw.
    [fill] 🤝 **{ $who } agreed** to fill the rest of the board.
   *[cancel] 🤝 **{ $who } agreed** to cancel the game.
}
# Said after one of these, until the next turn; $others have not answered.
board-answer = { $others }: allow or refuse it. A move refuses it, too.
board-waits = Waiting for { $others }.
board-agreed = 🤝 **{ $who } agreed.**
# Nobody made the moves that fill it.
board-filled = { $agreed ->
    [computer] 🤝 **The rest of the board is filled.**
   *[people] 🤝 **{ $who } agreed:** the rest of the board is filled.
}
board-undo-allowed = { $number ->
    [one] ↩️ **{ $who } agreed:** { $moves } is taken back.
   *[other] ↩️ **{ $who } agreed:** { $moves } are taken back.
}
board-refused = { $wish ->
    [undo] { $number ->
        [one] ✋ **{ $who } said no:** { $moves } stays. { $asker }, the game goes on.
       *[other] ✋ **{ $who } said no:** { $moves } stay. { $asker }, the game goes on.
    }
    [win] ✋ **{ $who } does not agree** that { $winner } has won. { $asker }, the game goes on.
    [draw] ✋ **{ $who } does not agree** to a draw. { $asker }, the game goes on.
    [fill] ✋ **{ $who } said no** to filling the rest of the board. { $asker }, the game goes on.
   *[cancel] ✋ **{ $who } said no** to cancelling the game. { $asker }, the game goes on.
}
# A computer had to wait for the answer, and its time is over.
board-lapsed = ⌛ **The request has expired:** it was not answered in time. { $asker }, the game goes on.
board-withdrew = { $wish ->
    [undo] { $who } withdrew the request to take back { $moves }.
    [win] { $who } withdrew the request to end the game with { $winner } as the winner.
    [draw] { $who } withdrew the request to end the game as a draw.
    [fill] { $who } withdrew the request to fill the rest of the board.
   *[cancel] { $who } withdrew the request to cancel the game.
}

## The result

# The players in it: "Black (@Ada)".
result-player = { $seat } ({ $player })
# The game in a sentence, or at its beginning; $id is "none" for the game of a file.
result-game = { $id ->
    [none] the game
   *[other] game #{ $id }
}
    .start = { $id ->
        [none] The game
       *[other] Game #{ $id }
    }
result-no-loser = { $how ->
    [cancelled] 🏁 **{ result-game.start } between { $people } is cancelled** by agreement: nobody lost.
    [void] 🏁 **{ result-game.start } between { $people } is cancelled by a moderator or an organiser:** no winner, no loser.
    [gone] 🏁 **{ result-game.start } between { $people } is closed:** its channel is gone, and nobody lost.
   *[closed] 🏁 **{ result-game.start } between { $people } is closed:** it had hardly begun, so nobody lost.
}
result-draw = { $how ->
    [agreement] 🏁 **{ result-game.start } between { $people } is a draw** by agreement.
    [adjudged] 🏁 **{ result-game.start } between { $people } is a draw,** decided by a moderator or an organiser.
   *[other] 🏁 **{ result-game.start } between { $people } is a draw.**
}
result-shared = { $how ->
    [agreement] 🏁 **{ $winners } share the win** of { result-game } against { $losers } by agreement.
    [adjudged] 🏁 **{ $winners } share the win** of { result-game } against { $losers }, decided by a moderator or an organiser.
   *[other] 🏁 **{ $winners } share the win** of { result-game } against { $losers }.
}
result-won = { $how ->
    [score] 🏁 **{ $winners } wins** { result-game } by { $margin } against { $losers }.
    [timeout] 🏁 **{ $winners } wins** { result-game } on time against { $losers }.
    [resignation] 🏁 **{ $winners } wins** { result-game } by resignation against { $losers }.
    [agreement] 🏁 **{ $winners } wins** { result-game } by agreement against { $losers }.
    [adjudged] 🏁 **{ $winners } wins** { result-game } against { $losers }, decided by a moderator or an organiser.
   *[other] 🏁 **{ $winners } wins** { result-game } against { $losers }.
}
# On the page, to a player, in a few words.
result-own = { $came ->
    [won] You won{ result-own-how }
    [lost] You lost{ result-own-how }
    [shared] You share the win
    [placed] { $rank ->
        [2] You came 2nd of { $seats }
        [3] You came 3rd of { $seats }
       *[other] You came { $rank }th of { $seats }
    }
   *[draw] A draw
}
result-own-how = { $how ->
    [score] {" "}by { $margin }
    [timeout] {" "}on time
    [resignation] {" "}by resignation
   *[other] {""}
}
# Everybody's place, joined by dots.
rank = { $rank ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $rank }th
} { $who }
rank-departed = { rank } (left)

## The score sheet

# The parts of a score, over its columns.
score-part = { $name ->
    [stones] stones
    [territory] territory
    [komi] komi
    [button] button
    [total] total
   *[other] { $name }
}
    .title = { $name ->
        [stones] Stones
        [territory] Territory
        [komi] Komi
        [button] Button
        [total] Total
       *[other] { $name }
    }

# Under the score sheet.
score-filled = { $number ->
    [one] The last move was made by agreement, to fill the board.
   *[other] The last { $number } moves were made by agreement, to fill the board.
}

## Reminders

board-reminder = ⏰ { $who }, it is your turn in **{ $game }** #{ $id }: time runs out { $when }.
# The same when it is over.
board-reminded = ⏰ { $who } was reminded of **{ $game }** #{ $id }.

## What moderators have done

# The turn of a moderator who has ended the game; $reason was typed.
board-ruled = ⚖️ { $reason ->
    [none] **Ended by a moderator or an organiser.**
   *[other] **Ended by a moderator:** { $reason }
}
# In place of the time that is left.
board-paused = { $moderator ->
    [none] **paused by a moderator**
   *[other] **paused by** { $moderator }
}
