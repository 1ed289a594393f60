"""Choices: what a game offers to choose, by key and by typed line. Nothing here changes the fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.game_api.part import Options, Part
from tracker.game_api.values import Choice, ConditionByHand, Menu
from tracker.model.commands import Command, Do
from tracker.model.questions import Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


class Choices(Part[Options]):
    """The choices. Read from the state alone. Called at each drawing, so they must be quick."""

    __slots__ = ()

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """Return the ways to answer a question of choice (`Ask.CHOOSE`), the likely one first.

        An impossible one has its reason (`refused`). Called once a state: what is typed is compared with these choices.

        Default: the words of the question, each with its first free letter or digit as key.
        """
        keys: dict[str, str] = {}
        for word in question.choices:
            free = [
                character
                for character in (*word.casefold(), *"123456789")
                if character.isalnum() and character not in keys.values()
            ]
            keys[word] = free[0] if free else ""
        return tuple(Choice(keys[word], word, word) for word in question.choices)

    def weighed(self, encounter: Encounter, question: Question, word: str) -> Choice | None:
        """Return the one of `answers` with this word, None where there is none. `refused` and `chance` are as there.

        Called for the fighter who answers by orders, at every blow: a game may leave out what only a menu shows.

        Default: looked up among `answers`.
        """
        return next((choice for choice in self.answers(encounter, question) if choice.word == word), None)

    def open_to_chooser(self, choice: Choice) -> bool:
        """Return whether the chance of a choice about a stranger follows from what its fighter's player knows.

        A player is told such a chance (`Choice.works`), as that of every choice that is about no stranger. It is about
        one whom it names (`whom`), or whom the open question is about. Answer yes only where nothing of that one's
        sheet is in it.

        Default: no.
        """
        return False

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        """Return what `amount` would cost and what the odds are with it, in a few words. May be empty.

        Called for each number that is typed into an open question for one (`Ask.AMOUNT`), when it fits.

        Default: empty.
        """
        return ""

    def menu(self, encounter: Encounter, who: str, path: tuple[Any, ...]) -> Menu:
        """Return what `who` may declare, step by step down to a command line. Path () is where it begins.

        Also called for the path `abilities.readying` before the fight. Raises Refused for a path that leads nowhere.

        Default: only to wait. Everything else is typed.
        """
        return Menu(f"{encounter[who].name} may declare.", (Choice("w", "wait", line=f"{who} wait"),))

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """Return the same again: last action on the last target, as a choice with its line (`refused` says why not).

        What enter does at a declaration. None: there is nothing to repeat.

        Default: None.
        """
        return None

    def verbs(self) -> tuple[str, ...]:
        """Return the verbs of its own lines, as in `brann strike goblin`, the commonest first. There is at least one.

        Default: none, so a game must define it or `table_verbs`.
        """
        return ()

    def table_verbs(self) -> tuple[str, ...]:
        """Return the verbs of lines that begin with no name, such as `scene light poor`. May be empty.

        `parse` reads such a line with an empty `who`.

        Default: none.
        """
        return ()

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Return the command that the words after `who` and one of its verbs give.

        `who` is empty for a line of the table (`table_verbs`). Raises Refused with what would have worked. Whether it
        can be done now is for `decide` to say.

        Default: every line is refused.
        """
        raise Refused(f'{encounter[who].name}: "{verb}" is no action in this game.')

    def as_text(self, command: Do) -> Do:
        """Return a command of the game with text in place of the values that `parse` gave it.

        An open question keeps it so, while what one of several fighters does is resolved. `decide` is given either.

        Default: the command as it is, whose words are text.
        """
        return command

    def argument_words(self, encounter: Encounter, who: str, verb: str) -> tuple[str, ...]:
        """Return the words that may be behind a verb of `who`, besides names of fighters, for completion.

        Default: none.
        """
        return ()

    def conditions_by_hand(self) -> tuple[ConditionByHand, ...]:
        """Return the conditions of the game that may be begun by hand (`fix x prone on`).

        `Resolution.apply_consequences` is called after it.

        Default: none.
        """
        return ()
