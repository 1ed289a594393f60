"""Debounce: keys that must not count, since they came before what they would answer was seen, or twice by a slip."""

from __future__ import annotations

EARLY = "Keys typed before this was drawn do not count. Press them again."
_IN_ONE_GO = 1.5
"""Times the usual span after a dropped key within which the next one belongs to it, as the second digit of a die."""
HABIT = 1.0
"""Seconds after a typed roll was taken within which Enter is the habit of a hand that ends what it has typed."""


class Debounce:
    """All times are seconds of one clock and given by the caller."""

    def __init__(
        self,
        within: float,
        hasty: frozenset[str] = frozenset({"space", "enter"}),
        ends_roll: frozenset[str] = frozenset({"enter"}),
    ) -> None:
        self.within = within
        """Seconds within which the same key again is a slip. 0: no key is."""
        self._hasty = hasty
        """The keys that go on or answer."""
        self._ends_roll = ends_roll
        """The keys that give dice, or roll them where none are typed."""
        self._seen: tuple[int, int] | None = None
        self._seen_at = 0.0
        self._first_at: float | None = None
        self._dropped_at: float | None = None
        self._answered: tuple[str, float] | None = None
        self._took_roll: float | None = None
        """When the last key was the one that gave a typed roll. None: it was another one."""

    def before_anything(self, time: float) -> bool:
        """Return whether there was nothing to see yet at a time."""
        return self._first_at is None or time < self._first_at

    def drawn(self, seen: tuple[int, int], now: float) -> None:
        """Note that the present screen has been drawn."""
        if self._first_at is None:
            self._first_at = now
        if seen != self._seen:
            self._seen, self._seen_at = seen, now

    def drop(self, seen: tuple[int, int], time: float) -> bool:
        """Drop a key that came before what is `seen` now was drawn, or in one go with such a key.

        Of `3 7` typed in one go both count or neither: a 7 alone is another roll. Return whether the key is dropped.
        """
        in_one_go = self._dropped_at is not None and time - self._dropped_at < _IN_ONE_GO * self.within
        if in_one_go or self._seen != seen or time < self._seen_at:
            self._dropped_at = time
            return True
        return False

    def doubled(self, key: str, time: float) -> str:
        """Why a key is the one that answered a question just now, once more. Empty when it counts."""
        if self._answered is None:
            return ""
        last, at = self._answered
        if key in self._hasty and key == last and time - at < self.within:
            return f"A second {key} so soon after the first does not count. Press it again to answer this question."
        return ""

    def habitual(self, key: str, time: float) -> str:
        """Why a key does nothing that comes right behind a typed roll, which counts already. Empty when it counts."""
        if key not in self._ends_roll or self._took_roll is None or not self.within:
            return ""
        if time - self._took_roll >= HABIT:
            return ""
        return (
            "The roll you typed counts already, so this key does nothing. Wait a second to roll the next dice with it."
        )

    def acted(self, key: str, time: float, answered: bool, typed_roll: bool = False) -> None:
        """A key was taken, and `answered` a question or made another step. `typed_roll`: it gave typed dice."""
        self._answered = (key, time) if answered else None
        self._took_roll = time if answered and typed_roll else None
