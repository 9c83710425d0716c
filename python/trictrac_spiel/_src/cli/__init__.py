"""The program `trictrac`: one module a command, which parses, calls and prints.

Not here: anything that another module could want. Nothing imports a command.
"""
