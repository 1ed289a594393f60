"""Tasks: checks that are no blows, with a skill or a stat, a difficulty, and the time they take (H-CHECK, H-ACT)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tracker.encounter.combatant import Action, Combatant
from tracker.encounter.commands import Do
from tracker.encounter.declaring import declare
from tracker.encounter.draft import Draft
from tracker.encounter.names import combatant_named, pick, plain
from tracker.encounter.questions import Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.hybrid import conditions, florentine, manner, options, perception, points, severity, skills
from tracker.systems.hybrid.checks import Chance, Df, of_stats, unranked
from tracker.systems.hybrid.manner import EXTRA, QUICK, RUSH, SETUP
from tracker.systems.hybrid.sheet import Sheet, Skill, related, sheet_of

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid

LONGEST = 10_000_000
NOW = "now"
_UNITS = {"s": 10, "sec": 10, "min": 600, "h": 36_000, "counts": 1, "count": 1, "pulses": 1, "pulse": 1}
_TAKES = re.compile(r"(\d{1,7})([a-z]*)")
ALLOWED = (EXTRA, QUICK, RUSH, SETUP)


@dataclass(frozen=True, slots=True)
class Check:
    """A task as said: what it is tried with, the difficulties, how it is related, whom it is against, how long."""

    name: str
    difficulties: tuple[str, ...] = ()
    relation: str = ""
    kind: str = ""
    unfamiliar: bool = False
    against: str = ""
    opposed: str = ""
    takes: int = 0
    """Counts; 0: as any simple action (H-ACT-2)."""
    now: bool = False
    options: tuple[str, ...] = ()

    def words(self) -> tuple[str, ...]:
        """As words of a command and options of an action; `read_words` undoes it."""
        found = [f"name {self.name}", *(f"difficulty {word}" for word in self.difficulties)]
        pairs = (("relation", self.relation), ("kind", self.kind), ("against", self.against), ("opposed", self.opposed))
        found += [f"{key} {value}" for key, value in pairs if value]
        found += ["unfamiliar"] if self.unfamiliar else []
        found += [NOW] if self.now else []
        found += [f"takes {self.takes}"] if self.takes else []
        return (*found, *self.options)


def read_words(words: Sequence[str]) -> Check:
    """The check written by `Check.words`."""
    one: dict[str, Any] = {}
    difficulties: list[str] = []
    rest: list[str] = []
    for word in words:
        key, _, value = word.partition(" ")
        if key == "difficulty":
            difficulties.append(value)
        elif key in ("name", "relation", "kind", "against", "opposed"):
            one[key] = value
        elif key == "takes":
            one["takes"] = int(value)
        elif word in ("unfamiliar", NOW):
            one[word] = True
        else:
            rest.append(word)
    return Check(difficulties=tuple(difficulties), options=tuple(rest), **one)


def parse(encounter: Encounter, rules: Hybrid, who: str, words: list[str]) -> Check:
    """Read `climbing difficult`, `PAG -3 now`, `lockpicking very difficult takes 2 min setup`; raises Refused."""
    if not words:
        raise Refused(f"Say with which skill or stat: {who} task climbing difficult, {who} task PAG -3 now")
    said = [word for word in words if word.casefold() != NOW]
    name, rest = _name(sheet_of(encounter[who]), said or words)
    found: dict[str, Any] = {"name": name, NOW: len(said) < len(words)}
    difficulties: list[str] = []
    while rest:
        word = rest[0].casefold()
        if word in rules.book["skills"]["related"]:
            found["relation"], rest = word, rest[1:]
        elif word in rules.book["checks"]["kind"]:
            found["kind"], rest = word, rest[1:]
        elif word == "unfamiliar":
            found[word], rest = True, rest[1:]
        elif word == "takes":
            found["takes"], rest = _takes(rest[1:])
        elif word == "against":
            found["against"], found["opposed"], rest = _against(encounter, who, rest[1:])
        elif options.is_option(word):
            break
        else:
            difficulty, rest = _difficulty(rules, rest)
            difficulties.append(difficulty)
    found["options"] = tuple(options.read(rules, rest, (EXTRA,) if found[NOW] else ALLOWED))
    if found[NOW] and found.get("takes"):
        raise Refused("A task either takes its time or is rolled now; say one of them.")
    return Check(difficulties=tuple(difficulties), **found)


def _name(sheet: Sheet, words: list[str]) -> tuple[str, list[str]]:
    """The skill, or the stats joined by `/`, that the first words name."""
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


def _difficulty(rules: Hybrid, words: list[str]) -> tuple[str, list[str]]:
    known = rules.book["checks"]["difficulty"]
    for length in (2, 1):
        word = " ".join(words[:length]).casefold()
        if len(words) >= length and word in known:
            return word, words[length:]
    if words[0].casefold() == "unranked":
        return "unranked", words[1:]
    if re.fullmatch(r"[+-]?\d{1,2}", words[0]) and abs(int(words[0])) <= options.MOST_DF:
        return str(int(words[0])), words[1:]
    raise Refused(f'"{words[0]}" is no difficulty; there are {", ".join(known)}, or a number from -40 to 40.')


def _takes(words: list[str]) -> tuple[int, list[str]]:
    match = _TAKES.fullmatch(words[0].casefold()) if words else None
    if match is None:
        raise Refused("Say how long it takes, in counts, s, min or h: takes 20, takes 5 min")
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
    if len(words) < 2:
        raise Refused(f"Say against whom and with what it is opposed: {who} task stealth against guard perception")
    other = combatant_named(encounter, words[0])
    if plain(words[1]) == "perception":
        return other, "perception", words[2:]
    name, rest = _name(sheet_of(encounter[other]), words[1:])
    return other, name, rest


def declare_task(draft: Draft, rules: Hybrid, command: Do) -> None:
    """Declare a task, or roll it at once where it takes no time of the fight."""
    who, check = command.who, read_words(command.words)
    if check.now:
        question = draft.encounter.question
        if question is not None and question.ask.value != "declare":
            raise Refused(f"First answer the open question ({question.text}); then the check can be rolled.")
        draft.actor = ""
        roll(draft, rules, who, check)
        return
    combatant = draft[who]
    held = combatant.condition(conditions.HELD)
    if held is not None:
        raise Refused(f"{combatant.name} cannot do that: {held.label} (ruling 46); `{who} escape` tries to get free.")
    points.action_point(draft, who)
    takes = check.takes or usual(rules)
    known = sheet_of(combatant).skill(check.name)
    skill = _used(known, check, rules) if known is not None else None
    wanted = options.settle(list(check.options), combatant, takes, skill, rules)
    how = manner.read(wanted)
    points.spend_speed(draft, who, how, manner.useful(combatant, takes, skill, how, rules))
    points.intend(draft, who, column(sheet_of(combatant), check.name))
    speed = manner.counts(combatant, takes, skill, how, rules, unskilled="unranked" in check.difficulties)
    said = Check(**{**{name: getattr(check, name) for name in Check.__slots__}, "options": tuple(wanted)})
    hard = f" ({', '.join(check.difficulties)})" if check.difficulties else ""
    label = f"{check.name}{hard}{options.texts(wanted)}"
    declare(draft, who, Action(0, "task", target=check.against, options=said.words(), label=label, speed=speed))


def usual(rules: Hybrid) -> int:
    """Counts of a task of which nothing else is said: those of any simple action (H-ACT-2)."""
    return int(rules.book["actions"]["simple"]["act"]["counts"])


def column(sheet: Sheet, name: str) -> str:
    """Whether a skill or stat is of the body or of the mind, by the stats it stands on."""
    skill = sheet.skill(name)
    names = skill.basis if skill is not None else tuple(name.split("/"))
    mental = [n for n in names if n.startswith(("M", "PSI", "FCS"))]
    return "mental" if names and len(mental) * 2 > len(names) else "physical"


def chance(combatant: Combatant, rules: Hybrid, check: Check, how: manner.Manner) -> Chance:
    """The whole chance of a task, in the order of ruling 34."""
    sheet, book = sheet_of(combatant), dict(rules.book)
    skill = sheet.skill(check.name)
    if skill is not None:
        found = skills.chance(sheet, _used(skill, check, rules), rules, ("PAG",), check.kind)
    else:
        basis = tuple(check.name.split("/"))
        if "unranked" in check.difficulties:
            found = unranked(sheet, basis, book)
        else:
            found = of_stats(sheet, basis, book, rules.house.halve_stat_checks)
    found.dfs([*_difficulties(check, rules), *manner.dfs(how, rules.book), *florentine.dfs(check.options, rules)])
    found.dfs(conditions.on_action(combatant, rules, conditions.OTHER, column(sheet, check.name)))
    used = skills.effective(sheet, _used(skill, check, rules), rules) if skill is not None else None
    return manner.hurried(manner.prepared(found, used, how, rules.book), how)


def _used(skill: Skill, check: Check, rules: Hybrid) -> Skill:
    return related(skill, check.relation, rules.book) if check.relation else skill


def _difficulties(check: Check, rules: Hybrid) -> list[Df]:
    """The difficulty, the mean of several (H-CHECK-10), the kind of action, and an unfamiliar tool."""
    known = rules.book["checks"]["difficulty"]
    said = [word for word in check.difficulties if word != "unranked"]
    found: list[Df] = []
    if said:
        values = [Fraction(known[word]) if word in known else Fraction(word) for word in said]
        mean = sum(values, Fraction(0)) / len(values)
        found.append((mean, " and ".join(said) + (", the mean (H-CHECK-10)" if len(said) > 1 else " (PG 2.2)")))
    if check.kind:
        found.append((rules.book["checks"]["kind"][check.kind], f"to {check.kind} (PG 2.3)"))
    if check.unfamiliar:
        found.append((rules.book["skills"]["unfamiliar"]["df"], "an unfamiliar tool (H-SKILL-5)"))
    return found


def landed(draft: Draft, rules: Hybrid, who: str, action: Action) -> None:
    """The task's time is over: it is rolled."""
    roll(draft, rules, who, read_words(action.options))


def roll(draft: Draft, rules: Hybrid, who: str, check: Check) -> None:
    """First the check on the filter skill of the scene, where it caps the skill; then the task's own."""
    lifting = skills.filter_roll(draft[who], sheet_of(draft[who]).skill(check.name), rules)
    task = Task("task.roll", {"who": who, "words": list(check.words())})
    if lifting is not None:
        draft.roll(lifting, task)
    else:
        draft.stack.append(task)


def rolled_first(draft: Draft, rules: Hybrid, task: Task) -> None:
    """The task's own check."""
    who, check = task.data["who"], read_words(task.data["words"])
    how = manner.read(check.options)
    if task.data.get("success"):
        lifted = skills.lifted(rules)
        found = chance(draft[who], lifted, check, how)
    else:
        found = chance(draft[who], rules, check, how)
    data = {"who": who, "words": list(check.words())}
    draft.roll(found.roll(who, "task", check.name, check.against), Task("task.done", data))


def done(draft: Draft, rules: Hybrid, task: Task) -> None:
    """How well it went; an opposed one is answered by the other, less the SN (H-CHECK-11)."""
    who, check = task.data["who"], read_words(task.data["words"])
    if not check.against:
        severity.follow(draft, who, task.data, "task.judged")
        return
    other = draft[check.against]
    margin = task.data["margin"] if task.data["success"] else 0
    if check.opposed == "perception":
        found = perception.chance(other, rules)
    else:
        found = chance(other, rules, Check(check.opposed), manner.Manner())
    found.less_margin(margin, f"{draft[who].name}'s {check.name}")
    label = f"{check.opposed} against {draft[who].name}'s {check.name}"
    draft.roll(found.roll(other.id, "task", label, who), Task("task.opposed", {"who": other.id}))


def opposed(draft: Draft, rules: Hybrid, task: Task) -> None:
    """The other has answered; its roll is in the log."""
