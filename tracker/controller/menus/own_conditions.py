"""Own conditions: those in the game master's own words, which are kept to be given again."""

from __future__ import annotations

from collections.abc import Callable

from tracker.model import commands as cmd
from tracker.text.numbers import signed

_MOST = 12
_BETWEEN = ";"


class OwnConditions:
    """The words of own conditions with what each weighs, the newest first: `half blind -2`."""

    def __init__(self, kept: str = "", keep: Callable[[str], object] | None = None) -> None:
        """Keep the conditions. `kept` is the text of the last time, `keep` writes the new one."""
        words = (text.strip() for text in kept.split(_BETWEEN))
        self.words = [text for text in words if text][:_MOST]
        self._keep = keep
        self._at = -1

    def take(self, command: cmd.Command | cmd.Request | None) -> None:
        """Remember a condition in own words that a command has begun."""
        self._at = -1
        begun = command.commands[0] if isinstance(command, cmd.Together) else command
        if not isinstance(begun, cmd.FixCondition) or not (begun.on and begun.own) or _BETWEEN in begun.condition:
            return
        amount = f" {signed(begun.amount)}".replace("−", "-") if begun.amount else ""
        text = f"{begun.condition}{amount}"
        if self.words[:1] == [text]:
            return
        self.words = [text, *(other for other in self.words if other != text)][:_MOST]
        if self._keep is not None:
            self._keep(f"{_BETWEEN} ".join(self.words))

    def recalled(self, by: int) -> str:
        """Return the condition `by` positions on, −1 being an older one. Empty without one."""
        self._at = max(-1, min(len(self.words) - 1, self._at - by))
        return self.words[self._at] if self._at >= 0 else ""
