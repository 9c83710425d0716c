"""The documentation as a site."""

import re
import subprocess
import sys
from pathlib import Path

from helpers import REPOSITORY


def test_the_site_builds_and_draws_the_boards(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert built.returncode == 0, built.stderr
    rules = (tmp_path / "rules" / "index.html").read_text(encoding="utf-8")
    text = (REPOSITORY / "docs" / "rules.md").read_text(encoding="utf-8")
    assert rules.count('<svg xmlns="http://www.w3.org/2000/svg"') == text.count("x rolls") + 1
    for page in tmp_path.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#?:]+)[^":]*"', page.read_text("utf-8")):
            target = (tmp_path / link.lstrip("/")) if link.startswith("/") else page.parent / link
            assert target.exists(), f"{page.relative_to(tmp_path)} leads to {link}"
