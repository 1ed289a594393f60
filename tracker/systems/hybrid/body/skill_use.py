"""Skill use: what it costs and gains to use a skill, or a bare stat for want of one; every room asks here.

Time: rank speed, speed points, rushing, setting up, two counts for the unskilled (H-SKILL-7, H-INIT-5, H-ACT 3 and 4,
H-CHECK-3). Chance: modifiers, two at once, evading, the target's movement, set-up and hurry (H-ACT 3–5, H-DEF, H-COND).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tracker.model.combatant import Action, Combatant
from tracker.systems.hybrid.body import conditions
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills
from tracker.systems.hybrid.chances.success_chance import Chance, Df
from tracker.systems.hybrid.modifiers import action_modifiers, action_time, florentine
from tracker.systems.hybrid.modifiers.action_modifiers import ActionModifiers
from tracker.systems.hybrid.sheets.sheet import Skill, Weapon, sheet_of


@dataclass(frozen=True, slots=True)
class SkillUse:
    """One use of a skill: by whom, with what, how fast, with which modifiers, what for, and at whom."""

    user: Combatant
    rules: Rulebook
    skill: Skill | None = None
    """What is used; None: nothing that has been learnt."""
    speed: int = 0
    """Counts it takes before anything shortens or lengthens it."""
    how: ActionModifiers = field(default_factory=ActionModifiers)
    unskilled: bool = False
    """Whether a skill would have been needed that is not there (H-CHECK-3)."""
    purpose: str = conditions.OTHER
    """What the check is for; stances weigh differently on each (ruling 42)."""
    column: str = "physical"
    aimed_at: Combatant | None = None
    """Whom it is aimed at, where it is aimed at a body."""
    lifted: bool = False
    """Whether a check has lifted the cap of the filter."""
    answers: bool = False
    """Whether it is an answer or a fast draw, which had no rank speed before ruling 90."""

    # Time

    @property
    def _quick(self) -> Skill | None:
        """The skill whose rank speed shortens it (H-SKILL-7, ruling 90)."""
        return None if self.answers and not self.rules.house.answers_rank_speed else self.skill

    def rank_speed(self) -> int:
        """Counts its rank takes off, where the house has rank speed shorten what is done (H-SKILL-7, ruling 13)."""
        if self.rules.house.rank_speed != "action":
            return 0
        return skills.rank_speed(sheet_of(self.user), self._quick, self.rules)

    def counts(self) -> int:
        """Counts until it happens, at least 1; the unskilled two more (H-INIT-5, H-CHECK-3)."""
        return action_time.counts(self.user, self.speed, self._quick, self.how, self.rules, self.unskilled)

    def useful_points(self) -> int:
        """How many speed points could shorten it (ruling 13)."""
        if self.answers and not self.rules.house.answers_rank_speed:
            return 0
        return action_time.useful(self.user, self.speed, self._quick, self.how, self.rules)

    # Chance

    def in_manner(self, chance: Chance, dfs: Iterable[Df] = ()) -> Chance:
        """With the DFs of its modifiers, two at once, `dfs`, and the target's movement (H-ACT-5, H-COND, ruling 98)."""
        aware = self.purpose in (conditions.PERCEIVING, conditions.NOTICING)
        beside = florentine.dfs(self.how, self.rules, aware)
        return chance.dfs([*action_modifiers.dfs(self.how, self.rules.book), *beside, *dfs, *self.of_target()])

    def of_target(self) -> list[Df]:
        """The DF of aiming at a combatant who moves, where it is aimed at a body."""
        return [] if self.aimed_at is None else conditions.dfs_as_target(self.aimed_at, self.rules)

    def under_conditions(self, chance: Chance) -> Chance:
        """With all that lies on the user now, evading among it (H-COND, H-DEF, ruling 92)."""
        return chance.dfs(conditions.dfs_on_action(self.user, self.rules, self.purpose, self.column))

    def prepared(self, chance: Chance) -> Chance:
        """With what setting up adds, by the rank the skill has here (H-ACT-4, ruling 83)."""
        known = self.skill
        if known is not None:
            known = skills.effective(sheet_of(self.user), known, self.rules, self.lifted)
        return action_modifiers.prepared(chance, known, self.how, self.rules.book)

    def hurried(self, chance: Chance) -> Chance:
        """With the share that rushing leaves, last of all (H-ACT-3)."""
        return action_modifiers.hurried(chance, self.how)

    def done(self, chance: Chance, dfs: Iterable[Df] = ()) -> Chance:
        """All of it, on a chance that has the conditions in it already."""
        return self.hurried(self.prepared(self.in_manner(chance, dfs)))

    def whole(self, chance: Chance, dfs: Iterable[Df] = ()) -> Chance:
        """All of it, in the order of ruling 34."""
        return self.hurried(self.prepared(self.under_conditions(self.in_manner(chance, dfs))))


def of_weapon(
    user: Combatant,
    weapon: Weapon,
    rules: Rulebook,
    purpose: str = conditions.OFFENSIVE,
    how: ActionModifiers | None = None,
) -> SkillUse:
    """What is done with a weapon at its speed."""
    return SkillUse(
        user, rules, weapon.skill, weapon.speed, how or ActionModifiers(), weapon.skill is None, purpose, weapon.column
    )


def of_action(user: Combatant, action: Action, rules: Rulebook, skill: Skill | None = None) -> SkillUse:
    """What an action under way was declared as: its modifiers."""
    return SkillUse(user, rules, skill, how=action_modifiers.read(action.options))
