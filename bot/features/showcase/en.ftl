# A finished game in the channel that shows them; its result and the score sheet follow.

showcase-head = { $moves ->
    [0] **{ $game }** #{ $id } in { $channel }: no moves, { $settings }
    [one] **{ $game }** #{ $id } in { $channel }: 1 move, { $settings }
   *[other] **{ $game }** #{ $id } in { $channel }: { $moves } moves, { $settings }
}
