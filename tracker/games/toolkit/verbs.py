"""Verbs: one row for each verb of a game. Parser, usage, completion, menu, dispatch and `why` follow from the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

from tracker.game_api.choices import Choices
from tracker.game_api.part import Options
from tracker.game_api.values import Choice, Menu, Risk
from tracker.games.toolkit import guards
from tracker.games.toolkit.arguments import Argument, Line
from tracker.games.toolkit.menu_paths import Asked, Path, menu_of_number, option
from tracker.model.combatant import Action
from tracker.model.commands import Command, Do
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

Values = tuple[Any, ...]
"""The values of a verb's arguments, in the order of its row."""


def nothing(fighter: Any) -> str:
    """Return an empty text: no reason against a choice."""
    return ""


def never(*values: Any) -> bool:
    """Return False, whatever the arguments of the verb."""
    return False


def always(*values: Any) -> bool:
    """Return True, whatever the arguments of the verb."""
    return True


@dataclass(frozen=True, slots=True)
class Entry:
    """One choice of a verb in the menu of a declaration."""

    key: str
    label: str | Callable[[Any], str]
    """The name of the choice, or a function of the fighter whose menu is open."""
    price: str | Callable[[Any], str] = ""
    """The price, with the `figures` of the fighter whose menu is open in braces, or a function of that fighter."""
    refused: Callable[[Any], str] | None = None
    """Returns the reason for a refusal, by that fighter. Without a function the verb's `why_not` answers."""
    line: str = ""
    """The line behind the fighter's id, where it is more than the verb. The user types on after a space or a quote."""
    menu: str = ""
    """The menu that has the choice, in a game that has several."""
    leads: bool = True
    """True if the choice opens the menu of its verb, where the verb has one."""
    risk: Callable[[Any], Risk | None] | None = None
    """Returns what is left to an opponent's blow once the choice is taken, for that fighter."""
    rank: int = 0
    """Choices of a lower rank come first. Those of one rank in the order of the rows."""
    counts: Callable[[Any], int] | None = None
    """The counts it takes that fighter, so that the label says when it is over."""
    absent: Callable[[Any], str] | None = None
    """Returns the reason why that fighter's menu lacks the choice now. Empty where the menu has it."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb of a game."""

    name: str
    do: Callable[..., Any] | None
    """Carries the verb out: takes the fighter in the step under way, then a value for each argument."""
    examples: tuple[str, ...]
    """Lines that work, without the fighter in front: refusals and the page of lines show them."""
    does: str
    """The effect of the lines, in the words of the page of lines."""
    arguments: tuple[Argument[Any], ...] = ()
    rule: str = ""
    """The id of the rule that allows the verb. Empty for what the game master does by hand."""
    entries: tuple[Entry, ...] = ()
    each: Callable[[Any], Iterable[Choice]] | None = None
    """Returns the choices of a verb that has one in the menu for each weapon or the like."""
    leads: Callable[[Any, Path, Verb], Menu] | None = None
    """Returns the menu behind a choice of the verb, by the fighter and the path."""
    refused: tuple[Callable[..., str], ...] = ()
    """Functions that return a reason against the verb, whatever words follow it. The first reason is given."""
    at_any_time: Callable[..., bool] = never
    """Returns true if the verb, with these values, takes no time and may be used out of turn."""
    explain: Callable[..., Sequence[str]] | None = None
    """Returns the sum behind the verb (`why`): takes the fighter, then the values of the arguments."""
    stages: Mapping[str, Callable[..., None]] = field(default_factory=dict)
    """The functions that resume after a roll or an answer, by the task's stage. Each takes what the game hands on."""
    lands: Callable[[Any, Action], None] | None = None
    """Lands its action once its time is over, by the fighter in the step. None where nothing follows from its end."""
    command: Callable[..., Command] | None = None
    """Makes the command of a verb that is carried out as another one or by the kernel, from the id and the values."""
    aliases: tuple[str, ...] = ()

    def usage(self, who: str) -> str:
        """Return the example lines of a fighter."""
        return " · ".join(f"{who} {example}" for example in self.examples)

    def read(self, encounter: Encounter, who: str, words: Sequence[str], options: Any, *, why: bool = False) -> Values:
        """Return the values of the arguments in a line, or in a question for the sum (`why`). Raises Refused."""
        line = Line(encounter, who, self.name, words, self.usage(who), options)
        values: dict[int, Any] = {}
        # An argument that is found by its own words takes them before those that are read by place.
        order = sorted(range(len(self.arguments)), key=lambda index: self.arguments[index].turn)
        for index in order:
            argument, takes_rest = self.arguments[index], index == order[-1]
            values[index] = argument.explained(line, takes_rest) if why else argument.read(line, takes_rest)
        self.nothing_more(line.words)
        return tuple(values[index] for index in range(len(self.arguments)))

    def nothing_more(self, words: Sequence[str]) -> None:
        """Raise Refused when words are left over."""
        guards.nothing_more(words, self.name)

    def why_not(self, fighter: Any, *details: Any) -> str:
        """Return why a fighter cannot use the verb. Empty when it can. `details` are passed to the game's reasons."""
        return next(filter(None, (why(fighter, *details) for why in self.refused)), "")

    def text(self, values: Values) -> tuple[str, ...]:
        """Return values as text, for a command that is kept in the fight. The last ones may be left out."""
        pairs = zip(self.arguments, values, strict=False)
        return tuple(word for argument, value in pairs for word in argument.text(value))

    def values(self, text: Sequence[str]) -> Values:
        """Return the values that `text` wrote. None for an argument behind the end of the text."""
        words = [*text]
        return tuple(argument.value(words) for argument in self.arguments if words)

    def choices(self, fighter: Any, menus: Sequence[str]) -> Iterable[tuple[int, Choice]]:
        """Yield the verb's choices in these menus, each after its rank. A menu is sorted by that."""
        for choice in self.each(fighter) if self.each is not None else ():
            yield 0, choice
        for entry in self.entries:
            if entry.menu in menus:
                yield entry.rank, self._choice(fighter, entry)

    def _choice(self, fighter: Any, entry: Entry) -> Choice:
        """Return the choice of an entry, which carries out its line or opens the menu behind it."""
        leads = self.leads is not None and entry.leads
        if callable(entry.price):
            price = entry.price(fighter)
        else:
            price = entry.price.format_map(fighter.figures) if "{" in entry.price else entry.price
        name = entry.label(fighter) if callable(entry.label) else entry.label
        # Behind the label is the count at which the action would be over.
        over = "" if entry.counts is None else f" →{fighter.encounter.count + entry.counts(fighter)}"
        absent = "" if entry.absent is None else entry.absent(fighter)
        refused = absent or (fighter.why_not(self.name) if entry.refused is None else entry.refused(fighter))
        return Choice(
            entry.key,
            name + over,
            line="" if leads else f"{fighter.who} {entry.line or self.name}",
            path=(self.name,) if leads and not absent else (),
            price=price,
            refused=refused,
            unfinished=entry.line.endswith((" ", '"')),
            absent=bool(absent),
            risk=None if entry.risk is None or refused else entry.risk(fighter),
            name=name if over and not absent else "",
        )

    def switches(self, path: Path, **figures: object) -> tuple[Choice, ...]:
        """Return the choices of the arguments that the verb's menu offers. `figures` fill in their labels."""
        return tuple(option(argument, path, figures) for argument in self.arguments if argument.offer is not None)

    def menu(self, fighter: Any, path: Path) -> Menu:
        """Return the menu behind a choice of the verb, or that of a number which the path asks for. Raises Refused."""
        if self.leads is None:
            raise Refused(f"There is no menu {' '.join(map(str, path))}.")
        if isinstance(path[-1], Asked):
            asked = next(argument for argument in self.arguments if argument.name == path[-1].name)
            return menu_of_number(asked, path)
        return self.leads(fighter, path, self)


Row_co = TypeVar("Row_co", bound=Verb, covariant=True)


class Verbs(Mapping[str, Row_co]):
    """The verbs of a game by name, the commonest first."""

    def __init__(self, *rows: Row_co) -> None:
        self._rows = {row.name: row for row in rows}
        self._aliases = {alias: row.name for row in rows for alias in row.aliases}
        self._in_menus = [row for row in rows if row.entries or row.each is not None]
        self.stages = {stage: go_on for row in rows for stage, go_on in row.stages.items()}
        """The functions that resume after a roll or an answer of any verb, by the stage of the task."""

    def __getitem__(self, name: str) -> Row_co:
        return self._rows[self._aliases.get(name, name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other names of the verbs."""
        return tuple(self._aliases)

    # Kept: the parser asks with every line, and rows never change.
    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the verbs, then their other names."""
        return (*self._rows, *self._aliases)

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str], options: Any = None) -> Command:
        """Turn the words after a fighter and a verb into a command. Raises Refused with an example line."""
        row = self.get(verb)
        if row is None:
            raise Refused(f'{encounter[who].name}: "{verb}" is no action in this game.')
        values = row.read(encounter, who, words, options)
        return Do(who, row.name, values) if row.command is None else row.command(who, *values)

    def values_of(self, command: Do) -> Values:
        """Return the values of a command's arguments. One of an older release holds text in their place."""
        words = command.words
        as_text = bool(words) and all(isinstance(word, str) for word in words)
        return self._rows[command.verb].values(words) if as_text else words

    def as_text(self, command: Do) -> Do:
        """Return a command with text in place of values, for a question that keeps it."""
        row = self._rows.get(command.verb)
        return command if row is None else replace(command, words=row.text(self.values_of(command)))

    def carry_out(self, fighter: Any, command: Do) -> Any:
        """Carry out a command of these verbs with the fighter in the step. Raises Refused.

        Returns what the function of the row returns.
        """
        row = self._rows[command.verb]
        assert row.do is not None
        return row.do(fighter, *self.values_of(command))

    def land(self, fighter: Any, action: Action) -> None:
        """Do what follows from the end of an action of these verbs, whose time is over."""
        row = self._rows.get(action.verb)
        if row is not None and row.lands is not None:
            row.lands(fighter, action)

    def letters_at_once(self, *menus: str) -> frozenset[str]:
        """Return the letters in these menus of what is carried out at once, without a menu or a line to finish.

        No answer to a blow should have one of them: who presses it at a declaration would lose a turn.
        """
        entries = [(row, entry) for row in self._rows.values() for entry in row.entries if entry.menu in menus]
        return frozenset(
            entry.key
            for row, entry in entries
            if not (row.leads is not None and entry.leads) and not entry.line.endswith((" ", '"'))
        )

    def choices(self, fighter: Any, *menus: str) -> list[Choice]:
        """Return the choices of all verbs in the menu of a declaration, or in the menus named."""
        return self.with_others(fighter, (), *menus)

    def with_others(self, fighter: Any, others: Iterable[tuple[int, Choice]], *menus: str) -> list[Choice]:
        """Return the choices of all verbs in the menu of a declaration, or in the menus named, and others by rank."""
        ranked = [choice for row in self._in_menus for choice in row.choices(fighter, menus or ("",))]
        return [choice for _, choice in sorted([*ranked, *others], key=itemgetter(0))]

    def menu(self, fighter: Any, path: Path) -> Menu:
        """Return the menu behind a choice. Raises Refused for a path that leads nowhere."""
        row = self._rows.get(path[0])
        if row is None:
            raise Refused(f"There is no menu {' '.join(map(str, path))}.")
        return row.menu(fighter, path)

    def explain(self, fighter: Any, words: Sequence[str], options: Any = None) -> tuple[str, ...]:
        """Return the sum behind a verb, as the words after `why` and the fighter say. Raises Refused.

        Empty where the words begin with no verb that has a sum.
        """
        row = self._rows.get(words[0].casefold()) if words else None
        if row is None or row.explain is None:
            return ()
        return tuple(row.explain(fighter, *row.read(fighter.encounter, fighter.who, words[1:], options, why=True)))

    def words(self, encounter: Encounter, who: str, verb: str) -> tuple[str, ...]:
        """Return the words that may be after a verb of a fighter, besides names of fighters."""
        row = self.get(verb)
        arguments = () if row is None else row.arguments
        return tuple(dict.fromkeys(word for argument in arguments for word in argument.words(encounter, who)))


class ChoicesByRows(Choices[Options]):
    """The choices of a game whose verbs are `rows`."""

    __slots__ = ()

    rows: Verbs[Any]

    def verbs(self) -> tuple[str, ...]:
        return self.rows.names

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        return self.rows.parse(encounter, who, verb, words, self.options)

    def as_text(self, command: Do) -> Do:
        return self.rows.as_text(command)

    def argument_words(self, encounter: Encounter, who: str, verb: str) -> tuple[str, ...]:
        return self.rows.words(encounter, who, verb)
