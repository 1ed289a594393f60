"""Contests: tasks and opposed rolls outside attacks, improvement and damage by hand; possible at any time, free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.encounter.engine.declarations import not_in_the_middle
from tracker.encounter.engine.step import StepBuilder
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.systems.kit import steps
from tracker.systems.kit.names import demanded
from tracker.systems.kit.sums import Sum
from tracker.systems.prism.actions import declarations, wounds
from tracker.systems.prism.book.tables import BOOK
from tracker.systems.prism.checks import harm, targets
from tracker.systems.prism.sheets.fighter_state import Fighter

TASK, CONTEST, COMPLEX, IMPROVE, DAMAGE = "task", "contest", "complex", "improve", "damage"
TRIED, OPPOSED, IMPROVED, CONCLUDED = "prism.tried", "prism.opposed", "prism.improved", "prism.concluded"
Data = Mapping[str, Any]
_RULES = {CONTEST: "S-OPP-2", COMPLEX: "S-OPP-3"}


def carry_out(draft: StepBuilder, who: str, verb: str, words: Sequence[str]) -> None:
    """Carry out a verb that may be used at any time; raises Refused."""
    not_in_the_middle(draft, f"{draft[who].name}'s {verb}")
    if verb in _AT_ONCE:
        _AT_ONCE[verb](draft, who, words)
    elif verb == TASK:
        gear = words[3] if len(words) > 3 else ""
        _first(draft, who, words[:3], Task(TRIED, {"who": who, "gear": gear}), gear)
    else:
        reactors = [list(pair) for pair in zip(words[3::2], words[4::2], strict=True)]
        for reactor, skill in reactors:
            Fighter(draft.encounter, reactor).skill(skill)
        _first(draft, who, words[:3], Task(OPPOSED, {"who": who, "verb": verb, "reactors": reactors}))


def _tried(draft: StepBuilder, data: Data) -> None:
    """Note the quality of a task that succeeded: base quality by the gear's success modifier (S-QUAL-1, S-QUAL-2)."""
    if not data["success"]:
        return
    fighter = Fighter(draft.encounter, data["who"])
    degree = harm.degree(data["chance"], data["total"], fighter.house)
    gear = fighter.sheet.weapon(data["gear"]) if data.get("gear") else None
    if gear is None:
        draft.note(f"Quality {harm.final(data['total'], [], degree)} (S-QUAL-1)", fighter.who)
        return
    worth = harm.final(data["total"], [gear.modifier], degree)
    draft.note(f"Quality {worth} with {gear.name} ×{gear.modifier:g} (S-QUAL-2)", fighter.who)


def _concluded(draft: StepBuilder, data: Data) -> None:
    """Go on after one reactor's roll: the next one rolls, or the nearest wins, the actor on a tie (S-OPP-2, SQ 35)."""
    answers = [*data.get("answers", ()), [data["reactor"], bool(data["success"]), data["margin"]]]
    if data.get("left"):
        kept = {key: data[key] for key in ("who", "verb", "against", "left")}
        _ask_next(draft, {**kept, "answers": answers})
        return
    winning = [(who, margin) for who, success, margin in answers if success]
    won = data["who"]
    if winning:
        won, _margin = min(winning, key=lambda answer: answer[1])
    succeeded = [(who, margin) for who, _, margin in answers if margin >= 0]
    distances = ""
    if succeeded and "far" in data.get("against", {}):
        distance_by_fighter = [(data["who"], data["against"]["far"]), *succeeded]
        distances = ": " + ", ".join(f"{draft[who].name} {below} below its TN" for who, below in distance_by_fighter)
    draft.note(f"{draft[won].name} wins the contest{distances} ({_RULES[data['verb']]})", won)


def _first(draft: StepBuilder, who: str, words: Sequence[str], then: Task, gear: str = "") -> None:
    """Roll for the actor, or for an unopposed task, after its energy is burnt.

    Raises Refused. Rules: S-TN-1, S-TN-3, S-OPP-1.
    """
    fighter, energy = Fighter(draft.encounter, who), int(words[1])
    skill = fighter.skill(words[0])
    if energy > fighter.energy:
        raise Refused(f"{fighter.name} cannot burn {energy} energy: {fighter.energy} are left (S-TURN-3).")
    number = fighter.number(skill, int(words[2]), "by the game master")
    if gear:
        used = demanded(fighter.sheet.weapons, gear, fighter.name, "gear")
        number.add(used.bonus, used.name, "S-TN-1")
    number.add(targets.raised(energy, fighter.house), f"{energy} energy", "S-TN-3")
    declarations.burn(draft, who, energy, "into its target number, S-TN-3")
    draft.roll(fighter.roll(TASK, skill.name, number), then)


def _answer(draft: StepBuilder, data: Data) -> None:
    """Go on after the actor's roll: a failure ends the contest, else the first reactor rolls (S-OPP-2, S-OPP-3).

    A contest is simple unless the game master says `complex`; dodging in a fight is complex (S-OPP-4).
    """
    actor, verb = Fighter(draft.encounter, data["who"]), data["verb"]
    reactors = data["reactors"] if "reactors" in data else [[data["reactor"], data["skill"]]]
    if not data["success"]:
        names = [draft[reactor].name for reactor, _ in reactors]
        win = "wins" if len(names) == 1 else "win"
        draft.note(f"{' and '.join(names)} {win} the contest: {actor.name} fails ({_RULES[verb]})", reactors[0][0])
        return
    against = {"above": data["total"]}
    if verb != COMPLEX:
        against = {"far": targets.farness(data["chance"], data["total"], actor.house)}
    _ask_next(draft, {"who": actor.who, "verb": verb, "against": against, "left": reactors, "answers": []})


def _ask_next(draft: StepBuilder, data: Data) -> None:
    """Roll for the next reactor against the actor's result (S-OPP-2, S-OPP-3)."""
    (who, name), *reactors_left = data["left"]
    reactor = Fighter(draft.encounter, who)
    skill = reactor.skill(name)
    then = Task(CONCLUDED, {**data, "left": reactors_left, "reactor": who})
    draft.roll(reactor.roll(TASK, skill.name, reactor.number(skill), **data["against"]), then)


def _damage(draft: StepBuilder, who: str, words: Sequence[str]) -> None:
    """Deal damage by hand: straight to the damage threshold, or through the armour at a location (S-DMG-3)."""
    points, kind, place = int(words[0]), words[1], words[2]
    for piece in Fighter(draft.encounter, who).sheet.armour if place else ():
        if piece.at(place) and points:
            points = wounds.wear(draft, who, piece, points)
    wounds.hurt(draft, who, points, kind, "by hand")
    wounds.fall(draft, who)


def _improve(draft: StepBuilder, who: str, words: Sequence[str]) -> None:
    """Roll to improve a skill by one of the methods (S-GROW-1); raises Refused."""
    fighter, method = Fighter(draft.encounter, who), words[1]
    skill = fighter.skill(words[0])
    number = fighter.improvement(skill)
    if number < 0:
        raise Refused(f"{fighter.name} cannot improve {skill.name}: the target would be {number} (S-GROW-1).")
    start, factor = BOOK.growth.start, BOOK.growth.factor
    line = f"{start} − {factor} × (skill {fighter.risen(skill)} + {fighter.potential(skill)}) = {number} (S-GROW-1)"
    roll = fighter.roll(IMPROVE, f"improve {skill.name} by {method}", Sum(number, [line]))
    draft.roll(roll, Task(IMPROVED, {"who": who, "skill": skill.name, "method": method}))


def _raise(draft: StepBuilder, data: Data) -> None:
    """Raise a skill after a successful improvement roll (S-GROW-1)."""
    if data["success"]:
        fighter = Fighter(draft.encounter, data["who"])
        skill = fighter.skill(data["skill"])
        before, points = fighter.risen(skill), BOOK.points[data["method"]]
        why = f"{skill.name} {before} → {before + points} (S-GROW-1)"
        steps.mark(draft, fighter.who, f"gained {skill.name}", before + points - skill.value, why)


_AT_ONCE = {DAMAGE: _damage, IMPROVE: _improve}
STAGES = {TRIED: _tried, OPPOSED: _answer, IMPROVED: _raise, CONCLUDED: _concluded}
"""The functions that go on after a roll, by stage."""
