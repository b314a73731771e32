### Tournaments.

command-tournament = Tournaments: sign-up, rounds that begin by themselves, standings
command-tournament-create = Organise a tournament in this channel (needs Manage Server or a role)
command-tournament-change = As an organiser, change the terms of a tournament while people sign up
command-tournament-standings = The standings of a tournament, as text, picture and file
command-tournament-result = As an organiser, set the result of a game in a tournament
command-tournament-remove = As an organiser, take somebody out of a tournament
command-tournament-late = As an organiser, invite somebody to enter a Swiss tournament before round 2
command-option-tournament = The tournament, if it is not the newest in this channel
command-option-tournament-name = What it is called, such as Friday club
command-option-tournament-system = How players are paired
command-option-tournament-game = The game, for two
command-option-tournament-rounds = How many rounds, in a Swiss tournament; 5 if you leave it out
command-option-tournament-size = The size of the board, as in /challenge
command-option-tournament-komi = The komi, as in /challenge; a fair one if you leave it out
command-option-tournament-players = The most players; 32 if you leave it out
command-option-tournament-hours = End the sign-up and begin after so many hours; else you start it
command-option-tournament-place = Where the games are played
command-option-tournament-forum = A forum that gets a post about it, with a message for each round
command-option-tournament-agreed = What its games agree on besides their terms, such as unrated
command-option-tournament-pairing = The game
command-option-tournament-result = Its result
command-option-tournament-member = The player
command-option-tournament-points = Points for the round that they have missed
command-option-tournament-reason = Why: everybody in the channel reads it

tournament-system = { $system ->
    [roundrobin] Round robin
    [swiss] Swiss
    [knockout] Knockout
   *[double] Double knockout
}
# In a list to choose from.
tournament-system-choice = { $system ->
    [roundrobin] Round robin: everybody plays everybody once
    [swiss] Swiss: a fixed number of rounds, against players with as many points
    [knockout] Knockout: one loss and you are out
   *[double] Double knockout: two losses and you are out
}
tournament-result-choice = { $result ->
    [first] 1–0: the first player wins
    [second] 0–1: the second player wins
    [draw] ½–½: a draw
   *[neither] 0–0: nobody gets a point
}
tournament-choice = { $name } ({ $state ->
    [signup] sign-up
    [running] round { $round }
    [over] over
   *[cancelled] cancelled
})
# What a game of it belongs to, on its boards and cards and in lists.
tournament-part-of = { $name }, round { $round }
tournament-pairing-choice = Round { $round }, { $first } – { $second } ({ $name })

## The card

tournament-head = 🏆 **{ $name }**
tournament-format = { $system }{ $kind ->
    [swiss] , { $rounds ->
        [one] one round
       *[other] { $rounds } rounds
    }
   *[other] { "" }
} · { $game }
tournament-where = { $place ->
    [thread] Each game has a thread of its own, under a card in this channel.
    [living] Each game is one board in this channel, which is kept up to date.
   *[other] The games are played in this channel.
}
tournament-played-in = The games are played in { $channel }.
tournament-forum = Each round is told in a post in { $forum }.
tournament-until = Sign-up ends { $when }, and round 1 begins then. { $most } players at most.
tournament-until-start = Round 1 begins when { $organiser } starts it. { $most } players at most.
tournament-players = { $number ->
    [0] Nobody has signed up yet.
    [one] One player: { $players }
   *[other] { $number } players: { $players }
}
tournament-players-more = { $players } and { $more } more
tournament-state-running = Round { $round } is being played.
tournament-state-over = It is over: *{ button-tournament-standings }* shows who has won.
tournament-state-cancelled = It does not take place.
tournament-state-ended = It was ended in round { $round }.
button-tournament-join = Sign up
button-tournament-leave = Withdraw
button-tournament-standings = Standings
button-tournament-crosstable = Crosstable
button-tournament-start = Start
button-tournament-manage = Manage…
button-tournament-cancel = Cancel it…
button-tournament-end = End it…
button-tournament-why = Why this pairing?
button-tournament-back = I am back
button-tournament-yes-leave = Yes, withdraw
button-tournament-yes-cancel = Yes, cancel it
button-tournament-yes-end = Yes, end it
placeholder-tournament-why = Another pairing …

## Its event in the server's list: the words of Discord's own list are around it

tournament-event = { $round ->
    [0] Sign up here: { $link }
   *[other] { $last ->
        [0] Round { $round } is being played: { $link }
       *[other] Round { $round } of { $last } is being played: { $link }
    }
}
tournament-event-standings = Standings: /tournament standings tournament:#{ $number }

## Its post in a forum

tournament-post-nameless = Tournament #{ $number }
tournament-post-card = Who takes part: { $link }
# What a tag of the forum has in its name, in small letters.
tournament-post-tag = tournament

## Private answers

tournament-created = Your tournament is on its way: its card follows here. { $places }
tournament-signed-up = You are in **{ $name }**. { $where ->
    [mention] When a round begins, I mention you once: at your board if you go first, else in the message of the round.
    [direct] Your games call you by direct message, as you have chosen with { COMMAND("notify") }; I do not mention you here when a round begins.
   *[none] You have switched calls off with { COMMAND("notify") }, so look here when a round begins.
} If you make no move at all, you lose by the clock{ $system ->
    [knockout] .
   *[other] { " " }and are not paired again until you say that you are back.
}
tournament-left = You have withdrawn from **{ $name }**.
tournament-leave-question = Do you want to withdraw from **{ $name }**? If you play a game in it, you resign that game, and you cannot come back.
tournament-started = Round 1 begins: its games follow.
tournament-manage =
    You organise **{ $name }**.
    While people sign up, { COMMAND("tournament change") } changes the terms, and I tell those who have signed up.
    { COMMAND("tournament result") } sets a result, { COMMAND("tournament remove") } takes somebody out, and { COMMAND("tournament late") } invites somebody to enter a Swiss tournament before round 2. Each asks for a reason, which I post here.
tournament-cancel-question = { $state ->
    [signup] Do you want to cancel **{ $name }**? Everybody’s sign-up will be lost.
   *[other] Do you want to end **{ $name }** now? Games that run go on, but count for nothing, and nobody wins the tournament.
}
tournament-cancelled-answer = { $state ->
    [signup] **{ $name }** is cancelled.
   *[other] **{ $name }** is ended.
}
tournament-back-answer = Welcome back: you are paired from the next round on.
tournament-corrected = Done: I have posted it here.
tournament-changed-answer = Done: the card says so, and I have told those who have signed up. { $places }
tournament-invited = I have asked them here. They are in if they accept before round 2 begins.

## Rounds

tournament-round-head = **{ $name }: round { $round }{ $last ->
    [0] { "" }
   *[other] { " " }of { $last }
}**
tournament-line = { $number }. { $first } – { $second } · { $game }
tournament-line-over = { $number }. { $first } **{ $result }** { $second } · { $game }
tournament-not-played = not played
tournament-line-bye = { $number }. { $first } has the bye and gets a point.
tournament-line-free = { $number }. { $first } has the bye and goes on without a game.
tournament-line-nobody = { $number }. Nobody is left here.
tournament-first-mentioned = Who stands first in a line goes first.
tournament-score = { $result ->
    [first] 1–0
    [second] 0–1
    [draw] ½–½
   *[neither] 0–0
}
tournament-game-link = [game #{ $match }]({ $link })
tournament-game = game #{ $match }
tournament-absent = { $player } made no move in round { $round } of **{ $name }**, so the game is closed and counts as lost here.{ $again ->
    [no] { "" }
   *[yes] { " " }{ $player } is not paired again before a press on *{ button-tournament-back }*.
}
tournament-has-left = { $player } has withdrawn from **{ $name }** in round { $round }.
tournament-fixed = { $act ->
    [result] { $organiser } has set a result of **{ $name }**: round { $round }, { $first } **{ $score }** { $second }.
    [remove] { $organiser } has taken { $player } out of **{ $name }**.
   *[late] { $organiser } invites { $player } to enter **{ $name }** in round 2, with { $points } for round 1.
} Reason: { $reason }{ $act ->
    [late] { "\u000A" }{ $invitation }
   *[other] { "" }
}
tournament-changed = { $organiser } has changed **{ $name }**:
tournament-changed-line = { $kind ->
    [new] - { $now }
    [gone] - ~~{ $was }~~
   *[other] - ~~{ $was }~~ → { $now }
}
tournament-changed-for = { $players }: you had signed up for something else. If this does not suit you, press *{ button-tournament-leave }*.
tournament-invitation = { $state ->
    [open] { $player }, press *{ button-tournament-enter }* before round 2 begins; if you do not, nothing changes for you.
    [in] { $player } has accepted.
   *[over] { $player } has not accepted in time.
}
button-tournament-enter = Enter

## The end

tournament-won = 🏆 { $number ->
    [one] { $winners } has won **{ $name }**.
   *[other] { $winners } share the first place of **{ $name }**.
}
tournament-nobody-left = It was over after round { $round } of { $rounds }, since nobody was left to meet.
tournament-nobody-won = **{ $name }** is over, and nobody has won it.
tournament-too-few-signed-up = **{ $name }** does not take place: too few have signed up.
tournament-was-cancelled = **{ $name }** does not take place{ $by ->
    [nobody] .
   *[organiser] : { $organiser } has cancelled it.
}
tournament-was-ended = { $by ->
    [nobody] **{ $name }** was ended in round { $round }.
   *[organiser] { $organiser } has ended **{ $name }** in round { $round }.
}

## Standings

tournament-standings-head = **{ $name }**, { $state ->
    [signup] before round 1
    [running] in round { $round }
    [cancelled] { $round ->
        [0] which did not take place
       *[other] ended in round { $round }
    }
   *[over] final standings after { $round ->
        [one] one round
       *[other] { $round } rounds
    }
}
tournament-standing = { $rank }. { $player } { $points }
# Up to one point: half a point, too.
tournament-points = { $few ->
    [yes] { $number } point
   *[no] { $number } points
}
tournament-standings-more = … and { $more } more, all of them in the file.
tournament-breaks = Equal points are decided by, in this order:
tournament-breaks-knockout = The order is decided by:
tournament-break-rounds = *Rounds*: how far somebody has come.
tournament-break-buchholz = *Buchholz*: the points of all one’s opponents; a bye, or a game that nobody played, counts as an opponent with one’s own points.
tournament-break-sonneborn = *Sonneborn-Berger*: the points of the opponents whom one has beaten, and half of those one has drawn with.
tournament-break-direct = *Direct encounter*: the points from the games among those who are tied, if all of them have met.
tournament-break-wins = *Wins*: the games that one has won.
tournament-cells = `3+w` is a win against the player with number 3, having gone first (`w`) or second (`b`). `-` is a loss, and on both sides 0–0; `=` a draw; `.` a game that runs; `!` a result without a game; `bye` the bye; empty: not paired.
tournament-file-legend = *The file*: { tournament-cells } *Seed* is the place by rating at the start.
tournament-rounds = Rounds
tournament-round-range = { $first } to { $last }
tournament-cross-alt = Crosstable of { $name }: { $lines }.
tournament-cross-line = { $rank } { $player }: { $cells }
tournament-hidden = You do not see the channel of this tournament.
tournament-column-rank = #
tournament-column-player = Player
tournament-column-points = Points
tournament-column-rounds = Rounds
tournament-column-buchholz = Buchholz
tournament-column-sonneborn = S-B
tournament-column-direct = Direct
tournament-column-wins = Wins
tournament-column-seed = Seed
tournament-column-round = Round { $round }
tournament-alt = Standings of { $name }: { $lines }.
tournament-alt-line = { $rank } { $player }{ $points ->
    [none] { "" }
   *[other] , { $points }
}

## Why this pairing?

tournament-why = { $why }{ $goes ->
    [none] .
   *[other] ; { $goes }.
}
tournament-why-table = { $first } and { $second } meet in this round by the Berger table, in which everybody meets everybody once
tournament-why-seeds = { $first } (seed { $seed }) and { $second } (seed { $other }) are paired by seed, which is the order by rating at the start, as far as the round as a whole allows
tournament-why-equal = { $first } and { $second } both had { $points } and had not met
tournament-why-float = { $first } had { $points } and { $second } { $others }, and they had not met: that is as near as the round as a whole allows
tournament-why-bracket = { $first } and { $second } have come through neighbouring games of the round before
tournament-why-losses = { $first } and { $second } meet, since both had lost { $losses ->
    [0] no game
   *[other] one game
}
tournament-why-final = { $first } and { $second } meet although one has lost more often, since nobody else is left
tournament-why-bye = { $first } has the bye: the number of players is odd, and of those who have had none yet, { $first } is among the last, with { $points }
tournament-why-sitsout = { $first } has the bye: the number of players is odd, so everybody sits out once, in the order of the Berger table
tournament-why-waits = { $first } has the bye: among those who have lost as often, the number is odd, and none of them has had fewer rounds without a game
tournament-why-free = { $first } has the bye: there is nobody at the neighbouring place
tournament-why-gone = { $first } and { $second } were to meet, but { $result ->
    [neither] both had
   *[other] one of them had
} left before their game began
tournament-first-table = { $first } goes first, as the table says, which balances that for everybody
tournament-first-due = { $first } goes first, so that nobody goes first or second three times running, or three times more often
tournament-first-balance = { $first } goes first, so that both go first and second as often as can be
tournament-first-last = { $first } goes first, having gone second in the game before
tournament-first-seed = { $first } goes first by the seeds, since neither has gone first more often
tournament-first-others = { $first } goes first although it was the turn of { $second }, since it could not be balanced for everybody at once

## Refusals

tournament-unknown = I know no such tournament here. Choose one that I suggest.
tournament-none-here = There is no tournament in this channel. { COMMAND("tournament create") } begins one.
tournament-not-organiser = { $role ->
    [none] Organising a tournament needs the permission *Manage Server*, or a role that { COMMAND("config settings") } names.
   *[other] Organising a tournament needs the permission *Manage Server* or the role <@&{ $role }>.
}
tournament-not-for-two = Tournaments have games for two only, and { $game } is for more. Choose another game.
tournament-no-threads = A server has room for 1,000 threads at a time, so a tournament in threads takes { $most } players at most. Choose fewer players, or another place.
tournament-no-size = { $game } has no size to choose. Leave it out.
tournament-no-komi = { $game } has no komi to choose. Leave it out.
tournament-closed = The sign-up is over. Before round 2 of a Swiss tournament, an organiser can still invite you.
tournament-full = All { $most } places are taken. If somebody withdraws, one is free again.
tournament-not-in = You do not take part in this tournament.
tournament-too-few = A tournament needs at least two players. Wait until two have signed up.
tournament-over = This tournament is over.
tournament-not-begun = This tournament has not begun. Sign up with the button on its card.
tournament-too-late = Players enter late in round 2 only, which has begun or will never come.
tournament-not-swiss = Only a Swiss tournament takes late entries: the pairings of the others are fixed from the start.
tournament-too-many-points = One round gives one point at most. Choose 0, 0.5 or 1.
tournament-already-in = That player takes part already, or has left.
tournament-not-invited = This invitation is for somebody else.
tournament-no-game = I know no such game in a tournament here. Choose one that I suggest.
tournament-gone-on = The next round of this knockout has begun on that result, so it stays.
tournament-not-back = You are paired as it is: there is nothing to come back from.
tournament-no-round-left = No round is left here in which you could be paired.
tournament-terms-stand = Round 1 has begun on these terms, so they stand.
tournament-nothing-new = It is like that already. Choose something else to change.
tournament-more-signed-up = { $number } players have signed up already. Choose at least that many.
tournament-elsewhere = Where the games are played can be changed only in the channel of the tournament: { $channel }.
tournament-no-posts = I cannot post in { $forum }, because I lack { $permissions } there. Choose another forum, or leave it out.
tournament-no-posts-of-yours = You cannot post in { $forum }, because you lack { $permissions } there. Choose another forum, or leave it out.
tournament-no-tag = Posts in { $forum } need a tag, and none that I may give says *tournament*. Add one, choose another forum, or leave it out.
tournament-post-stays = Its post is in <#{ $forum }> and stays there.
tournament-no-reason = Say why, in a few words.

## On /config

config-name-organisers = **Organisers of tournaments**
config-organisers = <@&{ $role }>, and whoever may manage the server
config-no-organisers = whoever may manage the server
config-name-events = **Tournaments as events**
config-events-yes = in the server’s list of events, if I may create them
config-events-no = not in the server’s list of events
placeholder-config-events = Whether the server’s list of events shows tournaments
placeholder-config-organisers = Role of those who organise tournaments
tournament-agreed-nothing = nothing of these
tournament-no-agreed = Choose from the list what the games agree on, or leave that out.
tournament-nameless = somebody without a name
tournament-no-such-game = I know no such game. Choose one from the list.
tournament-first-move = On this board whoever goes first has a great advantage.
