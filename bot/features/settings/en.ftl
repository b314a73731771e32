### What the owners of a server decide: the panel of /config, and the table of /config check.

## The panel: every setting on a line of its own

config-head = **Settings of this server.** Press a page to change something; what you have not chosen has its default.
config-page-head = **Settings of this server: { $page }.** Choose below.
config-line = { $name }: { $value }
# A value that is not the default.
config-chosen = { $value } *(chosen)*

config-name-place = **Where games live**
config-name-game = **Usual game**
config-name-time = **Time**
config-name-terms = **Usual { $game }**
config-name-challengers = **Who may challenge**
config-name-most-games = **Open games for each member**
config-name-called = **Open challenges call**
config-name-moderators = **Moderators**
config-name-channels = **Channels for games**
config-name-pictures = **Pictures**
config-name-boards-a-minute = **Boards a minute in one channel**

# Where games live; "usual" if nobody has chosen.
config-place = { $place ->
    [thread] a thread for each game
    [living] one board for each game, kept up to date
    [boards] a new board for each move
   *[usual] threads where I may create them, else one board that I keep up to date
}
config-terms-none = as the game suggests
config-everybody = everybody
config-role = members with { $role }
config-most = { $number ->
    [one] 1 at most
   *[other] { $number } at most
}
config-any-number = as many as they like
config-called = { $role }, at most once in ten minutes
config-called-nobody = nobody
config-moderators = whoever may manage messages
config-moderators-role = whoever may manage messages, and members with { $role }
config-everywhere = every channel
config-only = only { $channels }
config-pictures = { $mode ->
    [turn] after each turn
   *[change] when the board has changed
}
config-boards = at most { $number }; a board that has to wait shows all moves since the last one (with ten minutes a move or less none waits)
config-every-board = no limit
# I may not do what is needed in a channel that was chosen.
config-warning = ⚠️ I cannot post in { $channel }: I lack { $permissions } there.
config-gone-role = ⚠️ The role for { $setting } is gone, so no member has it. Choose another one, or none.
config-unheard = ⚠️ { $role } hears no challenge: in the settings of that role, allow anyone to mention it.
config-bot-role = ⚠️ { $role } belongs to a bot: no member can have it. Nothing has changed; choose another role.
config-gone = ⚠️ The channel for { $setting } is gone. Choose another one, or none.

## Its selects, buttons and forms

button-config-page-games = Games
button-config-page-people = People
button-config-page-channels = Channels
button-config-page-boards = Boards
button-config-overview = All settings
placeholder-config-page = Change something
placeholder-config-terms = Usual terms of a game
button-config-reset = { $page }: back to the defaults
button-config-reset-now = Yes, back to the defaults
config-reset-question = Give every setting of **{ $page }** its default again? This changes { $settings }.
button-config-check = Check permissions
button-config-terms = Usual { $game }…
button-config-back = Back to the settings
placeholder-config-place = Where games live
placeholder-config-game = Usual game
placeholder-config-time = Time
placeholder-config-most-games = Open games for each member
placeholder-config-challengers = Who may challenge (none: everybody)
placeholder-config-called = A role to call for open challenges
placeholder-config-moderators = A role that may use /admin
placeholder-config-channels = Channels for games (none: every channel)
placeholder-config-pictures = When a post has a picture
placeholder-config-boards-a-minute = Boards a minute in one channel
placeholder-config-option = Leave empty for the default
placeholder-config-option-of = Leave empty for the default: { $value }
choice-config-default = Default: { $value }
choice-config-place-thread = A thread for each game
choice-config-place-living = One board for each game, kept up to date
choice-config-place-boards = A new board for each move
choice-config-place-usual = threads where I may, else one living board
choice-config-most = { $number ->
    [one] 1 game at most
   *[other] { $number } games at most
}
choice-config-any-number = as many games as they like
choice-config-boards = At most { $number } boards a minute
choice-config-every-board = no limit
title-config-terms = Usual terms of { $game }

## The table of permissions

config-check-head = **What I may do in the channels for games**
config-check-legend = { $number } { $permission }
config-check-more = { $number ->
    [one] 1 more channel is not shown.
   *[other] { $number } more channels are not shown.
}
config-check-fine = Nothing is missing.
config-check-none = I see no text channel.
config-check-missing = { $permission } is missing in { $channels }: { $breaks }
config-check-others = { $number ->
    [one] 1 more channel
   *[other] { $number } more channels
}
# What a missing permission breaks.
config-breaks-view-channel = I can do nothing there.
config-breaks-send-messages = no challenge and no board can be posted.
config-breaks-attach-files = no board can be posted.
config-breaks-read-message-history = after a crash I cannot tell which boards were posted, and post nothing more.
config-breaks-create-public-threads = games cannot live in threads.
config-breaks-send-messages-in-threads = games in threads stand still.
config-breaks-send-polls = I cannot start polls.
config-breaks-create-events = the server’s list of events does not show tournaments.

## Commands (at most 100 characters)

command-config = Settings of this server: where games live, who may play, channels
command-config-settings = See and change the settings of this server
command-config-check = See which permissions I have in the channels, and what is missing
