"""A game's positions: what Python asks the engine about them, and `Engine`."""
