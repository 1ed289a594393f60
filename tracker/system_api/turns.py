"""Turns: who acts when, and what a combatant does with its turn. Hooks with a draft work inside one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from tracker.model.combatant import Condition
from tracker.model.commands import Command
from tracker.model.state import Encounter
from tracker.system_api.step_context import StepContext
from tracker.system_api.values import FirstCount

Context = TypeVar("Context", bound=StepContext, contravariant=True)
"""The step that a hook is given.

A variable, since the step of `encounter.engine.step` holds the rules it is made under: the interface and the step would
import each other if the interface named it.
"""


class Turns(Protocol[Context]):
    """The order of turns.

    A hook that takes a draft may emit events, push stages (`draft.push`, which come back to `resume`), roll
    (`draft.roll`) and ask (`draft.ask`); after a question or a roll it returns at once, since what follows goes on in
    `resume`. It may raise Refused as long as nothing irrevocable was said to the table: the whole step is then undone.
    """

    def begin(self, draft: Context) -> None:
        """The fight begins: put everyone's first moment on the agenda (`may_declare_at`), rolling if the game rolls.

        Called once, at count 0; everyone is seated and nothing is due but free events. Only those who may be in the
        order have a moment (`in_order` of `encounter.engine.turn_order`): some may have left, or be down already.
        """
        ...

    def begin_round(self, draft: Context, number: int) -> None:
        """A round begins, in a game whose `unit` has rounds (`TimeUnit.round`): roll for the order anew, or not.

        Called at the first count of every round but the first, which begins with `begin`; `number` is 2 or more.
        Moments and actions that are pending from the round before stand unless the game moves them here
        (`may_declare_at` replaces a moment, `wait_no_more` ends a wait). It comes after free events of that count and
        before all else of it.
        """
        ...

    def join(self, draft: Context, who: str) -> None:
        """`who` has joined a fight under way, or has come back to it: put its first moment on the agenda.

        Called only after the fight began; `who` is seated and able, with nothing due.
        """
        ...

    def schedule_next_turn(self, draft: Context, who: str, why: str) -> None:
        """`who` has nothing under way any more and comes back to the order.

        Called when a free action in words has landed (`why` is "landed"). A game that ends its own actions calls it
        itself. It must leave one able to act with a moment on the agenda, or lying in wait.
        """
        ...

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Who of those due on one count declares first: the smallest tuple; equal ones by order of entry.

        Asked whenever the next to declare is looked for, and where the order is shown; all have been placed by then.
        """
        ...

    def first_count(self, encounter: Encounter, sheet: object) -> FirstCount:
        """The soonest and latest count a late joiner with this sheet may first declare at; nothing is rolled.

        Asked before a fighter joins or comes back, to say so beforehand.
        """
        ...

    def before_declarations(self, draft: Context, tied: Sequence[str]) -> None:
        """The declarations of a count are about to be asked; `tied` are all who have their moment on it.

        Called before every declaration is asked, so what has been done for this count must be kept in a mark. The
        game may ask here what comes before declaring (`draft.gather` asks several unseen); then the declaration is
        asked straight after the last answer.
        """
        ...

    def moment_text(self, encounter: Encounter, who: str) -> str:
        """The line in which the game master is asked what a fighter declares, a sentence with its name."""
        ...

    def declaration_refusal(self, encounter: Encounter, who: str) -> str:
        """Why `who` may not declare now, as a sentence; empty when it may.

        Asked before every declaration, and again when it is made; the kernel refuses with it.
        """
        ...

    def triggered_declaration(self, encounter: Encounter, who: str) -> Command | None:
        """What `who` declares now because it was set off before, or None: a reaction declared with its trigger.

        Asked when `who` comes to declare, before its orders (`command_for_orders`) and before the game master. It
        changes nothing.
        """
        ...

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """What `who` declares now towards what it is ordered to do, or None when it cannot.

        `does` is one of `abilities.orders.does`; an attack has the id of its `target` and the name of the `weapon`
        (empty: whatever serves). What must come first comes first: getting up, drawing, loading, closing. Asked only
        of one with such orders, when it comes to declare; a command that is refused is told, and the game master asked.
        """
        ...

    def command_without_foe(self, encounter: Encounter, who: str) -> Command | None:
        """What `who`, ordered to attack, declares while it has noticed none of the foes that stand: it looks around.

        None where the game has nothing of the kind; then the kernel lets time go by and asks its orders again.
        """
        ...

    def ends_with_declaration(self, condition: Condition) -> bool:
        """Whether a condition that lasts until a fighter acts ends when that one declares; else the game ends it later.

        Asked for conditions of the game, in fights that were begun since it is; one in words of the game master ends.
        """
        ...

    def on_turn_used(self, draft: Context, who: str, acts: bool) -> None:
        """`who` uses its moment for something of the kernel's own: a free action in words (`acts`), or to wait.

        Called while the moment is still open; end here what lasts until the next declaration.
        """
        ...

    def on_action_lost(self, draft: Context, who: str) -> None:
        """Apply what follows from an action that its owner lost or gave up before it landed.

        Called after the action has left the agenda; the fighter may have others under way.
        """
        ...

    def start_improvised(self, draft: Context, who: str, text: str, counts: int) -> bool:
        """`who` does something in words that takes `counts`: True when the game has put it under way in its own way.

        Called in place of the kernel's own declaration, with nothing checked but the bounds; False leaves it to that.
        """
        ...

    def start_wait(self, draft: Context, who: str) -> bool:
        """`who` waits: True, and it lies in wait until it acts; False when the game has put something in its place.

        Called after `on_turn_used`, with the moment closed. A game in which waiting means holding until the next count
        puts that moment on the agenda and returns False.
        """
        ...

    def turn_after_wait(self, draft: Context, who: str) -> None:
        """Place the turn of a fighter who has waited and decides to act now.

        Called only when `abilities.wait_gives_turn_up`, with the wait over and no question open.
        """
        ...

    def pass_turn(self, draft: Context, who: str) -> None:
        """`who` passes its moment up: put its next one on the agenda.

        Called only when `abilities.passes`, with the moment closed.
        """
        ...
