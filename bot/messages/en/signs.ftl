# The legend under a board: what each sign of an overlay says. Short, since it stands in a picture.

sign-group = each outline is one group
sign-linked = linked for good
sign-open = open: can still be cut
sign-cut = cut
sign-count = number of liberties
sign-liberty = liberty
sign-atari = group with one liberty
sign-last-liberty = its liberty
coloured-sign-owned = { $colour }’s points
sign-neutral = nobody’s points
coloured-sign-controlled = { $colour } controls it
# The small dots of every board.
coloured-sign-dotted = { $colour } controls it
sign-differs = differs from the anchor
sign-only-there = stone in the anchor only
coloured-sign-other-there = { $colour } in the anchor
sign-new = empty in the anchor
# The same in other pictures than that of the anchor.
coloured-sign-corners = { $colour } stone in the anchor
sign-corner = empty in the anchor
coloured-sign-expected = { $colour } will probably own it
coloured-sign-likely = { $colour } may own it
sign-doomed = stone expected to be captured
# In the text of a picture, after what is shown; $signs is a list of the above.
sign-legend = Legend: { $signs }.

coloured-sign-captured = { $colour } stone just captured

## Marks; $why is the reason of a refusal, a preview, a capture, several turns
## on one board, the question of an exercise, or what is found about an answer

mark-previewed = { $why ->
    [capture] the capturing stone
    [theirs] their move
   *[preview] your move
}
mark-refused = { $why ->
    [blocked] no liberty
    [not-beside] no liberty
   *[illegal] not legal here
}
mark-trapped = { $why ->
    [preview] would be captured
    [theirs] would be captured
    [capture] captured
    [occupied] already there
    [outnumbered] still stands
   *[suicide] would have no liberty
}
mark-watched = { $why ->
    [coalesced] also just played
    [planned] planned
    [occupied] already there
    [suicide] takes its last liberties
    [blocked] next to both
    [legal] your stone
    [legal-open] beside it
    [no-control] beside it
    [not-beside] the group
    [on-it] on the point
    [outnumbered] beside it
    [question] what the question is about
    [still-free] still has a liberty
    [still-linked] not cut
   *[controlled] controls the point
}
mark-free = { $why ->
    [no-control] the point
    [question] the point
    [still-linked] next to both
   *[suicide] liberty
}
mark-answer = a stone here captures it
mark-area = { $why ->
   *[hint] look for a move here
}
mark-better = { $why ->
    [hint] suggested move
   *[mistake] would have been better
}
mark-worse = { $why ->
   *[mistake] was played
}
