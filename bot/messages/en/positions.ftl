# Positions in words, for those who cannot use the picture.

legend-colour = { $letter } = { $colour }
legend-last = last move { $point }
legend-captured = captured { $points }
anchor-same = The board matches the anchor.
anchor-differs = The board differs from the anchor at { $points }.
position = { $game }, move { $ply }. { $legend }
position-row = Row { $first } to { $last }: { $stones }.
position-row-empty = Row { $first } to { $last }: empty.
position-group = { $colour } group { $points }.
position-group-liberties = { $number ->
    [0] { $colour } group { $points }: no liberties.
    [one] { $colour } group { $points }: 1 liberty at { $liberties }.
   *[other] { $colour } group { $points }: { $number } liberties at { $liberties }.
}
# Neighbouring stones of one colour, in pairs.
position-links = { $link ->
    [linked] Linked: { $pairs }.
    [cut] Cut: { $pairs }.
   *[open] Open, can still be cut: { $pairs }.
}
position-controlled = { $colour } controls { $points }.
position-territory = { $colour } territory: { $points }.
position-neutral = Neutral points: { $points }.
