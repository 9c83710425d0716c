"""The board as pictures: SVG, a page that steps through a game, moving pictures.

Not here: drawings made of text (``people``), and the page that plays (``web``).
"""
