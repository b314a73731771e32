### Challenge ladders.

command-ladder = See this server’s ladder, join it and challenge those above you
command-option-ladder-game = Which game; default: the usual one of this server
command-option-ladder-remove = Member to take off the ladder; only for moderators, with a reason
command-option-ladder-reason = Why, if you take somebody off: the moderators read it in the audit channel

# What a game for a place belongs to, on its boards and in lists.
ladder-game = Ladder game
ladder-head = **Ladder** · { $game }
ladder-empty = Nobody is on this ladder yet.
ladder-line = { $own ->
    [yes] **{ $place }.** { $player } **(you)**
   *[no] { $place }. { $player }
}
ladder-asked-by = challenged by { $other }, time to answer ends { $when }
ladder-plays = plays { $other } for it in game #{ $match }
ladder-on-vacation = on vacation
ladder-column-place = #
ladder-column-player = Player
ladder-column-state = State
ladder-state = { $state ->
    [challenged] challenged
    [playing] playing
    [away] on vacation
   *[free] { "" }
}
ladder-alt = The ladder of { $game }: { $lines }.
ladder-alt-line = { $place }. { $player }{ $state ->
    [challenged] , challenged
    [playing] , playing for it
    [away] , on vacation
   *[free] { "" }
}
ladder-pages = Places { $first } to { $last } of { $number }.
ladder-you = You are on place { $place } of { $number }.
ladder-outside = You are not on this ladder. If you join, you begin at the bottom.
ladder-you-ask = You have challenged { $other } for place { $place }. Their time to answer ends { $when }. { $link }
ladder-asks-you = { $other } has challenged you for your place, and takes it if you do not answer: your time to answer ends { $when }. { $link }

ladder-rules =
    { "**How the ladder works**" }
    - You join at the bottom. You may leave at any time: everybody below you goes up.
    - You may challenge anybody up to { $reach } places above you.
    - You can challenge one player at a time, and be challenged by one at a time.
    - A challenge stands for { $stands }. The game has the usual settings of this server, and nobody can change them.
    - If the challenger wins, they take the place of the challenged player. Everybody between them goes down one place.
    - If the challenger loses, nothing changes, and they cannot challenge the same player again for { $again }.
    - A draw changes nothing.
    - If you decline a challenge, or do not answer it in time, the challenger takes your place.
    - Nobody can challenge a player on vacation ({ COMMAND("away") }), and nobody loses a place by silence while on vacation.
    - Blocks do not count on the ladder, since they would keep a place for ever: any player within reach can challenge you. If you do not want to play somebody, decline, or leave the ladder.
    - If your time runs out before you have made a move, you lose that game on the ladder. If that happens in { $missed } ladder games in a row, you leave the ladder.
    - Any other game that ends without a loser, such as a cancelled one, changes nothing.

ladder-choose = Whom do you challenge? If you win, you take their place.
ladder-choice = { $place }. { $name }
ladder-not-now = { $place }. { $reason }
ladder-nobody = You cannot challenge anybody now.
ladder-top = You are at the top, so there is nobody to challenge.
placeholder-ladder = Challenge …

ladder-hidden = This ladder is for the members of its server.
ladder-no-game = I know no such game for two. Choose one from the list.
ladder-not-on = You are not on this ladder. Press *{ button-ladder-join }* under { COMMAND("ladder") } first.
ladder-not-there = { $player } is no longer on this ladder. { COMMAND("ladder") } shows it as it is now.
ladder-out-of-reach = You may challenge only players up to { $most } places above you. { COMMAND("ladder") } shows the places as they are now.
ladder-challenging = You have challenged { $player } on this ladder. Wait until that is decided, or withdraw it on its card.
ladder-challenged = { $other } has already challenged { $player }. Wait until that is decided.
ladder-away = { $player } is on vacation. You can challenge them { $when }.
ladder-again = You have lost to { $player }. You can challenge them again { $when }.

ladder-leave-question = Do you want to leave the ladder of { $game }? Everybody below you goes up, and your challenges on it end. If you join again, you begin at the bottom.
ladder-left = You have left the ladder of { $game }.
ladder-removed = { $player } is off the ladder of { $game }.
ladder-not-on-it = { $player } is not on this ladder. Look at { COMMAND("ladder") } to see who is, and choose the game.
ladder-no-reason = Say why in the option *reason*, in a few words.
ladder-was-removed = { $moderator } has taken { $player } off the ladder of { $game }. Reason: { $reason }
button-ladder-show = Show the ladder
ladder-gone = { $player } is not on this server any more, so I have taken them off the ladder.

# On the card of a challenge.
ladder-card-open = For the ladder: { $challenger } plays for place { $place }, and takes it without a game if { $challenged } declines or does not answer in time.
ladder-card-played = For the ladder: { $challenger } plays for place { $place }.
ladder-before-declining = If you decline, { $challenger } takes place { $place } without a game. If you cannot play now, you have until { $when }; nobody loses a place during a vacation.
# On a card, or under the result of a game.
ladder-outcome-taken = On the ladder, { $challenger } takes place { $place }.
ladder-outcome-held = On the ladder, { $challenged } keeps place { $place }.
ladder-outcome-drawn = On the ladder, { $challenged } keeps place { $place }.
ladder-outcome-void = On the ladder, nothing changes.
ladder-has-to-leave = { $player } made no move in { $missed } games in a row and leaves the ladder.

button-ladder-join = Join
button-ladder-leave = Leave …
button-ladder-leave-yes = Yes, leave
button-ladder-challenge = Challenge …
button-ladder-rules = Rules
button-ladder-back = Back
