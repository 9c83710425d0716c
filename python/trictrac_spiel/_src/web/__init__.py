"""The game in a browser: games on the server, the JSON interface, and the page itself.

Not here: the game at a table (``people.session``) and its sentences, which the terminal shows too.
"""
