### Direct messages, in which people see their own games of all servers.

direct-no-games = You have no game to see here. Start one in a channel of a server.
