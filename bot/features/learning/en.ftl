### Exercises: the question, the verdict and the progress.

exercise-head = **{ $game }, exercise { $number } of { $count }: { $title }**
exercise-done = You have solved { $solved } of { $count } exercises of { $game }.
exercise-done-all =
    You have solved all { $count } exercises of { $game }. { $puzzles ->
        [0] Now play: { COMMAND("practice") } against me, or { $play } challenges somebody.
       *[other] Now play: { COMMAND("practice") } against me, or { $play } challenges somebody; { COMMAND("puzzle") } has harder questions.
    }
# Once all that are not rare are solved; $rare are.
exercise-done-enough =
    That is all you need for a first game: { COMMAND("practice") } against me, or { $play } challenges somebody. { $rare ->
        [one] The last exercise is a case
       *[other] The last { $rare } exercises are cases
    } that few games have.
exercise-right = ✅ **Right.** { $praise }
exercise-wrong = ❌ **Not yet.** { $why }
# After a right answer or the solution.
exercise-use = *In a game:* { $use }
exercise-solution = One answer is **{ $move }**. { $praise }
command-learn = Learn a game by playing short exercises
command-learn-game = Learn { $game } in { $count } exercises that only you can see
button-exercise-next = Next exercise
button-exercise-unsolved = Exercise { $number }: { $title }
button-exercise-practise = Play against me
button-exercise-offer = Learn { $game } on the board
placeholder-exercises = Exercises …
choice-exercise = { $number } { $title }
choice-exercise-solved = solved
button-puzzle = Puzzles
exercise-scenes = Exercises
