"""A checkout has the committed bytes on every system, also where git is told to write lines as Windows ends them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="this is no checkout of git")
def test_a_checkout_with_the_ends_of_lines_of_windows_has_the_committed_bytes(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    words = ["-c", "core.autocrlf=true", "-c", "core.eol=crlf", "clone", "-q", "--shared", str(ROOT), str(clone)]
    subprocess.run(["git", "-c", "safe.directory=*", *words], check=True)
    texts = [path for path in clone.rglob("*") if path.suffix in (".py", ".toml", ".md", ".svg", ".txt")]
    assert len(texts) > 1000
    changed = [path for path in texts if b"\r\n" in path.read_bytes()]
    assert changed == [path for path in changed if b"\r\n" in (ROOT / path.relative_to(clone)).read_bytes()]
