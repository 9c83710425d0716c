"""A game's positions: what Python asks the engine about them, and `Engine`.

Not here: a rule. What is legal and what scores is said by Rust, through ``_engine``.
"""
