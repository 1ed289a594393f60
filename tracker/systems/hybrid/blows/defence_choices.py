"""Defence choices: each defence with its chance and price, the refused ones with their reason (H-DEF)."""

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
from tracker.systems.hybrid.body.weapons import mental_weapons, usable, weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.success_chance import odds
from tracker.systems.hybrid.modifiers.action_modifiers import QUICK
from tracker.systems.hybrid.sheets.sheet import Weapon
from tracker.systems.hybrid.timing.action_points import SPEED_POINTS

_BEFOREHAND = "it must be declared beforehand, on its own count"


class Prices:
    """The prices of a defender's choices; only the first names what it delays (`your blow 17→22`)."""

    def __init__(self, encounter: Encounter, who: str) -> None:
        self._encounter = encounter
        self._who = who
        self._named = False

    def of(self, counts: int) -> str:
        """Return the price of so many counts: `your blow 17→22` the first time, then only `17→21`."""
        what_is_delayed, counts_text = _slip(self._encounter, self._who, counts)
        named_before, self._named = self._named, bool(what_is_delayed)
        return counts_text if named_before or not what_is_delayed else f"{what_is_delayed} {counts_text}"


def usable_weapons(encounter: Encounter, rules: Rulebook, blow: Blow, task: str) -> list[Weapon]:
    """Return the free weapons that can parry, block or disarm a blow, the best first.

    Only the mind parries the mind.
    """
    defender, struck = encounter[blow.target], weapon_of(encounter[blow.attacker], blow.weapon)
    if struck.use == "mental":
        choices = mental_weapons(defender) if task == PARRY else []
    else:
        choices = [weapon for weapon in usable(defender) if task != DISARM or weapon.use == "melee"]
    return sorted(choices, key=lambda weapon: -answer_chance(encounter, rules, blow, task, weapon.key).exact)


def why_not_of_the_mind(encounter: Encounter, blow: Blow, task: str, key: str) -> str:
    """Return why a bodily weapon cannot answer a blow of the mind (ruling 82); empty when it can."""
    struck, weapon = weapon_of(encounter[blow.attacker], blow.weapon), weapon_of(encounter[blow.target], key)
    if struck.use != "mental" or weapon.use == "mental":
        return ""
    return f"{encounter[blow.target].name} cannot {task} with {weapon.name}: it is no weapon of the mind."


def defence_choices(encounter: Encounter, rules: Rulebook, blow: Blow) -> list[Choice]:
    """Return every defence with its chance and the count to which the defender's own action is delayed.

    The first does nothing and is free, every other costs something; a defence that changes nothing is refused (ruling
    102).
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
    """Return the choice to crouch, with the chance to be hit that it leaves."""
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
    """Return why the defender cannot crouch, or gains nothing by it; empty when it can."""
    defender = encounter[blow.target]
    hold = defender.condition(conditions.HELD)
    if hold is not None:
        return f"{defender.name} cannot crouch: {hold.label}."
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
    """Return the choice to roll with the blow, which costs everything the defender has pending."""
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
    """Return the choices to dodge and to drop prone where the house allows them as answers.

    Elsewhere there is one choice, which is refused.
    """
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
    """Return why a dodge is no answer to a blow (ruling 26)."""
    due = encounter.agenda.find(defender.id, DECLARE)
    first = ", and the blow lands first" if due is not None and due.count == encounter.count else ""
    return f"{defender.name} cannot {word} now: {_BEFOREHAND}{first}."


def _why_no_manoeuvre(encounter: Encounter, rules: Rulebook, blow: Blow, word: str) -> str:
    """Return why the defender can neither dodge nor drop now; empty when it can."""
    defender = encounter[blow.target]
    hold = defender.condition(conditions.HELD)
    if weapon_of(encounter[blow.attacker], blow.weapon).use == "mental":
        return f"{defender.name} cannot {word} an attack on its mind."
    if word == DROP and scene_changes.of(defender, rules).gravity == "100% off":
        return f"{defender.name} cannot drop prone: there is no gravity to fall by."
    if hold is not None:
        return f"{defender.name} cannot {word}: {hold.label}."
    return f"{defender.name} cannot {word}: prone." if defender.condition(PRONE) else ""


def _to_be_hit(percent: int) -> str:
    """Return the chance to be hit in words; at 0 or less the blow cannot hit (H-CHECK-5)."""
    return f"{percent} % to be hit" if percent > 0 else "cannot be hit"


def not_now(defender: Combatant) -> list[Choice]:
    """Return the defences that are no answers to a blow, each with its reason (ruling 26)."""
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
    """Return the choices to parry, block and disarm with each weapon, the best first, and with speed points."""
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
            no_use = "" if _can_succeed(encounter, rules, blow, task, weapon) else no_chance(defender, task, weapon)
            still_hit = hit_odds.with_defence(encounter, rules, blow, task, weapon.key).to_be_hit
            label = f"{task} {odds(chance)}" + ("" if len(weapons) == 1 else f" {weapon.name}")
            label += "" if task == BLOCK or no_use else f", {_to_be_hit(still_hit)}"
            price = prices.of(parry_and_block.answer_counts(defender, weapon, task, rules)) if not no_use else ""
            line, shortcut = f"{defender.id} {word}", key if first else ""
            choices.append(Choice(shortcut, label, word, line, price=price, refused=no_use, chance=chance))
            for points, counts in speed_point_prices(defender, weapon, task, rules) if not no_use else ():
                word_with_points = Answer(task, "" if first else weapon.key, points).word
                choices.append(
                    Choice(
                        "",
                        f"{label}, {speed_points(points)}",
                        word_with_points,
                        f"{defender.id} {word_with_points}",
                        price=prices.of(counts),
                    )
                )
    return choices


def _why_not(encounter: Encounter, rules: Rulebook, blow: Blow, task: str, weapons: list[Weapon]) -> str:
    """Return why a task cannot be used against a blow; empty when it can."""
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
    """Return the refusal of a defence that cannot succeed (H-CHECK-5, ruling 102)."""
    return f"{defender.name} cannot {task} with {weapon.name}: its chance is 0 now."


def _can_succeed(encounter: Encounter, rules: Rulebook, blow: Blow, task: str, weapon: Weapon) -> bool:
    """Whether a defence may succeed, as things stand or once the filter's cap is lifted."""
    if not rules.third_reading or answer_chance(encounter, rules, blow, task, weapon.key).percent > 0:
        return True
    if filter_skills.filter_roll(encounter[blow.target], weapon.skill, rules) is None:
        return False
    return answer_chance(encounter, rules, blow, task, weapon.key, lifted=True).percent > 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A defence as it is typed: its word, a weapon other than the best, and speed points spent on it (ruling 90)."""

    defence: str
    weapon: str = ""
    points: int = 0

    @property
    def word(self) -> str:
        """The words of the choice: `parry dagger speed 2`."""
        spent = f"{QUICK} {self.points}" if self.points else ""
        return " ".join(filter(None, (self.defence, self.weapon, spent)))


def read_answer(word: str) -> Answer:
    """Return the answer that `Answer.word` wrote."""
    defence, _, rest = word.partition(" ")
    weapon, quick, points = rest.rpartition(f"{QUICK} ")
    return Answer(defence, weapon.strip(), int(points)) if quick else Answer(defence, rest)


def speed_point_prices(defender: Combatant, weapon: Weapon, task: str, rules: Rulebook) -> list[tuple[int, int]]:
    """Return, for each number of speed points, the counts that the defence then takes (H-INIT-5, ruling 90)."""
    most = min(defender.mark(SPEED_POINTS), parry_and_block.answer_use(defender, weapon, task, rules).useful_points())
    return [
        (points, parry_and_block.answer_counts(defender, weapon, task, rules, points)) for points in range(1, most + 1)
    ]


def speed_points(points: int) -> str:
    """Return a number of speed points in words: `2 speed points`."""
    return f"{points} speed point{'s' if points > 1 else ''}"


def _barred(encounter: Encounter, rules: Rulebook, defender: Combatant) -> str:
    """Return why a fighter has no active defence at all (ruling 50); empty when it has."""
    state = conditions.recovering(encounter, defender)
    if state:
        return f"{defender.name} cannot defend actively: {state.words}."
    for key in (DODGING, DROPPING):
        if defender.condition(key) is not None:
            return f"{defender.name} is {key} already."
    why = conditions.defenceless(defender, rules)
    return f"{defender.name} cannot defend actively: {why}." if why else ""


def _loss(encounter: Encounter, who: str) -> str:
    """Return the price of giving everything up, `costs your blow`; initiative is rolled in any case."""
    actions = encounter[who].actions
    if actions:
        return "costs your blow" if actions[0].verb == "attack" else "costs your action"
    return "costs your turn" if encounter.agenda.find(who, DECLARE) is not None else "rolls initiative"


def slip(encounter: Encounter, who: str, counts: int) -> str:
    """Return what a defence of so many counts delays: `your blow 17→22`."""
    what_is_delayed, counts_text = _slip(encounter, who, counts)
    return f"{what_is_delayed} {counts_text}" if what_is_delayed else counts_text


def _slip(encounter: Encounter, who: str, counts: int) -> tuple[str, str]:
    """Return what is delayed (`your blow`, empty when nothing is pending) and from which count to which."""
    combatant = encounter[who]
    for action in combatant.actions:
        return "your blow" if action.verb == "attack" else "your action", f"{action.lands}→{action.lands + counts}"
    due = encounter.agenda.find(who, DECLARE)
    if due is not None:
        return "your turn", f"{due.count}→{due.count + counts}"
    return "", f"may act from {encounter.count + counts}" if combatant.waiting else f"next initiative +{counts}"


def sums(encounter: Encounter, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return the sums behind a blow's chance, and behind the best parry and block of it."""
    lines = ["", "the blow", *hit_odds.of(encounter, rules, blow).attack.total()]
    for task in (PARRY, BLOCK):
        for weapon in usable_weapons(encounter, rules, blow, task)[:1]:
            if not _why_not(encounter, rules, blow, task, [weapon]):
                chance = answer_chance(encounter, rules, blow, task, weapon.key)
                lines += ["", f"{task} with {weapon.name}", *chance.total()]
    return tuple(lines)
