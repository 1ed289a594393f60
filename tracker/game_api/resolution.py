"""Resolution: how verbs are carried out, what comes due, and what hangs on a changed value. All within one step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tracker.clock.agenda import Due
from tracker.game_api.part import Draft, Options, Part
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.questions import Task
from tracker.model.state import Encounter
from tracker.text.names import in_its_place


class Resolution(Part[Options], ABC):
    """The verbs, due entries and answers of a fight. A game must define `decide`, `on_due` and `resume`.

    A hook that takes a draft may emit events, push stages (`draft.push`, which come back to `resume`), roll
    (`draft.roll`) and ask (`draft.ask`). After a question or a roll it returns at once, since what follows continues in
    `resume`. It may raise Refused as long as nothing irrevocable was said to the table: the whole step is then undone.
    """

    __slots__ = ()

    @abstractmethod
    def decide(self, draft: Draft, command: Do) -> None:
        """Carry out a verb of the game, as `parse` made it. Raises Refused.

        Nothing is checked yet: a verb that declares calls `declare`, which refuses outside of one's moment. One that
        may be said at any time says so by not calling it.
        """

    @abstractmethod
    def on_due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Carry out entries of one count and rank that have come due.

        Landings and resolutions come together, as one batch, and are still on the agenda (`end_action` takes them
        off). Others come one at a time, already taken off.
        """

    @abstractmethod
    def resume(self, draft: Draft, task: Task) -> None:
        """Go on with a stage that was pushed.

        After a question `task.data` holds `answer` (for a number also `amount`), after `gather` `answers`, after a
        roll `total`, `faces` and, when it had a chance, `chance`, `tier`, `effect`, `margin` and `success`.
        """

    def keeps_fight_open(self, encounter: Encounter) -> bool:
        """Return whether something is under way that keeps a fight open though one side is left, such as a rescue.

        Asked when one side is left, before the game master is told that the fight may be over.

        Default: False.
        """
        return False

    def forecast_refusal(self, encounter: Encounter) -> str:
        """Return why a forecast would say nothing, as a sentence: it plays every fight until one side stands.

        Such as a chase, in which one side wins by getting away. Empty: it may be forecast.

        Default: empty.
        """
        return ""

    def apply_consequences(self, draft: Draft, who: str, what: str) -> None:
        """Apply what hangs on a pool or condition (`what`) that was put right by hand, or on a condition that ran out.

        The new value stands already. Called before the fight and for a fighter out of it, too. Typically: going
        down at nothing left, waking, ending what needed the condition.

        Default: nothing hangs on it.
        """

    def on_taken_out(self, draft: Draft, who: str) -> None:
        """End what the game ties to `who`, who has left, surrendered or gone down (`take_out`).

        Called within the step in which it happens. Its actions, its moment and its waiting have ended already,
        and its presence is changed.

        Default: nothing is tied to it.
        """

    def keeps_out(self, encounter: Encounter, who: str) -> str:
        """Return why the rules keep a fighter out who is down, such as `no hit points left`. Empty: nothing does.

        Asked after a step that gave it points or ended a condition of it. Where nothing keeps it out the kernel brings
        it back (`Turns.join`), unless the game master has taken it out by hand.

        Default: the game says nothing of it, so only the game master brings a fighter back.
        """
        return "the game does not say when it is back"

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Return why `who` cannot turn an action under way on another target, a sentence. Empty when it can.

        Asked for `brann retarget goblin-2` and where it is offered. The target is another fighter, who is in the fight.

        Default: any action may be turned.
        """
        return ""

    def label_towards(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Return the words of an action of `who` under way once it is turned on another target.

        Asked after `retarget_refusal`. Log, rows and the players' page say these words from then on.

        Default: its words with the name of the new target in the place of the present one's.
        """
        return in_its_place(action.label, encounter[action.target].name, encounter[target].name)

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        """Return whether `next` continues to an entry of rank EFFECT, RECOVERY or CLOSING for its own sake and stops.

        Without it such entries are carried out in passing, and `next` is refused when nothing else is due.

        Default: False.
        """
        return False

    def effect_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        """Return which of several effects or recoveries of one count comes first: the smallest tuple.

        Asked of each when the first is to be carried out, and again after it. Equal ones by order of entry.

        Default: the order in which they were added.
        """
        return ()
