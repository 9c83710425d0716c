"""Training runs: settings, directories, checkpoints, and what carries them out."""
