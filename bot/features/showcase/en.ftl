# A finished game in the channel that shows them; its result and the score sheet follow.

showcase-head = { $moves ->
    [0] **{ $game }** #{ $id } in { $where }: no moves, { $settings }
    [one] **{ $game }** #{ $id } in { $where }: 1 move, { $settings }
   *[other] **{ $game }** #{ $id } in { $where }: { $moves } moves, { $settings }
}

## On /config

config-name-showcase = **Showcase**
config-showcase = games between people of { $fewest } moves or more go to { $channel } when they are won or drawn, from all channels that everyone on the server may see
config-no-showcase = off
placeholder-config-showcase = Channel for finished games
