"""The game in a browser: games on the server, the JSON interface, and the page itself."""
