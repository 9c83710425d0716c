"""Runs an unmodified OpenSpiel program with Trictrac registered.

    python -m trictrac_spiel.run SCRIPT.py ARGUMENT...
    python -m trictrac_spiel.run DOTTED.MODULE ARGUMENT...

The program becomes this process's main module in place, instead of through
``runpy``, because worker processes that are spawned run the main module again: so
they come through here, as ``__mp_main__``, and have the game too.
"""

from trictrac_spiel._src import program as _program

if __name__ == "__main__":
    exec(_program.start(globals()))
elif __name__ == "__mp_main__":
    exec(_program.start_again(globals()))
