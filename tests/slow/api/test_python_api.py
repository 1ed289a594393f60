"""The example of the page on the Python API runs and prints what the page shows."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "python-api.md"


def test_the_example_of_the_page_runs_and_prints_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 4
    script = tmp_path / "page.py"
    script.write_text("".join(block for block, _ in blocks).replace("saves/", f"{ROOT.as_posix()}/saves/"), "utf-8")
    monkeypatch.chdir(tmp_path)
    run_path(str(script))
    assert capsys.readouterr().out == "".join(printed for _, printed in blocks)
