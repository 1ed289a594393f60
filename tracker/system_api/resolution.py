"""Resolution: how verbs are carried out, what comes due, and what hangs on a changed value. All within one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tracker.clock.agenda import Due
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.questions import Task
from tracker.model.state import Encounter
from tracker.system_api.turns import Context


class Resolution(Protocol[Context]):
    """Carrying out.

    A hook that takes a draft may emit events, push stages (`draft.push`, which come back to `resume`), roll
    (`draft.roll`) and ask (`draft.ask`); after a question or a roll it returns at once, since what follows goes on in
    `resume`. It may raise Refused as long as nothing irrevocable was said to the table: the whole step is then undone.
    """

    def decide(self, draft: Context, command: Do) -> None:
        """Carry out a verb of the game, as `parse` made it; raises Refused.

        Nothing is checked yet: a verb that declares calls `declare`, which refuses outside of one's moment; one that
        may be said at any time says so by not calling it.
        """
        ...

    def on_due(self, draft: Context, entries: Sequence[Due]) -> None:
        """Entries of one count and rank have come due.

        Landings and resolutions come together, as one batch, and are still on the agenda (`end_action` takes them
        off); others come one at a time, already taken off.
        """
        ...

    def keeps_fight_open(self, encounter: Encounter) -> bool:
        """Whether something is under way that keeps a fight open though one side is left, such as a rescue.

        Asked when one side is left, before the game master is told that the fight may be over.
        """
        ...

    def forecast_refusal(self, encounter: Encounter) -> str:
        """Why a forecast would say nothing, as a sentence: it plays every fight until one side stands. Empty: it may.

        Such as a chase, in which one side wins by getting away.
        """
        ...

    def resume(self, draft: Context, task: Task) -> None:
        """Go on with a stage that was pushed.

        After a question `task.data` holds `answer` (for a number also `amount`), after `gather` `answers`, after a
        roll `total`, `faces` and, when it had a chance, `chance`, `tier`, `effect`, `margin` and `success`.
        """
        ...

    def apply_consequences(self, draft: Context, who: str, what: str) -> None:
        """A pool or condition (`what`) was put right by hand, or a condition has run out: what hangs on it follows.

        The new value stands already; called before the fight and for one who is out of it too. Typically: going
        down at nothing left, waking, ending what needed the condition.
        """
        ...

    def on_taken_out(self, draft: Context, who: str) -> None:
        """`who` has left, surrendered or gone down (`take_out`): end what the game ties to it.

        Called within the step in which it happens. Its actions, its moment and its waiting have ended already,
        and its presence is changed.
        """
        ...

    def keeps_out(self, encounter: Encounter, who: str) -> str:
        """Why the rules keep a fighter out who is down, in words such as `no hit points left`; empty: nothing does.

        Asked after a step that gave it points or ended a condition of it. Where nothing keeps it out the kernel brings
        it back (`Turns.join`), unless the game master has taken it out by hand.
        """
        ...

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Why `who` cannot turn an action under way on another target, a sentence; empty when it can.

        Asked for `brann retarget goblin-2` and where it is offered; the target is another fighter, who is in the fight.
        """
        ...

    def label_towards(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """The words of an action of `who` under way once it is turned on another target.

        Asked after `retarget_refusal`; log, rows and the players' page say these words from then on.
        """
        ...

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        """Whether `next` goes on to an entry of rank EFFECT, RECOVERY or CLOSING for its own sake, and stops after it.

        Without it such entries are carried out in passing, and `next` is refused when nothing else is due.
        """
        ...

    def effect_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        """Which of several entries of one count and one rank, effects or recoveries, comes first: the smallest tuple.

        Asked of each when the first is to be carried out, and again after it; equal ones by order of entry.
        """
        ...
