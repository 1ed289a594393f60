"""Ambushes that are left when a test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.leaks.ambush import Ambush


@pytest.fixture
def fight(seed: int, tmp_path: Path) -> Iterator[Ambush]:
    """One of the ten."""
    with Ambush(tmp_path, seed) as own:
        yield own
