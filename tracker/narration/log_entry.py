"""An entry of the log: one line of it, with the lines that are behind it."""

from __future__ import annotations

from collections.abc import Container

from tracker.model.events import Event, Rolled
from tracker.model.lazy_dataclass import dataclass
from tracker.narration.log_lines import Told


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log with the step it belongs to and the count it happened at."""

    step: int
    at: int
    words: Told
    when: str = ""
    """The count as the table writes it."""
    event: Event | None = None
    """The event of the line. None for a line that stands for several."""
    root: int = 0
    """The number of the GM's step that triggered its step, or of its own."""
    as_group: bool = False
    """True if a member of a group did it because another was told."""
    behind: tuple[Entry, ...] = ()
    """The single lines behind a line about a group, shown when it is unfolded."""
    typed: str = ""
    """The line of its step as it was typed."""
    by: str = ""
    """The player who answered from a page. Empty for the GM, or if another line of the step has the name."""

    @property
    def roll(self) -> Rolled | None:
        """The roll of the line. None for another event."""
        return self.event if isinstance(self.event, Rolled) else None

    @property
    def single(self) -> tuple[Entry, ...]:
        return self.behind or (self,)

    def signed(self, text: str) -> str:
        """Return a text of this line with the player who answered: `parries (Ana)`."""
        return f"{text} ({self.by})" if self.by else text

    @property
    def details(self) -> tuple[str, ...]:
        return (*self.words.details, *([f"{self.by} answered this from a page."] if self.by else []))

    def counts(self, in_force: Container[int]) -> bool:
        """Return whether its step is in force, or that of any line behind it."""
        return any(line.step in in_force for line in self.single)
