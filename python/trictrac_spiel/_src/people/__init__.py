"""What is written and drawn for people: boards, sentences, records of games, and a game's course.

Not here: pictures (``drawing``), a server (``web``), and rules, which the engine is asked for.
"""
