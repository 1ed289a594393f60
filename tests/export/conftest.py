"""Tables that are left when a test is over."""

from tests.players.conftest import table

__all__ = ["table"]
