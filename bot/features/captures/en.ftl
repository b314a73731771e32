### Why stones were captured.

why-captured = { $own ->
    [0] { $who } played { $move } and captured { $points }.
   *[other] { $who } played { $move }. That removed { $points }.
}
why-no-liberty = { captured-stones } had no liberty.
why-last-liberty = { captured-stones } had one liberty left, and the stone on { $move } took it.
why-liberties-cut = { captured-stones } had the liberties { $liberties }. { $move } took one of them and cut the links to { $others }.
why-liberty-cut = { captured-stones } had one liberty left, { $liberties }, and { $move } cut the link to it.
why-all-liberties-cut = { captured-stones } had the liberties { $liberties }, and { $move } cut the links to them.
why-group-cut = It also cut { $pairs }, which split the group.
why-cut-off = By this, { $move } cut { $stones } from { $others }.
why-controlled = { $stones } control that point, so what stood there was removed.
