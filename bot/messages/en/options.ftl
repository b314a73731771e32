### Options of games and time controls. `option` is the key of an option, such as size.

option-or = {" "}or{" "}
option-value = { $option } must be { $kind ->
        [choice] { $choices }
        [yes-or-no] yes or no
        [whole] a whole number
        [odd] an odd number
        [half] a whole number or a half
        [text] text
       *[number] a number
    }{ $bounds ->
        [yes] {" "}from { $low } to { $high }{ $board ->
            [this] {" "}on this board
           *[any] {""}
        }
       *[no] {""}
    }{ $empty ->
        [yes] , or left empty
       *[no] {""}
    }.
option-null = { $option } needs a value.
option-unknown = { $game } has no option “{ $option }”. Choose { $known }.
option-players = { $range ->
        [one] { $game } is for { $low } players.
       *[some] { $game } is for { $low } to { $high } players.
    }
option-conflict = Choose either { $option } or { $other }, not both.
option-incomplete = { $option ->
        [black] To choose who has Black, give { $other } too: if it is left open, you choose sides in the game.
       *[other] { $option } needs { $other } too.
    }
option-for-two = { $option ->
        [black] You can choose who has Black only in games for two players.
       *[other] A { $option } is only for two players.
    }
option-no-places = This board is too small for handicap stones. Choose { $smallest ->
    [none] a larger one
   *[other] { $smallest } or more
}.
option-board-too-small = The board must have at least two points.
option-time = I cannot read that time. Write *3d* for 3 days a move, *5d + 1d* for 5 days and 1 day more a move, *10m + 5x30s* for 10 minutes and then 5 periods of 30 seconds, *1h total* for the whole game, or *none*.
option-time-bounds = Such a time must be from { $low } to { $high }.
option-setup-point = { $point } is not on this board.
option-setup-colour = Only these colours play: { $colours }.
option-no-setup = This game cannot start from a set-up position.
option-game = --game must be one of: { $games }.
