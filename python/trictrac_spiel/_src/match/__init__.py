"""Matches between players, and their statistics."""
