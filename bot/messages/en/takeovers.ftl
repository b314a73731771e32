### A computer takes over a seat in a game of three or more, if all agree.

## The seat: $name is the computer's, $person is who has left it; mentions, or names in a record

computer-name-for = { $name } (level { $level }) for { $person }
# The same in the result.
computer-in-place = { $name } for { $person }

## Boards: $own says whether the player who asks is the one who leaves

takeover-asks =
    { $own ->
        [yes] 🤝 **{ $who } wants to leave and let me play on,** at level { $level }.
       *[no] 🤝 **{ $who } asks to let me play on for { $seat },** at level { $level }.
    }
takeover-agrees = 🤝 **{ $who } agreed** to let me play on for { $seat }.
takeover-done = 🤖 **From now on I play for { $seat },** at level { $level }.
takeover-passes = { $number ->
    [one] The pass is taken back: it is my turn.
   *[other] The passes are taken back: it is my turn.
}
# To the player who has asked to leave.
takeover-left = { $who }, you have left the game.
takeover-refused = ✋ **{ $who } said no:** I do not play on for { $seat }. { $asker }, the game goes on.
takeover-withdrew =
    { $own ->
        [yes] { $who } withdrew the request to leave, and plays on.
       *[no] { $who } withdrew the request to let me play on for { $seat }.
    }

## For one player

# Behind "More…", while it is asked.
takeover-request =
    { $own ->
        [yes] { $who } wants to leave and let me play on, at level { $level }.
       *[no] { $who } asks to let me play on for { $seat }, at level { $level }.
    }

## Refusals (see refusals.ftl)

request-refusal-not-left = I cannot take that seat: its player is still in the game, or I play there already.
request-refusal-two-players = In a game for two, nobody can be replaced: a player who leaves has lost.
