"""Simple actions: getting up and those of the table, and the options and time that they share (H-ACT-2)."""

from __future__ import annotations

from tracker.encounter.engine.declarations import declare
from tracker.games.hybrid.body.conditions import PRONE
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheet.sheet import Skill
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.model.combatant import Action
from tracker.model.refusals import Refused


def stand(fighter: Acting, options: tuple[str, ...] = ()) -> None:
    """Declare to get up. Raises Refused for a fighter on its feet."""
    action_points.action_point(fighter)
    intend(fighter, "physical")
    if fighter.now.condition(PRONE) is None:
        raise Refused(f"{fighter.name} is on its feet already.")
    under_way(fighter, "stand", "getting up", fighter.rules.book.defences.stand_up, options)


def stood(fighter: Acting, action: Action) -> None:
    """End lying on the ground."""
    fighter.draft.end(fighter.who, PRONE, "got up")


def act(fighter: Acting, name: str, options: tuple[str, ...] = ()) -> None:
    """Declare the action `name` of the table of simple actions."""
    action_points.action_point(fighter)
    intend(fighter, "physical")
    row = fighter.rules.book.actions.simple[name]
    under_way(fighter, "act", row.words, row.counts, options)


def under_way(
    fighter: Acting,
    verb: str,
    label: str,
    counts: int,
    options: tuple[str, ...],
    weapon: str = "",
    target: str = "",
    skill: Skill | None = None,
    extra: tuple[str, ...] = (),
    unskilled: bool = False,
) -> None:
    """Declare a simple action of `counts`, shortened by skill and options.

    `extra` are options of the action itself, put before the `options` of the typed line.
    """
    use = SkillUse(fighter.now, fighter.rules, skill, counts, unskilled=unskilled)
    settled = action_points.settle(fighter.draft, options, use)
    label += settled.words
    declare(
        fighter.draft,
        fighter.who,
        Action(
            id=0,
            verb=verb,
            weapon=weapon,
            target=target,
            options=(*extra, *settled.options),
            label=label,
            speed=settled.speed,
        ),
    )
