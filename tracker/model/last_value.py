"""Last value: what was computed last, kept while it would be computed from the very same things again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
_BY_VALUE = (str, int, float)


class Last(Generic[T]):
    """A cache of one value.

    The things it was computed from are compared by identity: states are frozen values, and comparing two fights costs
    more than what is kept. Only words and numbers are compared by value, since equal ones need not be one object.
    """

    __slots__ = ("_key", "_value")
    _value: T

    def __init__(self) -> None:
        self._key: tuple[object, ...] | None = None

    def get(self, make: Callable[[], T], *key: object) -> T:
        """Return the value for `key`, made again only if another one is kept. An error of `make` is not kept."""
        if not self.is_for(*key):
            self._value, self._key = make(), key
        return self._value

    def is_for(self, *key: object) -> bool:
        """Return whether the value that is kept was computed from `key`."""
        before = self._key
        if before is None or len(before) != len(key):
            return False
        for was, now in zip(before, key, strict=True):
            if was is not now and not (isinstance(now, _BY_VALUE) and was == now):
                return False
        return True
