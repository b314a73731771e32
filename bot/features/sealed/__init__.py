"""Sealed bids: the first is kept secret until the second is there; then both are opened.

Without this folder the first bid is made openly, and the second player may outbid it.
"""
