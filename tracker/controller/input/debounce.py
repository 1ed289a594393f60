"""Debounce: keys that must not count, since they came before what they would answer was seen, or twice by a slip."""

from __future__ import annotations

EARLY = "Keys typed before this was drawn do not count. Press them again."
_IN_ONE_GO = 1.5
"""The factor of the usual span within which a key belongs to a dropped one, as the second digit of a die."""
HABIT = 1.0
"""The seconds after a typed roll within which Enter is only the habitual end of typing."""


class Debounce:
    """All times are seconds of one clock and given by the caller."""

    def __init__(
        self,
        within: float,
        hasty: frozenset[str] = frozenset({"space", "enter"}),
        ends_roll: frozenset[str] = frozenset({"enter"}),
    ) -> None:
        self.within = within
        """The seconds within which the same key again is a slip. 0: never."""
        self._hasty = hasty
        """The keys that go on or answer."""
        self._ends_roll = ends_roll
        """The keys that give dice, or roll them where none are typed."""
        self._seen: object | None = None
        self._seen_at = 0.0
        self._first_at: float | None = None
        self._dropped_at: float | None = None
        self._answered: tuple[str, float] | None = None
        self._took_roll: float | None = None
        """The time of the last key, if it gave a typed roll. None after another key."""

    def before_anything(self, time: float) -> bool:
        """Return whether nothing had been drawn yet at a time."""
        return self._first_at is None or time < self._first_at

    def drawn(self, seen: object, now: float) -> None:
        """Note when something is drawn. `seen` differs for every state that a key may answer.

        `now` is in seconds.
        """
        if self._first_at is None:
            self._first_at = now
        if seen != self._seen:
            self._seen, self._seen_at = seen, now

    def drop(self, seen: object, time: float) -> bool:
        """Drop a key pressed before `seen` was drawn, or in one burst with such a key. Return whether it is dropped.

        Of `3 7` typed in one burst both count or neither: a 7 alone is another roll. `time` is in seconds.
        """
        in_one_go = self._dropped_at is not None and time - self._dropped_at < _IN_ONE_GO * self.within
        if in_one_go or self._seen != seen or time < self._seen_at:
            self._dropped_at = time
            return True
        return False

    def doubled(self, key: str, time: float) -> str:
        """Return why a key that repeats the last answer does not count. Empty when it counts.

        `time` is when it was pressed, in seconds.
        """
        if self._answered is None:
            return ""
        last, last_time = self._answered
        if key in self._hasty and key == last and time - last_time < self.within:
            return f"A second {key} so soon after the first does not count. Press it again to answer this question."
        return ""

    def habitual(self, key: str, time: float) -> str:
        """Return why a key just after a typed roll does nothing. Empty when it counts.

        `time` is when it was pressed, in seconds.
        """
        if key not in self._ends_roll or self._took_roll is None or not self.within:
            return ""
        if time - self._took_roll >= HABIT:
            return ""
        return (
            "The roll you typed counts already, so this key does nothing. Wait a second to roll the next dice with it."
        )

    def acted(self, key: str, time: float, answered: bool, typed_roll: bool = False) -> None:
        """Note a key that was taken. `answered`: it answered or made a step. `typed_roll`: it gave typed dice."""
        self._answered = (key, time) if answered else None
        self._took_roll = time if answered and typed_roll else None
