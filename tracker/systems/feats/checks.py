"""Checks: what each roll of feats is rolled against, as sums with reasons and rule ids (F-ROLL-2), and every figure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from tracker.systems.feats import rules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import Sheet, Thing
from tracker.systems.kit.figures import exact
from tracker.systems.kit.sixes import Sixes
from tracker.systems.kit.sums import Sum

TACKLE, POUNCE, RUSH, PLAIN = "tackle", "pounce", "rush", "slam"
LEAPING = (TACKLE, POUNCE)
KINDS = (PLAIN, TACKLE, POUNCE, RUSH)
"""The ways of F-SLAM-1 and F-SLAM-6."""


class How(NamedTuple):
    """The ways of a slam as words: kind, own and the foe's yards, what steers what with how many hit points."""

    kind: str = PLAIN
    yards: str = "1"
    foe: str = "0"
    strong: str = ""
    behind: str = ""
    hp: str = ""
    by: str = ""

    @property
    def skill(self) -> str:
        """What a mount or vehicle is steered with; empty when it is one's own body (F-SLAM-6)."""
        return self.by or ("Riding" if self.hp else "")

    @property
    def line(self) -> str:
        """As it is typed after whom."""
        kind = "" if self.kind == PLAIN else self.kind
        steered = f'hp {self.hp} by "{self.skill}"' if self.skill else ""
        return " ".join(filter(None, (self.yards, f"foe {self.foe}", kind, self.strong, self.behind, steered)))


def best(sheet: Sheet, stat: str, *skills: str) -> tuple[int, str]:
    """The highest of an attribute and the skills that are on the sheet, with its name."""
    known = [(sheet.stats[stat], stat), *((sheet.skill(name) or 0, name) for name in skills)]
    return max(known, key=lambda pair: pair[0])


def better(sheet: Sheet, rule: str, stat: str, *skills: str) -> Sum:
    """A roll against the highest of them."""
    return Sum().add(*best(sheet, stat, *skills), rule)


def tiring(sheet: Sheet, activity: str) -> Sum:
    """The higher of HT and the skill of an activity (F-RUN-6, F-FLY, F-SWIM-5)."""
    return better(sheet, BOOK.activities[activity].rule, "HT", BOOK.activities[activity].skill)


def _by_default(sheet: Sheet, name: str, rule: str, stat: str, less: int) -> Sum:
    known = sheet.skill(name)
    if known is not None:
        return Sum().add(known, name, rule)
    return Sum().add(sheet.stats[stat], stat, "F-ROLL-2").add(less, f"{name} by default", "F-ROLL-2")


def swimming(sheet: Sheet, on_purpose: bool) -> Sum:
    """Keeping one's head above water (F-SWIM-1); the modifiers hold for a whole swim (FQ 14)."""
    need = _by_default(sheet, "Swimming", "F-SWIM-1", "HT", BOOK.swim.default)
    need.add(BOOK.swim.on_purpose if on_purpose else 0, "entered on purpose", "F-SWIM-1")
    need.add(BOOK.swim.per_level * sheet.level, f"encumbrance {sheet.encumbered}", "F-SWIM-1")
    return need.add(BOOK.builds[sheet.entry.build], sheet.entry.build, "F-SWIM-1")


def shedding(sheet: Sheet, piece: str) -> Sum:
    """Getting rid of a piece of gear in the water (F-SWIM-3)."""
    bulky = BOOK.swim.shed if piece in BOOK.bulky else 0
    return Sum().add(sheet.stats["DX"], "DX", "F-SWIM-3").add(bulky, piece, "F-SWIM-3")


def rescue(sheet: Sheet, victim: Sheet, technique: int = 0) -> Sum:
    """Lifesaving (F-SAVE); the stronger saves more easily (FQ 27)."""
    need = _by_default(sheet, "Swimming", "F-SAVE", "HT", BOOK.swim.default)
    need.add(BOOK.save.modifier, "lifesaving", "F-SAVE")
    need.add(sheet.stats["ST"] - victim.stats["ST"], "own ST less the victim's", "F-SAVE")
    return need.add(technique, "technique", "F-SAVE")


def saving(verb: str, sheet: Sheet, victim: Sheet, technique: str = "0") -> Sum:
    """A rescue (F-SAVE), or first aid that gets the water out of somebody's lungs (F-AIR-3)."""
    if verb == "rescue":
        return rescue(sheet, victim, int(technique))
    return Sum().add(sheet.skill("First Aid") or 0, "First Aid", "F-AIR-3")


def climbing(sheet: Sheet, modifier: int, what: str = "the climb") -> Sum:
    """Climbing + the climb's modifier − encumbrance level (F-CLIMB-1)."""
    need = _by_default(sheet, "Climbing", "F-CLIMB-1", "DX", BOOK.climb.default)
    return need.add(-sheet.level, f"encumbrance {sheet.encumbered}", "F-CLIMB-1").add(modifier, what, "F-CLIMB-4")


def throwing(sheet: Sheet, thing: Thing, at_somebody: bool, modifier: int = 0) -> Sum:
    """Hitting somebody or an area with a thrown thing: DX, Throwing or Throwing Art, what is best (F-THROW-2)."""
    less = BOOK.throw.at_somebody if at_somebody else 0
    names = ("Throwing", "Throwing Art") if thing.palm else ("Throwing Art",)
    known, name = max(((sheet.skill(name) or 0, name) for name in names), key=lambda pair: pair[0])
    need = Sum().add(sheet.stats["DX"], "DX", "F-THROW-2").add(less, "at somebody", "F-THROW-2")
    need = Sum().add(known, name, "F-THROW-2") if known > need.total else need
    return need.add(modifier, "size, speed and distance", "F-THROW-2")


def training(sheet: Sheet, thing: Thing) -> tuple[int, int]:
    """What Throwing (palm-sized) and Throwing Art add to ST for range, and Art to each die (F-THROW-3, F-THROW-4)."""
    over = {name: (sheet.skill(name) or 0) - sheet.stats["DX"] for name in ("Throwing", "Throwing Art")}
    by_art = max(0, min(2, over["Throwing Art"] + 1))
    return max(by_art, min(2, over["Throwing"]) if thing.palm else 0), by_art


def reach(sheet: Sheet, thing: Thing) -> Fraction | None:
    """Yards a thing can be thrown; None when it cannot (F-THROW-3)."""
    return rules.distance(sheet.stats["ST"], exact(thing.weight), sheet.lift, training(sheet, thing)[0])


def thrown_dice(sheet: Sheet, thing: Thing) -> Sixes | None:
    """Dice of damage of a thrown thing; None without thrust on the sheet (F-THROW-4, FQ 21)."""
    thrust, more = sheet.thrust, training(sheet, thing)[1]
    return None if thrust is None else rules.damage(thrust, exact(thing.weight), sheet.lift, more)


def slamming(sheet: Sheet, kind: str = PLAIN, steers: str = "") -> Sum:
    """Hitting with one's body, or what one `steers` (F-SLAM-1, F-SLAM-6): no −4, no limit of 9 for Move and Attack."""
    skill, leaping = steers or ("Shield" if kind == RUSH else ""), kind in LEAPING
    if skill:
        need = Sum().add(sheet.skill(skill) or sheet.stats["DX"], skill, "F-SLAM-6")
    else:
        need = better(sheet, "F-SLAM-1", "DX", *("Brawling", "Sumo Wrestling", "Jumping")[: 3 if leaping else 2])
    return need.add(BOOK.slam.tackle if leaping else 0, "a pounce" if skill else "flying tackle", "F-SLAM-6")


class Exchange(NamedTuple):
    """An attack and what it is met with, as targets of 3d6 that conditions have been worked into; None: no roll."""

    attack: int | None
    defence: int | None = None
    criticals: bool = True

    @property
    def hit(self) -> float:
        """How often in a hundred it hits in the end: the one place that says it (F-ROLL-1, F-SLAM-2, F-CATCH-1)."""
        lands = Fraction(1) if self.attack is None else rules.UNDER.often(self.attack, self.criticals)
        met = Fraction(0) if self.defence is None else rules.UNDER.often(self.defence, self.criticals)
        return round(float(100 * lands * (1 - met)), 1)


def catching(sheet: Sheet, waiting: bool, margin: int, sport: str = "") -> Sum:
    """Catching what is thrown to one, by DX or a sport (F-CATCH-1)."""
    own = Sum().add(sheet.skill(sport) or sheet.stats["DX"], sport or "DX", "F-CATCH-1")
    own.add(0 if waiting else BOOK.catch.unready, "not waiting for it", "F-CATCH-1")
    return own.add(max(0, margin) // BOOK.catch.points, "well thrown", "F-CATCH-1")


def figures(own: Sheet, run_up: Fraction = rules.ZERO) -> Mapping[str, Fraction | int]:
    """Pounds, yards a second, inches, feet, seconds, miles, cubic feet of a sheet (`run_up`: yards before a jump)."""
    high, broad = rules.jumps(own.jumping_move, run_up, own.skill("Jumping") or 0)
    control = own.skill("Breath Control") is not None
    fast, fast_in_air = own.top, own.top_in_air
    return {
        **rules.limits(own.lift), "basic_lift": own.lift, "load": own.load, "factor": rules.factor(own.level),
        "move": own.move, "sprint": rules.top(own.move, fast), "run": rules.paced(own.move, fast),
        "air_move": own.air, "swoop": rules.top(own.air, fast_in_air), "fly": rules.paced(own.air, fast_in_air),
        "swim": rules.water_move(own.basic_move) * own.pace, "high_inches": high, "broad_feet": broad,
        **{f"seconds_{how}": rules.breath(own.stats["HT"], how, control=control) for how in rules.EXERTIONS},
        "miles_a_day": rules.miles(own.move), "miles_by_air": rules.miles(own.air),
        "digs": rules.dig(own.lift, "loose", Fraction(1)).shovel,
    }  # fmt: skip


def needs(own: Sheet, on_purpose: bool = True, climb: int = 0) -> Mapping[str, Sum]:
    """What the usual rolls of a sheet are rolled against, by name."""
    return {
        **{verb: tiring(own, verb) for verb in BOOK.activities},
        "climb": climbing(own, climb), "slam": slamming(own), "catch": catching(own, waiting=False, margin=0),
        "dive": swimming(own, on_purpose), "fall": swimming(own, on_purpose=False),
    }  # fmt: skip
