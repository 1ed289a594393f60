"""The site made of docs/ is built with every page."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


@pytest.mark.skipif(find_spec("zensical") is None, reason="the extra docs is not installed")
def test_the_site_is_built_with_a_search_and_without_a_broken_link(tmp_path: Path) -> None:
    shutil.copytree(DOCS, tmp_path / "docs")
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=tmp_path, check=True)
    built = {
        path.relative_to(tmp_path / "site").with_suffix("").as_posix() for path in tmp_path.rglob("site/**/*.html")
    }
    assert {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES} - {"README"} <= built
    assert "Standing orders" in (tmp_path / "site" / "search.json").read_text("utf-8")
