# The legend under a board: what each sign of an overlay says. Short, since it stands in a picture.

sign-group = one group
sign-linked = linked
sign-open = not linked yet
sign-cut = cut
sign-count = number of liberties
sign-liberty = liberty
sign-atari = group with one liberty
sign-last-liberty = its liberty
coloured-sign-owned = { $colour }’s points
sign-neutral = nobody’s points
coloured-sign-controlled = { $colour } controls it
sign-differs = differs from the anchor
sign-only-there = stone in the anchor only
coloured-sign-other-there = { $colour } in the anchor
sign-new = empty in the anchor
coloured-sign-expected = { $colour } will own it
sign-likely = less certain
sign-doomed = stone expected to be captured
# In the text of a picture, after what is shown; $signs is a list of the above.
sign-legend = Legend: { $signs }.
