"""Simple actions: getting up and those of the table, and the options and time that they share (H-ACT-2)."""

from __future__ import annotations

from tracker.encounter.engine.declarations import declare
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body.conditions import PRONE
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.modifiers.action_modifiers import EXTRA, QUICK, RUSH, SETUP
from tracker.games.hybrid.sheets.sheet import Skill
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.refusals import Refused

ALLOWED = {
    "look": (EXTRA, QUICK, RUSH, SETUP),
    "aids": (EXTRA, QUICK, RUSH, SETUP),
    "familiarise": (EXTRA, QUICK, RUSH, SETUP),
    "stand": (QUICK,),
    "act": (QUICK,),
    "draw": (QUICK,),
    "fastdraw": (EXTRA, QUICK, SETUP),
}
"""The options of each action; only one with a roll can be hurried, set up or made harder (ruling 95)."""


def stand(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Declare to get up; the words are options. Raises Refused for a fighter on its feet."""
    who = command.who
    action_points.action_point(draft, who)
    intend(draft, who, "physical")
    if draft[who].condition(PRONE) is None:
        raise Refused(f"{draft[who].name} is on its feet already.")
    under_way(draft, rules, who, "stand", "getting up", rules.book.defences.stand_up, list(command.words))


def stood(draft: StepBuilder, rules: Rulebook, who: str, action: Action) -> None:
    """End lying on the ground."""
    draft.end(who, PRONE, "got up")


def act(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Declare an action of the table; the words are its name, then options."""
    who, (name, *modifiers) = command.who, command.words
    action_points.action_point(draft, who)
    intend(draft, who, "physical")
    row = rules.book.actions.simple[name]
    under_way(draft, rules, who, "act", row.words, row.counts, modifiers)


def nothing(draft: StepBuilder, rules: Rulebook, who: str, action: Action) -> None:
    """Do nothing: the action has no effect in the rules."""


def under_way(
    draft: StepBuilder,
    rules: Rulebook,
    who: str,
    verb: str,
    label: str,
    counts: int,
    modifiers: list[str],
    weapon: str = "",
    target: str = "",
    skill: Skill | None = None,
    extra: tuple[str, ...] = (),
    unskilled: bool = False,
) -> None:
    """Declare a simple action of `counts`, shortened by skill and modifiers.

    `extra` are options of the action itself, put before those of the line.
    """
    settled = action_points.settle(draft, modifiers, SkillUse(draft[who], rules, skill, counts, unskilled=unskilled))
    label += settled.words
    declare(draft, who, Action(0, verb, weapon, target, (*extra, *settled.options), label, speed=settled.speed))
