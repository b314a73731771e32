### Games against the bot.

level-question = I play at { $level }. Choose another level; it counts from my next move.
level-changed = From my next move on I play at { $level }: { $says }
button-level = Level…
computer-seated = I take a free seat, at { $level }.
command-practice = Play against me, at a level that you choose
command-option-practice-game = The game; leave it out to choose everything in a panel
command-option-practice-level = How strong I play (default: as in your last game against me)
command-option-practice-begins = Who makes the first move (default: drawn by lot)
command-option-practice-where = In public, or on a board that only you see (default: in public)
practice-panel = Play against me: choose a game, a level and who begins. Take back as many moves as you like. *{ button-practice-begin }* uses { $settings }.
# What stands on the selects for readers that speak, and until something is chosen.
placeholder-practice-game = Game
placeholder-practice-begins = First move
placeholder-practice-where = Where
practice-begins-lot = First move: drawn by lot
practice-begins-you = First move: you
practice-begins-me = First move: me
# At most 100 characters, under "First move: me".
practice-head-start = You play second and get komi. For a head start, set a higher komi in { button-practice-terms }
# At most 100 characters, beside the field.
hint-practice-komi = Extra points for whoever plays second; leave it empty for the usual komi of this board size
practice-where-here = In public: others can watch
practice-where-solo = Privately: only you see the board
button-solo = Show game #{ $match }
button-solo-refresh = Refresh
button-practice-begin = Begin
button-practice-terms = Other settings…
title-practice = { $game } against me: “Submit” begins
# On the page, under a game that is over.
practice-scenes = Play the bot
practice-same-board = Play { $game } against me on the same board: { $settings }. Take back as many moves as you like.
