"""The program `trictrac`: one module a command, which parses, calls and prints."""
