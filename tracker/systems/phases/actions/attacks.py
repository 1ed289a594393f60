"""Attacks: shots one after another (P-FIRE), a blow or a contest with one who defends (P-HIT), where and how hard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.phases.actions import aims, course
from tracker.systems.phases.actions.aims import Aim
from tracker.systems.phases.body import wounds
from tracker.systems.phases.body.conditions import DEFENDING
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import Location, tables
from tracker.systems.phases.checks import contests
from tracker.systems.phases.checks.chances import D100, Check, best_defence, checked_roll
from tracker.systems.phases.checks.contests import Side
from tracker.systems.phases.sheets.sheet import Weapon, sheet_of
from tracker.systems.phases.timing import fire as rate

FIRE, STRIKE = "fire", "strike"
STAGES = ("shots", "shot", "fell", "struck", "defended", "located", "harm", "injured", "shocked")
"""The stages of an attack, in the order they come."""


def weapon_of(encounter: Encounter, who: str, name: str) -> Weapon:
    """The weapon of this name; raises Refused when there is none."""
    weapon = sheet_of(encounter, who).weapon(name)
    if weapon is None:
        there = ", ".join(one.name for one in sheet_of(encounter, who).weapons) or "none"
        raise Refused(f'{encounter[who].name} has no weapon "{name}"; on its sheet there are: {there}.')
    return weapon


def fire(draft: Draft, who: str, weapon: Weapon, targets: Sequence[Aim], rules: Options) -> None:
    """Each shot is a roll of its own, at any target, within the limit of this sub-phase (P-FIRE 1–4, PQ 13, 30)."""
    encounter = draft.encounter
    limit = check_fire(encounter, who, weapon, sum(aim.shots for aim in targets), rules)
    for aim in targets:
        aims.check_target(encounter, who, aim, weapon, "fire at", rules)
    ask = any(not aim.shots for aim in targets)
    if ask and (len(targets) > 1 or limit == 1):
        targets, ask = [Aim(aim.target, aim.shots or 1, aim.place, aim.level) for aim in targets], False
        check_fire(encounter, who, weapon, sum(aim.shots for aim in targets), rules)
    label = aims.label(encounter, targets, "fire at")
    action = _action(FIRE, weapon, targets, label)
    under_way = course.start(draft, who, action, shoots=True)
    if not ask:
        _shoot(draft, who, under_way.id, targets)
        return
    draft.push("shots", who=who, action=under_way.id, aim=targets[0].text())
    text = f"{encounter[who].name}, {weapon.name} at {encounter[targets[0].target].name}: how many shots?"
    draft.ask_amount(who, "shots", text, 1, limit, about=targets[0].target)


def check_fire(encounter: Encounter, who: str, weapon: Weapon, shots: int, rules: Options) -> int:
    """How many shots there are now; refuses more, and a weapon that is not for it or not loaded (P-FIRE)."""
    name = encounter[who].name
    if not weapon.ranged:
        raise Refused(f"{weapon.name} is not fired; `{who} strike` uses it.")
    if not rate.rounds(encounter, who, weapon):
        raise Refused(f"{name}'s {weapon.name} is not loaded (P-FIRE-4); `{who} load {weapon.name}` takes a sub-phase.")
    limit = rate.shots(encounter, who, weapon, rules)
    if not limit:
        raise Refused(
            f"{name}'s {weapon.name} has fired its {weapon.rof} in this phase (P-FIRE-2); "
            f"it fires again in the next one: `{who} hold`."
        )
    if shots > limit:
        many = f"{limit} shot{'' if limit == 1 else 's'}"
        raise Refused(f"{name}'s {weapon.name} has {many} in this sub-phase, not {shots} (P-FIRE).")
    return limit


def strike(draft: Draft, who: str, weapon: Weapon, aim: Aim, rules: Options) -> None:
    """A blow at one foe in reach; at one who defends it is a contest (P-HIT 1 and 2)."""
    if weapon.ranged:
        raise Refused(f"{weapon.name} is for firing; `{who} fire` uses it.")
    aims.check_target(draft.encounter, who, aim, weapon, STRIKE, rules)
    label = aims.label(draft.encounter, (aim,), STRIKE)
    under_way = course.start(draft, who, _action(STRIKE, weapon, (aim,), label))
    _shoot(draft, who, under_way.id, (aim,))


def _action(verb: str, weapon: Weapon, aims: Sequence[Aim], label: str) -> Action:
    options = tuple(aim.text() for aim in aims)
    return Action(0, verb, weapon=weapon.name, target=aims[0].target, options=options, label=label)


def _shoot(draft: Draft, who: str, number: int, aims: Sequence[Aim]) -> None:
    shots = [Aim(aim.target, 1, aim.place, aim.level).text() for aim in aims for _ in range(max(1, aim.shots))]
    draft.push("shot", who=who, action=number, left=shots)


def resume(draft: Draft, task: Task, rules: Options) -> None:
    """Go on with a stage of an attack."""
    data: dict[str, Any] = dict(task.data)
    match task.stage:
        case "shots":
            asked = Aim.read(data["aim"])
            aim = Aim(asked.target, data["amount"], asked.place, asked.level)
            label, who = aims.label(draft.encounter, (aim,), "fire at"), data["who"]
            draft.emit(
                ev.ActionChanged(who=who, action=data["action"], label=label, target=aim.target, options=(aim.text(),))
            )
            _shoot(draft, who, data["action"], (aim,))
        case "shot":
            _next_shot(draft, data, rules)
        case "fell":
            _fell(draft, data, rules)
        case "defended":
            _defended(draft, data, rules)
        case "located":
            place = next((one for one in tables().location if one.name == data.get("answer")), None)
            face = data.get("total", 1)
            _harm(draft, _only(data), (place or tables().hit_by(face)), rules)
        case "harm":
            injury, shock = wounds.shares(data["total"], _weapon(draft, data).kind, rules)
            _hurt(draft, data, injury, shock, data["total"], rules)
        case "injured":
            weapon = _weapon(draft, data)
            roll = Roll(data["who"], "damage", f"{weapon.name} shock", weapon.sf or "0", target=_aim(data).target)
            draft.roll(roll, Task("shocked", {**_only(data), "injury": data["total"]}))
        case _:
            injury, shock = max(0, data["injury"]), max(0, data["total"])
            _hurt(draft, data, injury, shock, max(injury, shock), rules)


_KEPT = ("who", "action", "left", "shot", "place", "injury", "mine")


def _only(data: dict[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in _KEPT if key in data}


def _aim(data: dict[str, Any]) -> Aim:
    return Aim.read(data["shot"])


def _weapon(draft: Draft, data: dict[str, Any]) -> Weapon:
    action = draft[data["who"]].action(data["action"])
    assert action is not None
    return weapon_of(draft.encounter, data["who"], action.weapon)


def _next_shot(draft: Draft, data: dict[str, Any], rules: Options) -> None:
    """The next shot of those declared; what was meant for somebody who is down is not fired."""
    who, left = data["who"], list(data["left"])
    while left and not draft[Aim.read(left[0]).target].able:
        kept = left.pop(0)
        draft.note(f"{draft[who].name} keeps a shot: {draft[Aim.read(kept).target].name} is down", who)
    if not left:
        course.finish(draft, who, data["action"], rules)
        return
    shot, *rest = left
    _attack(draft, {"who": who, "action": data["action"], "left": rest, "shot": shot}, rules)


def _attack(draft: Draft, data: dict[str, Any], rules: Options) -> None:
    who, aim, weapon = data["who"], _aim(data), _weapon(draft, data)
    if weapon.ranged:
        rate.spend(draft, who, weapon)
    check = aim.check(draft.encounter, who, weapon, rules)
    place = f" ({aim.location.name})" if aim.location is not None else ""
    label = f"{weapon.name} at {draft[aim.target].name}{place}"
    draft.roll(checked_roll(who, "attack", label, check, rules, aim.target), Task("fell", data))


def contested(encounter: Encounter, target: str, weapon: Weapon, rules: Options) -> bool:
    """Whether a blow at the target is a contest: it defends, and a blow is not a shot (P-HIT-2, PQ 19)."""
    return not weapon.ranged and rules.house_rules.defend and encounter[target].condition(DEFENDING) is not None


def _fell(draft: Draft, data: dict[str, Any], rules: Options) -> None:
    aim, weapon = _aim(data), _weapon(draft, data)
    if contested(draft.encounter, aim.target, weapon, rules):
        name, check = best_defence(draft.encounter, aim.target, rules)
        roll = checked_roll(aim.target, "defence", f"defends with {name}", check, rules, data["who"])
        mine = [data["success"], data["total"]]
        draft.roll(roll, Task("defended", {**_only(data), "mine": mine}))
    elif data["success"]:
        _locate(draft, _only(data), rules)
    else:
        _missed(draft, data, "missed")


def _defended(draft: Draft, data: dict[str, Any], rules: Options) -> None:
    """Both have rolled: who wins the contest (P-VS, P-HIT-2)."""
    who, aim, weapon = data["who"], _aim(data), _weapon(draft, data)
    own = aim.check(draft.encounter, who, weapon, rules)
    _, other = best_defence(draft.encounter, aim.target, rules)
    success, total = data["mine"]
    won = contests.winner(side(success, total, own), side(data["success"], data["total"], other), rules)
    if won == 0:
        draft.note("Equal skills and equal rolls: both roll again (P-VS-4)", who)
        _attack(draft, {key: data[key] for key in ("who", "action", "left", "shot")}, rules)
    elif won > 0:
        _locate(draft, _only(data), rules)
    else:
        _missed(draft, data, "parried")


def side(success: bool, total: int, check: Check) -> Side:
    """A side of a contest; its skill is its base, its stat the bonus of the stat in it (P-VS-3)."""
    return Side(success, total, check.base, check.stat)


def _missed(draft: Draft, data: dict[str, Any], outcome: str) -> None:
    draft.emit(ev.Struck(who=data["who"], target=_aim(data).target, outcome=outcome, label=outcome))
    draft.push("shot", who=data["who"], action=data["action"], left=data["left"])


def _locate(draft: Draft, data: dict[str, Any], rules: Options) -> None:
    """Where it hits: where it was aimed, by the table, or as the game master says (P-DMG 4 and 5, PQ 21)."""
    aim = _aim(data)
    if aim.location is not None:
        _harm(draft, data, aim.location, rules)
    elif rules.house_rules.locations == "ask":
        draft.push("located", **data)
        names = tuple(place.name for place in tables().location)
        draft.ask(Ask.CHOOSE, data["who"], "location", f"Where does it hit {draft[aim.target].name}?", names)
    else:
        roll = Roll(data["who"], "location", "location", D100, target=aim.target)
        draft.roll(roll, Task("located", data))


def _harm(draft: Draft, data: dict[str, Any], place: Location, rules: Options) -> None:
    weapon, who, target = _weapon(draft, data), data["who"], _aim(data).target
    data = {**data, "place": place.key}
    if weapon.two_dice:
        roll = Roll(who, "damage", f"{weapon.name} injury, {place.name}", weapon.hf or "0", target=target)
        draft.roll(roll, Task("injured", data))
    elif weapon.damage == "0":
        draft.note(f"the {weapon.name} has no damage on the sheet: `{target} damage 6 {place.name}` by hand", target)
        _hurt(draft, data, 0, 0, 0, rules)
    else:
        roll = Roll(who, "damage", f"{weapon.name} damage, {place.name}", weapon.damage, target=target)
        draft.roll(roll, Task("harm", data))


def _hurt(draft: Draft, data: dict[str, Any], injury: int, shock: int, points: int, rules: Options) -> None:
    who, target, place = data["who"], _aim(data).target, tables().place(data["place"])
    weapon, points = _weapon(draft, data), max(0, points)
    kind = "" if not points else weapon.kind if not weapon.two_dice else f"{injury} HF, {shock} SF"
    draft.emit(
        ev.Struck(
            who=who,
            target=target,
            outcome="hit",
            label=f"hit, {place.name}, {points} {kind}".rstrip(),
            location=place.name,
            damage=points,
            type=kind,
        )
    )
    draft.push("shot", who=who, action=data["action"], left=data["left"])
    wounds.hurt(draft, target, injury, shock, place, f"hit by {draft[who].name}, {place.name}", rules)
