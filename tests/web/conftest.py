"""Tables that are left when a test is over."""

from tests.player_screen.conftest import table

__all__ = ["table"]
