"""All SQL: a file for each subject. `bot.storage.transaction` joins them."""
