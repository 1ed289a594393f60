"""Choices: what a game offers to choose, by key and by typed line. Nothing here changes the fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tracker.model.commands import Command
from tracker.model.questions import Question
from tracker.model.state import Encounter
from tracker.system_api.values import Choice, ConditionByHand, Menu


class Choices(Protocol):
    """Asking. Read from the state alone; called at every drawing, so it must be quick."""

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """The ways to answer a question of choice (`Ask.CHOOSE`), the likely one first.

        Impossible ones stand with their reason. Called once a state: an answer is held against the choices shown.
        """
        ...

    def weighed(self, encounter: Encounter, question: Question, word: str) -> Choice | None:
        """The one of `answers` with this word, None where there is none; `refused` and `chance` are as there.

        Called for the fighter who answers by orders, at every blow: a game may leave out what only a menu shows.
        """
        ...

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        """What `amount` would cost and what the odds are with it, in a few words; may be empty.

        Called for each number that is typed into an open question for one (`Ask.AMOUNT`), when it fits.
        """
        ...

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """What `who` may declare, step by step down to a command line; path () is where it begins.

        Also called for the path `abilities.readying` before the fight. Raises Refused for a path that leads nowhere.
        """
        ...

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """The same again: last action on the last target, as a choice with its line (`refused` says why not), or None.

        What enter does at a declaration.
        """
        ...

    def verbs(self) -> tuple[str, ...]:
        """The verbs of its own lines, as in `brann strike goblin`, the commonest first; there is at least one."""
        ...

    def table_verbs(self) -> tuple[str, ...]:
        """The verbs of lines that begin with no name, such as `scene light poor`; may be empty.

        `parse` reads such a line with an empty `who`.
        """
        ...

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Read the words after `who` and one of its verbs; `who` is empty for a line of the table (`table_verbs`).

        Raises Refused with what would have worked. Whether it can be done now is for `decide` to say.
        """
        ...

    def argument_words(self, encounter: Encounter, who: str, verb: str) -> tuple[str, ...]:
        """The words that may stand behind a verb of `who`, besides names of fighters, for completion; may be empty."""
        ...

    def conditions_by_hand(self) -> tuple[ConditionByHand, ...]:
        """What may be begun by hand (`fix x prone on`).

        `Resolution.apply_consequences` is called after it.
        """
        ...
