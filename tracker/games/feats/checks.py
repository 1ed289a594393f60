"""Checks: the number that each roll of feats is made against, with reasons and rule ids (F-ROLL-2), and all figures."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from tracker.games.feats import formulas
from tracker.games.feats.book.d6 import Sixes
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.sheet import Sheet, Thing
from tracker.games.toolkit.exact_numbers import exact
from tracker.games.toolkit.sums import Sum
from tracker.model.lazy_dataclass import dataclass

TACKLE, POUNCE, RUSH, PLAIN = "tackle", "pounce", "rush", "slam"
LEAPING = (TACKLE, POUNCE)
KINDS = (PLAIN, TACKLE, POUNCE, RUSH)
"""The kinds of slam (F-SLAM-1, F-SLAM-6)."""


class How(NamedTuple):
    """The options of a slam as words: kind, both sides' yards, and for a mount or vehicle its hit points and skill."""

    kind: str = PLAIN
    yards: str = "1"
    foe: str = "0"
    strong: str = ""
    behind: str = ""
    hp: str = ""
    by: str = ""

    @property
    def skill(self) -> str:
        """The skill that steers a mount or vehicle. Empty for the fighter's own body (F-SLAM-6)."""
        return self.by or ("Riding" if self.hp else "")

    @property
    def options(self) -> tuple[str, ...]:
        """The words that an action keeps. Those after `strong` are left out when all are empty."""
        # Fights saved without them must be written again byte for byte, so empty words at the end are not added.
        always, further = tuple(self[:4]), tuple(self[4:])
        return always + further if any(further) else always

    @property
    def line(self) -> str:
        """The words typed after the target."""
        kind = "" if self.kind == PLAIN else self.kind
        steered = f'hp {self.hp} by "{self.skill}"' if self.skill else ""
        return " ".join(filter(None, (self.yards, f"foe {self.foe}", kind, self.strong, self.behind, steered)))


@dataclass(frozen=True, slots=True)
class SlamDice:
    """The dice both sides of a slam roll (F-SLAM-3)."""

    attacker: Sixes
    foe: Sixes


@dataclass(frozen=True, slots=True)
class Ability:
    """An attribute or a skill, and the number it is rolled at."""

    name: str
    number: int


def best(sheet: Sheet, stat: str, *skills: str) -> Ability:
    """Return the attribute or the skill on the sheet with the highest number. The attribute when equal."""
    abilities = [Ability(stat, sheet.stats[stat]), *(Ability(name, sheet.skill(name) or 0) for name in skills)]
    return max(abilities, key=lambda ability: ability.number)


def better(sheet: Sheet, rule: str, stat: str, *skills: str) -> Sum:
    """Return the roll against the highest of an attribute and some skills."""
    ability = best(sheet, stat, *skills)
    return Sum().add(ability.number, ability.name, rule)


def tiring(sheet: Sheet, activity: str) -> Sum:
    """Return the roll against tiring: the higher of HT and the activity's skill (F-RUN-6, F-FLY, F-SWIM-5)."""
    return better(sheet, BOOK.activities[activity].rule, "HT", BOOK.activities[activity].skill)


def _by_default(sheet: Sheet, name: str, rule: str, stat: str, less: int) -> Sum:
    """Return a skill's number, or the attribute `stat` with `less` added when the sheet lacks the skill (F-ROLL-2).

    `less` is negative, and `rule` is the rule id shown beside the skill.
    """
    known = sheet.skill(name)
    if known is not None:
        return Sum().add(known, name, rule)
    return Sum().add(sheet.stats[stat], stat, "F-ROLL-2").add(less, f"{name} by default", "F-ROLL-2")


def swimming(sheet: Sheet, on_purpose: bool) -> Sum:
    """Return the roll to keep the head above water (F-SWIM-1). Its modifiers hold for a whole swim (FQ 14)."""
    need = _by_default(sheet, "Swimming", "F-SWIM-1", "HT", BOOK.swim.default)
    need.add(BOOK.swim.on_purpose if on_purpose else 0, "entered on purpose", "F-SWIM-1")
    need.add(BOOK.swim.per_level * sheet.level, f"encumbrance {sheet.encumbered}", "F-SWIM-1")
    return need.add(BOOK.builds[sheet.entry.build], sheet.entry.build, "F-SWIM-1")


def shedding(sheet: Sheet, piece: str) -> Sum:
    """Return the roll to take off a piece of gear in the water (F-SWIM-3)."""
    bulky = BOOK.swim.shed if piece in BOOK.bulky else 0
    return Sum().add(sheet.stats["DX"], "DX", "F-SWIM-3").add(bulky, piece, "F-SWIM-3")


def rescue(sheet: Sheet, victim: Sheet, technique: int = 0) -> Sum:
    """Return the roll to save a victim from drowning (F-SAVE). Greater ST helps (FQ 27)."""
    need = _by_default(sheet, "Swimming", "F-SAVE", "HT", BOOK.swim.default)
    need.add(BOOK.save.modifier, "lifesaving", "F-SAVE")
    need.add(sheet.stats["ST"] - victim.stats["ST"], "own ST less the victim's", "F-SAVE")
    return need.add(technique, "technique", "F-SAVE")


def first_aid(sheet: Sheet) -> Sum:
    """Return the roll to clear water from a victim's lungs (F-AIR-3)."""
    return Sum().add(sheet.skill("First Aid") or 0, "First Aid", "F-AIR-3")


def climbing(sheet: Sheet, modifier: int, label: str = "the climb") -> Sum:
    """Return the climbing roll: Climbing + the climb's modifier − encumbrance level (F-CLIMB-1)."""
    need = _by_default(sheet, "Climbing", "F-CLIMB-1", "DX", BOOK.climb.default)
    return need.add(-sheet.level, f"encumbrance {sheet.encumbered}", "F-CLIMB-1").add(modifier, label, "F-CLIMB-4")


def throwing(sheet: Sheet, thing: Thing, at_somebody: bool, modifier: int = 0) -> Sum:
    """Return the roll to hit with a thrown thing: the best of DX, Throwing and Throwing Art (F-THROW-2)."""
    by_dx = Sum().add(sheet.stats["DX"], "DX", "F-THROW-2")
    by_dx.add(BOOK.throw.at_somebody if at_somebody else 0, "at somebody", "F-THROW-2")
    names = ("Throwing", "Throwing Art") if thing.palm else ("Throwing Art",)
    skills = [Ability(name, sheet.skill(name) or 0) for name in names]
    skill = max(skills, key=lambda ability: ability.number)
    need = by_dx
    if skill.number > by_dx.total:
        need = Sum().add(skill.number, skill.name, "F-THROW-2")
    return need.add(modifier, "size, speed and distance", "F-THROW-2")


@dataclass(frozen=True, slots=True)
class Training:
    """The bonus from Throwing and Throwing Art (F-THROW-3, F-THROW-4)."""

    strength: int
    """Bonus to ST for the range. Throwing counts only for palm-sized things."""
    per_die: int
    """Bonus to each die of damage, by Throwing Art."""


def training(sheet: Sheet, thing: Thing) -> Training:
    """Return the bonus of both skills for a thing: 1 at DX + 1 (Throwing Art: at DX), at most 2.

    Throwing counts only for a thing that fits the palm, and never for damage.
    """
    over_dx = {name: (sheet.skill(name) or 0) - sheet.stats["DX"] for name in ("Throwing", "Throwing Art")}
    by_art = max(0, min(2, over_dx["Throwing Art"] + 1))
    by_throwing = min(2, over_dx["Throwing"]) if thing.palm else 0
    return Training(strength=max(by_art, by_throwing), per_die=by_art)


def reach(sheet: Sheet, thing: Thing) -> Fraction | None:
    """Return the yards that a thing can be thrown. None when it is too heavy (F-THROW-3)."""
    return formulas.distance(sheet.stats["ST"], exact(thing.weight), sheet.lift, training(sheet, thing).strength)


def thrown_dice(sheet: Sheet, thing: Thing) -> Sixes | None:
    """Return the damage dice of a thrown thing. None without thrust on the sheet (F-THROW-4, FQ 21)."""
    if sheet.thrust is None:
        return None
    return formulas.damage(sheet.thrust, exact(thing.weight), sheet.lift, training(sheet, thing).per_die)


def slamming(sheet: Sheet, kind: str = PLAIN, steers: str = "") -> Sum:
    """Return the roll to hit with a slam, by the body or by the skill `steers` of a mount or vehicle.

    The −4 and the limit of 9 for a move with an attack do not apply. Rules: F-SLAM-1, F-SLAM-6.
    """
    skill = steers or ("Shield" if kind == RUSH else "")
    leaps = kind in LEAPING
    if skill:
        need = Sum().add(sheet.skill(skill) or sheet.stats["DX"], skill, "F-SLAM-6")
        return need.add(BOOK.slam.tackle if leaps else 0, "a pounce", "F-SLAM-6")
    skills = ["Brawling", "Sumo Wrestling"]
    if leaps:
        skills.append("Jumping")
    need = better(sheet, "F-SLAM-1", "DX", *skills)
    return need.add(BOOK.slam.tackle if leaps else 0, "flying tackle", "F-SLAM-6")


class Exchange(NamedTuple):
    """An attack and its defence, as targets of 3d6 with all modifiers. None means that no roll is needed."""

    attack: int | None
    defence: int | None = None
    criticals: bool = True

    @property
    def hit(self) -> float:
        """The chance in percent that the attack hits and the defence fails (F-ROLL-1, F-SLAM-2, F-CATCH-1)."""
        lands = Fraction(1) if self.attack is None else formulas.UNDER.often(self.attack, self.criticals)
        met = Fraction(0) if self.defence is None else formulas.UNDER.often(self.defence, self.criticals)
        return round(float(100 * lands * (1 - met)), 1)


def catching(sheet: Sheet, waiting: bool, margin: int, sport: str = "") -> Sum:
    """Return the roll to catch a thing thrown to the fighter, by DX or a sport (F-CATCH-1).

    `margin` is that of the throw, `waiting` whether the fighter was ready for it.
    """
    need = Sum().add(sheet.skill(sport) or sheet.stats["DX"], sport or "DX", "F-CATCH-1")
    need.add(0 if waiting else BOOK.catch.unready, "not waiting for it", "F-CATCH-1")
    return need.add(max(0, margin) // BOOK.catch.points, "well thrown", "F-CATCH-1")


def figures(sheet: Sheet, run_up: Fraction = formulas.ZERO) -> Mapping[str, Fraction | int]:
    """Return all figures of a sheet by name: pounds, yards a second, inches, feet, seconds, miles, cubic feet.

    `run_up` is the yards before a jump.
    """
    jump = formulas.jumps(sheet.jumping_move, run_up, sheet.skill("Jumping") or 0)
    control = sheet.skill("Breath Control") is not None
    breaths = {
        f"seconds_{exertion}": formulas.breath(sheet.stats["HT"], exertion, control=control)
        for exertion in formulas.EXERTIONS
    }
    return {
        **formulas.limits(sheet.lift),
        "basic_lift": sheet.lift,
        "load": sheet.load,
        "factor": formulas.factor(sheet.level),
        "move": sheet.move,
        "sprint": formulas.top(sheet.move, sheet.top),
        "run": formulas.paced(sheet.move, sheet.top),
        "air_move": sheet.air,
        "swoop": formulas.top(sheet.air, sheet.top_in_air),
        "fly": formulas.paced(sheet.air, sheet.top_in_air),
        "swim": formulas.water_move(sheet.basic_move) * sheet.pace,
        "high_inches": jump.high_inches,
        "broad_feet": jump.broad_feet,
        **breaths,
        "miles_a_day": formulas.miles(sheet.move),
        "miles_by_air": formulas.miles(sheet.air),
        "digs": formulas.dig(sheet.lift, "loose", Fraction(1)).shovel,
    }


def needs(sheet: Sheet, *, on_purpose: bool = True, climb_modifier: int = 0) -> Mapping[str, Sum]:
    """Return the usual rolls of a sheet by name."""
    return {
        **{activity: tiring(sheet, activity) for activity in BOOK.activities},
        "climb": climbing(sheet, climb_modifier),
        "slam": slamming(sheet),
        "catch": catching(sheet, waiting=False, margin=0),
        "dive": swimming(sheet, on_purpose=on_purpose),
        "fall": swimming(sheet, on_purpose=False),
    }
