"""Contests: tasks and opposed rolls outside of blows, improvement, and damage by hand; at any time, for no time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.encounter import events as ev
from tracker.encounter.by_hand import not_in_the_middle
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.encounter.refusals import Refused
from tracker.systems.kit.names import demanded
from tracker.systems.kit.sums import Sum
from tracker.systems.prism.actions import declarations, wounds
from tracker.systems.prism.book.house import HouseRules, Options
from tracker.systems.prism.book.tables import book
from tracker.systems.prism.checks import growth, quality, targets
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.models import Skill
from tracker.systems.prism.sheets.sheet import sheet_of

TASK, CONTEST, COMPLEX, IMPROVE, DAMAGE = "task", "contest", "complex", "improve", "damage"
TRIED, OPPOSED, IMPROVED, CONCLUDED = "prism.tried", "prism.opposed", "prism.improved", "prism.concluded"


def carry_out(draft: Draft, who: str, verb: str, words: Sequence[str], options: Options) -> None:
    """Carry out one of the verbs that may be said at any time; raises Refused."""
    not_in_the_middle(draft, f"{draft[who].name}'s {verb}")
    house = options.house_rules
    match verb:
        case "damage":
            _damage(draft, who, words, house)
        case "improve":
            _improve(draft, who, words)
        case "task":
            _first(draft, who, words[0], int(words[1]), int(words[2]), Task(TRIED, {"who": who}), options)
        case _:
            opposed = {"who": who, "verb": verb, "reactor": words[3], "skill": words[4]}
            skill_of(draft, words[3], words[4])
            _first(draft, who, words[0], int(words[1]), int(words[2]), Task(OPPOSED, opposed), options)


def resume(draft: Draft, stage: str, data: Mapping[str, Any], options: Options) -> None:
    """Go on when dice have fallen."""
    house = options.house_rules
    match stage:
        case "prism.tried":
            if data["success"]:
                degree = quality.degree(data["chance"], data["total"], house)
                draft.note(f"Quality {quality.final(data['total'], [], degree)} (S-QUAL-1)", data["who"])
        case "prism.opposed":
            _answer(draft, data, options)
        case "prism.improved":
            _raise(draft, data)
        case _:
            won = data["reactor"] if data["success"] else data["who"]
            draft.note(f"{draft[won].name} wins the contest ({_rule(data['verb'])})", won)


def skill_of(draft: Draft, who: str, name: str) -> Skill:
    """A skill by its name; raises Refused."""
    return demanded(sheet_of(draft.encounter, who).skills, name, draft[who].name, "skill")


def _roll(draft: Draft, who: str, skill: Skill, number: Sum, then: Task, **data: Any) -> None:
    draft.roll(Roll(who, TASK, skill.name, book().dice.notation, number.total, float(number.total), 1.0,
                    tuple(number.lines), data=data), then)  # fmt: skip


def _first(draft: Draft, who: str, name: str, energy: int, bonus: int, then: Task, options: Options) -> None:
    """The actor's roll, or a task nobody opposes, with energy burnt before it (S-TN-1, S-TN-3, S-OPP-1)."""
    house, skill = options.house_rules, skill_of(draft, who, name)
    there = standing.energy(draft.encounter, who, house)
    if energy > there:
        raise Refused(f"{draft[who].name} cannot burn {energy} energy: {there} are left (S-TURN-3).")
    number = standing.target_number(options, draft.encounter, who, skill, bonus, "by the game master")
    number.add(targets.raised(energy, house), f"{energy} energy", "S-TN-3")
    declarations.burn(draft, who, energy, "into its target number (S-TN-3)", house)
    _roll(draft, who, skill, number, then)


def _answer(draft: Draft, data: Mapping[str, Any], options: Options) -> None:
    """The actor has rolled: a failure ends it, else the reactor rolls against it (S-OPP-2, S-OPP-3).

    Simple unless the game master says `complex`; in a fight, dodging is complex (S-OPP-4).
    """
    who, reactor, house = data["who"], data["reactor"], options.house_rules
    if not data["success"]:
        draft.note(f"{draft[reactor].name} wins the contest: {draft[who].name} fails ({_rule(data['verb'])})", reactor)
        return
    skill = skill_of(draft, reactor, data["skill"])
    number = standing.target_number(options, draft.encounter, reactor, skill)
    then = Task(CONCLUDED, {"who": who, "reactor": reactor, "verb": data["verb"]})
    if data["verb"] == COMPLEX:
        _roll(draft, reactor, skill, number, then, above=data["total"])
    else:
        _roll(draft, reactor, skill, number, then, far=targets.farness(data["chance"], data["total"], house))


def _rule(verb: str) -> str:
    return "S-OPP-3" if verb == COMPLEX else "S-OPP-2"


def _damage(draft: Draft, who: str, words: Sequence[str], house: HouseRules) -> None:
    """Damage by hand: straight to the damage threshold, or through the armour at a location (S-DMG-3)."""
    points, kind, at = int(words[0]), words[1], words[2]
    for piece in sheet_of(draft.encounter, who).armour if at else ():
        if piece.at(at) and points:
            points = wounds.wear(draft, who, piece, points, house)
    wounds.hurt(draft, who, points, kind, "by hand")
    wounds.fall(draft, who, house)


def _improve(draft: Draft, who: str, words: Sequence[str]) -> None:
    """Roll to improve a skill by one of the methods (S-GROW-1)."""
    skill = skill_of(draft, who, words[0])
    potential = "PhysicalPotential" if skill.kind == "physical" else "MentalPotential"
    value = skill.value + standing.gained(draft[who], skill)
    number = growth.target(value, sheet_of(draft.encounter, who).attribute(potential))
    if number < 0:
        raise Refused(f"{draft[who].name} cannot improve {skill.name}: the target would be {number} (S-GROW-1).")
    lines = (f"100 − 2 × (skill {value} + {potential}) = {number} (S-GROW-1)",)
    roll = Roll(
        who, IMPROVE, f"improve {skill.name} by {words[1]}", book().dice.notation, number, float(number), 1.0, lines
    )
    draft.roll(roll, Task(IMPROVED, {"who": who, "skill": skill.name, "method": words[1]}))


def _raise(draft: Draft, data: Mapping[str, Any]) -> None:
    who, name = data["who"], data["skill"]
    if not data["success"]:
        return
    skill = skill_of(draft, who, name)
    points = growth.worth(data["method"])
    mark, now = f"gained {skill.name}", standing.gained(draft[who], skill) + points
    why = f"{skill.name} {skill.value + now - points} → {skill.value + now} (S-GROW-1)"
    draft.emit(ev.MarkChanged(who=who, mark=mark, value=now, why=why))
