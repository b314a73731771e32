"""The campaign: people play for an hour while everything breaks, and nothing may be lost.

`players` are the people, `ledger` what they were told, `faults` what breaks, `invariants` what must
hold, `looks` reads what is stored and shown, `stage` and `processes` start and stop everything,
`run` goes from fault to fault. All that is drawn by chance follows from the seed and the number of
the step; only the moment at which a kill strikes cannot be repeated exactly.
"""
