### The computers that people play against.

# $name is a mention, or a name in a record.
# One of several computers in a game: "Keil 2".
computer-numbered = { $name } { $number }
computer-name = { $name } (level { $level })

placeholder-level = Level of the computer

## Levels: a name, and what to expect (at most 100 characters)

level-choice = Level { $level }: { $name }
# The same in the middle of a sentence.
level-in-sentence = level { $level } ({ $name })
level-1 = Pebble
    .says = About like a beginner’s first games. I see captures, and misjudge most other moves.
level-2 = Gravel
    .says = About like a beginner’s tenth game. I am often wrong about how much a move is worth.
level-3 = Cobble
    .says = Like somebody who plays now and then. I am wrong less often, so look after your stones.
level-4 = Flint
    .says = Like somebody who plays every month. I am seldom far off, and resign a hopeless game.
level-5 = Granite
    .says = Like somebody who plays every week. I play the best move that I find.
level-6 = Basalt
    .says = Like a good player of a club. I think several times as much as level 5.
level-7 = Obsidian
    .says = Like the best player of a club. I think several times as much as level 6.
level-8 = Diamond
    .says = As well as I can. I think several times as much as level 7.

## A computer in a game for more than two

button-seat-computer = Seat for the computer

## /practice

button-solo-back = Back to the board
practice-begun =
    { $where ->
        [thread] The game begins: I play at { $level }. It opens in a moment, in a thread under its card.
       *[channel] The game begins: I play at { $level }. The board follows in a moment.
    }
button-undo-more = Take back more

## Refusals (see refusals.ftl)

refusal-many-practice-games =
    { $most ->
        [0] The operator has turned off games against me.
        [one] You already play a game against me. Finish or resign it first: { COMMAND("games") } lists it.
       *[other] You already play { $most } games against me. Finish or resign one first: { COMMAND("games") } lists them.
    }
refusal-no-free-seat = No seat is free.
refusal-no-computer = I do not play in this game.
refusal-not-alone = Others play in this game, too, so my level stays as it is.
refusal-computers-only = You play against me only. To end the game, resign or cancel it.
refusal-busy = I have a lot to think about right now. Try again in a minute.
