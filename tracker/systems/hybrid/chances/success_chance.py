"""The chance of a check, added up in the one order of ruling 34, with the lines that explain it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tracker.model.questions import Roll
from tracker.systems.hybrid.book.book import Book
from tracker.systems.hybrid.book.rounding import half_up, shown, whole
from tracker.systems.hybrid.sheets.sheet import Sheet, Skill

NOTHING = Fraction(0)
Df = tuple[Fraction | int, str]
"""A difficulty factor and its reason with the rule id."""


class OwnDf(NamedTuple):
    """A difficulty factor of a condition in the game master's own words."""

    df: int
    why: str


@dataclass(slots=True)
class Chance:
    """A success chance being reckoned (H-CHECK 1–3 and 6, ruling 34); `exact` in percent, `percent` rounded half up."""

    exact: Fraction | int = 0
    lines: list[str] = field(default_factory=list)
    per_df: Fraction | int = 5
    weighed: bool = False
    """Whether the game master's own conditions are in it."""

    def less_margin(self, margin: int, whose: str) -> Chance:
        """With the SN of a successful first roll taken off: an opposed check (H-CHECK-11, ruling 37)."""
        return self.add(-max(0, margin), f"{whose}, its SN (H-CHECK-11)")

    @property
    def percent(self) -> int:
        """The chance as it is rolled against; 0 or less cannot succeed (H-CHECK-5)."""
        return half_up(self.exact)

    def add(self, amount: Fraction | int, why: str) -> Chance:
        """With `amount` percent more, and a line for it."""
        if amount:
            self.exact += amount
            self.lines.append(f"{why}: {signed(amount)}")
        return self

    def dfs(self, dfs: Iterable[Df]) -> Chance:
        """With difficulty factors, all added together (H-ACT-6)."""
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
        """With a share of the chance so far."""
        self.exact *= factor
        self.per_df *= factor
        self.lines.append(f"{why}: × {factor} = {shown(self.exact)}")
        return self

    def total(self) -> tuple[str, ...]:
        """The sum, one line per summand, the chance last."""
        return (*self.lines, f"chance {self.percent} %".replace("-", "−"))

    def roll(self, who: str, what: str, label: str, target: str = "", shown: int | None = None) -> Roll:
        """The d100 to be rolled against this chance."""
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
    """`+59`, `−12.5`."""
    return f"{'+' if value >= 0 else '−'}{shown(abs(value))}"


def odds(percent: int) -> str:
    """A chance for a menu: `47 %`, or that it cannot succeed (H-CHECK-5)."""
    return f"{percent} %" if percent > 0 else "cannot succeed"


def of_skill(
    sheet: Sheet,
    skill: Skill,
    book: Book,
    basis: tuple[str, ...] = (),
    task: str = "",
    pool: Fraction = NOTHING,
) -> Chance:
    """3·SB + rank + the supports that apply to `task` + a pool + the skill's own DF (H-CHECK-1, H-SKILL 2, 6 and 8)."""
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
    """Half of 3·SB for a combatant who has not learnt it (H-CHECK-3)."""
    chance = Chance(per_df=book.checks.df_percent)
    _stat(chance, sheet, basis, book)
    chance.exact = whole(Fraction(chance.exact, 2))
    chance.lines.append(f"{why}: {shown(chance.exact)}")
    return chance


def of_stats(sheet: Sheet, basis: tuple[str, ...], book: Book, halve: bool = False) -> Chance:
    """A check on bare stats, 3·SB, as perception and resistances are (H-PERC-1, H-DMG-11, ruling 10)."""
    if halve:
        return unranked(sheet, basis, book, "halved (house rule halve_stat_checks)")
    return _stat(Chance(per_df=book.checks.df_percent), sheet, basis, book)


def _stat(chance: Chance, sheet: Sheet, basis: tuple[str, ...], book: Book) -> Chance:
    factor, mean = book.checks.stat_factor, sheet.basis(basis)
    percent = whole(factor * mean)
    chance.exact += percent
    chance.lines.append(f"{factor} × {'/'.join(basis)} {shown(mean)} (H-CHECK-1): {shown(percent)}")
    return chance
