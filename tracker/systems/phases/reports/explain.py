"""Explanations: the sum behind every chance, with rule ids (`why kane fire rook`)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.kit import menus
from tracker.systems.phases.actions.aims import Aim
from tracker.systems.phases.actions.attacks import FIRE, STRIKE, contested
from tracker.systems.phases.actions.tasks import Skilled
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks import contests, initiative
from tracker.systems.phases.checks.chances import best_defence, skill_check, told
from tracker.systems.phases.lines import words as lines
from tracker.systems.phases.reports.card import waking
from tracker.systems.phases.sheets.sheet import sheet_of, shock
from tracker.systems.phases.timing import phases
from tracker.systems.phases.timing.fire import Gun


def explain(encounter: Encounter, who: str, words: Sequence[str], rules: Options) -> tuple[str, ...]:
    """The sum behind an attack, a skill, Initiative or a location; without words, all there is to say."""
    if not words:
        return _everything(encounter, who, rules)
    match words[0].casefold():
        case "fire" | "strike":
            return _attack(encounter, who, words[0].casefold(), words[1:], rules)
        case "task" | "try":
            command = lines.parse(encounter, who, words[0].casefold(), words[1:])
            return tuple(
                line
                for one in Skilled.all_of(getattr(command, "words", ()))
                for line in told(one.check(encounter, rules), rules, f"{encounter[one.who].name}, {one.skill}")
            )
        case "initiative":
            return _initiative(encounter, who, rules)
        case "defence" | "defend":
            name, check = best_defence(encounter, who, rules)
            return tuple(told(check, rules, f"{encounter[who].name} defends with {name} (P-HIT-2)"))
        case _:
            return _skill(encounter, who, " ".join(words), rules)


def _skill(encounter: Encounter, who: str, name: str, rules: Options) -> tuple[str, ...]:
    if sheet_of(encounter, who).skill_named(name) is None:
        raise Refused(
            f"{encounter[who].name} has nothing called {name} to explain; there are fire, strike, task, initiative, "
            f"defence and its skills: why {who} fire"
        )
    return tuple(told(skill_check(encounter, who, name, rules), rules, f"{encounter[who].name}, {name}"))


def _attack(encounter: Encounter, who: str, verb: str, words: Sequence[str], rules: Options) -> tuple[str, ...]:
    """Against one foe as the line would have it; without a foe, or with a weapon only, against every foe."""
    sheet = sheet_of(encounter, who)
    named = sheet.weapon_named(" ".join(words)) if words else None
    if words and named is None:
        command = lines.parse(encounter, who, verb, words)
        weapon_name, *texts = getattr(command, "words", ("",))
        aims = [Aim.read(text) for text in texts]
    else:
        there = sheet.of_use("ranged" if verb == FIRE else "melee")
        if named is None and not there:
            raise Refused(f"{encounter[who].name} has nothing to {verb} with on its sheet.")
        weapon_name = (named or there[0]).name
        aims = [Aim(foe.id) for foe in menus.foes(encounter, who)[:3]]
    weapon = sheet.weapon_named(weapon_name)
    assert weapon is not None
    told_lines: list[str] = []
    for aim in aims:
        target = encounter[aim.target].name
        check = aim.check(encounter, who, weapon, rules)
        told_lines += told(check, rules, f"{weapon.name} at {target}")
        if contested(encounter, aim.target, weapon, rules):
            name, theirs = best_defence(encounter, aim.target, rules)
            told_lines += told(theirs, rules, f"{target} defends with {name} (P-HIT-2)")
            told_lines.append(f"{contests.higher((encounter[who].name, check), (target, theirs), rules)} (P-VS-3)")
    if weapon.ranged:
        told_lines.append(f"{weapon.name}, ROF {weapon.rof}: {Gun(encounter, who, weapon, rules).words} (P-FIRE)")
    return tuple(told_lines)


def _initiative(encounter: Encounter, who: str, rules: Options) -> tuple[str, ...]:
    check = initiative.check(encounter, who)
    if encounter.began:
        order = sorted((one.id for one in encounter if one.able), key=lambda one: initiative.order(encounter, one))
    else:
        order = initiative.likely_order(encounter, rules)
    names = ", ".join(encounter[one].name for one in order)
    return (
        *told(check, rules, f"{encounter[who].name}, Initiative"),
        f"{initiative.words(encounter, who)}: who made it acts before who failed, then by skill (P-INIT-3)",
        f"{'order inside a sub-phase' if encounter.began else 'likely order, not rolled yet'}: {names}",
    )


def _everything(encounter: Encounter, who: str, rules: Options) -> tuple[str, ...]:
    sheet, one = sheet_of(encounter, who), encounter[who]
    full = one.full("HF")
    shares = ", ".join(f"{place.name} {place.share} % = {shock(full, place.share)}" for place in tables().location)
    parts = [
        *_initiative(encounter, who, rules),
        f"{one.mark(phases.USED)} of {tables().time.most_used} sub-phases used in this phase (P-TIME-2)",
        f"shock factors of {full} HF: {shares} (P-DMG-3)",
        *waking(encounter, who),
    ]
    for verb, use in ((FIRE, "ranged"), (STRIKE, "melee")):
        if sheet.of_use(use) and menus.foes(encounter, who):
            parts += ["", *_attack(encounter, who, verb, (), rules)]
    return tuple(parts)
