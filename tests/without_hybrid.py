"""For `pytest -p tests.without_hybrid`: no test of the run can play Hybrid, so what it covers is proved without."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

HYBRID = "tracker.games.hybrid"
WORDS = {HYBRID, f"{HYBRID}.preferences"}
"""The folder, and what stands on the page of settings: words that are read without the game."""


class Absent:
    """Finds nothing of Hybrid, and says so."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raises ImportError for a module of Hybrid; leaves all others to those who find them."""
        if name.startswith(HYBRID) and name not in WORDS:
            raise ImportError(f"{name} is not to be had in this run.")
        return None


sys.meta_path.insert(0, Absent())
