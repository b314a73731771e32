### A computer that takes over a seat: for the one who asks for it. Boards: messages/en/takeovers.ftl.

button-takeover =
    { $own ->
        [yes] Let the computer play on for me
       *[no] Let the computer play on for { $seat }
    }
takeover-question =
    { $own ->
        [yes] If all the others agree, you leave game #{ $match } and I play on in your place, at { $level }. You cannot come back.
       *[no] { $alone ->
            [yes] I can play on for { $seat } in game #{ $match }, at { $level }.
           *[no] If all the others agree, I play on for { $seat } in game #{ $match }, at { $level }.
        }
    }
button-takeover-ask =
    { $alone ->
        [yes] Play on
       *[no] Ask the others
    }
takeover-begins = From now on I play for { $seat }, at { $level }.
