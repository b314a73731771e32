# How somebody wants to see boards.

view-sample = This is how boards look to you; the example is from **{ $game }**. Your choice applies to every picture that only you see (/board, /replay, /rules), from the next one on. Boards in the channel look the same to everybody.
