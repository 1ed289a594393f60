"""The choices of a defender: each defence with its chance and price, the impossible ones with their reason (H-DEF)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.model.combatant import Combatant
from tracker.model.state import DECLARE, Encounter
from tracker.system_api.values import Choice
from tracker.systems.hybrid.blows import hit_odds
from tracker.systems.hybrid.blows.active_defence_roll import answer_chance
from tracker.systems.hybrid.blows.blow import Blow
from tracker.systems.hybrid.body import (
    conditions,
    filter_skills,
    parry_and_block,
    passive_defence,
    roll_with_blow,
    scene_changes,
)
from tracker.systems.hybrid.body.conditions import DODGING, DROPPING, PRONE
from tracker.systems.hybrid.body.passive_defence import BLOCK, CROUCH, DISARM, DODGE, DROP, NOTHING, PARRY, ROLL_WITH
from tracker.systems.hybrid.body.weapons import minds, usable, weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.success_chance import odds
from tracker.systems.hybrid.modifiers.action_modifiers import QUICK
from tracker.systems.hybrid.sheets.sheet import Weapon
from tracker.systems.hybrid.timing.action_points import SPEED_POINTS

_BEFOREHAND = "it must be declared beforehand, on its own count"


class Prices:
    """What defences cost one defender in a list of choices; only the first names what it delays (`your blow 17→22`)."""

    def __init__(self, encounter: Encounter, who: str) -> None:
        self._encounter = encounter
        self._who = who
        self._named = False

    def of(self, counts: int) -> str:
        """`your blow 17→22` the first time, then only `17→21`."""
        delayed, slips = _slip(self._encounter, self._who, counts)
        named, self._named = self._named, bool(delayed)
        return slips if named or not delayed else f"{delayed} {slips}"


def usable_weapons(encounter: Encounter, rules: Rulebook, blow: Blow, task: str) -> list[Weapon]:
    """The free weapons that can answer a blow so, the best first; only the mind parries the mind."""
    defender, struck = encounter[blow.target], weapon_of(encounter[blow.attacker], blow.weapon)
    if struck.use == "mental":
        choices = minds(defender) if task == PARRY else []
    else:
        choices = [weapon for weapon in usable(defender) if task != DISARM or weapon.use == "melee"]
    return sorted(choices, key=lambda weapon: -answer_chance(encounter, rules, blow, task, weapon.key).exact)


def why_not_of_the_mind(encounter: Encounter, blow: Blow, task: str, key: str) -> str:
    """Why a bodily weapon answers no blow of the mind (ruling 82), or empty."""
    struck, weapon = weapon_of(encounter[blow.attacker], blow.weapon), weapon_of(encounter[blow.target], key)
    if struck.use != "mental" or weapon.use == "mental":
        return ""
    return f"{encounter[blow.target].name} cannot {task} with {weapon.name}: it is no weapon of the mind."


def defence_choices(encounter: Encounter, rules: Rulebook, blow: Blow) -> list[Choice]:
    """Every defence with its chance and the count the defender's own action is delayed to (flow: one blow, 3).

    The first does nothing and is free, every other one costs something; what changes nothing is refused (ruling 102).
    """
    defender = encounter[blow.target]
    barred = _barred(encounter, rules, defender)
    prices = Prices(encounter, defender.id)
    undefended = hit_odds.with_defence(encounter, rules, blow, NOTHING)
    choices = [
        Choice("enter", f"no defence ({_to_be_hit(undefended.to_be_hit)})", NOTHING, f"{defender.id} {NOTHING}"),
        *_with_weapons(encounter, rules, blow, barred, prices),
        _crouch(encounter, rules, blow, barred, prices),
        _roll_with_blow(encounter, rules, blow, barred),
        *_dodge_and_drop(encounter, rules, blow, barred),
    ]
    choices = [replace(choice, price="") if choice.refused else choice for choice in choices]
    # Letters are taken by the first of each kind; the further weapons and speed points are numbered.
    digits = iter("23456789")
    return [
        replace(choice, key=next(digits, "")) if not choice.key and not choice.refused else choice for choice in choices
    ]


def _crouch(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str, prices: Prices) -> Choice:
    """Crouching, with the chance to be hit that it leaves; `prices` names what it delays."""
    defender = encounter[blow.target]
    crouched = hit_odds.with_defence(encounter, rules, blow, CROUCH)
    return Choice(
        "c",
        f"crouch, {_to_be_hit(crouched.to_be_hit)}",
        CROUCH,
        f"{defender.id} {CROUCH}",
        price=prices.of(rules.book.defences.crouch.counts),
        refused=barred or _why_no_crouch(encounter, rules, blow, crouched),
    )


def _why_no_crouch(encounter: Encounter, rules: Rulebook, blow: Blow, crouched: hit_odds.HitOdds) -> str:
    """Why the defender cannot crouch, or gains nothing by it; empty where it can."""
    defender = encounter[blow.target]
    held = defender.condition(conditions.HELD)
    if held is not None:
        return f"{defender.name} cannot crouch: {held.label}."
    if weapon_of(encounter[blow.attacker], blow.weapon).use == "mental":
        return f"{defender.name} cannot crouch from an attack on its mind."
    if defender.condition(PRONE):
        return f"{defender.name} cannot crouch: prone."
    if defender.condition(conditions.EVADING) is not None:
        return f"{defender.name} evades already, which is as good as crouching."
    undefended = hit_odds.with_defence(encounter, rules, blow, NOTHING)
    if rules.third_reading and crouched.attack.exact >= undefended.attack.exact:
        return f"{defender.name} gains nothing by crouching: its defence does not count now."
    return ""


def _roll_with_blow(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str) -> Choice:
    """Rolling with the blow, which costs everything the defender has pending."""
    defender, struck = encounter[blow.target], weapon_of(encounter[blow.attacker], blow.weapon)
    chance = roll_with_blow.roll_with_chance(defender, rules, struck.use == "mental").percent
    useless = ""
    if rules.third_reading and struck.is_grip:
        useless = f"{defender.name} cannot roll with a {struck.verb}: it does no damage."
    elif rules.third_reading and chance <= 0:
        useless = f"{defender.name} cannot roll with the blow: its chance is 0 now."
    return Choice(
        "r",
        f"roll with the blow {odds(chance)}",
        ROLL_WITH,
        f"{defender.id} {ROLL_WITH}",
        price=_loss(encounter, defender.id),
        refused=barred or useless,
        chance=chance,
    )


def _dodge_and_drop(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str) -> list[Choice]:
    """Dodging and dropping prone, where the house allows them in answer; else only that a dodge comes too late."""
    defender, table = encounter[blow.target], rules.book.defences
    if not rules.house.late_dodge:
        # Dropping prone is refused in the same words, which `not_now` gives: one line of the question is enough.
        label = f"{DODGE}: must be declared beforehand"
        return [Choice("d", label, DODGE, f"{defender.id} {DODGE}", refused=_too_late(encounter, defender, DODGE))]
    loss = _loss(encounter, defender.id)
    rows = (
        ("d", DODGE, f"dodge {passive_defence.phase(table.dodge.times[0])}"),
        ("o", DROP, f"drop prone {passive_defence.phase(table.drop.times)}"),
    )
    return [
        Choice(
            key,
            label,
            word,
            f"{defender.id} {word}",
            price=loss,
            refused=barred or _why_no_manoeuvre(encounter, rules, blow, word),
        )
        for key, word, label in rows
    ]


def _too_late(encounter: Encounter, defender: Combatant, word: str) -> str:
    """Why a dodge is no answer to a blow (ruling 26)."""
    due = encounter.agenda.find(defender.id, DECLARE)
    first = ", and the blow lands first" if due is not None and due.count == encounter.count else ""
    return f"{defender.name} cannot {word} now: {_BEFOREHAND}{first}."


def _why_no_manoeuvre(encounter: Encounter, rules: Rulebook, blow: Blow, word: str) -> str:
    """Why the defender can neither dodge nor drop in answer to this blow, or empty."""
    defender = encounter[blow.target]
    held = defender.condition(conditions.HELD)
    if weapon_of(encounter[blow.attacker], blow.weapon).use == "mental":
        return f"{defender.name} cannot {word} an attack on its mind."
    if word == DROP and scene_changes.of(defender, rules).gravity == "100% off":
        return f"{defender.name} cannot drop prone: there is no gravity to fall by."
    if held is not None:
        return f"{defender.name} cannot {word}: {held.label}."
    return f"{defender.name} cannot {word}: prone." if defender.condition(PRONE) else ""


def _to_be_hit(percent: int) -> str:
    """The chance to be hit, in words; 0 or less cannot succeed (H-CHECK-5)."""
    return f"{percent} % to be hit" if percent > 0 else "cannot be hit"


def not_now(defender: Combatant) -> list[Choice]:
    """Defences that are no answers, each with when it is one (ruling 26)."""
    name = defender.name
    whys = {
        DROP: f"{name} cannot drop prone now: {_BEFOREHAND}.",
        "evade": f"{name} cannot begin to evade now: {_BEFOREHAND}.",
        "retreat": f"{name} cannot retreat now: {_BEFOREHAND}.",
        "fend": f"{name} cannot fend now: only a fighter closing in can be fended off.",
    }
    if defender.condition(conditions.EVADING) is not None:
        whys["evade"] = f"{name} evades already."
    return [Choice("", word, word, refused=why) for word, why in whys.items()]


def may_answer(encounter: Encounter, rules: Rulebook, blow: Blow, task: str) -> bool:
    """Whether a blow may be parried, blocked or answered by disarming now."""
    weapons = usable_weapons(encounter, rules, blow, task)
    return not (_barred(encounter, rules, encounter[blow.target]) or _why_not(encounter, rules, blow, task, weapons))


def _with_weapons(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str, prices: Prices) -> list[Choice]:
    """Parry, block and disarm with each weapon, the best first; what cannot be done says why."""
    defender, choices = encounter[blow.target], []
    for key, task in (("p", PARRY), ("b", BLOCK), ("k", DISARM)):
        weapons = usable_weapons(encounter, rules, blow, task)
        why = barred or _why_not(encounter, rules, blow, task, weapons)
        if why:
            if task != DISARM or barred:
                choices.append(Choice(key, task, task, f"{defender.id} {task}", refused=why))
            continue
        for weapon in weapons:
            first = weapon.key == weapons[0].key
            word = task if first else f"{task} {weapon.key}"
            chance = answer_chance(encounter, rules, blow, task, weapon.key).percent
            vain = "" if _can_succeed(encounter, rules, blow, task, weapon) else no_chance(defender, task, weapon)
            through = hit_odds.with_defence(encounter, rules, blow, task, weapon.key).to_be_hit
            label = f"{task} {odds(chance)}" + ("" if len(weapons) == 1 else f" {weapon.name}")
            label += "" if task == BLOCK or vain else f", {_to_be_hit(through)}"
            price = prices.of(parry_and_block.answer_counts(defender, weapon, task, rules)) if not vain else ""
            line, shortcut = f"{defender.id} {word}", key if first else ""
            choices.append(Choice(shortcut, label, word, line, price=price, refused=vain, chance=chance))
            for points, counts in speed_point_prices(defender, weapon, task, rules) if not vain else ():
                more = Answer(task, "" if first else weapon.key, points).word
                choices.append(
                    Choice(
                        "", f"{label}, {speed_points(points)}", more, f"{defender.id} {more}", price=prices.of(counts)
                    )
                )
    return choices


def _why_not(encounter: Encounter, rules: Rulebook, blow: Blow, task: str, weapons: list[Weapon]) -> str:
    defender, struck = encounter[blow.target], weapon_of(encounter[blow.attacker], blow.weapon)
    if struck.use == "mental" and task != PARRY:
        return f"{defender.name} cannot {task} an attack on its mind."
    if task in (BLOCK, DISARM) and struck.verb in ("grapple", "hold"):
        return f"{defender.name} cannot {task} a {struck.verb}: hands get hold all the same."
    if not weapons:
        free = "no weapon of the mind" if struck.use == "mental" else "no free weapon in hand"
        return f"{defender.name} cannot {task}: {free}."
    if task == PARRY and struck.use != "mental" and parry_and_block.parry_df(struck, rules) is None:
        return f"{defender.name} cannot parry an explosion."
    if task == DISARM and (struck.use != "melee" or struck.unarmed):
        return f"{defender.name} cannot disarm {struck.name}."
    return ""


def no_chance(defender: Combatant, task: str, weapon: Weapon) -> str:
    """The refusal of a defence that cannot succeed (H-CHECK-5, ruling 102)."""
    return f"{defender.name} cannot {task} with {weapon.name}: its chance is 0 now."


def _can_succeed(encounter: Encounter, rules: Rulebook, blow: Blow, task: str, weapon: Weapon) -> bool:
    """Whether an answer may succeed: as things stand, or once the filter's cap is lifted."""
    if not rules.third_reading or answer_chance(encounter, rules, blow, task, weapon.key).percent > 0:
        return True
    if filter_skills.filter_roll(encounter[blow.target], weapon.skill, rules) is None:
        return False
    return answer_chance(encounter, rules, blow, task, weapon.key, True).percent > 0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it is said: a defence, the weapon where it is not the best, speed points spent on it (ruling 90)."""

    defence: str
    weapon: str = ""
    points: int = 0

    @property
    def word(self) -> str:
        """As a choice has it: `parry dagger speed 2`."""
        spent = f"{QUICK} {self.points}" if self.points else ""
        return " ".join(filter(None, (self.defence, self.weapon, spent)))


def read_answer(word: str) -> Answer:
    """The answer written by `Answer.word`."""
    defence, _, rest = word.partition(" ")
    weapon, quick, points = rest.rpartition(f"{QUICK} ")
    return Answer(defence, weapon.strip(), int(points)) if quick else Answer(defence, rest)


def speed_point_prices(defender: Combatant, weapon: Weapon, task: str, rules: Rulebook) -> list[tuple[int, int]]:
    """By speed points that can be spent on an answer, the counts it then takes (H-INIT-5, ruling 90)."""
    most = min(defender.mark(SPEED_POINTS), parry_and_block.answer_use(defender, weapon, task, rules).useful_points())
    return [(n, parry_and_block.answer_counts(defender, weapon, task, rules, n)) for n in range(1, most + 1)]


def speed_points(points: int) -> str:
    """`2 speed points`."""
    return f"{points} speed point{'s' if points > 1 else ''}"


def _barred(encounter: Encounter, rules: Rulebook, defender: Combatant) -> str:
    """Why a combatant has no active defence at all (ruling 50), or empty."""
    state = conditions.recovering(encounter, defender)
    if state:
        return f"{defender.name} cannot defend actively: {state.words}."
    for key in (DODGING, DROPPING):
        if defender.condition(key) is not None:
            return f"{defender.name} is {key} already."
    why = conditions.defenceless(defender, rules)
    return f"{defender.name} cannot defend actively: {why}." if why else ""


def _loss(encounter: Encounter, who: str) -> str:
    """The price of giving everything up: `costs your blow`, `costs your turn`; initiative is rolled in any case."""
    actions = encounter[who].actions
    if actions:
        return "costs your blow" if actions[0].verb == "attack" else "costs your action"
    return "costs your turn" if encounter.agenda.find(who, DECLARE) is not None else "rolls initiative"


def slip(encounter: Encounter, who: str, counts: int) -> str:
    """`your blow 17→22`: what a defence of so many counts delays."""
    delayed, slips = _slip(encounter, who, counts)
    return f"{delayed} {slips}" if delayed else slips


def _slip(encounter: Encounter, who: str, counts: int) -> tuple[str, str]:
    """What is delayed (`your blow`), and from when to when; empty and in words where nothing is pending."""
    combatant = encounter[who]
    for action in combatant.actions:
        return "your blow" if action.verb == "attack" else "your action", f"{action.lands}→{action.lands + counts}"
    due = encounter.agenda.find(who, DECLARE)
    if due is not None:
        return "your turn", f"{due.count}→{due.count + counts}"
    return "", f"may act from {encounter.count + counts}" if combatant.waiting else f"next initiative +{counts}"


def sums(encounter: Encounter, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """How the chance of a blow, and of the best parry and block of it, come about."""
    lines = ["", "the blow", *hit_odds.of(encounter, rules, blow).attack.total()]
    for task in (PARRY, BLOCK):
        for weapon in usable_weapons(encounter, rules, blow, task)[:1]:
            if not _why_not(encounter, rules, blow, task, [weapon]):
                chance = answer_chance(encounter, rules, blow, task, weapon.key)
                lines += ["", f"{task} with {weapon.name}", *chance.total()]
    return tuple(lines)
