### Entering a move: the panel, the preview, short reasons; and why stones were captured.

## The panel

entering-choose = **{ $game }** #{ $match }: choose a point.
entering-no-point = You cannot place a stone now. Use the buttons under the board.

# $reasons: one or more of those that follow
# $words: the declarations that are left, as their buttons call them, listed with “or”; or “none”
entering-blocked = No point is left for you: { $reasons }. { $words ->
        [none] Use the buttons under the board.
       *[other] Press { $words }.
    }
entering-blocked-some = No point is left for you. Of the empty points, { $reasons }. { $words ->
        [none] Use the buttons under the board.
       *[other] Press { $words }.
    }
all-suicide = { $number ->
        [one] a stone on the only empty point
       *[other] a stone on any of the { $number } empty points
    } would be suicide
all-controlled = another player controls { $number ->
        [one] the only empty point
       *[other] all { $number } empty points
    }
all-repetition = { $number ->
        [one] a stone on the only empty point
       *[other] a stone on any of the { $number } empty points
    } would repeat an earlier board
blocked-suicide = { $number } would be suicide
blocked-controlled = { $number } { $number ->
        [one] is
       *[other] are
    } controlled by another player
blocked-repetition = { $number } would repeat an earlier board

placeholder-point = Choose a point …
# It fits on a phone.
placeholder-handy = { $stone ->
    [none] Usual first points …
   *[last] Captures and nearby points …
}
placeholder-row = Choose a row …
placeholder-other-row = Or choose a row …
choice-row = Row { $row }
choice-row-points = { $number ->
    [one] 1 point: { $first }
   *[other] { $number } points: { $first } to { $last }
}
choice-more = More points …
choice-more-rows = More rows …
choice-captures = captures { $number }
choice-loses = loses { $number }
choice-cuts = cuts
choice-links = links
choice-worth = worth { $points }

button-type = Type it…
button-play-it = Play it
button-another = Another point

## The preview: one line about what a stone does

preview = **{ $move }**: { $effects }.
# in games without links, of a stone that captures nothing
preview-bare = **{ $move }**.
preview-nothing = no links, cuts or captures
preview-links = links with { $stones }
preview-joins = links { $pairs }
preview-not-linked-yet = can still be cut from { $stones }
preview-apart = stays cut from { $stones }
preview-cuts = cuts { $pairs }
preview-captures = captures { $number }
preview-loses = loses { $number }
preview-controls = controls { $points }
# $who is to move next, $points are listed with “or”
preview-answer = Then { $who } can capture { $move } at { $points }.
pair = { $one }–{ $other }
alt-preview = Preview of { $effects }

## Why a move is refused, in a few words (IllegalReason)

short-unreadable = not possible now
short-over = the game is over
short-expected-komi = name komi first
short-expected-bid = komi is not settled yet
short-expected-side = choose a side first
short-no-button = no button to take
short-pass-before-button = the button has to be taken first
short-must-place = you can still place a stone
short-off-board = no such point on this board
short-occupied = a stone stands there
short-suicide = suicide
short-controlled = { $opponent ->
    [unknown] another player controls it
   *[other] { $opponent } controls it
}
short-repetition = { $ply ->
    [0] repeats the beginning
   *[other] repeats move { $ply }
}
not-played-because = { $move } was not played: { $reason }.
not-a-number = “{ $typed }” is not a { $step ->
    [half] whole number or half,
   *[one] whole number
} from { $first } to { $last }.

## Why stones were captured

button-why-captured = Why captured?
captured-stones = { $number ->
    [one] The stone on { $points }
   *[other] The stones on { $points }
}
alt-capture = { $why } Before the capture:
refusal-nothing-captured = That move captured nothing.
