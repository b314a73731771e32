### How many games a person has won, drawn and lost.

command-stats = See how many games you have won, drawn and lost
stats = Your finished games on all servers:
stats-game = { $against ->
    [bot] **{ $game }** against me: { $won } won, { $drawn } drawn, { $lost } lost
   *[people] **{ $game }**: { $won } won, { $drawn } drawn, { $lost } lost
}
stats-none = You have not won, drawn or lost a game yet. Start one with { COMMAND("challenge") }.
