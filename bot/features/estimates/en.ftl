### Estimates: who leads.

button-estimate = Estimate
# $moves is the number of moves before the position.
judged-head = **{ $title }** after { $moves } { $moves ->
        [one] move
       *[other] moves
    }:
estimate-how = I played { $number } quick games from here to the end. The numbers are their average result and how much the results varied.
estimate-how-net = I looked at { $number } positions that may follow, and judged each by what games with myself have taught me. The number after ± says how far the result may be from that.
