"""Several processes of the bot on one PostgreSQL, and what happens when some of them die.

`fleet` starts and ends them, beside the parts of `tests.campaign`; `looks` reads what is stored in
PostgreSQL; `campaign` lets people play while everything breaks (``make campaign
CAMPAIGN="--processes 4 …"``); the tests are a short cut of it, and each hand-over by itself.
"""
