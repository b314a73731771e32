"""The campaign: people play for an hour while everything breaks, and nothing may be lost."""
