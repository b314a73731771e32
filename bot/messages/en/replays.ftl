# Replays, records, and games from files.

import-kept = Here is your file. The buttons keep working: I keep your last { $number } files.
game-title = { $game } #{ $id }
# What a game from a file is called in the channel.
game-title-file = { $game } game from a file
# For a file that names no game.
game-title-none = Game

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
