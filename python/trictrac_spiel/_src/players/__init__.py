"""The players, as OpenSpiel bots, and their registry.

Not here: what they know. Judgements, networks and search are in Rust, trained runs in ``train``.
"""
