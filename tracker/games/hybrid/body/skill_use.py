"""Skill use: the time and chance of using a skill, or a bare stat without one. Every module asks here.

Time: rank speed, speed points, rushing, setting up, two counts for the unskilled. Chance: modifiers, two actions at
once, evading, the target's movement, set-up and hurry. The rules themselves are in `modifiers/` and `conditions.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance, Df
from tracker.games.hybrid.modifiers import action_modifiers, action_time, florentine
from tracker.games.hybrid.modifiers.action_modifiers import ActionModifiers
from tracker.games.hybrid.sheet.sheet import Skill, Weapon, sheet_of
from tracker.model.combatant import Action, Combatant
from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class SkillUse:
    """One use of a skill: user, skill, speed, modifiers, purpose and target."""

    user: Combatant
    rules: Rulebook
    skill: Skill | None = None
    speed: int = 0
    """The counts before anything shortens or lengthens them."""
    how: ActionModifiers = field(default_factory=ActionModifiers)
    unskilled: bool = False
    """True if a needed skill is missing."""
    purpose: str = conditions.OTHER
    """The purpose of the check. A stance has another DF for each (ruling 42)."""
    column: str = "physical"
    aimed_at: Combatant | None = None
    uncapped: bool = False
    """True if a check has lifted the filter's cap."""
    answers: bool = False
    """True for a defence or a fast draw, which had no rank speed before ruling 90."""

    # Time

    @property
    def _quick(self) -> Skill | None:
        """Return the skill whose rank speed shortens the use (H-SKILL-7, ruling 90). None without."""
        return None if self.answers and not self.rules.house.answers_rank_speed else self.skill

    def rank_speed(self) -> int:
        """Return the counts that the rank takes off, where the house rule lets it (H-SKILL-7, ruling 13)."""
        if self.rules.house.rank_speed != "action":
            return 0
        return skills.rank_speed(sheet_of(self.user), self._quick, self.rules)

    def counts(self) -> int:
        """Return the counts of the use, at least 1. The unskilled need two more."""
        return action_time.counts(self.user, self.speed, self._quick, self.how, self.rules, self.unskilled)

    def useful_points(self) -> int:
        """Return the number of speed points that could shorten the use (ruling 13)."""
        if self.answers and not self.rules.house.answers_rank_speed:
            return 0
        return action_time.useful(self.user, self.speed, self._quick, self.how, self.rules)

    # Chance

    def in_manner(self, chance: Chance, dfs: Iterable[Df] = ()) -> Chance:
        """Add the DFs of modifiers, two actions at once, `dfs` and the target's movement. Return the chance.

        Rules: ruling 98.
        """
        aware = self.purpose in (conditions.PERCEIVING, conditions.NOTICING)
        beside = florentine.dfs(self.how, self.rules, aware)
        return chance.dfs([*action_modifiers.dfs(self.how, self.rules.book), *beside, *dfs, *self.of_target()])

    def of_target(self) -> list[Df]:
        """Return the DF of aiming at a moving fighter. None when no body is aimed at."""
        return [] if self.aimed_at is None else conditions.dfs_as_target(self.aimed_at, self.rules)

    def under_conditions(self, chance: Chance) -> Chance:
        """Add the DFs of the user's conditions, evading included (ruling 92)."""
        return chance.dfs(conditions.dfs_on_action(self.user, self.rules, self.purpose, self.column))

    def prepared(self, chance: Chance) -> Chance:
        """Add the bonus of setting up, where the use is set up, by the skill's rank. Return the chance (ruling 83)."""
        skill = self.skill
        if skill is not None:
            skill = skills.effective(sheet_of(self.user), skill, self.rules, self.uncapped)
        return action_modifiers.prepared(chance, skill, self.how, self.rules.book)

    def hurried(self, chance: Chance) -> Chance:
        """Reduce the chance to the share that rushing leaves. This comes last."""
        return action_modifiers.hurried(chance, self.how)

    def done(self, chance: Chance, dfs: Iterable[Df] = ()) -> Chance:
        """Apply manner, set-up and hurry to a chance that has the conditions already."""
        return self.hurried(self.prepared(self.in_manner(chance, dfs)))

    def whole(self, chance: Chance, dfs: Iterable[Df] = ()) -> Chance:
        """Apply manner, conditions, set-up and hurry, in the order of ruling 34."""
        return self.hurried(self.prepared(self.under_conditions(self.in_manner(chance, dfs))))


def of_weapon(
    user: Combatant,
    weapon: Weapon,
    rules: Rulebook,
    purpose: str = conditions.OFFENSIVE,
    how: ActionModifiers | None = None,
    aimed_at: Combatant | None = None,
    uncapped: bool = False,
) -> SkillUse:
    """Return the use of a weapon at its speed. `uncapped`: a check has lifted the filter's cap."""
    return SkillUse(
        user,
        rules,
        weapon.skill,
        weapon.speed,
        how=how or action_modifiers.PLAIN,
        unskilled=weapon.skill is None,
        purpose=purpose,
        column=weapon.column,
        aimed_at=aimed_at,
        uncapped=uncapped,
    )


def of_action(user: Combatant, action: Action, rules: Rulebook, skill: Skill | None = None) -> SkillUse:
    """Return the use of a skill with the modifiers that an action was declared with."""
    return SkillUse(user, rules, skill, how=action_modifiers.read(action.options))
