# How somebody wants to see boards.

view-sample = This is how boards look to you; the example is from **{ $game }**. From now on, your choice applies to every picture that only you see ({ COMMAND("board") }, { COMMAND("replay") }, { COMMAND("rules") }). Boards in the channel look the same to everybody. The last menu is about *Move*: do you want to see a move before it is played?

button-view = How boards look
view-title = How boards look to you
view-on-page = The example is from **{ $game }**. Your choice applies here and to every picture that only you see in Discord.

button-view-turn = Rotate the board
button-view-mirror = Mirror the board
button-view-usually = Reset
button-view-other = Another board
command-view = Choose how boards look to you (colours, rotation, coordinates, size) and how you enter moves

placeholder-palette = Colours
placeholder-coordinates = Coordinates
placeholder-size = Size
placeholder-entering = After choosing a point
choice-palette-light = Wood
choice-palette-dark = Dark
choice-palette-contrast = High contrast
choice-palette-protan = Red-weak (protan)
choice-palette-deutan = Green-weak (deutan)
choice-palette-tritan = Blue-weak (tritan)
choice-palette-glyph = A shape on every stone
choice-coordinates-usual = Coordinates as in the channel
choice-coordinates-edge = Coordinates at the edge
choice-coordinates-every = Coordinates on every empty point
choice-coordinates-off = No coordinates
choice-size-desktop = For a large screen
choice-size-phone = Smaller, for a phone
choice-entering-usual = Preview in your first games and in slow games
choice-entering-preview = Always show the move first
choice-entering-once = Always play the move at once
