"""Arguments of the verbs of Prism: plans, weapons, efforts, improvements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.encounter.names import combatant_named, first_named
from tracker.games.prism.actions import action_options
from tracker.games.prism.actions.action_options import MOVES, STAYS, Plan
from tracker.games.prism.actions.contests import Effort
from tracker.games.prism.actions.improvement import BY_HAND, IMPROVE, TRAINING, Improvement
from tracker.games.prism.book.tables import METHODS
from tracker.games.prism.sheet import sheet_of
from tracker.games.toolkit import guards
from tracker.games.toolkit.arguments import Argument, Line, OneWord
from tracker.games.toolkit.names import demanded
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_WAYS = ("slow", "slow-after", "move", "after", "second", "burn", "energy", "aim")


class Planned(Argument[Plan]):
    """Movement, a second action, energy and aim, in any order, behind the verb `verb`."""

    def __init__(self, verb: str) -> None:
        self.verb = verb

    def read(self, line: Line, takes_rest: bool) -> Plan:
        """Return the plan. Raises Refused for words that are none of it."""
        return action_options.read(line.rest(), f"{line.who} {self.verb}", directed=False)

    def text(self, value: Plan) -> tuple[str, ...]:
        return value.words

    def value(self, text: list[str]) -> Plan:
        """Return the plan from its words, all of which are taken."""
        words, text[:] = [*text], []
        return action_options.read(words, self.verb)

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return _WAYS


class Directed(Planned):
    """A plan that may name another fighter and a skill (SQ 38)."""

    def read(self, line: Line, takes_rest: bool) -> Plan:
        """Return the plan, with the fighter by its id. Raises Refused."""
        plan = action_options.read(line.rest(), f"{line.who} {self.verb}")
        return plan._replace(at=combatant_named(line.encounter, plan.at)) if plan.at else plan

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return (*_WAYS, "at", "with")


class Moving(Directed):
    """The plan of a move."""

    def read(self, line: Line, takes_rest: bool) -> Plan:
        """Return the plan. Without a pace it is a move. Raises Refused."""
        plan = super().read(line, takes_rest)
        return plan._replace(pace=MOVES.pace) if plan == STAYS or (plan.at and plan.pace == STAYS.pace) else plan


class Doubling(Directed):
    """The plan of a move in double time, which leaves no time for more than a fighter and a skill."""

    def read(self, line: Line, takes_rest: bool) -> Plan:
        """Return the plan. Raises Refused where it has more than a fighter and a skill."""
        plan = super().read(line, takes_rest)
        guards.nothing_more(plan._replace(at="", skill="").words, self.verb)
        return plan


class Described(OneWord):
    """A described act, in words up to those of the plan."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the words. Raises Refused without any."""
        if not line.words:
            raise Refused(f'Describe the action: {line.who} use "opens the door"')
        cut = _end_of_text(line.encounter, line.words)
        text, line.words[:] = " ".join(line.words[:cut]), line.words[cut:]
        return text


def _end_of_text(encounter: Encounter, words: Sequence[str]) -> int:
    """Return the number of words of the text. `at` ends it only before a fighter, `with` only after a text in quotes.

    So `use looks at the door` is a text, and a text in quotes is the first word.
    """
    for index, word in enumerate(words):
        # A first word with blanks was in quotes.
        if index and (word.casefold() in _WAYS or (word.casefold() == "with" and " " in words[0] and index == 1)):
            return index
        if index and word.casefold() == "at" and _is_fighter(encounter, words[index + 1 : index + 2]):
            return index
    return len(words)


def _is_fighter(encounter: Encounter, words: Sequence[str]) -> bool:
    """Return whether there is a first word and it names a fighter."""
    try:
        return bool(words and combatant_named(encounter, words[0]))
    except Refused:
        return False


class WeaponNamed(OneWord):
    """A weapon of the sheet, named by the next words, quoted or not. The first weapon without a name."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the name of the weapon, the first one where the line names none. Empty without any weapon.

        Only the words of the name are taken. Raises Refused for an unknown one.
        """
        sheet, words = sheet_of(line.encounter, line.who), line.words
        for length in range(min(4, len(words)), 0, -1):
            if weapon := sheet.weapon(" ".join(words[:length])):
                del words[:length]
                return weapon.name
        if words and words[0].casefold() not in _WAYS:
            demanded(sheet.weapons, words[0], line.encounter[line.who].name, "weapon")
        first = sheet.weapon()
        return first.name if first else ""

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return (weapon.name for weapon in sheet_of(encounter, who).weapons)


class HarmKind(OneWord):
    """Vitality or trauma. Trauma without a word."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the kind of damage, trauma without a word. Raises Refused."""
        kind = line.words.pop(0).casefold() if line.words else "trauma"
        if kind not in ("vitality", "trauma") or len(line.words) > 1:
            raise Refused(f"Damage is vitality or trauma: {line.usage}")
        return kind

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return ("vitality", "trauma")


class Improving(Argument[Improvement]):
    """A skill and a method, and for training the teacher. The method is chance when none is named."""

    def read(self, line: Line, takes_rest: bool) -> Improvement:
        """Return the improvement from `skill method`, and after `by` the teacher. Raises Refused."""
        words = line.rest()
        named = next((index for index, word in enumerate(words) if index and word.casefold() == "by"), len(words))
        given, teacher = words[:named], words[named + 1 :]
        method = given[-1].casefold() if len(given) > 1 else "chance"
        if not given or method not in METHODS:
            raise Refused(f"Give the skill and the method: {line.usage}; methods: {', '.join(METHODS)}.")
        skill = " ".join(given[:-1] if len(given) > 1 else given)
        if named == len(words):
            return Improvement(skill, method)
        if method != TRAINING:
            raise Refused(f"Only training has a teacher, {method} has none: {line.usage}")
        return Improvement(skill, method, _teacher(line, teacher))

    def text(self, value: Improvement) -> tuple[str, ...]:
        """Return skill, method and teacher as text."""
        return tuple(value)

    def value(self, text: list[str]) -> Improvement:
        """Return the improvement from skill, method and teacher, all of which are taken."""
        words, text[:] = [*text], []
        return Improvement(*words)

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the skills on the sheet and the methods."""
        return (*(skill.name for skill in sheet_of(encounter, who).skills), *METHODS, "by")


def _teacher(line: Line, words: Sequence[str]) -> str:
    """Return the teacher's id, or `by hand` for an absent one. Raises Refused."""
    if len(words) == 1 and words[0].casefold() == "hand":
        return BY_HAND
    if not words:
        raise Refused(f"Name the fighter: {line.usage}")
    try:
        teacher, further = first_named(line.encounter, words)
    except Refused as unknown:
        raise Refused(f"{unknown} One who is not in this fight teaches by the game master's word: `by hand`.") from None
    guards.nothing_more(further, IMPROVE)
    if teacher == line.who:
        name = line.encounter[line.who].name
        raise Refused(f"{name} cannot train under itself; one who is not here: `by hand`.")
    return teacher


class Tried(Argument[Effort]):
    """A skill with energy, a modifier, gear and a target, in any order."""

    def read(self, line: Line, takes_rest: bool) -> Effort:
        """Return the effort: a skill with energy, gear, target and bonus. Raises Refused."""
        effort, named = _effort(line, "energy", "with", "at")
        if not named:
            raise Refused(f"Give the skill: {line.usage}")
        return effort._replace(skill=" ".join(named))

    def text(self, value: Effort) -> tuple[str, ...]:
        """Return skill, energy, modifier, gear and target as text."""
        return (value.skill, str(value.energy), str(value.bonus), value.gear, value.target)

    def value(self, text: list[str]) -> Effort:
        """Return the effort from skill, energy, bonus, gear and target. The last two may be left out."""
        skill, energy, bonus, gear, target = (*text, "", "")[:5]
        return Effort(skill, int(energy), int(bonus), gear, target)

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the skills on the sheet, and the words for what is added."""
        return (*(skill.name for skill in sheet_of(encounter, who).skills), "energy", "with", "at")


class Contested(Tried):
    """A skill against one or several others, with energy and a modifier (S-OPP-1, SQ 35)."""

    def read(self, line: Line, takes_rest: bool) -> Effort:
        """Return the effort: a skill with energy and bonus, then each opponent with its skill. Raises Refused."""
        effort, named = _effort(line, "energy")
        return effort._replace(skill=named[0] if named else "", reactors=_reactors(line, named[1:]))

    def text(self, value: Effort) -> tuple[str, ...]:
        """Return skill, energy, modifier, then each opponent with its skill, as text."""
        reactors = (word for reactor in value.reactors for word in reactor)
        return (value.skill, str(value.energy), str(value.bonus), *reactors)

    def value(self, text: list[str]) -> Effort:
        """Return the effort from skill, energy and bonus, then each opponent with its skill."""
        skill, energy, bonus, *reactions = text
        return Effort(skill, int(energy), int(bonus), reactors=tuple(zip(reactions[::2], reactions[1::2], strict=True)))

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the skills on the sheet, and the words for what is added."""
        return (*(skill.name for skill in sheet_of(encounter, who).skills), "energy", "and")


def _effort(line: Line, *additions: str) -> tuple[Effort, list[str]]:
    """Return an effort without its skill, and the words that are no additions. Raises Refused.

    `additions` are those that the verb knows: `energy`, `with` or `at`. A number with a sign is a bonus.
    """
    effort, named = Effort(""), []
    while line.words:
        word = line.words.pop(0)
        addition = word.casefold() if word.casefold() in additions and line.words else ""
        match addition:
            case "energy":
                effort = effort._replace(energy=guards.whole([line.words.pop(0)], line.usage, 0, 10_000))
            case "with":
                effort = effort._replace(gear=_gear(line, line.words.pop(0)))
            case "at":
                target = combatant_named(line.encounter, line.words.pop(0))
                guards.standing(line.encounter, line.who, target, "task", fallen=True)
                effort = effort._replace(target=target)
            case _ if word.startswith(("+", "-", "−")):
                effort = effort._replace(bonus=guards.whole([word.replace("−", "-")], line.usage, -200, 200))
            case _:
                named.append(word)
    return effort, named


def _gear(line: Line, name: str) -> str:
    """Return a piece of gear of the sheet by name. Its success modifier multiplies the quality (S-QUAL-2).

    Raises Refused.
    """
    return demanded(sheet_of(line.encounter, line.who).weapons, name, line.encounter[line.who].name, "gear").name


def _reactors(line: Line, words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return each opponent's id and skill, from `eve Dodge and dan Brawl`. Raises Refused."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word.casefold() == "and":
            groups.append([])
        else:
            groups[-1].append(word)
    reactors: dict[str, str] = {}
    for group in groups:
        if len(group) != 2:
            raise Refused(f"Give the skill, then each opponent with its skill: {line.usage}")
        reactor, _ = guards.somebody(line.encounter, group[:1], line.usage)
        if reactor == line.who:
            raise Refused(f"{line.encounter[line.who].name} cannot contest with itself: {line.usage}")
        if reactor in reactors:
            name = line.encounter[reactor].name
            raise Refused(f"{name} resists once in a contest; name it once: {line.usage}")
        reactors[reactor] = group[1]
    return tuple(reactors.items())
