### The validity tests of the Kee Rules of Go, which its author published with them, in our words.

example-kee-ko =
    The board is full except for eyes and one ko, which Black can take. Whoever wins the ko and has something to capture afterwards shall win the game, but not if the other side is left in peace to end it.
    .title = Ko between two
    .after-1 = Black takes the stone on f1.
    .after-2 = White cannot take back, since that would bring back the first board. So White passes, and this board becomes the anchor.
    .after-3 = Black cannot fill the ko: White would then capture everything at h1. So Black passes, too.
    .after-4 = Now White takes back: the board is the first one again, but the anchor is another one.
    .after-5 = Black can only pass, and the anchor changes again.
    .after-6 = White goes on and captures all that Black has there.
example-kee-idle =
    The same ko between Black and White, in a game for three. Red has nothing to do with it.
    .title = Ko, a third looks on
    .after-1 = Black takes the ko. White cannot take back.
    .after-2 = White passes. With three players it takes two passes in a row to make an anchor.
    .after-3 = Red passes, so this board is the anchor.
    .after-5 = White takes back under the new anchor.
    .after-7 = Black may not retake, since that would bring back the situation after Red’s pass. This pass changes the anchor.
    .after-8 = White captures. It was the same as between two, with a pass of Red’s in each round.
example-kee-helped =
    The same board, but now Red helps White, perhaps since Black is the one who leads. Black must not win by the ko.
    .title = Ko, a third helps
    .after-1 = Black takes the ko. White can only pass.
    .after-3 = Red takes Black’s stone, so that Black cannot capture White.
    .after-5 = Black and White passed in a row: this board is the new anchor.
    .after-7 = Because of that, Black may take Red’s stone.
    .after-8 = For the same reason White may take it back at once.
    .after-10 = Black can only pass, and the anchor changes again.
    .after-13 = Black may take White’s stone.
    .after-14 = White can only pass.
    .after-15 = Red helps again. Black has tried it under both anchors, and can never capture White’s stones.
example-kee-two-first =
    In the corner Black can send two stones and take one back, again and again, to prolong the game. Black shall not live there by that.
    .title = Sending two stones
    .after-1 = Black sends the second stone.
    .after-2 = White captures both.
    .after-3 = Black may not take one back at b1: that would bring back the first board, no matter whose turn it was. Black passes.
    .after-4 = White fills the ko, and the threat is gone.
example-kee-one-first =
    The same corner, one step later: now Black takes one stone back first.
    .title = Taking one back first
    .after-1 = Black captures the stone on c1.
    .after-2 = White can only pass, and this board becomes the anchor.
    .after-3 = Black sends the second stone.
    .after-4 = White captures both.
    .after-5 = Black may not capture at b1: that would bring back the situation after White’s pass. Black passes.
    .after-6 = White fills the ko.
example-kee-two-points =
    The smallest board there is. Whoever plays first shall not win on it.
    .title = Two points
    .after-2 = White captures. Black cannot take back, since the board would be the one after move 1.
    .after-3 = Black passes, and this board becomes the anchor.
    .after-4 = White passes, too. The game would end if Black passed again.
    .after-5 = Instead Black captures: this board has not been there with this anchor.
    .after-6 = White passes, and the anchor changes.
    .after-8 = White captures again.
    .after-10 = The anchor has changed once more, but Black cannot capture again: that would bring back the situation after move 5.
    .after-11 = So the game ends, and White has won. Black should have passed at move 1: then nobody wins.
example-kee-four-points =
    The author promised a game of up to 44 turns on this board, and never published it. This one is ours: a program chose Black’s moves by lot, and White’s so that each is proved not to lose.
    .title = Four points, 44 turns
    .after-44 = Black has not won, whatever Black tried: the player who plays first shall not win.
example-kee-six-points =
    Here he promised up to 51 turns. Again Black plays by lot, and each of White’s moves is proved not to lose.
    .title = Six points, 51 turns
    .after-51 = Black has not won on this board either, and by moves at random has even lost. If both play their best, it is a draw.
