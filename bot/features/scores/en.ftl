### Scores before the end.

button-score = Score now
score-now = **Not final:** the score of **{ $game }** #{ $match } if everyone passed now. Stones that can still be captured count.
score-now-sheet = Move { $ply }. { $players }.
score-none = There is no score in this game now.
