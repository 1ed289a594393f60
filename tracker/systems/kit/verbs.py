"""Verbs: one row for each verb of a game. Parser, usage, completion, menu, dispatch and `why` follow from the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from tracker.encounter.engine.step import StepBuilder
from tracker.model.commands import Command, Do
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.choices import Choices
from tracker.system_api.part import Options
from tracker.system_api.values import Choice, Menu
from tracker.systems.kit import guards
from tracker.systems.kit.arguments import Argument, Line

Path = tuple[str, ...]
Values = tuple[Any, ...]
"""The values of a verb's arguments, in the order of its row."""


def nothing(fighter: Any) -> str:
    """Return an empty text: no price, or no reason against a choice."""
    return ""


@dataclass(frozen=True, slots=True)
class Entry:
    """The one choice of a verb in the menu of a declaration.

    `price` and `refused` are functions of the fighter whose menu is open.
    """

    key: str
    label: str
    price: Callable[[Any], str] = nothing
    refused: Callable[[Any], str] = nothing
    line: str = ""
    """The line behind the fighter's id, where it is more than the verb; the user types on after a space or a quote."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb of a game."""

    name: str
    do: Callable[..., None] | None
    """Carries the verb out: takes the fighter in the step under way, then a value for each argument."""
    examples: tuple[str, ...]
    """Lines that work, without the fighter in front: refusals and the page of lines show them."""
    does: str
    """What the lines do, in the words of the page of lines."""
    arguments: tuple[Argument[Any], ...] = ()
    rule: str = ""
    """The id of the rule that allows the verb; empty for what the game master does by hand."""
    entry: Entry | None = None
    entries: Callable[[Any], Iterable[Choice]] | None = None
    """Returns the choices of a verb that has several in the menu, one for each weapon or the like."""
    leads: Callable[[Any, Path], Menu] | None = None
    """Returns the menu behind a choice of the verb; takes the fighter and the words of the path behind the verb."""
    explain: Callable[..., Sequence[str]] | None = None
    """Returns the sum behind the verb (`why`): takes the fighter, then the values of the arguments."""
    stages: Mapping[str, Callable[[StepBuilder, Task], None]] = field(default_factory=dict)
    """What goes on after a roll or an answer, by the stage of its task."""
    command: Callable[[str], Command] | None = None
    """Makes the command of a verb that the kernel carries out, from the fighter's id."""

    def usage(self, who: str) -> str:
        """Return the example lines of a fighter."""
        return " · ".join(f"{who} {example}" for example in self.examples)

    def read(self, encounter: Encounter, who: str, words: Sequence[str], options: Any, *, why: bool = False) -> Values:
        """Return the values of the arguments in a line, or in a question for the sum (`why`); raises Refused."""
        line = Line(encounter, who, words, self.usage(who), options)
        values: dict[int, Any] = {}
        by_place = [index for index, argument in enumerate(self.arguments) if not argument.anywhere]
        anywhere = [index for index, argument in enumerate(self.arguments) if argument.anywhere]
        for index in (*anywhere, *by_place):
            argument, last = self.arguments[index], index == by_place[-1] if by_place else False
            values[index] = argument.explained(line, last) if why else argument.read(line, last)
        guards.nothing_more(line.words, self.name)
        return tuple(values[index] for index in range(len(self.arguments)))

    def text(self, values: Values) -> tuple[str, ...]:
        """Return values as text, for a command that is kept in the fight."""
        pairs = zip(self.arguments, values, strict=True)
        return tuple(word for argument, value in pairs for word in argument.text(value))

    def values(self, text: Sequence[str]) -> Values:
        """Return the values that `text` wrote; none for an argument behind the end of the text."""
        words = [*text]
        return tuple(argument.value(words) for argument in self.arguments if words)

    def choices(self, fighter: Any) -> Iterable[Choice]:
        """Return the verb's choices in the menu of a declaration, refused ones with their reason."""
        if self.entries is not None:
            yield from self.entries(fighter)
        if self.entry is not None:
            entry = self.entry
            yield Choice(
                entry.key,
                entry.label,
                line="" if self.leads else f"{fighter.who} {entry.line or self.name}",
                path=(self.name,) if self.leads else (),
                price=entry.price(fighter),
                refused=entry.refused(fighter),
                unfinished=entry.line.endswith((" ", '"')),
            )


class Verbs(Mapping[str, Verb]):
    """The verbs of a game by name, the commonest first."""

    def __init__(self, *rows: Verb) -> None:
        self._rows = {row.name: row for row in rows}
        self._stages = {stage: go_on for row in rows for stage, go_on in row.stages.items()}

    def __getitem__(self, name: str) -> Verb:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the verbs."""
        return tuple(self._rows)

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str], options: Any = None) -> Command:
        """Turn the words after a fighter and a verb into a command; raises Refused with an example line."""
        row = self._rows.get(verb)
        if row is None:
            raise Refused(f'{encounter[who].name}: "{verb}" is not something to do in this game.')
        values = row.read(encounter, who, words, options)
        return Do(who, verb, values) if row.command is None else row.command(who)

    def carry_out(self, fighter: Any, command: Do) -> None:
        """Carry out a command of these verbs with the fighter in the step; raises Refused.

        A command of an older release holds text in place of values.
        """
        row = self._rows[command.verb]
        assert row.do is not None
        as_text = bool(command.words) and all(isinstance(word, str) for word in command.words)
        row.do(fighter, *(row.values(command.words) if as_text else command.words))

    def resume(self, draft: StepBuilder, task: Task) -> None:
        """Go on with a stage of a verb."""
        self._stages[task.stage](draft, task)

    def choices(self, fighter: Any) -> list[Choice]:
        """Return the choices of all verbs in the menu of a declaration."""
        return [choice for row in self._rows.values() for choice in row.choices(fighter)]

    def menu(self, fighter: Any, path: Path) -> Menu:
        """Return the menu behind a choice; raises Refused for a path that leads nowhere."""
        row = self._rows.get(path[0])
        if row is None or row.leads is None:
            raise Refused(f"There is no menu {' '.join(path)}.")
        return row.leads(fighter, path[1:])

    def explain(self, fighter: Any, words: Sequence[str], options: Any = None) -> tuple[str, ...]:
        """Return the sum behind a verb, as the words after `why` and the fighter say; raises Refused.

        Empty where the words begin with no verb that has a sum.
        """
        row = self._rows.get(words[0].casefold()) if words else None
        if row is None or row.explain is None:
            return ()
        return tuple(row.explain(fighter, *row.read(fighter.encounter, fighter.who, words[1:], options, why=True)))

    def words(self, encounter: Encounter, who: str, verb: str) -> tuple[str, ...]:
        """Return the words that may stand after a verb of a fighter, besides names of fighters."""
        row = self._rows.get(verb)
        arguments = () if row is None else row.arguments
        return tuple(dict.fromkeys(word for argument in arguments for word in argument.words(encounter, who)))


class ChoicesByRows(Choices[Options]):
    """What can be chosen in a game whose verbs are `rows`."""

    __slots__ = ()
    rows: ClassVar[Verbs]

    def verbs(self) -> tuple[str, ...]:
        return self.rows.names

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        return self.rows.parse(encounter, who, verb, words, self.options)

    def argument_words(self, encounter: Encounter, who: str, verb: str) -> tuple[str, ...]:
        return self.rows.words(encounter, who, verb)
