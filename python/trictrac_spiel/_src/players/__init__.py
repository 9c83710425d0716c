"""The players, as OpenSpiel bots, and their registry."""
