"""Debounce: keys that must not count, since they came before what they would answer was seen, or twice by a slip."""

from __future__ import annotations

_HABIT = 3
"""Times the usual span within which enter may come behind a die that went on by itself, out of habit."""


class Debounce:
    """All times are seconds of one clock and given by the caller."""

    def __init__(self, within: float, hasty: frozenset[str] = frozenset({"space", "enter"})) -> None:
        self.within = within
        """Seconds within which the same key again is a slip."""
        self._hasty = hasty
        """The keys that go on or answer."""
        self.ahead = False
        """Whether an enter typed ahead, while the screen opened, counts: it begins the fight and answers nothing.

        Not where the fight was chosen on the screen: there it may be the second half of a double press.
        """
        self._seen: tuple[int, int] | None = None
        self._seen_at = 0.0
        self._answered: tuple[str, float] | None = None

    def drawn(self, seen: tuple[int, int], now: float) -> None:
        """What there is to see has been drawn."""
        if seen != self._seen:
            self._seen, self._seen_at = seen, now

    def early(self, seen: tuple[int, int], time: float) -> bool:
        """Whether a key came before what is `seen` now was drawn."""
        return self._seen != seen or time < self._seen_at

    def doubled(self, key: str, time: float) -> str:
        """Why a key is the one that answered a question just now, once more; empty when it counts."""
        if self._answered is None:
            return ""
        last, at = self._answered
        if key in self._hasty and key == last and time - at < self.within:
            return f"A second {key} so soon after the first does not count. Press it again to answer this question."
        if key == "enter" and last.isdecimal() and time - at < _HABIT * self.within:
            return "The last digit gave the dice, so that enter does not count. Press it again to answer this question."
        return ""

    def acted(self, key: str, time: float, answered: bool) -> None:
        """A key was taken, and `answered` a question or made another step."""
        self._answered = (key, time) if answered else None
