# Small parts that sentences are made of: lists, names, times, settings.

## Lists

list-separator = ,{ " " }
# The last two items of a list; $start may be a list itself.
list-last = { $joint ->
    [or] { $start } or { $last }
    [against] { $start } against { $last }
    [clauses] { $start }, and { $last }
   *[and] { $start } and { $last }
}
# Between the facts on one line.
fact-separator = { " · " }

## Names

# Whoever has deleted their data.
deleted-player = a deleted player
# A colour of stones, by its letter.
colour = { $letter ->
    [B] Black
    [W] White
    [R] Red
    [G] Green
    [Y] Yellow
    [P] Purple
    [M] Magenta
    [U] Blue
   *[other] { $letter }
}
    .adjective = { $letter ->
        [B] black
        [W] white
        [R] red
        [G] green
        [Y] yellow
        [P] purple
        [M] magenta
        [U] blue
       *[other] { $letter }
    }

# A player who has no colour yet, counted from 1.
player-without-colour = { $number ->
    [1] First player
    [2] Second player
   *[other] Player { $number }
}

## Times

duration = { $unit ->
    [second] { $number ->
        [one] 1 second
       *[other] { $number } seconds
    }
    [minute] { $number ->
        [one] 1 minute
       *[other] { $number } minutes
    }
    [hour] { $number ->
        [one] 1 hour
       *[other] { $number } hours
    }
    [day] { $number ->
        [one] 1 day
       *[other] { $number } days
    }
   *[week] { $number ->
        [one] 1 week
       *[other] { $number } weeks
    }
}

# So much time besides.
duration-more = { $unit ->
    [second] { $number ->
        [one] one more second
       *[other] { $number } more seconds
    }
    [minute] { $number ->
        [one] one more minute
       *[other] { $number } more minutes
    }
    [hour] { $number ->
        [one] one more hour
       *[other] { $number } more hours
    }
    [day] { $number ->
        [one] one more day
       *[other] { $number } more days
    }
   *[week] { $number ->
        [one] one more week
       *[other] { $number } more weeks
    }
}

## Settings of a match

# Time controls, as in *size 3 · komi 7 · 3 days a move*; short: in lists, with the words that can be typed.
time-per-move = { $duration } a move
time-fischer = { $main } each, plus { $bonus } a move, up to { $cap }
time-byo-yomi = { $main } each, then { $number ->
    [one] one period of { $period }
   *[other] { $number } periods of { $period }
}
time-periods = { $number } periods of { $period } each
time-absolute = { $main } each for the whole game
time-none = no time limit
time-stands-still = { $control }; clocks stop { $still ->
    [nights] at night
    [weekends] on weekends
   *[both] at night and on weekends
}
    .short = { $control }; { $still ->
        [nights] no nights
        [weekends] no weekends
       *[both] no nights, no weekends
    }
time-first-look = { $control }; a turn’s clock starts with its player’s first look, or { $within } later
    .short = { $control }; from first look
time-soft = { $control }; who is out of time loses only if another player claims it
    .short = { $control }; soft

# The time of the player to move, on boards and in lists.
time-left = time runs out { $when }
time-left-unseen = time runs out { $when } at the latest: the clock starts with the first look, or on { $starts }
time-is-up = **time is up**
# The same to the other of two players, in a list.
time-is-up-claim = **time is up**: you may claim the win

# The setting of an option that has no text of its own below.
setting = { $option } { $value }
    .on = with { $option }
    .off = no { $option }
    .open = { $option } open

# An option, as setting-OPTION or setting-GAME-OPTION, with the attribute on, off, open, number or a
# value, and the number in { $value }.
# An empty text leaves the setting out of the line.
setting-button =
    .on = button ½
    .off = no button
setting-cascade =
    .on = cascading captures
    .off = no cascading captures
setting-handicap =
    .open = { "" }
    .number = { $value } handicap stones
setting-komi_by =
    .cut = komi: one names it, the other picks a side
    .choose = { setting-komi_by.cut }
    .lot = { setting-komi_by.cut }
    .auction = komi: by auction
    .sealed = komi: by sealed bids
setting-swap =
    .on = opening swap
    .off = { "" }
setting-kee-side =
    .number = hexagon, { $value } points a side
setting-linking =
    .v2019 = linking as worded in 2019
    .current = { "" }
