"""The bot on Discord: the gateway, the outbox, and the features that people use."""
