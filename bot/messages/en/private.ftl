### What one person reads after a command, a button or a form.

private-no-turn = No game on this server is waiting for you.
private-no-games = No game is running here. Start one with { COMMAND("challenge") }.
private-no-games-yet = No game has been played here yet. Start one with { COMMAND("challenge") }.

## After a move

# `captured` stones were the opponents', `lost` ones your own; `number` completes the declaration.
private-played =
    { $move ->
        [bid] You bid { $number } for Black.
        [black] You chose Black.
        [button] You took the button.
        [komi] You named komi { $number }.
        [pass] You passed.
        [forced] You had no legal placement, so you had to pass.
        [lot] The bids are equal ({ $komi }); the lot gave you { $number ->
            [black] Black
           *[white] White
        }.
        [sealed] Your bid is sealed: nobody sees it until both bids are in.
        [white] You chose White.
       *[placement] { $lost ->
            [0] { $captured ->
                [0] You played { $point }.
                [one] You played { $point } and captured 1 stone.
               *[other] You played { $point } and captured { $captured } stones.
            }
            [one] { $captured ->
                [0] You played { $point } and lost 1 stone.
                [one] You played { $point }, captured 1 stone and lost 1.
               *[other] You played { $point }, captured { $captured } stones and lost 1.
            }
           *[other] { $captured ->
                [0] You played { $point } and lost { $lost } stones.
                [one] You played { $point }, captured 1 stone and lost { $lost }.
               *[other] You played { $point }, captured { $captured } stones and lost { $lost }.
            }
        }
    }
# To somebody who plays several games, or from another channel.
private-played-in = { $sentence } Game: **{ $game }** #{ $match }{ $link ->
    [none] { "" }
   *[other] { " " }· { $link }
}
private-board-waits = I cannot post the board now because I lack { $permissions } here. I will as soon as a server admin allows it.
private-undone = You took back { $moves }. It is your turn again.

## When a channel is gone

private-channel-gone-many = { $number } of your games have ended because their channel is gone. Nobody lost.
private-channel-gone = { $number ->
    [one] Your game { $games } has ended because its channel is gone. Nobody lost.
   *[other] Your games { $games } have ended because their channel is gone. Nobody lost.
}

## Before something that is hard to undo

private-sure =
    { $declaration ->
        [button] Do you want to take the button in game #{ $match }?
        [pass] Do you want to pass in game #{ $match }?
       *[other] Do you want to play { $declaration } in game #{ $match }?
    }
# After the question about a declaration that is worth points.
private-sure-worth = It is worth { $points } point and is your whole turn: you place no stone.
private-what-is =
    { $word ->
        [button] **The button** is { $points } point for whoever takes it first, once in a game. Taking it is your whole turn: you place no stone. Nobody can pass before it is taken, so it is usually taken when no point on the board is worth more.
       *[other] It is worth { $points } to whoever declares it first, and is a whole turn: you place no stone.
    }
private-pass-ends = **This ends the game.**
private-pass-may-end = If your opponent passes too, the game ends.
private-pass-of = This is pass { $number } of the { $needed } in a row that end the game.
# After each of these: why an opponent may play on, and what to do about it.
private-pass-scored = The board is scored as it stands, so capture dead stones before you pass.
private-score = Current score: { $score }.
private-score-of = { $colour } { $points }
private-sure-resign =
    { $players ->
        [2] Do you want to resign game #{ $match }? You lose immediately.
       *[other] Do you want to resign game #{ $match }? The others play on, and you rank behind them.
    }
private-resigned = You resigned.

## Requests to the other players

private-request =
    { $wish ->
        [undo] { $player } asks to take back { $moves }.
        [cancel] { $player } asks to cancel the game: no winner, no loser.
        [draw] { $player } asks to end the game as a draw.
        [fill] { $player } asks to fill the rest of the board: whatever both play, { $winner } wins.
       *[win] { $player } asks to end the game: { $winner } won.
    }
private-menu =
    { $players ->
        [1] Game #{ $match }. You play against me only, so nobody has to agree.
        [2] Game #{ $match }. A request takes effect if your opponent agrees.
       *[other] Game #{ $match }. A request takes effect if all others agree.
    }
private-may-i-take-back = You can no longer take back { $moves } by yourself: that works once, within a minute, until someone else moves. Do you want to ask?
private-who-won =
    { $players ->
        [2] Who won? If your opponent agrees, the game ends with that result.
       *[other] Who won? If the others agree, the game ends with that result.
    }
private-asked = Request sent. If you make a move before the answer, you withdraw it.
private-cancelled = You cancelled the game.
private-filled = The rest of the board is filled.
private-sure-to-lose = Agree that you lost? This ends the game.
private-sure-to-claim = { $seats ->
    [2] { $who } is out of time. Do you want to claim the win? This ends the game.
   *[other] { $who } is out of time. Do you want to take { $who } out of the game? The others play on.
}
private-claimed = { $seats ->
    [2] You claimed the win.
   *[other] { $who } is out of the game.
}
private-gave = You gave { $to } { $time }.
private-allowed = You agreed.
private-refused = You refused. The game goes on.
private-withdrawn = You withdrew your request. The game goes on.

## Which of several games

private-which-match =
    { $action ->
        [cancel] Several games are running here. Which one do you want to cancel?
        [end] Several games are running here. Which one do you want to end?
        [play] Several games are running here. Which one do you want to play in?
        [record] Several games are running here. Which one’s record do you want?
        [replay] Several games are running here. Which one do you want to replay?
        [resign] Several games are running here. Which one do you want to resign?
        [undo] Several games are running here. In which one do you want to take back a move?
       *[see] Several games are running here. Which one do you want to see?
    }
private-which-match-move =
    { $action ->
        [black] Several games are running here. In which one do you want to choose Black?
        [button] Several games are running here. In which one do you want to take the button?
        [komi] Several games are running here. In which one do you want to name { $move }?
        [pass] Several games are running here. In which one do you want to pass?
        [resign] Several games are running here. Which one do you want to resign?
        [undo] Several games are running here. In which one do you want to take back a move?
        [white] Several games are running here. In which one do you want to choose White?
       *[other] Several games are running here. In which one do you want to play { $move }?
    }

# A line for each game, its parts separated by dots.
private-game = #{ $match } **{ $game }** · { $players }
private-game-your-turn = **your turn**
private-game-turn = { $player } to move

private-game-paused = **paused by a moderator**
