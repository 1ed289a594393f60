"""The arguments of Hybrid's verbs: fighters, weapons, options of an action, tasks, and what changes by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from tracker.encounter.names import combatant_named, pick, plain
from tracker.games.hybrid.actions import question_choices
from tracker.games.hybrid.blows import defence_choices
from tracker.games.hybrid.body import scene_changes, weapons
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.task_check import NOW, TaskCheck, read_words
from tracker.games.hybrid.close_quarters import closing_in
from tracker.games.hybrid.modifiers import action_modifiers, option_parser
from tracker.games.hybrid.modifiers.action_modifiers import EXTRA, JUMP, QUICK, RUSH, SETUP, SPIN
from tracker.games.hybrid.sheet import schema
from tracker.games.hybrid.sheet.sheet import Sheet, sheet_of
from tracker.games.toolkit.arguments import Amount, Argument, Line, OneWord, Turn
from tracker.model.questions import Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

TECHNIQUES = ("grapple", "throw", "overbear", "hold")
ACTIVITIES = (*(row.verb for row in book().energy.activity.values() if row.verb != "stands"), "idles")
"""The verbs that begin an activity. `idles` ends it."""
ROLLED, PLAIN = (EXTRA, QUICK, RUSH, SETUP), (QUICK,)
"""The options of an action with a roll, and of one without: only a roll is hurried, set up or harder (ruling 95)."""


# Fighters


def target_of(encounter: Encounter, words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the fighter named by the first words, and the other words. Names of up to three words are tried."""
    for length in (3, 2):
        if len(words) >= length:
            try:
                return combatant_named(encounter, "".join(words[:length])), [*words[length:]]
            except Refused:
                continue
    return combatant_named(encounter, words[0]), [*words[1:]]


def names_somebody(encounter: Encounter, words: Sequence[str]) -> bool:
    """Return whether the words begin with the name of a fighter."""
    try:
        target_of(encounter, words)
    except Refused:
        return False
    return True


class Whom(OneWord):
    """A fighter, named by up to three words. Without an `example` it may be left out, and is empty then."""

    def __init__(self, example: str = "", what: str = "target") -> None:
        self.example, self.what = example, what

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take the words of a fighter off the line and return its id. Raises Refused where it must be named."""
        if not line.words:
            if self.example:
                raise Refused(f"Name the {self.what}: {line.who} {line.verb} {self.example}")
            return ""
        named, line.words[:] = target_of(line.encounter, line.words)
        return named


class Opponent(Whom):
    """The target of a technique. The one that the fighter is closed in with needs no name."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take a fighter off the line and return its id. The only able one closed in with needs no name."""
        near = closing_in.able_closed_in(line.encounter[line.who], line.encounter)
        return near[0].id if not line.words and len(near) == 1 else Whom.read(self, line, takes_rest)


# Weapons


def weapon_named(encounter: Encounter, who: str, word: str) -> str:
    """Return the key of a weapon by name. Raises Refused."""
    weapons = sheet_of(encounter[who]).weapons
    names = [(weapon.name, weapon.key) for weapon in weapons] + [(weapon.key, weapon.key) for weapon in weapons]
    return pick(word, names, f"weapon of {encounter[who].name}")


class Carried(OneWord):
    """A weapon of the fighter's sheet, named by all words that are left. Its key, empty where none is named."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take all words of the line and return the key of the weapon they name, empty for no words. Raises Refused."""
        words = line.rest()
        return weapon_named(line.encounter, line.who, " ".join(words)) if words else ""


class ToDraw(Carried):
    """A weapon to draw, or to grow familiar with. The only one possible needs no name."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the key of the weapon that the line names, else of the only one possible. Raises Refused."""
        if line.words:
            return Carried.read(self, line, takes_rest)
        combatant, familiarises = line.encounter[line.who], line.verb == "familiarise"
        possible = [
            weapon
            for weapon in sheet_of(combatant).weapons
            if (weapon.unfamiliar if familiarises else not weapons.drawn(combatant, weapon))
        ]
        if len(possible) == 1:
            return possible[0].key
        none_words = "nothing that is unfamiliar" if familiarises else "nothing that is not in hand"
        names = ", ".join(weapon.name for weapon in possible) or none_words
        action_words = "grows familiar with" if familiarises else "draws"
        raise Refused(f"Name the weapon that {combatant.name} {action_words}: {names}.")


class Wielded(OneWord):
    """The weapon or technique of an attack, before its options. The one at hand needs no name."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take a weapon off the line and return its key. Without one named, the one at hand. Raises Refused."""
        named = _before_options(line.words)
        combatant = line.encounter[line.who]
        sheet = sheet_of(combatant)
        for length in range(len(named), 0, -1):
            joined = plain("".join(named[:length]))
            for weapon in sheet.all_weapons:
                if joined in (plain(weapon.name), plain(weapon.key)):
                    del line.words[:length]
                    return weapon.key
        if named:
            names = [(name, weapon.key) for weapon in sheet.all_weapons for name in (weapon.name, weapon.key)]
            names += [("fist", sheet.fist.key)] if sheet.fist is not None else []
            return pick(line.words.pop(0), names, f"weapon of {combatant.name}")
        weapon_now = weapons.at_hand(combatant)
        if weapon_now is not None:
            return weapon_now.key
        in_hand = [weapon for weapon in sheet.weapons if weapons.drawn(combatant, weapon)]
        if in_hand:
            raise Refused(weapons.why_not(combatant, in_hand[0]))
        raise Refused(
            f"{combatant.name} has no weapon free in hand; `{line.who} draw` and its name draws one, "
            f"and `{line.who} attack …` with `fist` at its end strikes with the bare fist."
        )


class Technique(OneWord):
    """A technique of close combat of the verb's own kind, as in `throw goblin1 hip throw`. The first needs no name."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take a technique of the line's verb off it and return its key. The first needs no name. Raises Refused."""
        known = [weapon for weapon in sheet_of(line.encounter[line.who]).techniques if weapon.verb == line.verb]
        for length in range(len(line.words), 0, -1):
            joined = plain("".join(line.words[:length]))
            named = next((weapon for weapon in known if joined == plain(weapon.name)), None)
            if named is not None:
                del line.words[:length]
                return named.key
        if _before_options(line.words):
            names = ", ".join(weapon.name for weapon in known)
            raise Refused(f'"{" ".join(line.words)}" is no {line.verb}; there are {names}.')
        return known[0].key


def answer_with(encounter: Encounter, rules: Rulebook, question: Question, verb: str, words: Sequence[str]) -> str:
    """Return the recorded word of an answer with a weapon. Raises Refused.

    `verb` and `words` are as typed: `parry` and `dagger speed 2`. A weapon that fits, and that
    the question offers by the verb alone, is left out of the word.
    """
    if len(words) > 1 and words[-2].casefold() == QUICK:  # speed points, behind the weapon
        reply = defence_choices.read_answer(answer_with(encounter, rules, question, verb, words[:-2]))
        spent = option_parser.read(rules, [*words[-2:]], (QUICK,))[0].partition(" ")[2]
        return replace(reply, points=int(spent)).word
    if not words:
        return verb
    key = weapon_named(encounter, question.who, " ".join(words))
    offered = {choice.word for choice in question_choices.choices(encounter, rules, question)}
    word_with_weapon = f"{verb} {key}"
    blow = question_choices.coming(question)
    if blow is not None and (why := defence_choices.why_not_of_the_mind(encounter, blow, verb, key)):
        raise Refused(why)
    if verb not in offered or word_with_weapon in offered:
        return word_with_weapon
    fit = (
        weapons.usable(encounter[question.who])
        if blow is None
        else defence_choices.usable_weapons(encounter, rules, blow, verb)
    )
    return verb if key in {weapon.key for weapon in fit} else word_with_weapon


# Options, and other words of the book


def _before_options(words: Sequence[str]) -> Sequence[str]:
    """Return the words in front of the first that begins an option, such as `called`."""
    return words[: next((place for place, word in enumerate(words) if option_parser.is_option(word)), len(words))]


class Several(Argument[tuple[str, ...]]):
    """Any number of words. No argument is behind it."""

    def text(self, value: tuple[str, ...]) -> tuple[str, ...]:
        return value

    def value(self, text: list[str]) -> tuple[str, ...]:
        words, text[:] = tuple(text), []
        return words


class Modifiers(Several):
    """The options of an action, as the action keeps them. With `at_the_end` other arguments may have all words before.

    Without it, a word that is no option is told to be none.
    """

    def __init__(self, allowed: Sequence[str] = option_parser.WORDS, *, at_the_end: bool = False) -> None:
        self.allowed, self.turn = allowed, Turn.AT_THE_END if at_the_end else Turn.BY_PLACE

    def read(self, line: Line, takes_rest: bool) -> tuple[str, ...]:
        """Take the options of an action off the line and return them in canonical spelling. Raises Refused."""
        begin = len(_before_options(line.words)) if self.turn is Turn.AT_THE_END else 0
        words, line.words[:] = line.words[begin:], line.words[:begin]
        return tuple(option_parser.read(line.options, words, self.allowed))

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return self.allowed


class Alertness(Several):
    """The words of a fighter's alertness, each once. `none` or nothing for no word."""

    def read(self, line: Line, takes_rest: bool) -> tuple[str, ...]:
        """Take all words of the line and return the alertness words, each once. Empty for `none`. Raises Refused."""
        known = line.options.book.perception.modifiers
        states: list[str] = []
        rest = [word.strip(",").casefold() for word in line.rest()]
        if rest == ["none"]:
            return ()
        while rest:
            for length in (2, 1):
                word = " ".join(rest[:length])
                if word in known and len(rest) >= length:
                    states.append(word)
                    rest = rest[length:]
                    break
            else:
                raise Refused(f'"{rest[0]}" is no alertness; there are {", ".join(known)}.')
        return tuple(dict.fromkeys(states))


Names = Callable[[Rulebook], Iterable[tuple[str, str]]]
"""Returns the names that may be typed, each with the word that it means."""


class Picked(OneWord):
    """A word of the book that all words left name. `usual` where none is left.

    With a `demand` it is named by one word, and other numbers of words are refused with that sentence.
    """

    def __init__(self, what: str, names: Names, usual: str | None = None, demand: str = "") -> None:
        self.what, self.names, self.usual, self.demand = what, names, usual, demand

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take all words of the line and return the word of the book they name, else the usual one. Raises Refused."""
        words = line.rest()
        if not words and self.usual is not None:
            return self.usual
        offered = [*self.names(line.options)]
        if len(words) != 1 and self.demand:
            names = ", ".join(dict.fromkeys(word for _, word in offered))
            raise Refused(self.demand.format(who=line.who, names=names))
        return pick(" ".join(words) or "?", offered, self.what)


def _each(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return each name as what may be typed and as the word that it means."""
    return [(name, name) for name in names]


def _intents(rules: Rulebook) -> list[tuple[str, str]]:
    return _each(("physical", "mental"))


def _kinds(rules: Rulebook) -> list[tuple[str, str]]:
    return _each(action_modifiers.KINDS)


def _simple_actions(rules: Rulebook) -> list[tuple[str, str]]:
    return _each(rules.book.actions.simple)


def _paces(rules: Rulebook) -> list[tuple[str, str]]:
    """Return each pace by its name and by its verb, such as `run` and `runs`, with the name it means."""
    paces, rows = rules.book.movement.parts, rules.book.energy.activity
    return [*_each(paces), *((rows[name].verb, name) for name in paces)]


class Seen(Picked):
    """A kind of perception, which an action may leave out."""

    def text(self, value: str) -> tuple[str, ...]:
        """Return the kind, or nothing without one."""
        return (value,) if value else ()

    def value(self, text: list[str]) -> str:
        return text.pop(0) if text[0] in action_modifiers.KINDS else ""


INTENT = Picked("intent", _intents, demand="Name body or mind: {who} intent mental, or: {who} intent physical")
LOOKED, NOTICED = (
    Seen("kind of perception", _kinds, ""),
    Picked("kind of perception", _kinds, action_modifiers.KINDS[0]),
)
SIMPLE_ACTION = Picked("simple action", _simple_actions)
PACE = Picked("pace", _paces, demand="Name a pace: {who} accelerate run; there are {names}.")


class Activity(OneWord):
    """The activity that the verb itself begins. Empty for `idles`."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the activity whose verb begins the line. Empty for `idles`."""
        rows = line.options.book.energy.activity
        return next((name for name, row in rows.items() if row.verb == line.verb), "")


class Stat(OneWord):
    """A stat to roll on instead of the usual one. Empty without one."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take all words of the line and return the stat they name, in capitals. Empty for no words. Raises Refused."""
        words = line.rest()
        if len(words) > 1 or (words and words[0].upper() not in (*schema.PRIMARY, *schema.DERIVED)):
            raise Refused(f"Write nothing more, or the stat to roll on: {line.who} {line.verb} PAW")
        return words[0].upper() if words else ""


class FilterSkill(OneWord):
    """A filter skill, by the name of the fighter's own sheet where it has it. Empty for `off`."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take all words of the line and return the filter skill they name. Empty for `off`. Raises Refused."""
        name = " ".join(line.rest())
        if not name:
            raise Refused(f"Name the filter skill, or off: {line.who} filter Riding, {line.who} filter off")
        if name.casefold() in ("off", "none"):
            return ""
        known_skill = sheet_of(line.encounter[line.who]).skill(name)
        return known_skill.name if known_skill is not None else name


# Numbers


class Number(Amount):
    """A whole number, not 0, as the first word. `demand` begins the sentence of the refusal, before the example."""

    def __init__(self, demand: str, low: int, high: int, example: str = "") -> None:
        super().__init__(low, high)
        self.demand, self.example = demand, example

    def read(self, line: Line, takes_rest: bool) -> int:
        """Take the first word off the line and return it as a number within the limits, not 0. Raises Refused."""
        word = line.words.pop(0) if line.words else ""
        if not re.fullmatch(r"[+-]?\d{1,5}", word) or not int(word) or not self.low <= int(word) <= self.high:
            raise Refused(f"{self.demand}: {self.example.format(who=line.who) or line.usage}")
        return int(word)


_HARM = "{who} damage 12 (cutting) (chest) (half or double)"


class Points(Number):
    """Points of damage, halved or doubled by words behind them. Half a point counts as one."""

    turn = Turn.ANYWHERE

    def __init__(self) -> None:
        super().__init__("Give the points, 1 to 10000", 1, 10_000, _HARM)

    def read(self, line: Line, takes_rest: bool) -> int:
        """Take the points off the line and return them, halved (rounded up) or doubled by words behind them."""
        points = super().read(line, takes_rest)
        while share := line.one_of("half", "double"):
            points = (points + 1) // 2 if share == "half" else points * 2
        return points


class Place(OneWord):
    """A place of the body. Empty without one."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take all words of the line and return the place of the body they name. Empty for no words. Raises Refused."""
        where = " ".join(line.rest()).casefold()
        if where and where not in schema.PLACES:
            example = _HARM.format(who=line.who)
            raise Refused(f'"{where}" is neither a type of damage nor a location; write for example: {example}')
        return where


class OfNumber(OneWord):
    """One of some words behind a number, the first where none is said. `demand` is the sentence of the number."""

    def __init__(self, demand: str, *known: str) -> None:
        self.demand, self.known = demand, known

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take all words of the line and return the known word they name, else the first known one. Raises Refused."""
        typed = " ".join(line.rest()).casefold()
        word = next((word for word in self.known if typed in ("", word.casefold())), "")
        if not word:
            raise Refused(f"{self.demand}: {line.usage}")
        return word

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return self.known


FATIGUE = "Give the fatigue, 1 to 1000, and PFT or MFT"
WAYS = tuple(book().skills.training)
TRAINING = f"Give the hours and the kind of training ({', '.join(WAYS)})"
SceneChange = tuple[str, str | int]
"""A part of the scene and its new value, a number for its DF. Empty or 0: as usual."""


class Changed(Argument[SceneChange]):
    """A change of the scene: `light poor`, `gravity none`, `df -2`. `full` ends it."""

    def read(self, line: Line, takes_rest: bool) -> SceneChange:
        """Take all words of the line and return the part of the scene with its new value. Raises Refused."""
        part, *value_words = line.rest() or [""]
        part, lowered = part.casefold(), " ".join(value_words).casefold()
        if lowered and part == scene_changes.FILTER:
            return part, "" if lowered in ("off", "none") else " ".join(value_words)
        if lowered and part in scene_changes.WORDS:
            known = _each(line.options.book.environment.of(part))
            named = scene_changes.WORDS[part].get(lowered)
            return part, pick(" ".join(value_words), known, part) if named is None else named
        number = re.fullmatch(r"[+-]?\d{1,2}", lowered)
        if number and part == scene_changes.DF and abs(int(lowered)) <= option_parser.MOST_DF:
            return part, int(lowered)
        raise Refused(
            "Name what changes, and its new value: scene light poor, scene gravity none, scene df -2, "
            "scene filter Swimming; full, 0 and off end it."
        )

    def text(self, value: SceneChange) -> tuple[str, ...]:
        return tuple(map(str, value))

    def value(self, text: list[str]) -> SceneChange:
        part, value = text.pop(0), text.pop(0)
        return part, int(value) if part == scene_changes.DF else value


# Tasks (H-CHECK, PG 2)

LONGEST = 10_000_000
ALLOWED = (*ROLLED, SPIN, JUMP)
_UNITS = {"s": 10, "sec": 10, "min": 600, "h": 36_000, "counts": 1, "count": 1, "pulses": 1, "pulse": 1}
_TAKES = re.compile(r"(\d{1,7})([a-z]*)")


class Tested(Argument[TaskCheck]):
    """A task: `climbing difficult`, `PAG -3 now`, `lockpicking very difficult takes 2 min setup`."""

    def read(self, line: Line, takes_rest: bool) -> TaskCheck:
        return read_task(line.encounter, line.options, line.who, line.rest())

    def text(self, value: TaskCheck) -> tuple[str, ...]:
        return value.words()

    def value(self, text: list[str]) -> TaskCheck:
        words, text[:] = tuple(text), []
        return read_words(words)

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return ALLOWED


def read_task(encounter: Encounter, rules: Rulebook, who: str, words: list[str]) -> TaskCheck:
    """Read `climbing difficult`, `PAG -3 now`, `lockpicking very difficult takes 2 min setup`. Raises Refused."""
    if not words:
        raise Refused(f"Name a skill or stat: {who} task climbing difficult, {who} task PAG -3 now")
    words_without_now = [word for word in words if word.casefold() != NOW]
    name, rest = _name(sheet_of(encounter[who]), words_without_now or words)
    parts, difficulties, rest = _parts(encounter, rules, who, rest)
    now = len(words_without_now) < len(words)
    known_skill = sheet_of(encounter[who]).skill(name)
    if "unranked" in difficulties and known_skill is not None:
        raise Refused(f"{encounter[who].name} has {known_skill.name} rank {known_skill.rank}; leave `unranked` out.")
    options = tuple(option_parser.read(rules, rest, (EXTRA,) if now else ALLOWED))
    if now and parts.get("takes"):
        raise Refused("A task either takes its time or is rolled now; write only one of the two.")
    return TaskCheck(name, tuple(difficulties), now=now, options=options, **parts)


def _parts(
    encounter: Encounter, rules: Rulebook, who: str, rest: list[str]
) -> tuple[dict[str, Any], list[str], list[str]]:
    """Return the parts of a task behind its name, its difficulties, and the words of its options. Raises Refused."""
    parts: dict[str, Any] = {}
    difficulties: list[str] = []
    while rest:
        word = rest[0].casefold()
        if (word in rules.book.skills.related and "relation" in parts) or (word == "takes" and word in parts):
            raise Refused(f"`{word}` repeats an earlier word; write it once.")
        if word in rules.book.skills.related:
            parts["relation"], rest = word, rest[1:]
        elif word in rules.book.checks.kind:
            parts["kind"], rest = word, rest[1:]
        elif word == "unfamiliar":
            parts[word], rest = True, rest[1:]
        elif word == "takes":
            parts["takes"], rest = _takes(rest[1:])
        elif word == "against":
            parts["against"], parts["opposed"], rest = _against(encounter, who, rest[1:])
        elif option_parser.is_option(word):
            break
        else:
            difficulty, rest = _difficulty(rules, rest)
            difficulties.append(difficulty)
    return parts, difficulties, rest


def _name(sheet: Sheet, words: list[str]) -> tuple[str, list[str]]:
    """Return the skill, or the stats joined by `/`, that the first words name, and the other words. Raises Refused."""
    for length in range(min(4, len(words)), 0, -1):
        joined = plain("".join(words[:length]))
        for skill in sheet.skills:
            if skill.kind != "support" and plain(skill.name) == joined:
                return skill.name, words[length:]
    stats = [stat.upper() for stat in words[0].split("/")]
    if all(stat in sheet.stats for stat in stats) and len(stats) <= 3:
        return "/".join(stats), words[1:]
    offered = [(skill.name, skill.name) for skill in sheet.skills if skill.kind != "support"]
    try:
        return pick(words[0], offered, "skill"), words[1:]
    except Refused as refused:
        names = ", ".join(name for name, _ in offered) or "none"
        raise Refused(
            f'"{words[0]}" is neither a skill nor a stat here; the skills are {names}. Without the skill, say its '
            f"stats and unranked: PAG/DEX unranked"
        ) from refused


def _difficulty(rules: Rulebook, words: list[str]) -> tuple[str, list[str]]:
    """Return one difficulty, a word or a number, and the other words. Raises Refused."""
    known = rules.book.checks.difficulty
    for length in (2, 1):
        word = " ".join(words[:length]).casefold()
        if len(words) >= length and word in known:
            return word, words[length:]
    if words[0].casefold() == "unranked":
        return "unranked", words[1:]
    if re.fullmatch(r"[+-]?\d{1,2}", words[0]) and abs(int(words[0])) <= option_parser.MOST_DF:
        return str(int(words[0])), words[1:]
    raise Refused(f'"{words[0]}" is no difficulty; there are {", ".join(known)}, or a number from -40 to 40.')


def _takes(words: list[str]) -> tuple[int, list[str]]:
    """Return the counts behind `takes` and the other words. Raises Refused."""
    match = _TAKES.fullmatch(words[0].casefold()) if words else None
    if match is None:
        raise Refused("Give the time in counts, s, min or h: takes 20, takes 5 min")
    unit, rest = match[2], words[1:]
    if not unit and rest and rest[0].casefold() in _UNITS:
        unit, rest = rest[0].casefold(), rest[1:]
    if unit and unit not in _UNITS:
        raise Refused(f'"{unit}" is no unit of time; there are counts, s, min and h.')
    counts = int(match[1]) * _UNITS.get(unit, 1)
    if not 1 <= counts <= LONGEST:
        raise Refused(f"A task takes 1 to {LONGEST} counts; {counts} is not possible.")
    return counts, rest


def _against(encounter: Encounter, who: str, words: list[str]) -> tuple[str, str, list[str]]:
    """Return the opponent's id, the skill that opposes, and the other words. Raises Refused."""
    if len(words) > 1 and combatant_named(encounter, words[0]) == who:
        raise Refused(f"{encounter[who].name} cannot oppose itself; name another fighter.")
    if len(words) < 2:
        raise Refused(f"Name the opponent and the skill that opposes: {who} task stealth against guard perception")
    other = combatant_named(encounter, words[0])
    if plain(words[1]) == "perception":
        return other, "perception", words[2:]
    name, rest = _name(sheet_of(encounter[other]), words[1:])
    return other, name, rest
