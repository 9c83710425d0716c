"""Draw how a training run went, from its learner.jsonl, as a PNG.

Four panels over the steps: losses, how often the search's value had the right sign (at the
beginning, in the middle and late in the games), results against MCTS, game length.
"""

import argparse
import io
import json
from pathlib import Path
from typing import Any

from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.files import write_file

# OpenSpiel looks at seven decisions of each game; the result decides the last one.
_STAGES = {0: "first decision", 3: "middle of the game", 5: "after 5/6 of it"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_dir", metavar="RUN_DIR", help="a run's directory")
    parser.add_argument(
        "--output", metavar="FILE", help="the PNG file (default: RUN_DIR/learner.png)"
    )


def run(args: argparse.Namespace) -> int | None:
    output = Path(args.output) if args.output is not None else Path(args.run_dir) / "learner.png"
    if output.suffix.lower() != ".png" or output.is_dir():
        raise TrictracError(f"--output: {args.output!r} is no file name that ends in .png")
    plot(Path(args.run_dir), output)
    print(output)
    return None


def plot(run_dir: Path, output: Path) -> None:
    """Draws a run's records into `output`."""
    records = read_records(run_dir)
    try:
        import matplotlib
    except ModuleNotFoundError as error:
        raise RunError("plots need matplotlib: pip install matplotlib") from error
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    steps = [record["step"] for record in records]
    figure, ((losses, accuracy), (results, length)) = plt.subplots(
        2, 2, figsize=(10, 7), layout="constrained"
    )
    figure.suptitle(f"{run_dir.resolve().name}: {steps[-1]} steps")

    losses.set_title("losses")
    for key, label in (("policy", "policy"), ("value", "value"), ("l2reg", "L2")):
        losses.plot(steps, [record["loss"][key] for record in records], ".-", label=label)
    losses.set_ylim(bottom=0)

    accuracy.set_title("value of the search has the result's sign")
    for stage, label in _STAGES.items():
        values = [record["value_accuracy"][stage]["avg"] for record in records]
        accuracy.plot(steps, values, ".-", label=label)
    accuracy.axhline(0.5, color="grey", linewidth=0.5)
    accuracy.set_ylim(0, 1.02)

    results.set_title("mean result against MCTS with random rollouts")
    played = [record for record in records if record["eval"]["count"]]
    for level in range(len(records[-1]["eval"]["results"]) if played else 0):
        results.plot(
            [record["step"] for record in played],
            [record["eval"]["results"][level] for record in played],
            ".-",
            label=f"{10 ** (level / 2):.3g} x simulations",
        )
    if not played:
        results.text(0.5, 0.6, "no games", ha="center", transform=results.transAxes)
    results.axhline(0, color="grey", linewidth=0.5)
    results.set_ylim(-1.05, 1.05)

    length.set_title("decisions in a game")
    for key, style in (("avg", ".-"), ("min", ":"), ("max", ":")):
        length.plot(steps, [record["game_length"][key] for record in records], style, label=key)
    length.set_ylim(bottom=0)

    for axes in (losses, accuracy, results, length):
        axes.set_xlabel("step")
        axes.xaxis.get_major_locator().set_params(integer=True)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize="small")
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=110)
    write_file(output, drawn.getvalue())
    plt.close(figure)


def read_records(run_dir: Path) -> list[dict[str, Any]]:
    """The records of a run's finished steps, at least one."""
    file = run_dir / "learner.jsonl"
    if not file.is_file():
        raise TrictracError(f"{run_dir}: there is no run here (no learner.jsonl)")
    records = []
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            records.append(json.loads(line))
        except ValueError:
            break  # A run that was killed while it wrote this line will write it again.
    if not records:
        raise TrictracError(f"{file}: no step is finished yet")
    return records
