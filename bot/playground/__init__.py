"""A stand-in for Discord on 127.0.0.1: REST v10 and gateway, for tests and for trying things out.

It answers as Discord's documentation says, not as the bot expects, and imports nothing of the bot.
`server.Playground` runs it in a test's event loop, ``python -m bot.playground`` in a process of its
own. `driver.Driver` acts for people.
"""
