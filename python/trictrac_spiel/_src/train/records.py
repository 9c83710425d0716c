"""What a run wrote of its steps: read back, and drawn."""

import io
from pathlib import Path
from typing import Any

from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.files import write_file
from trictrac_spiel._src.strict_json import load_object, read_object
from trictrac_spiel._src.train import methods


def read_records(run_dir: Path) -> list[dict[str, Any]]:
    """The records of a run's finished steps, at least one.

    Raises:
        TrictracError: there is no run, or none that has finished a step.
        RunError: learner.jsonl is damaged.
    """
    file = run_dir / "learner.jsonl"
    if not file.is_file():
        raise TrictracError(f"{run_dir}: there is no run here (no learner.jsonl)")
    records: list[dict[str, Any]] = []
    lines = file.read_bytes().splitlines()
    for number, line in enumerate(lines, 1):
        try:
            record = read_object(line, f"{file}:{number}")
            if type(record.get("step")) is not int:
                raise TrictracError(f"{file}:{number}: 'step' is {record.get('step')!r}")
        except TrictracError as error:
            if number == len(lines):
                break  # A run that was killed while it wrote this line will write it again.
            raise RunError(str(error)) from None
        records.append(record)
    if not records:
        raise TrictracError(f"{file}: no step is finished yet")
    return records


def plot(run_dir: Path, output: Path) -> None:
    """Draws a run's records into a PNG file.

    Raises:
        TrictracError: there is no run, or none that has finished a step.
        RunError: matplotlib is missing, or a record lacks what is drawn.
        OSError: the file cannot be written; nothing is left of it then.
    """
    records = read_records(run_dir)
    config = run_dir / "config.json"
    name = load_object(config).get("method", "openspiel") if config.is_file() else "openspiel"
    method = methods.method(str(name))
    try:
        import matplotlib
    except ModuleNotFoundError as error:
        raise RunError("plots need matplotlib: pip install matplotlib") from error
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import MaxNLocator

    figure = plt.figure(figsize=(10, 7), layout="constrained")
    try:
        figure.suptitle(f"{run_dir.resolve().name}: {records[-1]['step']} steps")
        try:
            method.draw(records, figure)
        except (KeyError, TypeError, IndexError, ValueError) as error:
            raise RunError(
                f"{run_dir / 'learner.jsonl'}: a record is not one of the method {method.name}: "
                f"{error!r}"
            ) from None
        for axes in figure.axes:
            axes.set_xlabel("step")
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            if axes.get_legend_handles_labels()[0]:
                axes.legend(fontsize="small")
        drawn = io.BytesIO()
        figure.savefig(drawn, format="png", dpi=110)
    finally:
        plt.close(figure)
    write_file(output, drawn.getvalue())
