### Lists of running games.

placeholder-peek = Peek at …
placeholder-follow = Follow …
choice-watched = #{ $match } { $game }: { $players }
command-watch = See the running games of this server, look at them and follow them
watch-none = No game that you can see is running on this server. Start one with /challenge.
watch-pages = Games { $first } to { $last } of { $number }, the one played last first.
watch-last = last turn { $when }
watch-began = began { $when }
