### The rules in lessons.

button-exercise-try = Try it yourself
button-new-to = New to { $game }?
button-lesson = { $number } { $title }
command-rules = Learn a game in a few pictures
command-rules-game = The rules of { $game }, in pictures only you can see
button-rules = Rules
lesson-head = **{ $game } { $number }/{ $count }: { $title }**
