"""Offers: the ways to answer what is asked during a blow, with chance and price; the impossible say why (H-DEF)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from tracker.model.combatant import Combatant
from tracker.model.state import DECLARE, Encounter
from tracker.system_api.target_keys import seat_key
from tracker.system_api.values import Choice
from tracker.systems.hybrid.blows import exchange
from tracker.systems.hybrid.blows.attack import answer_chance
from tracker.systems.hybrid.blows.blow import Blow
from tracker.systems.hybrid.body import conditions, defences, filters, scenery
from tracker.systems.hybrid.body.conditions import DODGING, DROPPING, PRONE
from tracker.systems.hybrid.body.defences import BLOCK, CROUCH, DISARM, DODGE, DROP, NOTHING, PARRY, ROLL_WITH
from tracker.systems.hybrid.body.weapons import minds, must_close, usable, weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.checks import odds, signed
from tracker.systems.hybrid.modifiers.action_modifiers import QUICK
from tracker.systems.hybrid.sheets.sheet import Weapon
from tracker.systems.hybrid.timing.action_points import SPEED_POINTS

BREAK_OFF = "break-off"


def others(encounter: Encounter, rules: Rulebook, blow: Blow) -> list[Combatant]:
    """Who else could be struck when the target is out: able foes within reach that the attacker knows of."""
    attacker, weapon = encounter[blow.attacker], weapon_of(encounter[blow.attacker], blow.weapon)
    near = conditions.closed_in(attacker)
    return [
        other
        for other in encounter
        if other.able
        and other.profile.side != attacker.profile.side
        and other.id not in attacker.unaware_of
        and (not weapon.verb or other.id in near)
        and not must_close(encounter, rules, attacker.id, other.id, weapon)
    ]


class Prices:
    """What answers cost one defender in a list of choices; what they delay is named once (`own blow 17→22`)."""

    def __init__(self, encounter: Encounter, who: str) -> None:
        self._encounter = encounter
        self._who = who
        self._named = False

    def of(self, counts: int) -> str:
        """`own blow 17→22` the first time, then only `17→21`."""
        delayed, slips = _slip(self._encounter, self._who, counts)
        named, self._named = self._named, bool(delayed)
        return slips if named or not delayed else f"{delayed} {slips}"


def answering(encounter: Encounter, rules: Rulebook, blow: Blow, task: str) -> list[Weapon]:
    """The free weapons that can answer a blow so, the best first; only the mind parries the mind."""
    defender, struck = encounter[blow.target], weapon_of(encounter[blow.attacker], blow.weapon)
    if struck.use == "mental":
        choices = minds(defender) if task == PARRY else []
    else:
        choices = [weapon for weapon in usable(defender) if task != DISARM or weapon.use == "melee"]
    return sorted(choices, key=lambda weapon: -answer_chance(encounter, rules, blow, task, weapon.key).exact)


def of_the_body(encounter: Encounter, blow: Blow, task: str, key: str) -> str:
    """Why a bodily weapon answers no blow of the mind (ruling 82), or empty."""
    struck, weapon = weapon_of(encounter[blow.attacker], blow.weapon), weapon_of(encounter[blow.target], key)
    if struck.use != "mental" or weapon.use == "mental":
        return ""
    return f"{encounter[blow.target].name} cannot {task} with {weapon.name}: it is no weapon of the mind."


def defending(encounter: Encounter, rules: Rulebook, blow: Blow) -> list[Choice]:
    """Every defence with its chance and the count the defender's own bar slips to (flow: one blow, 3).

    The first does nothing and is free, every other one costs something; what changes nothing is refused (ruling 102).
    """
    defender = encounter[blow.target]
    struck = weapon_of(encounter[blow.attacker], blow.weapon)
    who, mind = defender.id, struck.use == "mental"
    bare = exchange.with_defence(encounter, rules, blow, NOTHING)
    coming = bare.to_be_hit
    choices = [Choice("enter", f"nothing, {_to_be_hit(coming)}", NOTHING, f"{who} {NOTHING}")]
    barred = _barred(encounter, rules, defender)
    prices = Prices(encounter, who)
    choices += _with_weapons(encounter, rules, blow, barred, prices)
    counts = rules.book.defences.crouch.counts
    crouched = exchange.with_defence(encounter, rules, blow, CROUCH)
    lower = crouched.to_be_hit
    grounded = f"{defender.name} cannot crouch: prone." if defender.condition(PRONE) else ""
    grounded = f"{defender.name} cannot crouch from an attack on its mind." if mind else grounded
    if (held := defender.condition(conditions.HELD)) is not None:
        grounded = f"{defender.name} cannot crouch: {held.label}."
    if defender.condition(conditions.EVADING) is not None:
        grounded = grounded or f"{defender.name} evades already, which is as good as crouching."
    if rules.third_reading and crouched.attack.exact >= bare.attack.exact:
        grounded = grounded or f"{defender.name} would crouch in vain: its defence does not count now."
    choices.append(
        Choice(
            "c",
            f"crouch, {_to_be_hit(lower)}",
            CROUCH,
            f"{who} {CROUCH}",
            price=prices.of(counts),
            refused=barred or grounded,
        )
    )
    chance = defences.roll_with_chance(defender, rules, mind).percent
    in_vain = ""
    if rules.third_reading and struck.is_grip:
        in_vain = f"{defender.name} has no harm to roll with: a {struck.verb} does none."
    if rules.third_reading and chance <= 0:
        in_vain = in_vain or f"{defender.name} cannot roll with it: no chance of it now."
    loses = _loss(encounter, who)
    choices.append(
        Choice(
            "r",
            f"roll with it {odds(chance)}",
            ROLL_WITH,
            f"{who} {ROLL_WITH}",
            price=loses,
            refused=barred or in_vain,
            chance=chance,
        )
    )
    table = rules.book.defences
    dodging, dropping = defences.phase(table.dodge.times[0]), defences.phase(table.drop.times)
    for key, word, rest in (("d", DODGE, f"dodge {dodging}"), ("o", DROP, f"drop prone {dropping}")):
        due = encounter.agenda.find(who, DECLARE)
        own = "it is declared at one's own count"
        own += ", and the blow lands first." if due is not None and due.count == encounter.count else "."
        late = "" if rules.house.late_dodge else f"{defender.name} cannot {word} now: {own}"
        if late and word == DROP:
            continue
        held = defender.condition(conditions.HELD)
        down = f"{defender.name} cannot {word}: prone." if defender.condition(PRONE) else ""
        down = f"{defender.name} cannot {word}: {held.label}." if held is not None else down
        if word == DROP and scenery.of(defender, rules).gravity == "100% off":
            down = f"{defender.name} cannot drop prone: there is no gravity to fall by."
        down = f"{defender.name} cannot {word} an attack on its mind." if mind else down
        choices.append(Choice(key, rest, word, f"{who} {word}", price=loses, refused=late or barred or down))
    choices = [replace(one, price="") if one.refused else one for one in choices]
    digits = iter("23456789")
    return [replace(one, key=next(digits, "")) if not one.key and not one.refused else one for one in choices]


def _to_be_hit(percent: int) -> str:
    """A chance from where it is aimed; 0 or less cannot succeed (H-CHECK-5)."""
    return f"{percent} % to be hit" if percent > 0 else "cannot be hit"


def not_now(defender: Combatant) -> list[Choice]:
    """Defences that are no answers, each with when it is one (ruling 26)."""
    name, own = defender.name, "it is declared at one's own count."
    whys = {
        DROP: f"{name} cannot drop prone now: {own}",
        "evade": f"{name} cannot begin to evade now: {own}",
        "retreat": f"{name} cannot retreat now: {own}",
        "fend": f"{name} cannot fend now: it is an answer to somebody closing.",
    }
    if defender.condition(conditions.EVADING) is not None:
        whys["evade"] = f"{name} evades already."
    return [Choice("", word, word, refused=why) for word, why in whys.items()]


def may_answer(encounter: Encounter, rules: Rulebook, blow: Blow, task: str) -> bool:
    """Whether a blow may be parried, blocked or answered by disarming now."""
    weapons = answering(encounter, rules, blow, task)
    return not (_barred(encounter, rules, encounter[blow.target]) or _why_not(encounter, rules, blow, task, weapons))


def _with_weapons(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str, prices: Prices) -> list[Choice]:
    """Parry, block and disarm with each weapon, the best first; what cannot be done says why."""
    defender, choices = encounter[blow.target], []
    for key, task in (("p", PARRY), ("b", BLOCK), ("k", DISARM)):
        weapons = answering(encounter, rules, blow, task)
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
            through = exchange.with_defence(encounter, rules, blow, task, weapon.key).to_be_hit
            label = f"{task} {odds(chance)}" + ("" if len(weapons) == 1 else f" {weapon.name}")
            label += "" if task == BLOCK or vain else f", {_to_be_hit(through)}"
            price = prices.of(defences.answer_counts(defender, weapon, task, rules)) if not vain else ""
            line, own = f"{defender.id} {word}", key if first else ""
            choices.append(Choice(own, label, word, line, price=price, refused=vain, chance=chance))
            for points, counts in quicker(defender, weapon, task, rules) if not vain else ():
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
    if task == PARRY and struck.use != "mental" and defences.parry_df(struck, rules) is None:
        return f"{defender.name} cannot parry an explosion."
    if task == DISARM and (struck.use != "melee" or struck.unarmed):
        return f"{defender.name} cannot disarm {struck.name}."
    return ""


def no_chance(defender: Combatant, task: str, weapon: Weapon) -> str:
    """Said of an answer that cannot succeed (H-CHECK-5, ruling 102)."""
    return f"{defender.name} cannot {task} with {weapon.name}: no chance of it now."


def _can_succeed(encounter: Encounter, rules: Rulebook, blow: Blow, task: str, weapon: Weapon) -> bool:
    """Whether an answer may succeed: as things stand, or once the filter's cap is lifted."""
    if not rules.third_reading or answer_chance(encounter, rules, blow, task, weapon.key).percent > 0:
        return True
    if filters.filter_roll(encounter[blow.target], weapon.skill, rules) is None:
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


def quicker(defender: Combatant, weapon: Weapon, task: str, rules: Rulebook) -> list[tuple[int, int]]:
    """By speed points that can be spent on an answer, the counts it then takes (H-INIT-5, ruling 90)."""
    most = min(defender.mark(SPEED_POINTS), defences.answer_use(defender, weapon, task, rules).useful_points())
    return [(n, defences.answer_counts(defender, weapon, task, rules, n)) for n in range(1, most + 1)]


def speed_points(points: int) -> str:
    """`2 speed points`."""
    return f"{points} speed point{'s' if points > 1 else ''}"


def _barred(encounter: Encounter, rules: Rulebook, defender: Combatant) -> str:
    """Why somebody has no active defence at all (ruling 50), or empty."""
    state = conditions.recovering(encounter, defender)
    if state:
        return f"{defender.name} cannot defend actively: {state.words}."
    for key in (DODGING, DROPPING):
        if defender.condition(key) is not None:
            return f"{defender.name} is {key} already."
    why = conditions.defenceless(defender, rules)
    return f"{defender.name} cannot defend actively: {why}." if why else ""


def _loss(encounter: Encounter, who: str) -> str:
    """What giving everything up would cost: `loses own blow`, `loses own count`; initiative is rolled anyhow."""
    if encounter[who].actions:
        return "loses own blow" if encounter[who].actions[0].verb == "attack" else "loses own action"
    return "loses own count" if encounter.agenda.find(who, DECLARE) is not None else "rolls initiative"


def slip(encounter: Encounter, who: str, counts: int) -> str:
    """`own blow 17→22`: what a defence of so many counts delays."""
    delayed, slips = _slip(encounter, who, counts)
    return f"{delayed} {slips}" if delayed else slips


def _slip(encounter: Encounter, who: str, counts: int) -> tuple[str, str]:
    """What is delayed (`own blow`), and from when to when; nothing pending is no more than words."""
    combatant = encounter[who]
    for action in combatant.actions:
        return "own blow" if action.verb == "attack" else "own action", f"{action.lands}→{action.lands + counts}"
    due = encounter.agenda.find(who, DECLARE)
    if due is not None:
        return "own count", f"{due.count}→{due.count + counts}"
    return "", f"may act from {encounter.count + counts}" if combatant.waiting else f"next initiative +{counts}"


def turning(encounter: Encounter, rules: Rulebook, blow: Blow) -> list[Choice]:
    """What a blow may be turned on whose target is out, each with its chance; or it is broken off (H-ATK)."""
    who, df = blow.attacker, rules.book.attack.other_target
    choices = [Choice("b", "break off", BREAK_OFF, f"{who} {BREAK_OFF}")]
    for other in others(encounter, rules, blow):
        turned = Blow.read({**blow.data(), "target": other.id, "df": blow.df + df})
        percent = exchange.of(encounter, rules, turned).attack.percent
        label = f"{other.name} {odds(percent)} (DF {signed(Fraction(df))})"
        choices.append(Choice(seat_key(other.profile.seat), label, other.id, f"{who} {other.id}", whom=other.id))
    return choices


def sums(encounter: Encounter, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """How the chance of a blow, and of the best parry and block of it, come about."""
    lines = ["", "the blow", *exchange.of(encounter, rules, blow).attack.total()]
    for task in (PARRY, BLOCK):
        for weapon in answering(encounter, rules, blow, task)[:1]:
            if not _why_not(encounter, rules, blow, task, [weapon]):
                chance = answer_chance(encounter, rules, blow, task, weapon.key)
                lines += ["", f"{task} with {weapon.name}", *chance.total()]
    return tuple(lines)
