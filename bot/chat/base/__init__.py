"""Answers, controls' ids, kinds of messages, pictures, and the bot as features see it."""
