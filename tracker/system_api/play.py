"""Play: what a game does when the fight is carried out. Every hook works on a draft, inside one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from tracker.clock.agenda import Due
from tracker.model.combatant import Action
from tracker.model.commands import Command, Do
from tracker.model.questions import Task
from tracker.model.state import Encounter

Draft = TypeVar("Draft", contravariant=True)
"""The step in the making, `encounter.draft.Draft`: it holds the rules it is made under, and so cannot be named here."""


class Play(Protocol[Draft]):
    """Carrying out.

    A hook that takes a draft may emit events, push stages (`draft.push`, which come back to `resume`), roll
    (`draft.roll`) and ask (`draft.ask`); after a question or a roll it returns at once, since what follows goes on in
    `resume`. It may raise Refused as long as nothing irrevocable was said to the table: the whole step is then undone.
    """

    # The order

    def begin(self, draft: Draft) -> None:
        """The fight begins: put everyone's first moment on the agenda (`may_declare_at`), rolling if the game rolls.

        Called once, at count 0; everyone is seated and nothing is due but free events.
        """
        ...

    def join(self, draft: Draft, who: str) -> None:
        """`who` has joined a fight under way, or has come back to it: put its first moment on the agenda.

        Called only after the fight began; `who` is seated and able, with nothing due.
        """
        ...

    def restart(self, draft: Draft, who: str, why: str) -> None:
        """`who` has nothing under way any more and comes back to the order.

        Called when a free action in words has landed (`why` is "landed"). A game that ends its own actions calls it
        itself. It must leave one able to act with a moment on the agenda, or lying in wait.
        """
        ...

    def fallen(self, draft: Draft, who: str) -> None:
        """`who` has left, surrendered or gone down (`take_out`): end what the game ties to it.

        Called within the step in which it happens. Its actions, its moment and its waiting have ended already,
        and its presence is changed.
        """
        ...

    def fixed(self, draft: Draft, who: str, what: str) -> None:
        """A pool or condition (`what`) was put right by hand, or a condition has run out: what hangs on it follows.

        The new value stands already; called before the fight and for one who is out of it too. Typically: going
        down at nothing left, waking, ending what needed the condition.
        """
        ...

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Who of those due on one count declares first: the smallest tuple; equal ones by order of entry.

        Asked whenever the next to declare is looked for, and where the order is shown; all have been placed by then.
        """
        ...

    def first_count(self, encounter: Encounter, sheet: object) -> tuple[int, int]:
        """The soonest and latest count a late joiner with this sheet may first declare at; nothing is rolled.

        Asked before somebody joins or comes back, to say so beforehand.
        """
        ...

    # A moment

    def opening(self, draft: Draft, tied: Sequence[str]) -> None:
        """The declarations of a count are about to be asked; `tied` are all who have their moment on it.

        Called before every declaration is asked, so what has been done for this count must be kept in a mark. The
        game may ask here what comes before declaring (`draft.gather` asks several unseen); then the declaration is
        asked straight after the last answer.
        """
        ...

    def may_declare(self, encounter: Encounter, who: str) -> str:
        """Why `who` may not declare now, as a sentence; empty when it may.

        Asked before every declaration, and again when it is made; the kernel refuses with it.
        """
        ...

    def beforehand(self, encounter: Encounter, who: str) -> Command | None:
        """What `who` declares now because it was set off before, or None: a reaction declared with its trigger.

        Asked when `who` comes to declare, before its orders (`obey`) and before the game master; it changes nothing.
        """
        ...

    def obey(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """What `who` declares now towards what it is ordered to do, or None when it cannot.

        `does` is one of `abilities.orders.does`; an attack has the id of its `target` and the name of the `weapon`
        (empty: whatever serves). What must come first comes first: getting up, drawing, loading, closing. Asked only
        of one with such orders, when it comes to declare; a command that is refused is told, and the game master asked.
        """
        ...

    def decide(self, draft: Draft, command: Do) -> None:
        """Carry out a verb of the game, as `parse` made it; raises Refused.

        Nothing is checked yet: a verb that declares calls `declare`, which refuses outside of one's moment; one that
        may be said at any time says so by not calling it.
        """
        ...

    def point(self, draft: Draft, who: str, acts: bool) -> None:
        """`who` uses its moment for something of the kernel's own: a free action in words (`acts`), or to wait.

        Called while the moment is still open; end here what lasts until the next declaration.
        """
        ...

    def improvises(self, draft: Draft, who: str, text: str, counts: int) -> bool:
        """`who` does something in words that takes `counts`: True when the game has put it under way in its own way.

        Called in place of the kernel's own declaration, with nothing checked but the bounds; False leaves it to that.
        """
        ...

    def waits(self, draft: Draft, who: str) -> bool:
        """`who` waits: True, and it lies in wait until it acts; False when the game has put something in its place.

        Called after `point`, with the moment closed. A game in which waiting means holding until the next count puts
        that moment on the agenda and returns False.
        """
        ...

    def passes(self, draft: Draft, who: str) -> None:
        """`who` passes its moment up: put its next one on the agenda.

        Called only when `abilities.passes`, with the moment closed.
        """
        ...

    def may_turn(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Why `who` cannot turn an action under way on another target, a sentence; empty when it can.

        Asked for `brann retarget goblin-2` and where it is offered; the target is somebody else, who is in the fight.
        """
        ...

    # What comes due

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Entries of one count and rank have come due.

        Landings and resolutions come together, as one batch, and are still on the agenda (`end_action` takes them
        off); others come one at a time, already taken off.
        """
        ...

    def passing_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        """Which of several entries of one count and one rank, effects or recoveries, comes first: the smallest tuple.

        Asked of each when the first is to be carried out, and again after it; equal ones by order of entry.
        """
        ...

    def leads_on(self, encounter: Encounter, due: Due) -> bool:
        """Whether `next` goes on to an entry of rank EFFECT, RECOVERY or CLOSING for its own sake, and stops after it.

        Without it such entries are carried out in passing, and `next` is refused when nothing else is due.
        """
        ...

    def resume(self, draft: Draft, task: Task) -> None:
        """Go on with a stage that was pushed.

        After a question `task.data` holds `answer` (for a number also `amount`), after `gather` `answers`, after a
        roll `total`, `faces` and, when it had a chance, `chance`, `tier`, `effect`, `margin` and `success`.
        """
        ...
