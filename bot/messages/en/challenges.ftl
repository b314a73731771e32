### The card of a challenge, and private answers about challenges.

challenge-card = { $challenger } challenges { $invited } to a game of **{ $game }**.
# The card of a game that nobody had to accept, such as in a tournament.
challenge-arranged = { $players } play game #{ $match }, a game of **{ $game }**.
challenge-anyone = { $others ->
    [0] anyone
   *[other] anyone else
}
# $way: how it will be settled; $usual is the komi that is fair on this board, "none" if nobody knows it.
challenge-komi-open = Komi (points for White) is not settled yet: before the first stone, { $way ->
    [cut] { $rematch ->
        [yes] { challenge-komi-pie }
       *[no] { $challenger } names it and { $invited } picks a side.
    }
    [choose] { $rematch ->
        [yes] { challenge-komi-pie }
       *[no] { $invited } names it and { $challenger } picks a side.
    }
    [lot] { $rematch ->
        [yes] { challenge-komi-pie }
       *[no] one of you, drawn by lot, names it and the other picks a side.
    }
    [auction] you bid in turn: whoever bids most plays Black and gives White that many points.
    [sealed] each of you bids once, in secret: the higher bid plays Black and gives White that many points.
   *[other] { challenge-komi-pie }
}{ $usual ->
    [none] { "" }
   *[other] { " " }On this board { $usual } is usual.
}
challenge-komi-pie = one of you names it and the other picks a side.
challenge-whoever-accepts = whoever accepts
# What an option that is on means for the players, as challenge-option-OPTION.
challenge-option-swap =
    .on = Opening swap: one of you places the first stone, a black one; then the other picks Black or White, and White moves next.
# To the challenger, after "Your challenge is on its way".
challenge-komi-left-open = You gave no komi, so the card says how you settle it; the option *komi_by* has other ways. For a fixed komi, withdraw the challenge and add the option *komi*{ $usual ->
    [none] .
   *[other] : on this board { $usual } is usual.
}
# Who has Black, if that is agreed, and the stones of a handicap.
challenge-black = { $stones ->
    [0] { $who } has Black and moves first; komi { $komi }{ $whose ->
            [black] {" "}(points for Black)
           *[white] {""}
        }.
   *[other] { $who } has Black and { $stones } handicap stones on { $points }; White moves first; komi { $komi }{ $whose ->
            [black] {" "}(points for Black)
           *[white] {""}
        }.
}
challenge-whoever = Whoever accepts
challenge-calls = { $role }: who wants to play?
challenge-allows-estimates = Estimates are allowed: while the game runs, everybody may ask me who leads.
challenge-rematch =
    { $sides ->
        [same] A rematch of game #{ $match }, with the same sides.
        [swapped] A rematch of game #{ $match }, with sides swapped.
       *[reversed] A rematch of game #{ $match }, with the seats in reverse order.
    }
challenge-seats = { $players } players. Ready: { $ready }.
challenge-seats-by-lot = { $players } players, seats drawn by lot. Ready: { $ready }.
challenge-free-seats = Free seats: { $free }.

challenge-state-open = The challenge expires { $expires }.
challenge-state-accepted = **Accepted**: game #{ $match } has begun.
challenge-state-declined = **Declined** by { $closer }.
challenge-state-withdrawn = **Withdrawn** by the challenger.
challenge-state-changed = **Changed** by { $closer }: the new card follows.
challenge-state-expired = **Expired**: it was not accepted within { $time }.

# After "Your challenge is on its way to the channel."
challenge-quiet = Many challenges have just called { $players }, so this one does so quietly: it can be accepted, but notifies nobody.
challenge-sent = Your challenge is on its way to the channel.
challenge-accepted = Accepted. The board follows in a moment.
challenge-accepted-thread = Accepted. The game opens in a moment, in a thread under this card.
challenge-seat-taken = Accepted. The game starts as soon as everyone has accepted.
challenge-declined = Declined.
challenge-seat-left = You left your seat. Anyone can take it now.
challenge-withdrawn = Withdrawn.
challenge-counter-offer-sent = Your counter-offer is on its way to the channel.

# Each may be followed by a link to the card or the board.
rematch-offered = You have already offered a rematch; it has yet to be accepted.
rematch-changed = You have been offered a rematch on other terms. Accept it or change it on its card.
rematch-played = The rematch of this game is game #{ $match }.
