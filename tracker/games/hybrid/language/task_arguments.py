"""The words after `task`, read into a check (H-CHECK, PG 2)."""

from __future__ import annotations

import re
from typing import Any

from tracker.encounter.names import combatant_named, pick, plain
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances.task_check import NOW, TaskCheck
from tracker.games.hybrid.modifiers import option_parser
from tracker.games.hybrid.modifiers.action_modifiers import EXTRA, JUMP, QUICK, RUSH, SETUP, SPIN
from tracker.games.hybrid.sheets.sheet import Sheet, sheet_of
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

LONGEST = 10_000_000
ALLOWED = (EXTRA, QUICK, RUSH, SETUP, SPIN, JUMP)
_UNITS = {"s": 10, "sec": 10, "min": 600, "h": 36_000, "counts": 1, "count": 1, "pulses": 1, "pulse": 1}
_TAKES = re.compile(r"(\d{1,7})([a-z]*)")


def parse(encounter: Encounter, rules: Rulebook, who: str, words: list[str]) -> TaskCheck:
    """Read `climbing difficult`, `PAG -3 now`, `lockpicking very difficult takes 2 min setup`; raises Refused."""
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
    """Return the parts of a task behind its name, its difficulties, and the words of its options; raises Refused."""
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
    """Return the skill, or the stats joined by `/`, that the first words name, and the other words; raises Refused."""
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
    """Return one difficulty, a word or a number, and the other words; raises Refused."""
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
    """Return the counts behind `takes` and the other words; raises Refused."""
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
    """Return the opponent's id, the skill that opposes, and the other words; raises Refused."""
    if len(words) > 1 and combatant_named(encounter, words[0]) == who:
        raise Refused(f"{encounter[who].name} cannot oppose itself; name another fighter.")
    if len(words) < 2:
        raise Refused(f"Name the opponent and the skill that opposes: {who} task stealth against guard perception")
    other = combatant_named(encounter, words[0])
    if plain(words[1]) == "perception":
        return other, "perception", words[2:]
    name, rest = _name(sheet_of(encounter[other]), words[1:])
    return other, name, rest
