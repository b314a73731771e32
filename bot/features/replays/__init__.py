"""Games move by move: replays, records, files of other programs, animations."""
