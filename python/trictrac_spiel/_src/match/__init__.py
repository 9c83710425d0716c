"""Matches between players, and their statistics.

Not here: the players (``players``), and games with people in them (``people``).
"""
