"""Tables that are left when a test is over; without a browser, what drives one is left out, as the gate says."""

from tests.players.conftest import table
from tests.share.driven import HERE

__all__ = ["table"]

collect_ignore = [] if HERE else ["test_browser.py"]
