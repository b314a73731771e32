# A game in one line for a shell: no mentions, no marks of Discord.

# In a list of games.
match-over = { $how ->
    [nobody] over, nobody won
    [draw] over, a draw
    [you] { $ending ->
        [timeout] over, you won on time
       *[other] over, you won
    }
   *[others] { $ending ->
        [timeout] over, { $winners } won on time
       *[other] over, { $winners } won
    }
}
summary = { $moves ->
    [0] { $game }, no moves, { $state }
    [one] { $game }, 1 move, { $state }
   *[other] { $game }, { $moves } moves, { $state }
}
# The state of the game.
summary-running = in progress, { $turn }
summary-closed = closed: it had hardly begun, so nobody lost
summary-cancelled = cancelled by agreement: nobody lost
summary-gone = closed: its channel is gone, and nobody lost
summary-void = ended by a moderator or an organiser: nobody won or lost
summary-draw = { $how ->
    [agreement] a draw by agreement
    [adjudged] a draw, decided by a moderator or an organiser
   *[other] a draw
}
summary-shared = { $how ->
    [agreement] { $winners } share the win by agreement
    [adjudged] { $winners } share the win, decided by a moderator or an organiser
   *[other] { $winners } share the win
}
summary-won = { $how ->
    [score] { $winners } wins by { $margin }
    [none] { $winners } wins
    [resignation] { $winners } wins by resignation
    [timeout] { $winners } wins on time
    [adjudged] { $winners } wins, decided by a moderator or an organiser
   *[agreement] { $winners } wins by agreement
}
# With everybody's rank, if there are more than two players.
summary-ranked = { $result }: { $ranking }
