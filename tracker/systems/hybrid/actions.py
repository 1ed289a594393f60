"""Actions: what a combatant declares at its count, how long it takes, and why it may not (H-ACT, H-ATK)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action, Combatant
from tracker.encounter.commands import Do
from tracker.encounter.declaring import check_moment, declare
from tracker.encounter.draft import Draft
from tracker.encounter.names import combatant_named
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.hybrid import hand, location, perception, simple, spoiling
from tracker.systems.hybrid.attack import CALLED, EXTRA, QUICK
from tracker.systems.hybrid.conditions import ADVANCED, BOUND, OFF_BALANCE
from tracker.systems.hybrid.defences import sheet_of
from tracker.systems.hybrid.initiative import SPEED_POINTS
from tracker.systems.hybrid.rounding import half_up
from tracker.systems.hybrid.sheet import Skill, Weapon

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid

LEAST = 1
"""No action takes less (H-INIT-5, ruling 13)."""


def may_declare(encounter: Encounter, who: str) -> str:
    """Why somebody may not declare: stunned or worse (ruling 50), or in the middle of a manoeuvre."""
    combatant = encounter[who]
    state = spoiling.recovering(encounter, combatant)
    return f"{combatant.name} cannot declare: {state}." if state else ""


def rank_speed(skill: Skill | None) -> int:
    """Speed points an action has of its skill: rank/2, rounded half up (H-SKILL-7)."""
    if skill is None or skill.kind not in ("specific", "general"):
        return 0
    return half_up(skill.rank / 2)


def counts(weapon: Weapon, spent: int, rules: Hybrid) -> int:
    """Counts until it lands: speed − rank speed − points spent, at least 1; unranked 2 more (H-INIT-5, H-CHECK-3)."""
    shortened = max(LEAST, weapon.speed - rank_speed(weapon.skill) - spent)
    return shortened + (0 if weapon.skill is not None else int(rules.book["checks"]["unranked_counts"]))


def weapon_at_hand(combatant: Combatant) -> Weapon | None:
    """The weapon used last, else the first one drawn and free."""
    free = [weapon for weapon in sheet_of(combatant).weapons if not why_not(combatant, weapon)]
    last = combatant.last.weapon if combatant.last is not None else ""
    return next((weapon for weapon in free if weapon.key == last), free[0] if free else None)


def why_not(combatant: Combatant, weapon: Weapon) -> str:
    """Why a weapon cannot be used now, or empty."""
    if not simple.drawn(combatant, weapon):
        return f"{combatant.name}'s {weapon.name} is not drawn: `{combatant.id} draw {weapon.key}` draws it."
    bind = combatant.condition(BOUND)
    if bind is not None and combatant.marks.get(BOUND) == weapon.key:
        return f"{combatant.name}'s {weapon.name} is {bind.label}: `{combatant.id} unbind` tries to free it."
    return ""


def decide(draft: Draft, rules: Hybrid, command: Do) -> None:
    """Carry out a verb; its words have been read by `words.parse`."""
    _VERBS[command.verb](draft, rules, command)


def _attack(draft: Draft, rules: Hybrid, command: Do) -> None:
    who, (target_id, key, *options) = command.who, command.words
    combatant, target = draft[who], draft[target_id]
    check_moment(draft, who)
    weapon = sheet_of(combatant).weapon(key)
    assert weapon is not None
    if why := why_not(combatant, weapon):
        raise Refused(why)
    if weapon.use == "mental":
        raise Refused(f"{weapon.name} works on minds, which these rules do not reach yet; choose a weapon of the body.")
    _check_target(combatant, target)
    ordered = "ordered" in options
    options = [option for option in options if option != "ordered"]
    spent = _spend_speed(draft, who, options)
    _next_point(draft, who)
    label = weapon.name.lower() + "".join(f" ({option})" for option in options if option.startswith(CALLED))
    action = Action(
        0,
        command.verb,
        weapon=weapon.key,
        target=target.id,
        options=tuple(options),
        label=label,
        speed=counts(weapon, spent, rules),
        ordered=ordered,
    )
    declare(draft, who, action)


def _check_target(combatant: Combatant, target: Combatant) -> None:
    if target.id == combatant.id:
        raise Refused(f"{combatant.name} cannot attack itself; name somebody else.")
    if not target.able:
        raise Refused(f"{combatant.name} cannot attack {target.name}: {target.presence.value}; choose another target.")
    if target.id in combatant.unaware_of:
        raise Refused(
            f"{combatant.name} cannot attack {target.name}: unaware of it; "
            f"`{combatant.id} aware of {target.id}` reveals it."
        )


def _spend_speed(draft: Draft, who: str, options: list[str]) -> int:
    spent = sum(int(option.partition(" ")[2]) for option in options if option.startswith(f"{QUICK} "))
    have = draft[who].mark(SPEED_POINTS)
    if spent > have:
        raise Refused(f"{draft[who].name} has {have} speed points, not {spent}.")
    if spent:
        draft.emit(ev.MarkChanged(who=who, mark=SPEED_POINTS, value=have - spent, why=f"{spent} spent (H-INIT-5)"))
    return spent


def _next_point(draft: Draft, who: str) -> None:
    """The action point has come: what lasted until then ends (rulings 22 and 42)."""
    spoiling.end(draft, who, OFF_BALANCE, "next action point")
    if draft[who].condition(BOUND) is None:
        spoiling.end(draft, who, ADVANCED, "next declaration")


def _simple(draft: Draft, rules: Hybrid, command: Do) -> None:
    check_moment(draft, command.who)
    _next_point(draft, command.who)
    simple.declare_simple(draft, rules, command)


def _manoeuvre(draft: Draft, rules: Hybrid, command: Do) -> None:
    check_moment(draft, command.who)
    _next_point(draft, command.who)
    simple.declare_manoeuvre(draft, rules, command)


def _alertness(draft: Draft, rules: Hybrid, command: Do) -> None:
    draft.actor = ""
    value = "|".join(command.words)
    draft.emit(ev.MarkChanged(who=command.who, mark=perception.ALERTNESS, value=value, why="set at the table"))


_VERBS: dict[str, Callable[[Draft, Hybrid, Do], None]] = {
    "attack": _attack,
    "dodge": _manoeuvre,
    "drop": _manoeuvre,
    "stand": _simple,
    "draw": _simple,
    "fastdraw": _simple,
    "look": _simple,
    "aids": _simple,
    "act": _simple,
    "unbind": lambda draft, rules, command: simple.try_unbind(draft, rules, command.who),
    "alertness": _alertness,
    "damage": lambda draft, rules, command: hand.damage(draft, rules, command),
    "spends": lambda draft, rules, command: hand.spends(draft, rules, command),
}


def options_from(encounter: Encounter, rules: Hybrid, who: str, words: list[str]) -> list[str]:
    """Read the options of an attack: `called left arm`, `df -2 bad light`, `speed 2`; raises Refused."""
    options: list[str] = []
    while words:
        name, words = words[0].casefold(), words[1:]
        if name == CALLED:
            words = _called(rules, words, options)
        elif name == QUICK and words and words[0].isdecimal() and int(words[0]) > 0:
            options.append(f"{QUICK} {int(words[0])}")
            words = words[1:]
        elif name == EXTRA and words and words[0].lstrip("+-").isdecimal() and abs(int(words[0])) <= 40:
            number = int(words[0])
            rest = 1
            while rest < len(words) and words[rest].casefold() not in (CALLED, EXTRA, QUICK):
                rest += 1
            options.append(f"{EXTRA} {number} {' '.join(words[1:rest])}".strip())
            words = words[rest:]
        else:
            raise Refused(f'"{name}" is not an option of an attack; there are called head, df -2 bad light, speed 2.')
    _needs_df(rules, options)
    return options


def _called(rules: Hybrid, words: list[str], options: list[str]) -> list[str]:
    if not words:
        raise Refused("Say where the shot is called: called head")
    side, rest = ("", words)
    if words[0].casefold() in location.SIDES and len(words) > 1:
        side, rest = words[0].casefold(), words[1:]
    places = [*rules.book["attack"]["called"], *(row["name"] for row in rules.book["attack"]["location"])]
    for length in (2, 1):
        place = " ".join(rest[:length]).casefold()
        if len(rest) >= length and place in places:
            if side and not location.paired(place, rules.book):
                raise Refused(f"There is no {side} {place}.")
            options.append(f"{CALLED} {location.words(place, side)}")
            return rest[length:]
    raise Refused(f'"{" ".join(rest)}" is no place to aim at; there are {", ".join(dict.fromkeys(places))}.')


def _needs_df(rules: Hybrid, options: list[str]) -> None:
    """Places without a DF of their own may be called only with one the game master names (ruling 44)."""
    for option in options:
        if option.startswith(f"{CALLED} "):
            place = option.partition(" ")[2]
            for side in location.SIDES:
                place = place.removeprefix(f"{side} ")
            named = any(other.startswith(f"{EXTRA} ") for other in options)
            if location.called_df(place, rules.book) is None and not named:
                raise Refused(f"A called {place} has no DF of its own: name one, as in called {place} df -10.")


def target_of(encounter: Encounter, words: list[str]) -> tuple[str, list[str]]:
    """The combatant the first words name, and the rest."""
    for length in (3, 2):
        if len(words) >= length:
            try:
                return combatant_named(encounter, "".join(words[:length])), words[length:]
            except Refused:
                continue
    return combatant_named(encounter, words[0]), words[1:]
