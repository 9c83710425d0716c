"""Games as data, for those who learn from them without our trainers."""
