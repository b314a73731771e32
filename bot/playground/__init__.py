"""A stand-in for Discord on 127.0.0.1: REST v10 and gateway, for tests and for trying things out.

It answers as Discord's documentation says, not as the bot expects; it knows nothing of the bot.
`server.Playground` runs it in a test's loop, ``python -m bot.playground`` as a process of its own,
`driver.Driver` does what people do.
"""
