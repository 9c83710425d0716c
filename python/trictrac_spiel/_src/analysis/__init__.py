"""What positions, plays and whole games are worth, by the value network.

Not here: the network and its search (Rust, through ``_engine``), and pictures of what was found.
"""
