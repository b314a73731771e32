### Polls: who is ahead, by the votes of a channel.

button-poll = Poll: who is ahead?
poll-question = { $game } #{ $match }: who is ahead?
poll-player = { $seat }: { $player }
poll-even = Even
poll-sent = The poll follows in { $channel }. Everyone there can vote for { $time }.
poll-there = This game has its poll already. I post only one in a game.
poll-there-at = This game has its poll already: { $link }
poll-without-permissions = I cannot post a poll in { $channel } because I lack { $permissions } there. Ask a server admin to allow it.
poll-too-early = It is too early to ask: a game can have its poll after { $moves } moves.
poll-not-allowed = You may not create polls in the channel of this game, so I cannot post one for you.
