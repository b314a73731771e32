# How somebody wants to see boards.

view-sample = This is how boards look to you; the example is from **{ $game }**. From now on, your choice applies to every picture that only you see ({ COMMAND("board") }, { COMMAND("replay") }, { COMMAND("rules") }). Boards in the channel look the same to everybody. The last menu is about *Move*: do you want to see a move before it is played?
