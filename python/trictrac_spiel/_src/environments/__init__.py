"""Environments for learners: many games at once, and the interfaces that libraries expect.

Not here: the moving of the games (Rust, through ``_engine``), and anything that learns.
"""
