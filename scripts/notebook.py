#!/usr/bin/env python3
"""Runs examples/first_steps.ipynb and stores what its cells show, so that it can be read as it is.

`make gen` runs it. Only what this package's notebooks have is stored: printed text, values as
text, and pictures.
"""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "examples" / "first_steps.ipynb"


def executed() -> dict[str, Any]:
    """The notebook with its outputs."""
    notebook: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = _outputs("".join(cell["source"]), names, number)
    return notebook


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "notebook", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_svg_"):
            data = {
                "image/svg+xml": value._repr_svg_().splitlines(keepends=True),
                "text/plain": [f"<{type(value).__name__}>"],
            }
        outputs.append(
            {
                "data": data,
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def text() -> str:
    """The file as it is stored."""
    return json.dumps(executed(), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    NOTEBOOK.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
