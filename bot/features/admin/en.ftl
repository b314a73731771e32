### What moderators do to games: end, decide, pause and resume them.

## In the channel of the game

ruling-paused = ⏸️ { $players }: { $moderator } has paused **{ $game }** #{ $id }. The clock stands still, and nobody can move. Reason: { $reason }
ruling-resumed = ▶️ { $players }: **{ $game }** #{ $id } goes on. It is the turn of { $player }{ $when ->
    [never] {""}
   *[other] , and time runs out { $when }
}. Reason: { $reason }

# What a moderator has decided, and can choose.
ruling-won = { $winner } won
ruling-draw = a draw
ruling-winner = { $seat }: { $player }

## In the audit channel

audit-line = { $act ->
    [end] ⚖️ { $moderator } ended { $game }: nobody won or lost. Reason: { $reason }
    [adjudicate] ⚖️ { $moderator } decided { $game }: { $result }. Reason: { $reason }
    [pause] ⏸️ { $moderator } paused { $game }. Reason: { $reason }
   *[resume] ▶️ { $moderator } resumed { $game }. Reason: { $reason }
}
audit-game = **{ $game }** #{ $id } between { $players } in { $where }

## To the moderator

# The form that asks once more; the result is "White won" or "a draw".
title-adjudicate = End game #{ $id }: { $result }
field-reason = Reason
hint-adjudicate-reason = This ends the game for good. The players read the reason.
admin-done = { $act ->
    [end] Done: game #{ $id } has ended, and nobody won or lost. The players are told.
    [adjudicate] Done: game #{ $id } has ended: { $result }. The players are told.
    [pause] Done: game #{ $id } is paused. */admin resume* lets it go on.
   *[resume] Done: game #{ $id } goes on.
}

## Refusals

refusal-not-paused = This game is not paused.
refusal-own-game = You play in this game, so another moderator has to decide.
refusal-no-reason = Give a reason: the players see it.
refusal-no-winner = Choose the winner from the list, or a draw.

## Commands (at most 100 characters)

command-admin = For moderators: end, decide, pause or resume a game
command-admin-end = End a game: no winner, no loser
command-admin-adjudicate = End a game with a winner or a draw
command-admin-pause = Stop the clock of a game: nobody can move until you resume it
command-admin-resume = Let a paused game go on
command-option-ruled-game = Which game
command-option-winner = The winner, or a draw
command-option-reason = Why: the players see it

## On /config

config-name-audit = **Audit channel**
config-audit = acts of moderators and reports go to { $channel }
config-no-audit = off
placeholder-config-audit = Channel for acts of moderators and reports
