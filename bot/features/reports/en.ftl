### Reports to the moderators of a server.

button-report = Report…
title-report = Report game #{ $id }
field-report = What happened?
hint-report = It goes to the audit channel of this server, with your name and the board.
report-sent = Your report is in the channel that the owners of this server have chosen for their moderators. I tell nobody else. If somebody keeps you from playing in peace, { COMMAND("block") } keeps them from challenging you.
report-line = **Report** by { $reporter }: { $game } #{ $id } of { $players }, { $where }.
report-board = The newest board: { $link }

report-no-channel = This server has no audit channel, to which reports go: tell a moderator yourself. Its owners can choose one with */config settings*.
report-often = You have reported several things just now. You can report more <t:{ $when }:R>; if it cannot wait, tell a moderator yourself.
report-empty = You have typed nothing. Press *{ button-report }* again and say what happened.
