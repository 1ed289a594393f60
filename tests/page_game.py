"""The game printed on the page on adding a system: one that the program does not know by itself."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-system.md"


def game(folder: Path) -> Any:
    """The page's game, written into a file in `folder` and read from there."""
    (block,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    path = folder / "nerve_of_the_page.py"
    path.write_text(block, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module.NERVE
