"""What positions, plays and whole games are worth, by the value network."""
