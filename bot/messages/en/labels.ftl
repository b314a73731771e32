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
button-allow = Allow
button-refuse = Refuse
button-cancel = Cancel the game
button-winner = Agree on the result
button-ask = Ask
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
        [black] Play Black
        [button] Take the button
        [komi] Name komi
        [pass] Pass
        [white] Play White
       *[other] { $label }
    }
button-declaration-worth = { button-declaration } (+{ $points })

button-replay = Replay
button-record = Record
button-replay-first = « First
button-replay-back = ‹ Back
button-replay-forward = Forward ›
button-replay-last = Last »
button-jump = Go to move…
button-share = Show to the channel
button-animation = Animation…
button-view-turn = Rotate the board
button-view-mirror = Mirror the board
button-view-usually = Reset
button-view-other = Another board

button-next-game = Next game
button-show-board = Show the board
button-why = Why?
button-new-to = New to { $game }?
button-lesson = { $number } { $title }
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
field-time = Time for each move
field-film-from = From move
field-film-to = To move

hint-move = { $point } ({ $naming })
hint-move-or = { $point } ({ $naming }), or { $declarations }
hint-jump = 0 is the start of the game.
hint-declaration-komi = Extra points for White. Make both sides equally good: the other player picks a side.
hint-option = { $least } to { $most }. { $summary }
hint-time = For example 10m, 3d or 1 week; from { $least } to { $most }

placeholder-left-empty =
    { $option ->
        [komi] Leave empty: one player names komi, the other picks a side
       *[other] Leave empty to keep this open
    }
placeholder-topics = More about …
placeholder-palette = Colours
placeholder-coordinates = Coordinates
placeholder-size = Size
placeholder-entering = After choosing a point

## Choices (at most 100 characters)

choice-palette-light = Wood
choice-palette-dark = Dark
choice-palette-contrast = High contrast
choice-palette-protan = Red-weak (protan)
choice-palette-deutan = Green-weak (deutan)
choice-palette-tritan = Blue-weak (tritan)
choice-palette-glyph = A shape on every stone
choice-coordinates-usual = Coordinates as in the channel
choice-coordinates-edge = Coordinates at the edge
choice-coordinates-every = Coordinates on every empty point
choice-coordinates-off = No coordinates
choice-size-desktop = For a large screen
choice-size-phone = Smaller, for a phone
choice-entering-usual = Preview in your first games and in slow games
choice-entering-preview = Always show the move first
choice-entering-once = Always play the move at once
choice-move-in = { $move } · #{ $match } vs { $others }
choice-time = { $time } a move

## Descriptions of commands and of their options (at most 100 characters)

command-challenge = Challenge another member to a game
command-play = Make a move in your game
command-pass = Pass in your game
command-resign = Resign your game
command-undo = Take back your last move, or ask to take it back
command-cancel = Propose to cancel a game: no winner, no loser
command-result = Agree on the winner or a draw, and end the game
command-view = Choose how boards look to you (colours, rotation, coordinates, size) and how you enter moves
command-board = See the board of a game, as a picture or as text
command-games = See your games and the games in this channel
command-replay = Step through a game move by move, even after it has ended
command-record = Get the record of a game as a file
command-import = Step through the game in a file: an SGF file or a record from here
command-help = How to start, play and watch
command-rules = Learn a game in a few pictures
command-rules-game = The rules of { $game }, in pictures only you can see

command-option-opponent = Opponent (leave empty: anyone may accept)
command-option-players = Number of players; unfilled seats are open to anyone
command-option-time = Time for each move, for example 10m, 3d or 1 week (default: 3 days)
command-option-default = { $summary } (default: { $value })
command-option-move = A point such as d5, or a word such as pass
command-option-game = Which game, if you have several here
command-option-any-game = Which game, finished or not (default: the one in this channel)
command-option-record = SGF for other programs, JSON with everything, or text to read
command-option-file = An SGF file, or a JSON file from /record
command-option-rules = Rules to use if the SGF file names different rules or none
command-option-group = A stone, to see the liberties of its group
command-option-form = As a picture or as text

## Entries of a member's menu (at most 32 characters)

menu-challenge = Challenge…
