### Daily puzzles: the post in the channel.

daily-head = 🧩 **Puzzle of the day**
# The move is hidden until somebody presses on it.
daily-results = { $answered ->
    [0] Nobody answered the { $game } puzzle before this one.
    [one] One member answered the { $game } puzzle before this one { $solved ->
        [0] and missed the best move.
       *[other] and found the best move at once.
    }
   *[other] { $answered } members answered the { $game } puzzle before this one; { $solved ->
        [0] nobody found the best move at once.
        [one] one found the best move at once.
       *[other] { $solved } found the best move at once.
    }
} The best move was ||{ $best }||.
button-daily = Answer

## On /config

button-config-page-puzzle = Puzzle
config-name-daily = **Daily puzzle**
config-name-daily-hour = **Its hour**
config-name-daily-game = **Its game**
config-daily = one each day in { $channel }; next: { $when }
config-no-daily = off
button-daily-now = Post one now
daily-posting = 🧩 The puzzle of today is on its way. The next one comes tomorrow.
daily-posted = { $link ->
    [none] The puzzle of today is on its way already.
   *[other] The puzzle of today is there already: { $link }
}
daily-no-channel = Choose a channel for the daily puzzle first.
daily-no-puzzles = I have no puzzles for any game here, so there is none to post.
daily-hour = { $hour }:00 UTC
choice-config-daily-game = the games take turns
placeholder-config-daily = Channel for a daily puzzle
placeholder-config-daily-hour = Hour of the daily puzzle
placeholder-config-daily-game = Game of the daily puzzle
