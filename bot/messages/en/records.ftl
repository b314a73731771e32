### Files of games. `ply` is the number of a move, `turn` that of a turn, which need not be a move.

record-file-empty = The file is empty.
record-too-large = The file is larger than { $mebibytes } MiB, too large for a game record.
record-file-utf-16 = The file is in UTF-16. Save it as UTF-8.
record-file-neither = I cannot read this as a game record. Those I read start with “(;” (SGF), “{"{"}” (JSON) or, before a diagram, a game such as “kee width=4 height=4”; a record as text is for people only.
record-file-not-utf-8 = JSON and diagrams must be in UTF-8, and this file is not.
record-file-not-json = This is not a JSON file, or it is cut off.
record-not-a-record = This is JSON, but not a game record: format must be “{ $format }”.
record-version = Its version must be { $version }, the only one I can read.
record-other-game = Its game must be “{ $game }”, the game of the rules that it names.
record-field = { $place ->
        [field] Turn { $turn }: { $field }
        [turn] Turn { $turn }
       *[record] { $field }
    } must be { $kind ->
        [list] a list
        [object] an object
        [names] a list of names
        [seat] a whole number; the first seat is 0
        [move] a move of at most { $longest } characters
        [moment] a time such as 2026-11-21T14:00:00.000000Z
        [seconds] a number of seconds
        [per-move] a whole number from { $least } to { $most }
        [time-control] a time control such as *3d*, *5d+1d max 10d*, *10m+5x30s*, *1h total* or *none*
       *[text] text
    }.
record-diagram = The diagram has { $points } points, but the board has { $board }. Write “.” for each empty point.
record-not-sgf = This is not an SGF file, or it is cut off ({ $detail }).
record-file-too-many-parts = It has more nodes, variations and values than I can read.
record-unknown-encoding = I cannot read its encoding, “{ $encoding }”.
record-wrong-encoding = It says that it is in { $encoding }, but it is not.
record-not-go = This is a record of another game: its SGF number is { $number }, not 1 (Go).
record-says-go = It says that { $game } is Go (GM[1]), but it is not.
record-file-no-rules = It does not name its rules (RU). To read it anyway, choose one of my games with the option “rules”.
record-other-rules = Its rules are “{ $rules }”. To read it anyway, choose one of my games with the option “rules”.
record-unknown-rules = It was played by the rules “{ $rules }”, which I do not know. I know { $known }.
record-rules-missing = It does not say by which rules it was played. I know { $known }.
record-pair = { $property } has “{ $value }”, which must be two parts with a colon between them.
record-file-seats-in-order = PLAYER must name every seat in order: 0, 1 and so on.
record-unreadable = I cannot read { $property }: “{ $value }”.
record-file-stones-put = It puts stones on the board (AB, AW or AE) after the first move, or takes some off.
record-two-stones = It puts two stones on { $point } before the first move.
record-variation = Number { $number } in “{ $field }” is not in the form that FORMATS.md describes.
record-two-moves = Move { $ply }: a node may have only one move.
record-no-colour = Move { $ply }: nobody plays { $colour } there.
record-missing-turns = TURN has a turn { $turn }, but there are only { $turns } turns.
record-too-many-turns = It has more than { $most } turns, more than I can read.
record-seats = { $range ->
        [one] { $game } has { $low } players, but the file names { $seats }.
       *[some] { $game } has { $low } to { $high } players, but the file names { $seats }.
    }
record-no-such-seat = It has a turn by seat { $seat }, but there is no such seat.
record-turn = Move { $ply }, { $move }: { $why }.
record-no-move = an empty move
record-turn-over = the game is over
record-turn-other-seat = it is another seat’s turn
record-turn-other-clock = another seat’s time is running
record-turn-begun = the game has really begun, so it cannot be annulled
record-turn-left = the player of this seat has left
record-turn-unreadable = this game has no such move
record-turn-impossible = this is not possible there ({ $reason })
record-result = Its result is { $said }, but its turns lead to { $played }.
record-result-none = Its result is { $said }, which does not fit its turns.
