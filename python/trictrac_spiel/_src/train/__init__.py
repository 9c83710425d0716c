"""Training runs: settings, directories, checkpoints, and what carries them out.

Not here: the learning itself, which is Rust's or OpenSpiel's, and commands.
"""
