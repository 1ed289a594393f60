"""The digest of the rules once more, read independently of the program and as plainly as it can be written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

CURRENT, OLD = "current", "1997"
Tier = tuple[str, Fraction]

# H-CHECK-6, best first: key of the program's dict, name, part of the chance, effect
SUCCESSES = (
    ("amazing", "Amazing Success", Fraction(1, 100), Fraction(3)),
    ("very_notable", "Very Notable Success", Fraction(1, 10), Fraction(2)),
    ("notable", "Notable Success", Fraction(1, 4), Fraction(3, 2)),
    ("solid", "Solid Success", Fraction(1, 2), Fraction(5, 4)),
    ("success", "Success", Fraction(1), Fraction(1)),
)
SOLID: Tier = ("Solid Failure", Fraction(-1, 4))
NOTABLE: Tier = ("Notable Failure", Fraction(-3, 4))
VERY_NOTABLE: Tier = ("Very Notable Failure", Fraction(-1))
AMAZING: Tier = ("Amazing Failure", Fraction(-2))
PLAIN: Tier = ("Failure", Fraction(0))
WORST_FIRST = (AMAZING, VERY_NOTABLE, NOTABLE, SOLID)


def half_up(number: Fraction | int) -> int:
    """To the nearest whole number, halves upwards."""
    return (Fraction(number) + Fraction(1, 2)).__floor__()


# H-CHECK


def chance(stat: Fraction, rank: int | None, df: int = 0, less: Fraction | int = 0) -> int:
    """H-CHECK 1 to 3 in the order of ruling 34; `less` is a defence or an opposing success number."""
    base = 3 * stat / 2 if rank is None else 3 * stat + 4 * rank
    return half_up(base + 5 * df - less)


def thresholds(sc: int) -> dict[str, int]:
    """The highest roll of each tier; nothing succeeds on a chance of 0 or less."""
    return {key: max(0, half_up(sc * part)) for key, _, part, _ in SUCCESSES}


def critical_from(sc: int) -> Fraction:
    """H-CHECK-7: the lowest roll that is a critical failure."""
    return sc + max(Fraction(50), Fraction(sc, 2))


def rule_of(edition: str, house_rules: Mapping[str, object]) -> str:
    """How failures are judged: a house rule beats the edition."""
    return str(house_rules.get("critical_failure", "severity" if edition == OLD else "gated"))


def tier(sc: int, roll: int, rule: str, equal_succeeds: bool = True) -> Tier:
    """H-CHECK 5 to 9; where the second roll decides, the failure is only called critical."""
    if sc > 0 and (roll <= sc if equal_succeeds else roll < sc):
        highest = thresholds(sc)
        return next((name, effect) for key, name, _, effect in SUCCESSES if roll <= highest[key])
    critical = roll >= critical_from(sc)
    if rule == "severity":
        return ("Critical Failure", SOLID[1]) if critical else PLAIN
    if rule == "additive":
        limits = [critical_from(sc) + more for more in (75, 50, 25, 0)]
        return next((t for t, limit in zip(WORST_FIRST, limits, strict=True) if roll >= limit), PLAIN)
    if rule == "gated" and not critical:
        return PLAIN
    multiples = [max(sc, 1) * Fraction(n, 2) for n in (6, 5, 4, 3)]
    by_table = next((t for t, limit in zip(WORST_FIRST, multiples, strict=True) if roll > limit), PLAIN)
    return SOLID if rule == "gated" and by_table == PLAIN else by_table


def severity(missed: int, second: int) -> Tier:
    """H-CHECK-9 with rulings 5 and 7: the second roll against the amount missed by."""
    parts = (Fraction(1, 100), Fraction(1, 10), Fraction(1, 4))
    return next((t for t, part in zip(WORST_FIRST, parts, strict=False) if second <= half_up(missed * part)), SOLID)


def falls(faces: Iterable[int], rule: str = "always") -> int:
    """H-CHECK-4 with ruling 3: what a hundred comes to, of the faces that would fall."""
    total = 0
    for n, face in enumerate(faces, 1):
        total += face
        if face != 100 or (rule == "once" and n == 2):
            break
    return total


# H-STAT and H-SKILL

SPEEDS = ((2, 0), (5, 1), (8, 2), (11, 3), (15, 4), (19, 5), (24, 6), (29, 7), (34, 8), (39, 9), (45, 10))


def reaction_speed(awareness: int) -> int:
    """Speed from awareness."""
    return next(speed for most, speed in SPEEDS if awareness <= most)


def derived(stats: Mapping[str, int], racial: int = 1) -> dict[str, Fraction]:
    """Derived characteristics, unrounded."""
    s = {key: Fraction(value) for key, value in stats.items()}
    values = {"GAW": (s["PAW"] + s["MAW"]) / 2, "PSE": s["PST"] / 5}
    for p in "PM":
        strength, endurance, agility = s[p + "ST"], s[p + "EN"], s[p + "AG"]
        values[p + "BD"] = (strength + endurance) * racial
        values[p + "FT"] = 2 * endurance + agility
        values[p + "EX"] = 4 * endurance + agility
        values[p + "MV"] = (strength + agility) / 5 * racial
        values[p + "SPD"] = Fraction(reaction_speed(stats[p + "AW"]))
    values["ACC"] = (s["PST"] + s["DEX"]) / 2
    values["FCS"] = (s["MST"] + s["MAG"]) / 2
    values["PCA"] = (s["PST"] + s["DEX"] + s["PAG"]) / 3
    values["MCA"] = (s["MST"] + s["PSI"] + s["MAG"]) / 3
    values["PDF"] = (s["PAG"] + s["DEX"]) / 2
    values["MDF"] = (s["MAG"] + s["PSI"]) / 2
    return values


def shown(key: str, value: Fraction) -> Fraction:
    """As a sheet shows it: movement with one decimal, all else whole."""
    return Fraction(half_up(value * 10), 10) if key in ("PMV", "MMV") else Fraction(half_up(value))


DISCIPLINES = {
    "mental": (-4, 3),
    "art": (-2, 3),
    "science": (0, 7),
    "engineering": (0, 5),
    "craft": (-1, 4),
    "technical": (0, 4),
    "physical": (0, 2),
}
ASSISTANCE = {"none": (0, 0), "single": (-1, 1), "multiple": (-2, 2)}
TOOLS = {"none": (0, 0), "simple": (-1, 1), "complex": (-2, 2)}


def rank_speed(rank: int | None) -> int:
    """H-SKILL-7."""
    return half_up(Fraction(rank or 0, 2))


def raising(base: int, held: int) -> int:
    """H-SKILL-9: experience for the next rank."""
    if held <= 3:
        return base * 2
    if held <= 6:
        return base * 3
    return base * (4 + (held - 7) // 2)


# H-INIT and H-ATK


def initiative(dice: int, speed: Fraction | int, noticed: bool = True, whole: bool = False) -> tuple[int, int]:
    """H-INIT 1 to 4: counts to wait, and speed points."""
    total = half_up(dice + 8 - Fraction(speed) / (1 if whole else 2) + (0 if noticed else 5))
    return max(1, total), max(0, 1 - total)


def action_speed(speed: int, rank: int | None, spent: int = 0) -> int:
    """H-INIT-5 and H-CHECK-3: what is shortened is never less than 1; who is unranked is 2 later."""
    return max(1, speed - rank_speed(rank) - spent) + (2 if rank is None else 0)


PLACES = (
    (6, "head"),
    (30, "chest"),
    (48, "abdomen"),
    (56, "groin"),
    (72, "upper leg"),
    (84, "lower leg"),
    (86, "foot"),
    (92, "upper arm"),
    (98, "lower arm"),
    (100, "hand"),
)
PAIRED = ("upper leg", "lower leg", "foot", "upper arm", "lower arm", "hand")


def part(roll: int) -> str:
    """H-ATK-4: the part of the body, as armour covers it."""
    return next(place for most, place in PLACES if roll <= most)


def location(roll: int) -> str:
    """H-ATK-4: of paired parts an odd roll is left, an even one right."""
    place = part(roll)
    return f"{'left' if roll % 2 else 'right'} {place}" if place in PAIRED else place


# H-DMG and H-NRG


def split(damage: Fraction, effect: Fraction) -> tuple[int, int]:
    """H-DMG-2 with rulings 28 and 41: the ordinary and the critical part."""
    ordinary = half_up(damage)
    return ordinary, half_up(damage * effect) - ordinary


def armoured(ordinary: int, critical: int, stops: int, critical_ignores: bool = False) -> tuple[int, int]:
    """H-DMG-3 with ruling 18: off the ordinary part, then off the critical part."""
    left = max(0, stops - ordinary)
    return max(0, ordinary - stops), critical if critical_ignores else max(0, critical - left)


@dataclass
class Body:
    """The pools of one body, and the fatigue lost that has not yet cost exhaustion."""

    fatigue: int
    exhaustion: int
    body: int
    carried: int = 0

    def tire(self, points: int) -> int:
        """H-NRG-2: fatigue goes as far as there is any, each ten of it cost exhaustion; what was lost."""
        lost = min(points, self.fatigue)
        self.fatigue -= lost
        cost, self.carried = divmod(self.carried + lost, 10)
        self.exhaustion = max(0, self.exhaustion - cost)
        return lost

    def hurt(self, ordinary: int, critical: int) -> tuple[int, int]:
        """H-DMG-4: fatigue and body lost."""
        tired = self.tire(ordinary)
        wound = min(self.body, ordinary - tired + critical)
        self.body -= wound
        return tired, wound

    def spend(self, points: int) -> None:
        """H-NRG-3: what fatigue cannot pay exhaustion does."""
        short = points - self.tire(points)
        self.exhaustion = max(0, self.exhaustion - short)


def knocks_back(kind: str, tired: int, wound: int, full: Body) -> bool:
    """H-DMG-6: whether a strike calls for the check."""
    heavy = 2 * tired > full.fatigue or 4 * wound > full.body
    return kind == "explosive" or (kind in ("crushing", "projectile") and heavy)


SHOCK_DF = {"head": -6, "groin": -4}


def shock(missed: int) -> tuple[str, int]:
    """H-DMG-8: the state a check missed by so much leaves, and its DF."""
    if missed >= 75:
        return "unconscious", 0
    if missed >= 50:
        return "badly stunned", -6
    return ("stunned", -4) if missed >= 25 else ("jolted", -2)


# H-COND


def wound_df(lost: int, full: int, edition: str) -> int:
    """The worst wound step of one body on actions of its own kind."""
    steps = ((75, -8),) if edition == CURRENT else ()
    return next((df for percent, df in (*steps, (50, -4), (25, -2)) if 100 * lost >= percent * full), 0)


def condition_df(own: Body, own_full: Body, other: Body, other_full: Body, edition: str) -> int:
    """H-COND on an action of the own kind (physical for the physical body) with the other body half as grave."""
    df = wound_df(own_full.body - own.body, own_full.body, edition)
    df += wound_df(other_full.body - other.body, other_full.body, edition) // 2
    return df - (6 if own.exhaustion == 0 else 0) - (3 if other.exhaustion == 0 else 0)
