### Answers that players plan.

button-conditional = If…
button-conditional-on = And then…
button-conditional-another = Another move…
button-conditional-leave-out = Leave this one out
conditional-all = What you planned
conditional-choose = **{ $game }** #{ $match }: if your opponent plays …
conditional-choose-answer = If your opponent plays { $moves }, you answer …
conditional-choose-on = { $moves }; if your opponent then plays …
conditional-head = You planned this in **{ $game }** #{ $match }. Only you see it:
# One variation: its steps with semicolons in between.
conditional-step = { $first ->
    [yes] If { $theirs }, then **{ $own }**
   *[no] if then { $theirs }, then **{ $own }**
}
conditional-next = { $steps }; { $step }
conditional-ends = { $variation } (this ends the game)
conditional-more = … and { $number ->
    [one] one line
   *[other] { $number } lines
} more
conditional-tells = I play it as soon as your opponent makes that move. An answer that comes at once may tell that you planned it.
conditional-failed = { $how ->
    [back] A move was taken back, so I dropped what you had planned.
   *[other] Your opponent played something else, so I dropped what you had planned.
}
conditional-withdrawn = You have nothing planned in **{ $game }** #{ $match } any more.
conditional-not-two = You can plan answers only in games between two people.
conditional-your-turn = It is your turn. Make your move first; then you can plan the next one.
conditional-too-long = Your plan is too long. Shorten it to { $most } characters.
conditional-too-many = You can plan at most { $most } lines. Leave some out.
conditional-too-deep = Line { $number } is too long. Shorten it to { $most } moves.
conditional-unanswered = Line { $number } ends with your opponent’s move ({ $move }). Add your answer to it.
conditional-contradiction = Lines { $first } and { $second } answer { $move } differently. Choose one answer.
conditional-refused = Line { $number }, { $move }: { $reason }
conditional-title = If your opponent plays …
conditional-field = A line for each possibility
conditional-help = Your opponent’s move, your answer, their next one …, such as: { $example }
conditional-alt = A planned position. { $variation }.
