### The way to the page on which a board can be touched.

button-open-board = Open board
button-watch-board = Watch
# Under a reminder of several games.
button-open-game = Open { $game } #{ $id }
button-open-page = { $use ->
    [plays] Open the board in your browser
    [watches] Watch in your browser
   *[over] See the game in your browser
}
page-link = { $use ->
    [plays] This link opens a board that you can touch. It is for you alone: whoever opens it plays as you. It works once, within five minutes.
    [watches] This link opens the board, which changes as they play. It is for you alone, and works once, within five minutes.
   *[over] This link opens the game, move by move. It is for you alone, and works once, within five minutes.
}

# Under the result of a finished game.
finished-page = -# [Share this game](<{ $link }>): whoever has the link sees the board, the moves and your names.

## On /config

config-name-finished-pages = **Pages of finished games**
config-finished-pages-yes = a link under the result, if everyone on the server may see the channel
config-finished-pages-no = none
placeholder-config-finished-pages = Whether finished games have pages

page-check-open = *Open board* opens the board in Discord’s own window.
page-check-closed = *Open board* opens the board in Discord’s own window, but gives a link in { $channels }: **Use Activities** is off for @everyone there.
