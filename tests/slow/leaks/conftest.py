"""Ambushes that are left when a test is over."""

from tests.leaks.conftest import fight

__all__ = ["fight"]
