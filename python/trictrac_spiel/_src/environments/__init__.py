"""Environments for learners: many games at once, and the interfaces that libraries expect."""
