### Quick starts: games that begin without any question.

# Over two buttons for each game.
quick-which-game = Challenge { $player }: press a game to start with the usual settings, or choose the terms yourself.
# At most 80 characters.
button-own-terms = { $game }: choose the terms…
# Under the field for komi, where one player names it and the other picks a side (at most 100 characters).
hint-bid-usual = If nobody bids more, you play Black and give White that many points. About { $komi } is usual.
# The same where one of them chooses the number, the other a side.
hint-komi-usual = Extra points for White. The other player then picks a side. On this board about { $komi } is usual.
