"""The examples of the pages whose libraries need all of torch."""

import re

import pytest

from helpers import REPOSITORY


@pytest.mark.parametrize("page", ["rllib.md", "torchrl.md"])
@pytest.mark.filterwarnings("ignore")
def test_python_blocks_run(page: str) -> None:
    text = (REPOSITORY / "docs" / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    settings = names.get("settings")
    if page == "rllib.md":
        settings.validate()
