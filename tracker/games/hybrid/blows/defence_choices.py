"""Defence choices: each defence with its chance and price, the refused ones with their reason (H-DEF)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from tracker.game_api.values import Choice, Percent, Risk
from tracker.games.hybrid.blows.active_defence_roll import answer_chance
from tracker.games.hybrid.blows.blow import Blow, StageQuestion
from tracker.games.hybrid.blows.odds import hit_odds, with_defence
from tracker.games.hybrid.body import (
    conditions,
    filter_skills,
    parry_and_block,
    passive_defence,
    roll_with_blow,
    scene_changes,
)
from tracker.games.hybrid.body.conditions import DODGING, DROPPING, PRONE
from tracker.games.hybrid.body.passive_defence import BLOCK, CROUCH, DISARM, DODGE, DROP, NOTHING, PARRY, ROLL_WITH
from tracker.games.hybrid.body.weapons import mental_weapons, usable, weapon_of
from tracker.games.hybrid.book.rounding import half_up
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.hybrid.modifiers.action_modifiers import QUICK
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing.action_points import SPEED_POINTS
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import DECLARE, Encounter

_KEYS = (("p", PARRY), ("b", BLOCK), ("k", DISARM))
"""The defences with a weapon, each with its key."""
_BEFOREHAND = "it must be declared beforehand, on its own count"


class Prices:
    """The prices of a defender's choices. Only the first names what it delays (`your blow 17→22`)."""

    def __init__(self, encounter: Encounter, rules: Rulebook, who: str) -> None:
        self._encounter = encounter
        self._rules = rules
        self._who = who
        self._named = False

    def of(self, counts: int) -> str:
        """Return the price of `counts`: `your blow 17→22` the first time, later only `17→21`."""
        what_is_delayed, counts_text = _slip(self._encounter, self._rules, self._who, counts)
        named_before, self._named = self._named, bool(what_is_delayed)
        return counts_text if named_before or not what_is_delayed else f"{what_is_delayed} {counts_text}"


class Ranked(NamedTuple):
    """A weapon that may answer a blow, and its chance to before the attack's SN comes off."""

    weapon: Weapon
    chance: Chance


def ranked_weapons(encounter: Encounter, rules: Rulebook, blow: Blow, task: str) -> list[Ranked]:
    """Return the free weapons that can parry, block or disarm a blow, each with its chance, the best first."""
    weapons = _free_weapons(encounter, blow, task)
    ranked = [Ranked(weapon, answer_chance(encounter, rules, blow, task, weapon.key)) for weapon in weapons]
    return sorted(ranked, key=lambda weapon: -weapon.chance.exact)


def usable_weapons(encounter: Encounter, rules: Rulebook, blow: Blow, task: str) -> list[Weapon]:
    """Return the free weapons that can parry, block or disarm a blow, the best first.

    A single weapon is returned without a calculation of its chance.
    """
    weapons = _free_weapons(encounter, blow, task)
    if len(weapons) < 2:
        return weapons
    return [ranked.weapon for ranked in ranked_weapons(encounter, rules, blow, task)]


def _free_weapons(encounter: Encounter, blow: Blow, task: str) -> list[Weapon]:
    """Return the free weapons in the order of the sheet. Only the mind parries the mind."""
    defender = encounter[blow.target]
    if _of_the_mind(encounter, blow):
        return list(mental_weapons(defender)) if task == PARRY else []
    return [weapon for weapon in usable(defender) if task != DISARM or weapon.use == "melee"]


def why_not_of_the_mind(encounter: Encounter, blow: Blow, task: str, key: str) -> str:
    """Return why a bodily weapon cannot answer a blow of the mind (ruling 82). Empty when it can."""
    struck, weapon = weapon_of(encounter[blow.attacker], blow.weapon), weapon_of(encounter[blow.target], key)
    if struck.use != "mental" or weapon.use == "mental":
        return ""
    return f"{encounter[blow.target].name} cannot {task} with {weapon.name}: it is no weapon of the mind."


def defence_choices(encounter: Encounter, rules: Rulebook, blow: Blow) -> list[Choice]:
    """Return every defence with its chance and the count to which the defender's own action is delayed.

    The first does nothing and is free, every other costs something. A defence that changes nothing is refused (ruling
    102).
    """
    defender = encounter[blow.target]
    barred = _barred(encounter, rules, defender)
    prices = Prices(encounter, rules, defender.id)
    undefended = with_defence(encounter, rules, blow, NOTHING).to_be_hit
    choices = [
        *_with_weapons(encounter, rules, blow, barred, prices),
        _crouch(encounter, rules, blow, barred, prices),
        _roll_with_blow(encounter, rules, blow, barred),
        *_dodge_and_drop(encounter, rules, blow, barred),
    ]
    choices = [
        Choice(
            "n",
            "no defence",
            NOTHING,
            f"{defender.id} {NOTHING}",
            risk=Risk.left(undefended),
            own_next=_own_next(encounter, defender.id),
        ),
        *(_with_risk(choice, encounter, rules, blow, undefended) for choice in choices),
    ]
    # Letters are taken by the first of each kind; the further weapons and speed points are numbered.
    digits = iter("23456789")
    return [
        replace(choice, key=next(digits, "")) if not choice.key and not choice.refused else choice for choice in choices
    ]


def _with_risk(choice: Choice, encounter: Encounter, rules: Rulebook, blow: Blow, undefended: int) -> Choice:
    """Return a choice with the chance to be hit before and after it. A refused choice shows none."""
    if choice.refused:
        return replace(choice, price="", counts=None, own_next=None, besides="")
    answer = read_answer(choice.word)
    with_ = ""
    if answer.defence in (PARRY, BLOCK, DISARM):
        with_ = answer.weapon or usable_weapons(encounter, rules, blow, answer.defence)[0].key
    defended = with_defence(encounter, rules, blow, answer.defence, with_).to_be_hit
    return replace(choice, risk=Risk.left(defended, undefended))


def _crouch(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str, prices: Prices) -> Choice:
    """Return the choice to crouch. `barred` is the reason against every active defence, or empty."""
    defender, counts = encounter[blow.target], rules.book.defences.crouch.counts
    return Choice(
        "c",
        CROUCH,
        CROUCH,
        f"{defender.id} {CROUCH}",
        price=prices.of(counts),
        counts=counts,
        own_next=_own_next(encounter, defender.id, counts),
        refused=barred or _why_no_crouch(encounter, rules, blow),
    )


def _why_no_crouch(encounter: Encounter, rules: Rulebook, blow: Blow) -> str:
    """Return why the defender cannot crouch, or gains nothing by it. Empty where it can."""
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
    if rules.third_reading and not _crouching_counts(encounter, rules, blow):
        return f"{defender.name} gains nothing by crouching: its defence does not count now."
    return ""


def _crouching_counts(encounter: Encounter, rules: Rulebook, blow: Blow) -> bool:
    """Return whether more of the defence comes off the attack's chance by crouching than without."""
    defender = encounter[blow.target]
    aware = blow.attacker not in defender.unaware_of
    crouched, undefended = (
        passive_defence.multiplier(defender, aware, defence, rules.book).times for defence in (CROUCH, NOTHING)
    )
    return crouched > undefended and sheet_of(defender).stats["PDF"] * rules.house.defence_point > 0


def _roll_with_blow(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str) -> Choice:
    """Return the choice to roll with the blow, which costs everything the defender has pending.

    `barred` is the reason against every active defence, or empty.
    """
    defender = encounter[blow.target]
    chance = roll_with_blow.roll_with_chance(defender, rules, _of_the_mind(encounter, blow)).percent
    return Choice(
        "r",
        "roll with the blow",
        ROLL_WITH,
        f"{defender.id} {ROLL_WITH}",
        price=_loss(encounter, defender.id),
        refused=barred or _why_no_roll(encounter, rules, blow),
        chance=chance,
        works=Percent.of(chance),
    )


def _of_the_mind(encounter: Encounter, blow: Blow) -> bool:
    """Return whether a blow is struck with a weapon of the mind."""
    return weapon_of(encounter[blow.attacker], blow.weapon).use == "mental"


def _why_no_roll(encounter: Encounter, rules: Rulebook, blow: Blow) -> str:
    """Return why rolling with the blow would be in vain. Empty when it would not.

    Before the third reading of the rules it is never refused so.
    """
    defender, struck = encounter[blow.target], weapon_of(encounter[blow.attacker], blow.weapon)
    if not rules.third_reading:
        return ""
    if struck.is_grip:
        return f"{defender.name} cannot roll with a {struck.verb}: it does no damage."
    chance = roll_with_blow.roll_with_chance(defender, rules, mental=struck.use == "mental").percent
    return f"{defender.name} cannot roll with the blow: its chance is 0 now." if chance <= 0 else ""


def _dodge_and_drop(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str) -> list[Choice]:
    """Return the choices to dodge and to drop prone where the house allows them as answers.

    Elsewhere there is one choice, which is refused. `barred` is the reason against every active defence, or empty.
    """
    defender, table = encounter[blow.target], rules.book.defences
    if not rules.house.late_dodge:
        # Dropping prone is refused in the same words, which `not_now` gives: one line of the question is enough.
        label = f"{DODGE}: must be declared beforehand"
        return [Choice("d", label, DODGE, f"{defender.id} {DODGE}", refused=_too_late(encounter, defender, DODGE))]
    loss = _loss(encounter, defender.id)
    rows = (
        ("d", DODGE, "dodge", passive_defence.phase(table.dodge.times[0])),
        ("o", DROP, "drop prone", passive_defence.phase(table.drop.times)),
    )
    return [
        Choice(
            key,
            f"{name} {phase}",
            word,
            f"{defender.id} {word}",
            price=loss,
            refused=barred or _why_no_manoeuvre(encounter, rules, blow, word),
            name=name,
        )
        for key, word, name, phase in rows
    ]


def _too_late(encounter: Encounter, defender: Combatant, word: str) -> str:
    """Return why a dodge is no answer to a blow (ruling 26)."""
    due = encounter.agenda.find(defender.id, DECLARE)
    first = ", and the blow lands first" if due is not None and due.count == encounter.count else ""
    return f"{defender.name} cannot {word} now: {_BEFOREHAND}{first}."


def _why_no_manoeuvre(encounter: Encounter, rules: Rulebook, blow: Blow, word: str) -> str:
    """Return why the defender can neither dodge nor drop now. Empty when it can."""
    defender = encounter[blow.target]
    hold = defender.condition(conditions.HELD)
    if weapon_of(encounter[blow.attacker], blow.weapon).use == "mental":
        return f"{defender.name} cannot {word} an attack on its mind."
    if word == DROP and scene_changes.of(defender, rules).gravity == "100% off":
        return f"{defender.name} cannot drop prone: there is no gravity to fall by."
    if hold is not None:
        return f"{defender.name} cannot {word}: {hold.label}."
    return f"{defender.name} cannot {word}: prone." if defender.condition(PRONE) else ""


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
    """Return whether a blow may be parried, blocked or answered by disarming now."""
    if _barred(encounter, rules, encounter[blow.target]):
        return False
    return not _why_not(encounter, rules, blow, task, _free_weapons(encounter, blow, task))


class WeaponAnswer(NamedTuple):
    """One way to parry, block or disarm, as it is weighed. How it reads on a menu is dearer by far."""

    ranked: Ranked
    word: str
    refused: str = ""
    """The reason why the answer would be in vain, in a sentence."""
    place: int = 0
    """The position among the weapons. 0 is the best weapon, which needs no name."""


def _weapon_answers(
    encounter: Encounter, rules: Rulebook, blow: Blow, task: str, weapons: list[Ranked]
) -> list[WeaponAnswer]:
    """Return the ways to parry, block or disarm (`task`) a blow, one for each weapon, in the order of the weapons."""
    defender, ways = encounter[blow.target], []
    for place, ranked in enumerate(weapons):
        weapon = ranked.weapon
        word = f"{task} {weapon.key}" if place else task
        in_vain = "" if _can_succeed(encounter, rules, blow, task, ranked) else no_chance(defender, task, weapon)
        ways.append(WeaponAnswer(ranked, word, in_vain, place))
    return ways


def _with_weapons(encounter: Encounter, rules: Rulebook, blow: Blow, barred: str, prices: Prices) -> list[Choice]:
    """Return the choices to parry, block and disarm with each weapon, the best first.

    `barred` is the reason against every active defence, or empty.
    """
    defender, choices = encounter[blow.target], []
    for key, task in _KEYS:
        weapons = ranked_weapons(encounter, rules, blow, task)
        why = barred or _why_not(encounter, rules, blow, task, weapons)
        if why:
            # A disarm that only this blow rules out is left off the menu.
            if task != DISARM or barred:
                choices.append(Choice(key, task, task, f"{defender.id} {task}", refused=why))
            continue
        for answer in _weapon_answers(encounter, rules, blow, task, weapons):
            weapon, vain, word = answer.ranked.weapon, answer.refused, answer.word
            chance = answer.ranked.chance.percent
            label = task if len(weapons) == 1 else f"{task} with {weapon.name}"
            counts = parry_and_block.answer_counts(defender, weapon, task, rules)
            price = prices.of(counts) if not vain else ""
            # Only the best weapon has the letter of the defence.
            line, shortcut = f"{defender.id} {word}", "" if answer.place else key
            choices.append(
                Choice(
                    shortcut,
                    label,
                    word,
                    line,
                    price=price,
                    refused=vain,
                    chance=chance,
                    works=Percent.of(chance),
                    counts=counts,
                    own_next=_own_next(encounter, defender.id, counts),
                    besides=_armour(defender, weapon) if task == BLOCK else "",
                )
            )
    return choices


def _armour(defender: Combatant, weapon: Weapon) -> str:
    """Return the armour that a block adds: the weapon's damage, with dice as rolled (H-DEF-8)."""
    damage = weapon.damage
    points = damage.text if damage.dice else str(half_up(damage.total((), sheet_of(defender).stats)))
    return f"{points} more armour where it works"


def _own_next(encounter: Encounter, who: str, counts: int = 0) -> int | None:
    """Return the count of the fighter's next action or declaration plus `counts`. None where dice will decide it."""
    combatant = encounter[who]
    if combatant.actions:
        return combatant.actions[0].lands + counts
    due = encounter.agenda.find(who, DECLARE)
    return None if due is None else due.count + counts


# The open defences, without the labels and prices of a menu: fights by orders ask for them at every blow


def open_words(encounter: Encounter, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return the words of all `defence_choices` that are not refused, in their order."""
    barred = _barred(encounter, rules, encounter[blow.target])
    if barred:
        return (NOTHING,)
    words = [NOTHING]
    for _, task in _KEYS:
        weapons = ranked_weapons(encounter, rules, blow, task)
        if not _why_not(encounter, rules, blow, task, weapons):
            for answer in _weapon_answers(encounter, rules, blow, task, weapons):
                words += [] if answer.refused else [answer.word]
    if not _why_no_crouch(encounter, rules, blow):
        words.append(CROUCH)
    if not _why_no_roll(encounter, rules, blow):
        words.append(ROLL_WITH)
    if rules.house.late_dodge:
        words += [word for word in (DODGE, DROP) if not _why_no_manoeuvre(encounter, rules, blow, word)]
    return tuple(words)


def weighed(encounter: Encounter, rules: Rulebook, blow: Blow, word: str) -> Choice | None:
    """Return the choice among `defence_choices` that has this word, with only what orders weigh. None without one.

    That is the reason against it, and its chance.
    """
    defence, line = read_answer(word).defence, f"{blow.target} {word}"
    if word == NOTHING:
        return Choice("", word, word, line)
    barred = _barred(encounter, rules, encounter[blow.target])
    if defence in (PARRY, BLOCK, DISARM):
        weapons = ranked_weapons(encounter, rules, blow, defence)
        why = barred or _why_not(encounter, rules, blow, defence, weapons)
        if why:
            # As on the menu: one refusal for a defence, and none for a disarm that only this blow rules out.
            shown = word == defence and (defence != DISARM or barred)
            return Choice("", word, word, line, refused=why) if shown else None
        for answer in _weapon_answers(encounter, rules, blow, defence, weapons):
            if answer.word == word:
                return Choice("", word, word, line, refused=answer.refused, chance=answer.ranked.chance.percent)
        return None
    if word == CROUCH:
        return Choice("", word, word, line, refused=barred or _why_no_crouch(encounter, rules, blow))
    if word == ROLL_WITH:
        chance = roll_with_blow.roll_with_chance(encounter[blow.target], rules, _of_the_mind(encounter, blow)).percent
        return Choice("", word, word, line, refused=barred or _why_no_roll(encounter, rules, blow), chance=chance)
    return next((choice for choice in _dodge_and_drop(encounter, rules, blow, barred) if choice.word == word), None)


def _why_not(encounter: Encounter, rules: Rulebook, blow: Blow, task: str, weapons: Sequence[object]) -> str:
    """Return why a parry, block or disarm (`task`) is no defence against a blow. Empty when it is.

    `weapons` are those free for it.
    """
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
    """Return the refusal of a defence that cannot succeed (ruling 102)."""
    return f"{defender.name} cannot {task} with {weapon.name}: its chance is 0 now."


def _can_succeed(encounter: Encounter, rules: Rulebook, blow: Blow, task: str, ranked: Ranked) -> bool:
    """Return whether a defence with a weapon may succeed: at present, or once the filter skill's cap is lifted."""
    weapon = ranked.weapon
    if not rules.third_reading or ranked.chance.percent > 0:
        return True
    if filter_skills.filter_roll(encounter[blow.target], weapon.skill, rules) is None:
        return False
    return answer_chance(encounter, rules, blow, task, weapon.key, uncapped=True).percent > 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A defence as it is typed: its word, a weapon other than the best, and speed points spent on it (ruling 90)."""

    defence: str
    weapon: str = ""
    points: int = 0

    @property
    def word(self) -> str:
        """The answer as it is typed: the defence, a weapon's key, and the speed points."""
        spent = f"{QUICK} {self.points}" if self.points else ""
        return " ".join(filter(None, (self.defence, self.weapon, spent)))


@lru_cache(maxsize=256)
def read_answer(word: str) -> Answer:
    """Return the answer of a word such as `parry`, `block shield` or one with speed points at its end."""
    defence, _, rest = word.partition(" ")
    weapon, quick, points = rest.rpartition(f"{QUICK} ")
    return Answer(defence, weapon.strip(), int(points)) if quick else Answer(defence, rest)


POINTS = "speed points"
"""The topic of the question for the number of speed points in an answer. Saved with the question."""


def points_question(
    defender: Combatant, weapon: Weapon, task: str, rules: Rulebook, about: str
) -> StageQuestion | None:
    """Return the question how many speed points go into an answer. None where none can (ruling 106)."""
    stored = defender.mark(SPEED_POINTS)
    most = min(stored, parry_and_block.answer_use(defender, weapon, task, rules).useful_points()) if stored else 0
    if most <= 0:
        return None
    has = f"{stored} speed point{'s' if stored > 1 else ''}"
    text = f"{defender.name} has {has}. How many go into the {task}?"
    return StageQuestion(defender.id, POINTS, text, about, most=most)


def _barred(encounter: Encounter, rules: Rulebook, defender: Combatant) -> str:
    """Return why a fighter has no active defence at all (ruling 50). Empty when it has."""
    state = conditions.recovering(encounter, defender)
    if state:
        return f"{defender.name} cannot defend actively: {state.words}."
    for key in (DODGING, DROPPING):
        if defender.condition(key) is not None:
            return f"{defender.name} is {key} already."
    why = conditions.defenceless(defender, rules)
    return f"{defender.name} cannot defend actively: {why}." if why else ""


def _loss(encounter: Encounter, who: str) -> str:
    """Return the price of giving everything up, `costs your blow`. Initiative is rolled in any case."""
    actions = encounter[who].actions
    if actions:
        return "costs your blow" if actions[0].verb == "attack" else "costs your action"
    return "costs your turn" if encounter.agenda.find(who, DECLARE) is not None else "rolls initiative"


def slip(encounter: Encounter, rules: Rulebook, who: str, counts: int) -> str:
    """Return what a defence of `counts` delays: `your blow 17→22`."""
    what_is_delayed, counts_text = _slip(encounter, rules, who, counts)
    return f"{what_is_delayed} {counts_text}" if what_is_delayed else counts_text


def _slip(encounter: Encounter, rules: Rulebook, who: str, counts: int) -> tuple[str, str]:
    """Return what is delayed (`your blow`, empty when nothing is pending) and from which count to which."""
    combatant = encounter[who]
    for action in combatant.actions:
        return "your blow" if action.verb == "attack" else "your action", f"{action.lands}→{action.lands + counts}"
    due = encounter.agenda.find(who, DECLARE)
    if combatant.waiting and rules.house.wait == "initiative":
        return "", f"next initiative +{counts}"
    if due is not None:
        return "your turn", f"{due.count}→{due.count + counts}"
    return "", f"may act from {encounter.count + counts}" if combatant.waiting else f"next initiative +{counts}"


def sums(encounter: Encounter, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return the sums behind a blow's chance, and behind the best parry and block of it."""
    lines = ["", "the blow", *hit_odds(encounter, rules, blow).attack.total()]
    for task in (PARRY, BLOCK):
        for weapon in usable_weapons(encounter, rules, blow, task)[:1]:
            if not _why_not(encounter, rules, blow, task, [weapon]):
                chance = answer_chance(encounter, rules, blow, task, weapon.key)
                lines += ["", f"{task} with {weapon.name}", *chance.total()]
    return tuple(lines)
