# The description of a game's own command (at most 100 characters).
command-quick = Challenge to { $game } at once: the usual board, and a fair start
# On the page, under a game that is over.
challenge-scenes = Challenge somebody
challenge-anybody = Challenge anybody to a game of { $game } with the same settings: { $settings }. A card in the channel of this game tells everybody there.
challenge-waits = Your challenge is in the channel. As soon as it is accepted, this page shows the game.
challenge-taken = Your challenge was accepted.
challenge-not-taken =
    { $state ->
        [withdrawn] Your challenge is over: it was withdrawn.
        [declined] Your challenge is over: it was declined.
        [changed] Your challenge is over: somebody proposed other terms. Their card is in the channel.
       *[expired] Your challenge is over: nobody accepted it in time.
    }
button-challenge-send = Send the challenge
button-challenge-again = Challenge again
