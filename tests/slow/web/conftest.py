"""Tables that are left when a test is over; without a browser, the tests that drive one are left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.player_screen.conftest import table
from tests.player_screen.table import Table
from tests.web.driven import AXE, HERE, Browser, browser
from tests.web.serving import Shared, shared

__all__ = ["table"]

_OF_A_BROWSER = (
    ("test_browser.py", HERE), ("test_accessible.py", HERE and AXE), ("test_players_page.py", HERE and AXE),
    ("test_whole_fights.py", HERE), ("test_lost_phones.py", HERE), ("test_front_door.py", HERE and AXE)
)  # fmt: skip
collect_ignore = [name for name, there in _OF_A_BROWSER if not there]


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """A fight that is shared once for all who only look at it; nobody may play in it."""
    own = Table(tmp_path_factory.mktemp("still"))
    own.begin()
    data = tmp_path_factory.mktemp("data")  # that of all tests is cleared after each
    with shared(own.path, "--player", "Ana", env={"TRACKER_DATA": str(data)}) as share:
        yield share
    own.close()


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests; each opens an address of its own in it."""
    with browser(tmp_path_factory.mktemp("browser")) as own:
        yield own
