"""The connection to Discord: the client, its commands, its limits."""
