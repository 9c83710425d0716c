"""Learning the game: lessons by position, a glossary, and what a reader has learned so far."""
