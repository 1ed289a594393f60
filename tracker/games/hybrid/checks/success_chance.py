"""The chance of a check, added up in the order of ruling 34, with the lines that explain it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from typing import NamedTuple

from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rounding import half_up, shown, whole
from tracker.games.hybrid.sheet.sheet import Sheet, Skill
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Roll

NOTHING = Fraction(0)
Df = tuple[Fraction | int, str]
"""A difficulty factor, and its reason with the rule id."""


class OwnDf(NamedTuple):
    """A difficulty factor of a condition that the game master made up."""

    df: int
    why: str


@dataclass(slots=True)
class Chance:
    """A chance being added up (H-CHECK 1–3 and 6, ruling 34). `exact` is in percent, `percent` rounded half up."""

    exact: Fraction | int = 0
    lines: list[str] = field(default_factory=list)
    per_df: Fraction | int = 5
    weighed: bool = False
    """True if the DFs of conditions that the GM made up are included."""

    def less_margin(self, margin: int, whose: str) -> Chance:
        """Take off the margin of the other's successful roll, since the check is opposed.

        Return the chance. Rules: H-CHECK-11, ruling 37.
        """
        return self.add(-max(0, margin), f"{whose}, its SN (H-CHECK-11)")

    @property
    def percent(self) -> int:
        """The chance to roll against. At 0 or less the check cannot succeed (H-CHECK-5)."""
        return half_up(self.exact)

    def add(self, amount: Fraction | int, why: str) -> Chance:
        """Add `amount` percent and a line for it. Return the chance."""
        if amount:
            self.exact += amount
            self.lines.append(f"{why}: {signed(amount)}")
        return self

    def dfs(self, dfs: Iterable[Df]) -> Chance:
        """Add difficulty factors, which add up (H-ACT-6). Return the chance."""
        for entry in dfs:
            df, why = entry
            # The kernel adds the game master's own DFs to a roll that is not weighed, so they must not count twice.
            self.weighed |= isinstance(entry, OwnDf)
            if df:
                percent = df * self.per_df
                self.exact += percent
                self.lines.append(f"DF {signed(df)} {why}: {signed(percent)}")
        return self

    def times(self, factor: Fraction, why: str) -> Chance:
        """Multiply the chance so far, and what each later DF is worth, by a share. Return the chance."""
        self.exact *= factor
        self.per_df *= factor
        self.lines.append(f"{why}: × {factor} = {shown(self.exact)}")
        return self

    def total(self) -> tuple[str, ...]:
        """Return the sum, one line per summand, the chance last."""
        return (*self.lines, f"chance {self.percent} %".replace("-", "−"))

    def roll(self, who: str, what: str, label: str, target: str = "", shown: int | None = None) -> Roll:
        """Return the d100 roll against this chance. `what` is its purpose, `shown` the chance that players may see."""
        return Roll(
            who=who,
            what=what,
            label=label,
            dice="d100!",
            chance=self.percent,
            exact=float(self.exact),
            per_modifier=float(self.per_df),
            sum=tuple(self.lines),
            shown=shown,
            target=target,
            weighed=self.weighed,
        )


def signed(value: Fraction | int) -> str:
    """Return a number with its sign: `+59`, `−12.5`."""
    if isinstance(value, int):
        return f"+{value}" if value >= 0 else f"−{-value}"
    return f"{'+' if value >= 0 else '−'}{shown(abs(value))}"


def of_skill(
    sheet: Sheet,
    skill: Skill,
    book: Book,
    basis: tuple[str, ...] = (),
    task: str = "",
    pool: Fraction = NOTHING,
) -> Chance:
    """Return the chance: 3·SB (stat basis) + rank + the supports that apply to `task` + pool + the skill's DF.

    `basis` are the stats of a skill that has none of its own. `pool` is the bonus in percent.

    Rules: H-CHECK-1, H-SKILL 2, 6 and 8.
    """
    names = skill.basis or basis
    checks = book.checks
    chance = Chance(per_df=checks.df_percent)
    _stat(chance, sheet, names, book)
    kind = "specific" if skill.kind == "filter" else skill.kind
    chance.add(checks.rank_percent[kind] * skill.rank, f"{skill.name} rank {skill.rank} (H-SKILL-2)")
    for support in sheet.supports(skill, task) if task else ():
        percent = checks.rank_percent["support"] * support.rank
        chance.add(percent, f"{support.name} rank {support.rank} (H-SKILL-2)")
    chance.add(pool, f"skill pool {skill.pool} (H-SKILL-6)")
    if skill.df:
        chance.dfs([(skill.df, f"of the skill {skill.name} (H-SKILL-8)")])
    return chance


def unranked(sheet: Sheet, basis: tuple[str, ...], book: Book, why: str = "unranked, half of it (H-CHECK-3)") -> Chance:
    """Return half of 3·SB (stat basis), for a fighter without the skill (H-CHECK-3)."""
    chance = Chance(per_df=book.checks.df_percent)
    _stat(chance, sheet, basis, book)
    chance.exact = whole(Fraction(chance.exact, 2))
    chance.lines.append(f"{why}: {shown(chance.exact)}")
    return chance


def of_stats(sheet: Sheet, basis: tuple[str, ...], book: Book, halve: bool = False) -> Chance:
    """Return a check on bare stats, 3·SB, as for perception and resistance (H-DMG-11, ruling 10)."""
    if halve:
        return unranked(sheet, basis, book, "halved (house rule halve_stat_checks)")
    return _stat(Chance(per_df=book.checks.df_percent), sheet, basis, book)


def _stat(chance: Chance, sheet: Sheet, basis: tuple[str, ...], book: Book) -> Chance:
    """Add 3 times the mean of some stats to a chance, with its line. Return the chance."""
    factor, mean = book.checks.stat_factor, whole(sheet.basis(basis))
    percent = whole(factor * mean)
    chance.exact += percent
    chance.lines.append(f"{factor} × {'/'.join(basis)} {shown(mean)} (H-CHECK-1): {shown(percent)}")
    return chance
