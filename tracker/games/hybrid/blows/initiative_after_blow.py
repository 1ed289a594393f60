"""After a blow: the attack has landed, and fighters who lost their turn by it roll initiative (H-INIT-6)."""

from __future__ import annotations

from tracker.encounter.engine.declarations import end_action
from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.body.conditions import ATTACKED_BY
from tracker.games.hybrid.body.passive_defence import ROLL_WITH
from tracker.games.hybrid.timing import initiative, lost_actions
from tracker.games.toolkit import steps


def end_landed_action(stage: Stage) -> None:
    """End the attacker's action as landed: nothing that follows can undo it (ruling 23)."""
    draft, blow = stage.draft, stage.blow
    action = draft[blow.attacker].action(blow.action)
    if not blow.gone and action is not None:
        end_action(draft, blow.attacker, action, "landed")


def time_of_target(stage: Stage) -> None:
    """Take what rolling with the blow costs the target. With nothing pending it rolls initiative (H-DEF-10)."""
    draft, blow = stage.draft, stage.blow
    target = blow.target
    # Standing orders look at the last attacker.
    if not blow.gone and not blow.fend and draft[target].marks.get(ATTACKED_BY) != blow.attacker:
        steps.mark(draft, target, ATTACKED_BY, blow.attacker)
    # The loss comes before initiative: only a combatant with nothing pending rolls it.
    if blow.defence == ROLL_WITH and not blow.gone:
        lost_actions.lose(draft, target, "rolled with a blow")
    # A target whose own blow lands on this count rolls as an attacker, in the last stage; twice would be wrong.
    landing_too = any(other.attacker == target and not other.gone and not other.fend for other in stage.batch.blows)
    if not landing_too:
        initiative.come_back(stage.fighter(target))


def attacker_initiative(stage: Stage) -> None:
    """Roll the attacker's initiative, after everything else of the batch (H-INIT-6)."""
    blow = stage.blow
    if not blow.gone and not blow.fend:
        initiative.after_action(stage.fighter(blow.attacker))
