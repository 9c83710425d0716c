"""Games as data, for those who learn from them without our trainers.

Not here: records of games for people (``people``), and what our own trainers read (``train``).
"""
