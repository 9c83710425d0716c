"""The board as pictures: SVG, a page that steps through a game, moving pictures."""
