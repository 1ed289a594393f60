"""Healing: points that the game master gives back by hand, and what follows from them."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Pool, Presence
from tracker.model.refusals import Refused

HEALED = "healed by hand"


def heal(draft: StepBuilder, command: cmd.Heal) -> None:
    """Give points back to a pool, up to its full ones, or take harm away. Refused for one who has left, or lacks none.

    Without a pool the one with the least share left is healed. In a line for several fighters, one who lacks no points
    gets a note in place of a refusal.
    """
    fighter = draft[command.who]
    if fighter.presence is Presence.LEFT:
        raise Refused(f"{fighter.name} has left the fight; `{fighter.id} returns` brings it back.")
    lacking = [pool for pool in fighter.profile.pools if fighter.lost(pool.name) > 0]
    pool = (
        next((pool for pool in lacking if pool.name == command.pool), None)
        if command.pool
        else _worst(fighter, lacking)
    )
    if pool is None:
        sentence = f"{fighter.name} lacks no {command.pool}" if command.pool else f"{fighter.name} lacks no points"
        if not draft.together:
            raise Refused(f"{sentence}.")
        draft.note(sentence, fighter.id)
        return
    points = min(command.points, fighter.lost(pool.name))
    by = -points if pool.harm else points
    to = fighter.pool(pool.name) + by
    draft.emit(
        ev.PoolChanged(
            who=fighter.id,
            pool=pool.name,
            by=by,
            to=to,
            why=HEALED,
            called=pool.called(to),
            label=pool.in_log,
            harm=pool.harm,
        )
    )
    draft.rules.resolution.apply_consequences(draft, fighter.id, pool.name)


def _worst(fighter: Combatant, lacking: list[Pool]) -> Pool | None:
    """Return the pool with the least share left, the later of two alike. Pools that take a fighter out come first."""
    body = [pool for pool in lacking if pool.fells]
    return min(
        reversed(body or lacking), key=lambda pool: pool.left(fighter.pool(pool.name)) / max(1, pool.full), default=None
    )
