"""``python -m trictrac_spiel``, the same program as ``trictrac``."""

import sys

from trictrac_spiel._src.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
