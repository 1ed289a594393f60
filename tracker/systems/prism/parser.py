"""Parser: typed lines of Prism, read into commands."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.encounter.names import combatant_named, first_named
from tracker.model.commands import Command, Do
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.systems.kit import guards
from tracker.systems.kit.names import demanded
from tracker.systems.prism.actions import action_options
from tracker.systems.prism.actions.action_options import ATTACK, DEFEND, DOUBLE, MOVE, USE, Plan
from tracker.systems.prism.actions.attempts import COMPLEX, CONTEST, TASK
from tracker.systems.prism.actions.contests import BY_HAND, DAMAGE, IMPROVE, TRAINING
from tracker.systems.prism.actions.turns import CARDS, PUT_FIRST
from tracker.systems.prism.book.tables import METHODS
from tracker.systems.prism.sheets.sheet import sheet_of

VERBS = (ATTACK, DEFEND, USE, MOVE, DOUBLE, TASK, CONTEST, COMPLEX, IMPROVE, DAMAGE, CARDS, PUT_FIRST)
_WAYS = ("slow", "slow-after", "move", "after", "second", "burn", "energy", "aim")


def parse(encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
    """Turn the words after a name and a verb into a command; raises Refused with an example line."""
    match verb:
        case "attack":
            target, rest = guards.somebody(encounter, words, f"{who} attack dan pistol")
            weapon, options = _weapon(encounter, who, rest)
            action_options.read(options, f"{who} attack", directed=False)
            return Do(who, verb, (target, weapon, *options))
        case "defend":
            action_options.read(words, f"{who} {verb}", directed=False)
            return Do(who, verb, tuple(words))
        case "move":
            plan = _directed(encounter, words, f"{who} move")
            if plan.at and plan.pace == "stay":
                plan = plan._replace(pace="move")
            return Do(who, verb, plan.words)
        case "double":
            plan = _directed(encounter, words, f"{who} double")
            guards.nothing_more(plan._replace(at="", skill="").words, verb)
            return Do(who, verb, plan.words)
        case "use":
            if not words:
                raise Refused(f'Describe the action: {who} use "opens the door"')
            cut = _end_of_text(encounter, words)
            return Do(who, verb, (" ".join(words[:cut]), *_directed(encounter, words[cut:], f"{who} use").words))
        case "cards" | "first":
            guards.nothing_more(words, verb)
            return Do(who, verb)
        case "damage":
            return _damage(who, words)
        case "improve":
            return _improve(encounter, who, words)
        case _:
            return _task(encounter, who, verb, words)


def _end_of_text(encounter: Encounter, words: Sequence[str]) -> int:
    """Return how many words say what is done; `at` ends them only where it is followed by a fighter.

    So `use looks at the door` is a text, and a text in quotes is the first word.
    """
    for index, word in enumerate(words):
        if index and (word.casefold() in _WAYS or (word.casefold() == "with" and " " in words[0] and index == 1)):
            return index
        if index and word.casefold() == "at" and _is_fighter(encounter, words[index + 1 : index + 2]):
            return index
    return len(words)


def _is_fighter(encounter: Encounter, words: Sequence[str]) -> bool:
    """Return whether the word names a fighter."""
    try:
        return bool(words and combatant_named(encounter, words[0]))
    except Refused:
        return False


def _directed(encounter: Encounter, words: Sequence[str], usage: str) -> Plan:
    """Return the plan of a use or a move, with the fighter after `at` by its id (SQ 38); raises Refused."""
    plan = action_options.read(words, usage)
    return plan._replace(at=combatant_named(encounter, plan.at)) if plan.at else plan


def _weapon(encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the weapon named by the first words, quoted or not, and the words after it.

    Without a name, it is the first weapon.
    """
    sheet = sheet_of(encounter, who)
    for length in range(min(4, len(words)), 0, -1):
        if weapon := sheet.weapon(" ".join(words[:length])):
            return weapon.name, tuple(words[length:])
    if words and words[0].casefold() not in _WAYS:
        demanded(sheet.weapons, words[0], encounter[who].name, "weapon")
    first = sheet.weapon()
    return first.name if first else "", tuple(words)


def _damage(who: str, words: Sequence[str]) -> Command:
    """Read `damage 12`, `damage 12 trauma`, `damage 12 trauma torso`; a part of the body lets its armour be hit."""
    usage = f"{who} damage 12, {who} damage 12 vitality, {who} damage 12 trauma torso"
    points = str(guards.whole(words[:1], usage, 1, 10_000))
    kind = words[1].casefold() if len(words) > 1 else "trauma"
    if kind not in ("vitality", "trauma") or len(words) > 3:
        raise Refused(f"Damage is vitality or trauma: {usage}")
    return Do(who, DAMAGE, (points, kind, words[2] if len(words) > 2 else ""))


def _improve(encounter: Encounter, who: str, words: Sequence[str]) -> Command:
    """Read `improve Pistol practice`, `improve Pistol training by kel`; the method is chance when none is named.

    Raises Refused.
    """
    usage = f"{who} improve Pistol practice, {who} improve Pistol training by kel"
    named = next((index for index, word in enumerate(words) if index and word.casefold() == "by"), len(words))
    given, teacher = words[:named], words[named + 1 :]
    method = given[-1].casefold() if len(given) > 1 else "chance"
    if not given or method not in METHODS:
        raise Refused(f"Give the skill and the method: {usage}; methods: {', '.join(METHODS)}.")
    further: tuple[str, ...] = ()
    if named < len(words):
        if method != TRAINING:
            raise Refused(f"Only training has a teacher, {method} has none: {usage}")
        further = (_teacher(encounter, who, teacher, usage),)
    return Do(who, IMPROVE, (" ".join(given[:-1] if len(given) > 1 else given), method, *further))


def _teacher(encounter: Encounter, who: str, words: Sequence[str], usage: str) -> str:
    """Return the teacher's id, or `by hand` for one who is not there; raises Refused."""
    if len(words) == 1 and words[0].casefold() == "hand":
        return BY_HAND
    if not words:
        raise Refused(f"Say whom: {usage}")
    try:
        teacher, further = first_named(encounter, words)
    except Refused as unknown:
        raise Refused(f"{unknown} One who is not in this fight teaches by the game master's word: `by hand`.") from None
    guards.nothing_more(further, IMPROVE)
    if teacher == who:
        raise Refused(f"{encounter[who].name} cannot train under itself; one who is not here: `by hand`.")
    return teacher


def _task(encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
    """Read the words after `task`, `contest` or `complex`, such as `task Pistol energy 4 +10 with Sight`."""
    is_task = verb == TASK
    usage = f"{who} task Pistol energy 4 +10 with Sight at eve" if is_task else f"{who} {verb} Brawl eve Dodge energy 4"
    energy, bonus, gear, target = "0", "0", "", ""
    named, remaining = [], [*words]
    while remaining:
        word = remaining.pop(0)
        if word.casefold() == "energy" and remaining:
            energy = str(guards.whole([remaining.pop(0)], usage, 0, 10_000))
        elif word.casefold() == "with" and remaining and is_task:
            gear = _gear(encounter, who, remaining.pop(0))
        elif word.casefold() == "at" and remaining and is_task:
            target = combatant_named(encounter, remaining.pop(0))
            guards.standing(encounter, who, target, verb, fallen=True)
        elif word[0] in "+-−":
            bonus = str(guards.whole([word.replace("−", "-")], usage, -200, 200))
        else:
            named.append(word)
    if is_task:
        if not named:
            raise Refused(f"Give the skill: {usage}")
        further = (gear, target) if target else (gear,) if gear else ()
        return Do(who, verb, (" ".join(named), energy, bonus, *further))
    return Do(who, verb, (named[0] if named else "", energy, bonus, *_reactors(encounter, who, named[1:], usage)))


def _gear(encounter: Encounter, who: str, name: str) -> str:
    """Return a piece of gear of the sheet by name; its success modifier multiplies the quality (S-QUAL-2).

    Raises Refused.
    """
    return demanded(sheet_of(encounter, who).weapons, name, encounter[who].name, "gear").name


def _reactors(encounter: Encounter, who: str, words: Sequence[str], usage: str) -> tuple[str, ...]:
    """Return each reactor's id and skill, one after the other, from `eve Dodge and dan Brawl` (S-OPP-1, SQ 35)."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word.casefold() == "and":
            groups.append([])
        else:
            groups[-1].append(word)
    ids_and_skills: list[str] = []
    for group in groups:
        if len(group) != 2:
            raise Refused(f"Give the skill, then each opponent with its skill: {usage}")
        reactor, _ = guards.somebody(encounter, group[:1], usage)
        if reactor == who:
            raise Refused(f"{encounter[who].name} cannot contest with itself: {usage}")
        if reactor in ids_and_skills[::2]:
            raise Refused(f"{encounter[reactor].name} resists once in a contest; name it once: {usage}")
        ids_and_skills += [reactor, group[1]]
    return tuple(ids_and_skills)
