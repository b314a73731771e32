"""How programs talk to the engine: the Go Text Protocol, and the referee's JSON lines."""
