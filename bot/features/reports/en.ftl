### Reports to the moderators of a server.

button-report = Report…
title-report = Report game #{ $id }
field-report = What happened?
hint-report = Only the moderators of this server read it, with your name and the board.
report-sent = The moderators of this server have your report. I tell nobody else. If somebody keeps you from playing in peace, { COMMAND("block") } lets no new game begin between you.
report-line = **Report** by { $reporter }: { $game } #{ $id } of { $players }, { $where }.
report-board = The newest board: { $link }

report-no-channel = This server has chosen no channel for reports: tell a moderator yourself. Its owners can choose one with */config settings*.
report-often = You have reported several things just now. You can report more <t:{ $when }:R>; if it cannot wait, tell a moderator yourself.
report-empty = You have typed nothing. Press *{ button-report }* again and say what happened.
