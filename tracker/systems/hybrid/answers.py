"""Answers: what is settled before any die of a blow: another target, who notices, how the target defends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracker.encounter import events as ev
from tracker.encounter.combatant import Combatant
from tracker.encounter.declaring import delay, end_action
from tracker.encounter.draft import Draft
from tracker.encounter.names import seat_key
from tracker.encounter.questions import Question, Roll, Task
from tracker.encounter.state import DECLARE, LAND, Encounter
from tracker.encounter.system import Choice
from tracker.systems.hybrid import conditions, defences, initiative, orders, perception, simple, spoiling
from tracker.systems.hybrid.attack import attack_chance, weapon_of
from tracker.systems.hybrid.blow import Blow, Pose
from tracker.systems.hybrid.conditions import BOUND, DODGING, DROPPING, PRONE
from tracker.systems.hybrid.defences import BLOCK, CROUCH, DODGE, DROP, NOTHING, PARRY, ROLL_WITH, sheet_of
from tracker.systems.hybrid.sheet import Weapon

if TYPE_CHECKING:
    from tracker.systems.hybrid.batch import Batch
    from tracker.systems.hybrid.rules import Hybrid

TARGET, DEFENCE = "target", "defence"
BREAK_OFF = "break-off"
OTHER_TARGET_DF = -2
_WORDS = {PARRY: "parries", BLOCK: "blocks", CROUCH: "crouches", ROLL_WITH: "rolls with the blow"}


def never(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str, answer: Any) -> None:
    """Stages that ask nothing take nothing."""


# 1: the target is down or gone


def want_target(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str) -> Pose | None:
    """The target is out of the fight: break off, or another one in reach at DF −2."""
    if blow.gone or draft[blow.target].able:
        return None
    if not _others(draft.encounter, blow) or draft[blow.attacker].orders:
        take_target(draft, rules, batch, blow, who, {"answer": BREAK_OFF})
        return None
    attacker, target = draft[blow.attacker].name, draft[blow.target].name
    text = f"{attacker}'s target {target} is {draft[blow.target].presence.value}."
    return Pose(blow.attacker, TARGET, text, blow.target)


def _others(encounter: Encounter, blow: Blow) -> list[Combatant]:
    attacker = encounter[blow.attacker]
    return [
        other
        for other in encounter
        if other.able and other.profile.side != attacker.profile.side and other.id not in attacker.unaware_of
    ]


def take_target(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str, answer: Any) -> None:
    """Break off and roll initiative now, or strike another."""
    action = draft[blow.attacker].action(blow.action)
    if answer["answer"] == BREAK_OFF:
        blow.gone = True
        if action is not None:
            end_action(draft, blow.attacker, action, "aborted", "no target")
        initiative.again(draft, blow.attacker)
        return
    blow.target = answer["answer"]
    blow.df += OTHER_TARGET_DF
    blow.reason = f"{blow.reason} another target".strip()
    if action is not None:
        why = "another target, DF −2"
        draft.emit(
            ev.ActionChanged(who=blow.attacker, action=action.id, label=action.label, target=blow.target, why=why)
        )


# 2: passive perceptions


def want_notice(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str) -> None:
    """Everyone who might notice the attacker gets a passive perception (H-PERC-3)."""
    if not blow.gone:
        place = batch.blows.index(blow)
        batch.insert([["noticing", place, other] for other in perception.might_notice(draft.encounter, blow.attacker)])


def want_noticing(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str) -> Roll | None:
    """One passive perception, at a quarter of the chance."""
    name = draft[blow.attacker].name
    return perception.chance(draft[who], rules, passive=True).roll(who, "perception", f"noticing {name}")


def take_noticing(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str, rolled: Any) -> None:
    """A success makes aware."""
    if rolled["success"]:
        draft.emit(ev.AwarenessChanged(who=who, of=blow.attacker, aware=True, why="noticed (H-PERC-3)"))


# 3: how the target defends


def want_defence(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str) -> Pose | None:
    """An aware and able target is asked before any die, unless its orders answer."""
    if blow.gone or not draft[blow.target].able:
        return None
    target = draft[blow.target]
    if blow.attacker in target.unaware_of or target.condition(conditions.UNCONSCIOUS):
        return None
    pose = Pose(
        blow.target, DEFENCE, f"{target.name} is about to be hit by {draft[blow.attacker].name}.", blow.attacker
    )
    open_now = [choice.word for choice in _defences(draft.encounter, rules, blow) if not choice.refused]
    ordered = orders.defence(target, open_now)
    if ordered or open_now == [NOTHING]:
        take_defence(draft, rules, batch, blow, who, {"answer": ordered or NOTHING})
        return None
    return pose


def take_defence(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str, answer: Any) -> None:
    """The defence is chosen; its time delays what the defender has pending, hit or miss (ruling 25)."""
    target = blow.target
    blow.defence, _, blow.with_ = answer["answer"].partition(" ")
    if blow.defence == NOTHING:
        return
    if blow.defence in (DODGE, DROP):
        _late(draft, rules, batch, blow)
        return
    if blow.defence in (PARRY, BLOCK) and not blow.with_:
        blow.with_ = best_weapon(draft[target], blow.defence, rules, draft[blow.attacker], blow.weapon).key
    counts = _counts(draft[target], rules, blow.defence, blow.with_)
    label = _WORDS[blow.defence]
    draft.emit(ev.DefenceDeclared(who=target, defence=blow.defence, against=blow.attacker, label=label, counts=counts))
    if blow.defence == ROLL_WITH:
        batch.leave(target)
        spoiling.lose(draft, target, "rolls with a blow")
    elif counts:
        delay(draft, target, counts, f"{blow.defence} (H-DEF)")
        batch.leave(target)


def _late(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow) -> None:
    """Dodge and drop in answer, where the house allows it: what is pending is lost (ruling 26)."""
    batch.leave(blow.target)
    spoiling.lose(draft, blow.target, f"{blow.defence}s in answer")
    draft.emit(ev.DefenceDeclared(who=blow.target, defence=blow.defence, against=blow.attacker, label=blow.defence))
    simple.manoeuvre(draft, rules, blow.target, blow.defence)


def _counts(defender: Combatant, rules: Hybrid, defence: str, key: str) -> int:
    if defence == CROUCH:
        return int(rules.book["defences"]["crouch"]["counts"])
    return defences.half_speed(weapon_of(defender, key), rules.book) if defence in (PARRY, BLOCK) else 0


def usable(defender: Combatant) -> list[Weapon]:
    """Drawn weapons for close quarters that are not bound (ruling 51)."""
    bound = defender.marks.get(BOUND) if defender.condition(BOUND) else None
    return [
        weapon
        for weapon in sheet_of(defender).weapons
        if weapon.use in ("melee", "thrown") and weapon.key != bound and simple.drawn(defender, weapon)
    ]


def best_weapon(defender: Combatant, task: str, rules: Hybrid, attacker: Combatant | None, against: str) -> Weapon:
    """The usable weapon with the best chance to parry or block."""

    def worth(weapon: Weapon) -> Any:
        if task == BLOCK:
            return defences.block_chance(defender, weapon, rules.book, rules.scene).exact
        struck = weapon_of(attacker, against) if attacker is not None else None
        return defences.parry_chance(defender, weapon, struck, rules.book, rules.scene).exact

    return max(usable(defender), key=worth)


def offered(encounter: Encounter, rules: Hybrid, task: Task, pose: Pose) -> list[Choice]:
    """The ways that are open to answer what a stage asks."""
    return [choice for choice in _choices(encounter, rules, task, pose.what, pose.who) if not choice.refused]


def choices(encounter: Encounter, rules: Hybrid, question: Question) -> tuple[Choice, ...]:
    """The ways to answer an open question, the likely one first, the impossible ones with their reason."""
    return tuple(_choices(encounter, rules, question.then[-1], question.what, question.who))


def _choices(encounter: Encounter, rules: Hybrid, task: Task, what: str, who: str) -> list[Choice]:
    if what == "checks":
        return [
            Choice("c", "roll the checks", "checks", f"{who} checks"),
            Choice("n", "leave them out", "none", f"{who} none"),
        ]
    name, place, *_ = task.data["plan"][0]
    blow = Blow.read(task.data["blows"][place])
    if name == "target":
        found = [Choice("b", "break off", BREAK_OFF, f"{who} {BREAK_OFF}")]
        for other in _others(encounter, blow):
            percent = _other_chance(encounter, rules, blow, other)
            label = f"{other.name} {percent} % (DF −2)"
            found.append(Choice(seat_key(other.profile.seat), label, other.id, f"{who} {other.id}"))
        return found
    return _defences(encounter, rules, blow)


def _other_chance(encounter: Encounter, rules: Hybrid, blow: Blow, other: Combatant) -> int:
    turned = Blow.read({**blow.data(), "target": other.id, "df": blow.df + OTHER_TARGET_DF})
    return attack_chance(encounter, rules, turned).percent


def _defences(encounter: Encounter, rules: Hybrid, blow: Blow) -> list[Choice]:
    """Every defence with its chance and the count the defender's own bar slips to (flow: 3)."""
    defender, attacker = encounter[blow.target], encounter[blow.attacker]
    who = defender.id
    coming = attack_chance(encounter, rules, blow).percent
    found = [Choice("enter", f"nothing, {coming} % to be hit", NOTHING, f"{who} {NOTHING}")]
    barred = _barred(encounter, defender)
    found += _with_weapon(encounter, rules, defender, attacker, blow, barred)
    counts = rules.book["defences"]["crouch"]["counts"]
    twice = Blow.read({**blow.data(), "defence": CROUCH})
    lower = attack_chance(encounter, rules, twice).percent
    grounded = f"{defender.name} cannot crouch: prone." if defender.condition(PRONE) else ""
    slips = slip(encounter, who, counts)
    found.append(
        Choice("c", f"crouch, {lower} % to be hit", CROUCH, f"{who} {CROUCH}", price=slips, refused=barred or grounded)
    )
    chance = defences.roll_with_chance(defender, rules.book, rules.house, rules.scene).percent
    loses = "loses what is pending" if _pending(encounter, who) else ""
    refused = barred if conditions.helpless(defender) else ""
    found.append(Choice("r", f"roll with it {chance} %", ROLL_WITH, f"{who} {ROLL_WITH}", price=loses, refused=refused))
    for key, word, rest in (("d", DODGE, "dodge 2×PDF"), ("o", DROP, "drop prone 3×PDF")):
        late = (
            "" if rules.house.late_dodge else f"{defender.name} cannot {word} now: it is declared at one's own count."
        )
        if late and word == DROP:
            continue
        down = f"{defender.name} cannot {word}: prone." if defender.condition(PRONE) else ""
        found.append(Choice(key, rest, word, f"{who} {word}", price=loses, refused=late or barred or down))
    return found


def _with_weapon(
    encounter: Encounter, rules: Hybrid, defender: Combatant, attacker: Combatant, blow: Blow, barred: str
) -> list[Choice]:
    found: list[Choice] = []
    weapons = usable(defender)
    struck = weapon_of(attacker, blow.weapon)
    for key, task in (("p", PARRY), ("b", BLOCK)):
        why = barred
        if not why and not weapons:
            why = f"{defender.name} cannot {task}: no free weapon in hand."
        if not why and task == PARRY and defences.parry_df(struck, rules.book) is None:
            why = f"{defender.name} cannot parry an explosion."
        if why:
            found.append(Choice(key, task, task, f"{defender.id} {task}", refused=why))
            continue
        best = best_weapon(defender, task, rules, attacker, blow.weapon)
        for weapon in [best, *(weapon for weapon in weapons if weapon.key != best.key)]:
            first = weapon.key == best.key
            word = task if first else f"{task} {weapon.key}"
            if task == PARRY:
                chance = defences.parry_chance(defender, weapon, struck, rules.book, rules.scene).percent
            else:
                chance = defences.block_chance(defender, weapon, rules.book, rules.scene).percent
            label = f"{task} {chance} %" + ("" if len(weapons) == 1 else f" {weapon.name}")
            price = slip(encounter, defender.id, defences.half_speed(weapon, rules.book))
            found.append(Choice(key if first else "", label, word, f"{defender.id} {word}", price=price))
    return found


def _barred(encounter: Encounter, defender: Combatant) -> str:
    """Why somebody has no active defence at all (ruling 50), or empty."""
    state = spoiling.recovering(encounter, defender)
    if state:
        return f"{defender.name} cannot defend actively: {state}."
    for key in (DODGING, DROPPING):
        if defender.condition(key) is not None:
            return f"{defender.name} is {key} already."
    return ""


def _pending(encounter: Encounter, who: str) -> bool:
    return any(due.what in (DECLARE, LAND) for due in encounter.agenda.of(who))


def slip(encounter: Encounter, who: str, counts: int) -> str:
    """`own blow 17→22`: what a defence of so many counts delays."""
    combatant = encounter[who]
    for action in combatant.actions:
        return f"own {action.label} {action.lands}→{action.lands + counts}"
    due = encounter.agenda.find(who, DECLARE)
    return f"own count {due.count}→{due.count + counts}" if due is not None else ""
