"""Turns: who acts when, and what a combatant does with its turn. Hooks that are given a step work within it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tracker.game_api.part import Draft, Options, Part
from tracker.game_api.values import FirstCount
from tracker.model.combatant import Condition
from tracker.model.commands import Command
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


class Turns(Part[Options], ABC):
    """The order of turns. A game must define `begin`, `join` and `schedule_next_turn`.

    A hook that takes a draft may emit events, push stages (`draft.push`, which come back to `resume`), roll
    (`draft.roll`) and ask (`draft.ask`). After a question or a roll it returns at once, since what follows continues in
    `resume`. It may raise Refused as long as nothing irrevocable was said to the table: the whole step is then undone.
    """

    __slots__ = ()

    @abstractmethod
    def begin(self, draft: Draft) -> None:
        """Begin the fight: put everyone's first moment on the agenda (`may_declare_at`), rolling if the game rolls.

        Called once, at count 0. Everyone is seated and nothing is due but free events. Only those who may be in the
        order have a moment (`in_order` of `encounter.engine.turn_order`): some may have left, or be down already.
        """

    def begin_round(self, draft: Draft, number: int) -> None:
        """Begin a round, in a game whose `unit` has rounds (`TimeUnit.round`): roll for the order again, or not.

        Called at the first count of every round but the first, which begins with `begin`. `number` is 2 or more.
        Moments and actions that are pending from the round before stand unless the game moves them here
        (`may_declare_at` replaces a moment, `wait_no_more` ends a wait). It comes after free events of that count and
        before all else of it.

        Default: nothing happens, the order of a round is that of the round before.
        """

    @abstractmethod
    def join(self, draft: Draft, who: str) -> None:
        """Put the first moment of `who` on the agenda: it has joined a fight under way, or has come back to it.

        Called only after the fight began. `who` is seated and able, with nothing due.
        """

    @abstractmethod
    def schedule_next_turn(self, draft: Draft, who: str, why: str) -> None:
        """Bring `who`, who has nothing under way any more, back to the order.

        Called when a free action in words has landed (`why` is "landed"). A game that ends its own actions calls it
        itself. It must leave one able to act with a moment on the agenda, or lying in wait.
        """

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Return who of those due on one count declares first: the smallest tuple. Equal ones by order of entry.

        Asked whenever the next to declare is looked for, and where the order is shown. All have been placed by then.

        Default: the order of the file.
        """
        return (float(encounter[who].profile.seat),)

    def first_count(self, encounter: Encounter, sheet: object) -> FirstCount:
        """Return the soonest and latest count a late joiner with this sheet may first declare at. Nothing is rolled.

        Asked before a fighter joins or comes back, to say so beforehand.

        Default: the next count.
        """
        return FirstCount(encounter.count + 1, encounter.count + 1)

    def before_declarations(self, draft: Draft, tied: Sequence[str]) -> None:
        """Do what comes before the declarations of a count. `tied` are all who have their moment on it.

        Called before every declaration is asked, so what has been done for this count must be kept in a mark. The
        game may ask here what comes before declaring (`draft.gather` asks several unseen). Then the declaration is
        asked straight after the last answer.

        Default: nothing comes before them.
        """

    def moment_text(self, encounter: Encounter, who: str) -> str:
        """Return the line in which the game master is asked what a fighter declares, a sentence with its name."""
        return f"{encounter[who].name} may declare."

    def declaration_refusal(self, encounter: Encounter, who: str) -> str:
        """Return why `who` may not declare now, as a sentence. Empty when it may.

        Asked before every declaration, and again when it is made. The kernel refuses with it.

        Default: every able fighter may.
        """
        return "" if encounter[who].able else f"{encounter[who].name} is out of the fight."

    def triggered_declaration(self, encounter: Encounter, who: str) -> Command | None:
        """Return what `who` declares now because it was set off before: a reaction declared with its trigger.

        Asked when `who` is to declare, before its orders (`command_for_orders`) and before the game master. It
        changes nothing.

        Default: None, no reaction declares an action.
        """
        return None

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Return what `who` declares now towards what it is ordered to do, or None when it cannot.

        `does` is one of `abilities.orders.does`. One of its `attacks` has the id of its `target` and the name of the
        `weapon` (empty: whatever serves). What must come first comes first: getting up, drawing, loading, closing.
        Asked only of one with such orders, when it comes to declare. A command that is refused is told, and the game
        master asked.

        Default: None, the game knows no orders.
        """
        return None

    def command_without_foe(self, encounter: Encounter, who: str) -> Command | None:
        """Return what `who`, ordered to attack, declares while it has noticed none of the foes that stand.

        Such as to look around. None: the kernel lets time go by and asks its orders again.

        Default: None.
        """
        return None

    def ends_with_declaration(self, condition: Condition) -> bool:
        """Return whether a condition that lasts until a fighter acts ends with its declaration. Else the game ends it.

        Asked for conditions of the game, in fights that were begun since it is. One in words of the game master ends.

        Default: it ends.
        """
        return True

    def on_turn_used(self, draft: Draft, who: str, acts: bool) -> None:
        """End what lasts until the next declaration of `who`.

        `who` uses its moment for something of the kernel's own: a free action in words (`acts`), or to wait. Called
        while the moment is still open.

        Default: nothing lasts so long.
        """

    def on_action_lost(self, draft: Draft, who: str) -> None:
        """Apply what follows from an action that its owner lost or gave up before it landed.

        Called after the action has left the agenda. The fighter may have others under way.

        Default: nothing follows.
        """

    def start_improvised(self, draft: Draft, who: str, text: str, counts: int) -> bool:
        """Put under way what `who` does in words for `counts`, and return True. False leaves it to the kernel.

        Called in place of the kernel's own declaration, with nothing checked but the bounds.

        Default: False.
        """
        return False

    def start_wait(self, draft: Draft, who: str) -> bool:
        """Let `who` wait: True, and it lies in wait until it acts. False when the game has put something in its place.

        Called after `on_turn_used`, with the moment closed. A game in which waiting means holding until the next count
        puts that moment on the agenda and returns False.

        Default: True.
        """
        return True

    def turn_after_wait(self, draft: Draft, who: str) -> None:
        """Place the turn of a fighter who has waited and decides to act now.

        Called only when `abilities.wait_gives_turn_up`, with the wait over.

        Default: it acts at once.
        """

    def pass_turn(self, draft: Draft, who: str) -> None:
        """Put the next moment of `who` on the agenda, who passes this one up.

        Called only when `abilities.passes`, with the moment closed.

        Default: refused.
        """
        raise Refused(f"{draft[who].name} cannot pass in this game; `{who} wait` lets it act later.")
