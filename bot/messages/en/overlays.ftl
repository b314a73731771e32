# What is drawn over boards, the score beside them, and boards that somebody shows to the channel.

overlay-choose = Show on the board …
overlay-none = Board only
# The same for the last board of a game that was counted.
overlay-counted = The score
overlay-groups = Groups
    .inline = groups
overlay-liberties = Liberties
    .inline = liberties
overlay-atari = Groups with one liberty
    .inline = groups with one liberty
overlay-territory = Territory
    .inline = territory
overlay-control = Controlled points
    .inline = controlled points
overlay-anchor = Differences from the anchor
    .inline = differences from the anchor
overlay-estimate = Estimate
    .inline = the expected owner of each point
# The score of a game that is over, or of an earlier board.
overlay-score = Score as it stands
    .inline = the score as it stands

# Under an overlay in the menu that shows nothing on this board, and over the board if it is chosen.
overlay-nothing-no-stones = There are no stones yet
overlay-nothing-no-group = Nothing to show: no two stones form a group
overlay-nothing-no-atari = Nothing to show: no group has only one liberty
overlay-nothing-no-empty-point = Nothing to show: no point is empty
overlay-nothing-no-control = Nothing to show: nobody controls an empty point
overlay-nothing-no-anchor = There is no anchor yet
overlay-nothing-same-anchor = Nothing to show: the board equals the anchor

# Under a board of now and one of the past, side by side.
side-now = Now
side-after = After move { $ply }
side-beginning = The beginning

thinking-progress = Thinking … { $bar } { $percent }%
animation-progress = Drawing … { $bar } { $percent }%
