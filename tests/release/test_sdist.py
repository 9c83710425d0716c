"""The source distribution builds a package for an environment that has nothing else."""

import shutil
import sys
from pathlib import Path

from helpers import REPOSITORY, run, unpack_sdist


def test_pip_install_in_an_empty_environment_that_is_then_moved(tmp_path: Path) -> None:
    sources = unpack_sdist(tmp_path)
    if (REPOSITORY / ".cache").exists():  # The tools that this clone has downloaded.
        (sources / ".cache").symlink_to(REPOSITORY / ".cache")
    environment = tmp_path / "first"
    run(sys.executable, "-m", "venv", environment)
    run(environment / "bin" / "python", "-m", "pip", "install", sources, cwd=tmp_path)
    moved = Path(shutil.move(environment, tmp_path / "second"))
    code = (
        "import trictrac_spiel, pyspiel;"
        "pyspiel.random_sim_test(pyspiel.load_game('trictrac'), 1, True, False); print('fine')"
    )
    assert run(moved / "bin" / "python", "-c", code, cwd=tmp_path).endswith("fine\n")
