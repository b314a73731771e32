### The page on which a board can be touched. What stands in braces there the page fills in itself.

web-title = { $game } #{ $id }
web-loading = Loading the board …
web-connecting = Connecting again …
web-your-turn = { $side ->
    [none] Your turn
   *[other] Your turn: { $side }
}
web-others-turn = You are { $side }. { $who } is to move
web-waiting = { $who ->
    [none] Waiting for the bot
   *[other] Waiting for { $who }
}
web-ask-winner = Propose that { $who } won
web-ask-draw = Offer a draw
web-touch = Touch a point to see your stone there. Touch it again to place it.
web-spectating = Watching
web-watching = { $number } here
web-board = Points of the board
web-point-closed = { $point }, no stone can go here
web-play = Play
web-play-point = Play { $point }
web-cancel = Cancel
web-more = More …
web-actions = What you can do
web-present = Back to the present
web-move-of = Move { $number } of { $moves }
web-move-named = Move { $number } of { $moves }: { $move }
web-start = Start
web-moves = Moves
web-slider = Move shown
web-earlier = One move back
web-later = One move on
web-new-move = Meanwhile, move { $number } was made: { $move }.
web-in-the-past = This is an earlier move. Go back to the present to play.
web-overlays = Show on the board
web-type = Or type a point
web-back = Back to the game
web-ways = More to see
web-game = Game
web-open-game = Open the game
# What the game belongs to: the table of a tournament or of a ladder.
web-whole = Standings
web-working = This takes a moment …
web-unanswered = No answer has come. Please try again.

## Why nothing more comes

web-no-link = To see a game here, press *Open board* under its board in Discord.
web-link-used = This link has been used, or it is older than five minutes. Press *Open board* in Discord for a new one.
web-not-yours = There is no such game, or it is played in a channel that you cannot see.
web-too-many = You have too many boards open. Close one of them, then load this page again.
web-not-understood = This page is out of date. Load it again.
web-restarts = The bot is restarting. This page will reconnect by itself.

# The page of a finished game.
finished-computer = the computer
finished-gone = There is no page here, or its game cannot be shown to everybody any more.
finished-too-many = These are many requests from your network. Wait a minute, then load the page again.
finished-later = The bot is busy. Load the page again in a minute.

## In Discord's own window

web-activity-which = Which board do you want to open?
web-activity-none = You are not in a game. Start one in a channel, then press *Open board* under its board.
web-activity-code = Discord does not say who you are. Close this window, then press *Open board* again.
web-activity-elsewhere = You are not in this window as Discord knows it. Close it, then press *Open board* again.
web-activity-silent = Discord does not answer. Close this window, then try again in a minute.
web-activity-outside = This address is for Discord’s own window. Press *Open board* in Discord.
web-activity-refused = The board has to know who you are. Close this window, press *Open board* again, then *Authorize*.
