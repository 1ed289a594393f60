"""Tables that are left when a test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.player_screen.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A fight with three hidden fighters, begun."""
    own = Table(tmp_path)
    own.begin()
    yield own
    own.close()
