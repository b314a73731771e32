### Analysis: what else could have been played.

button-analyse = Analyse
button-analysis-play = Play a move…
button-analysis-comment = Comment…
button-analysis-mark = Mark…
button-analysis-files = Files
button-analysis-undo = Delete move
button-analysis-delete = Yes, delete it
button-analysis-board = Back to the board
command-analyse = Try other moves, comment and mark, for you alone, once a game is over or if its challenge allows it
command-option-analysis = Whether everybody may use /analyse, each alone, while the game runs (default: no)
challenge-allows-analysis = Analysis is allowed: while the game runs, everybody who sees it may try out moves with { COMMAND("analyse") }, each on a board that nobody else sees.
command-option-analyse-move = Number of the move at which to begin; default: the last one
analysis-none = No game has ended here yet. When one has, you can analyse it; a game from a file you can analyse after { COMMAND("import") }.
analysis-head = **{ $title }** · your analysis
analysis-beginning = The beginning of the game.
analysis-move = Move { $ply }: { $done }
analysis-variation = This is a variation from move { $ply } of the game.
analysis-variations = { $number ->
        [one] There is a variation after move { $at }.
       *[other] There are variations after moves { $at }.
    }
analysis-choose = Choose the next move. A move that is not here yet begins a variation.
analysis-next = Next move
# Beside the move that was played in the game, among those to choose from.
analysis-played = as in the game
analysis-field-moves = Moves
analysis-help-moves = One or more moves, with commas between them, such as: { $example }
analysis-field-comment = Comment
analysis-help-comment = To delete the comment, leave it empty.
analysis-field-points = Points
analysis-help-points = One or more points, such as: { $example }
analysis-field-mark = Mark
choice-mark-letter = A letter: A, B, C …
choice-mark-triangle = △ Triangle
choice-mark-square = □ Square
choice-mark-circle = ○ Circle
choice-mark-cross = × Cross
choice-mark-none = Remove the mark
analysis-alt-marks = Marks: { $marks }.
analysis-alt-mark = { $mark } at { $point }
analysis-shared = { $who } shows an analysis of **{ $title }**, move { $ply }. The file has all variations and comments.
analysis-of-file = { $game } game from a file
analysis-running = You can analyse this game once it is over: its challenge does not allow it before.
analysis-for-you-alone = While this game runs, your analysis is for you alone: you can show it to the channel once the game is over.
analysis-files = Your analysis with all variations, comments and marks, as SGF for other programs and as JSON. { COMMAND("import") } reads both.
analysis-sure = Delete this move with { $moves ->
        [0] its comment and marks
        [one] the move after it, and their comments and marks
       *[other] the { $moves } moves after it, and their comments and marks
    }? You cannot bring them back.
analysis-gone = I do not have this analysis any more: I keep your last { $number }. Use { COMMAND("analyse") } to begin again.
analysis-changed = Your analysis has changed since, so this button does not fit it. Use { COMMAND("analyse") } to see it as it is.
analysis-too-long = Your analysis is as long as it can be. Delete some moves or comments first.
analysis-too-many = You can type at most { $most } moves at once. Leave some out.
analysis-no-point = There is no point “{ $point }” on this board, so I marked nothing. *{ button-analysis-mark }* still has what you typed.
