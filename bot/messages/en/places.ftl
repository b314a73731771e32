### Where a game lives: in a thread, on one living board, as a new board after each turn.

# On the card of a challenge.
place-thread = The game will be played in a thread under this card.
place-living = The game will be played on one board in this channel.

# The option of /challenge, and its choices.
command-option-place = Where the game is played (default: as this server has decided)
place-choice-thread = In a thread of its own
place-choice-living = In this channel, on one board that changes
place-choice-boards = In this channel, with a new board after each turn

# The option of /challenge for pictures, its choices, and the lines on the card.
command-option-pictures = When a post has a picture (default: as this server has decided)
pictures-choice-change = When the board has changed
pictures-choice-turn = After each turn
pictures-change = Turns are posted with a picture if the board has changed.
pictures-turn = Each turn is posted with a picture.

# To the challenger who wanted a thread, after "Your challenge is on its way".
place-no-thread = I cannot open a thread here because I lack { $permissions }, so the game will be played in this channel.

# Above the first board of a game for which no thread could be opened; $permissions are those that
# are missing, or says why else.
place-thread-failed = { $permissions ->
    [none] Discord did not let me open a thread, so this game is played here.
    [full] This server has as many open threads as Discord allows, so this game is played here.
    [delayed] Discord lets me open the next thread only later, so this game is played here.
   *[other] I could not open a thread because I lack { $permissions }, so this game is played here.
}

# Where a game is, after "in"; $link leads to its thread and is "none" for a game in the channel itself.
place-where = { $link ->
    [none] { $channel }
   *[other] [a thread]({ $link }) of { $channel }
}

## Threads

# The name of a thread: at most 100 characters. $players are names, $result is how it ended, and there $number
# is that of the winners; 0: all have tied.
thread-name = { $game } #{ $id }: { $players }
thread-player-separator = { " – " }
thread-name-over = { $players } · { $result } · { $game } #{ $id }
thread-result = { $how ->
    [closed] closed
    [cancelled] cancelled
    [void] cancelled
    [gone] closed
   *[other] { $number ->
        [0] draw
        [one] { $how ->
            [score] { $winners } wins by { $margin }
            [resignation] { $winners } wins by resignation
            [timeout] { $winners } wins on time
           *[other] { $winners } wins
        }
       *[other] { $winners } share the win
    }
}

# The card of a running game, in three lines, and of one that is over.
live-card = **{ $game }** #{ $id }: { $seating }.
button-open-thread = Open
button-peek = Peek

# One line in the channel of the card when the game is over.
result-line = { $result } [See the thread]({ $link })

# A locked thread.
thread-locked = This thread is locked. Ask a moderator to unlock it, or to give me { $permissions }.
thread-locked-waits = I cannot post the board because this thread is locked. Ask a moderator to unlock it, or to give me { $permissions }.

## The living board

# A line under the living board: what the last turn was, and who is next. It may end with a sentence, or
# with a phrase: those are joined by dots.
living-line = { $ends ->
    [sentence] { $line }
   *[phrase] { $line } ·
} [See the board]({ $link })
