"""Counting: a player whose keys count against a budget."""

from __future__ import annotations

from collections.abc import Sequence

from tests.controllers import controller_of
from tracker.controller.input.keys import press as press_key
from tracker.game_api.values import Choice
from tracker.model.events import Rolled
from tracker.session import Session

KEYS = {"space": " ", "minus": "-"}
"""Keys with names of their own that write a sign."""


class Counted:
    """A controller whose keys are counted."""

    def __init__(self, session: Session) -> None:
        self.session, self.controller, self.keys = session, controller_of(session), 0

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            press_key(self.controller, key, KEYS.get(key, key if len(key) == 1 else None))
            self.keys += 1

    def take(self, choices: Sequence[Choice], words: str = "") -> None:
        """Press the key of the first choice that can be taken and whose line has these words."""
        self.press(next(one.key for one in choices if not one.refused and words in one.line))

    def declare_an_attack(self) -> None:
        """`a`, a weapon where there is more than one, and a target in reach."""
        self.press("a")
        if all(not one.line for one in self.controller.prompt.choices):
            self.take(self.controller.prompt.choices)
        self.take(self.controller.prompt.choices, " attack ")

    def struck(self, who: str) -> int:
        """How many attack rolls of `who` the log has."""
        events = (event for n in self.session.journal.done for event in self.session.journal.steps[n].events)
        return sum(isinstance(event, Rolled) and event.what == "attack" and event.who == who for event in events)
