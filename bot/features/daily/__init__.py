"""A puzzle a day, in a channel of the owners' choice."""
