### Replays, records and games from files.

button-record = Record
button-jump = Go to move…
button-animation = Animation…
field-film-from = From move
field-film-to = To move
hint-jump = 0 is the start of the game.
command-replay = Step through a game move by move, even after it has ended
command-record = Get the record of a game as a file
command-import = Step through the game in a file: an SGF file or a record from here
command-option-record = SGF for other programs, JSON with everything, or text to read
command-option-file = An SGF file, a JSON file from /record, or a diagram as text
command-option-rules = Rules to use if the SGF file names different rules or none
shared-board = { $who } shows **{ $title }**, move { $ply } of { $last }.
shared-beginning = { $who } shows **{ $title }**, the beginning.
shared-overlay = { $who } shows **{ $title }**, move { $ply } of { $last }: { $overlay }.
shared-animation = { $who } shows { $animation }
animation = **{ $title }**, moves { $first } to { $last }.
animation-some = **{ $title }**, moves { $first } to { $last }. To keep the file small, only one move in { $every } is shown.
record-is-text-form = This is the text form of a record, which cannot be imported: bring the .sgf or .json of the same game.
# Why only the beginning of a file is shown.
shown-up-to = Here is { $name } up to a move that is not legal. { $reason }
cannot-show-file = I cannot show { $name }. { $reason }
import-kept = Here is your file. The buttons keep working: I keep your last { $number } files.
# What a game from a file is called in the channel.
game-title-file = { $game } game from a file
# Over the board of a replay.
replay-head = **{ $title }** · { $players }
replay-player = { $seat } { $player }
replay-beginning = { $last ->
    [0] The beginning: no moves follow.
    [one] The beginning: 1 move follows.
   *[other] The beginning: { $last } moves follow.
}
# $done is a sentence, such as "Black played c3."
replay-move = Move { $ply } of { $last }: { $done }
replay-timeout = { $who } ran out of time.
replay-resigned = { $who } resigned.
replay-no-such-moves = This game has moves 0 to { $last }: type two of these numbers, the lower one first.
replay-no-such-move = This game has moves 0 to { $last }: type one of these numbers.
record-file = { $form ->
    [sgf] **{ $title }**, { $players }: the record as SGF, for other programs.
    [json] **{ $title }**, { $players }: the record as JSON, with everything that was done.
   *[txt] **{ $title }**, { $players }: the record as text, with numbered moves and diagrams.
}
