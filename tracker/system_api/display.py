"""Display: what a game shows. Plain words and values, read from the state; nothing here changes the fight."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from tracker.clock.agenda import Due
from tracker.model.combatant import Action, Condition, Scalar
from tracker.model.state import Encounter
from tracker.system_api.values import Card, Doing

if TYPE_CHECKING:
    from tracker.system_api.rule_book import RuleBook


class Display(Protocol):
    """Showing. Read from the state alone, at every drawing: quick, without dice, never refusing but in `explain`.

    The state may be one of an earlier moment, and what is shown to players is asked of what they may know of it.
    """

    def card(self, encounter: Encounter, who: str) -> Card:
        """Ready-made chances, the modifiers in force, further facts; also for `tracker sheet`."""
        ...

    def tiers(self, chance: int) -> tuple[str, ...]:
        """What each tier needs at this chance, with rule ids, under a roll that is explained; may be empty."""
        ...

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """The sum behind a chance (`why brann strike`), one line per summand with its rule id.

        Raises Refused for words of which nothing is reckoned, with what would have worked. Without words: all
        there is to say of `who`. Pools, counts and tiers are explained by the kernel.
        """
        ...

    def activity(self, encounter: Encounter, who: str) -> Doing:
        """What `who` does when it is neither acting nor waiting: `dodging 3×PDF`; else `Doing()`. In row and lane.

        The lane of a folded group counts who does the same by `Doing.what`.
        """
        ...

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        """Where the pools of `who` are going if nothing else happens, in a few words under its bars; empty: nowhere.

        Drawn only for those in the fight.
        """
        ...

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """The pools of `who` that the clock changes as things stand: +1 where points come, −1 where they go.

        An arrow beside the bar, only for those in the fight.
        """
        ...

    def pools_at_risk(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """By combatant, the groups of pools that matter now though untouched, such as those a blow aims at.

        Other groups (`Pool.group`) are drawn only once a point of them is gone.
        """
        ...

    def visible_condition(self, condition: Condition) -> str:
        """Words for a condition that anybody sees, naming nobody; empty when it cannot be seen.

        For the players' screens, of those whom they see; asked of conditions the game gave, not of the game master's.
        """
        ...

    def answer_for_players(self, answer: str, label: str) -> str:
        """What the players' log calls an answer to a blow, by the word that gives it and what the game's log says."""
        ...

    def label_for_players(self, label: str, options: Sequence[str]) -> str:
        """The label of an action as players read it, who do not know the words of lines that `options` are."""
        ...

    def public_mark(self, mark: str, value: Scalar) -> str:
        """What the whole table is shown when a mark takes this value, such as `intent red`; empty when nothing is.

        It is what opponents show each other at once: the players are told it of whom they see, and only where they
        see opponents show it, since one alone would betray another who is hidden.
        """
        ...

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        """Where one pool is going, said under `why x POOL`; empty when it goes nowhere."""
        ...

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Whether something already under way could undo this action before it lands; its bar is then dashed."""
        ...

    def end_of_fight_lines(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """What the end of a fight has for `who`, such as experience; lines of the summary; may be empty."""
        ...

    def summary_footer(self, encounter: Encounter) -> tuple[str, ...]:
        """Lines at the end of the summary, such as how to hand out what was earned; may be empty."""
        ...

    def house_rules(self, changed: bool = False) -> tuple[str, ...]:
        """Every house rule with its value in force, as a file would have it; with `changed` those not as ruled.

        For `tracker check`, read from the options alone.
        """
        ...

    def turns_ahead(self, encounter: Encounter, who: str, until: int) -> Sequence[int]:
        """The counts of the turns of `who` after the one that is due, up to `until`, where they are certain.

        The timeline marks them. Empty when nothing is due, or when the game cannot know.
        """
        ...

    def due_verb(self, due: Due) -> str:
        """The verb of an entry of the agenda that is no turn, to stand behind a name: `Gruk bleeds`.

        Empty: the entry is called as its condition is.
        """
        ...

    def rule_book(self) -> RuleBook:
        """The rules in words, under the options of the encounter; empty where the game brings none.

        Called when rules are looked up; what the game needs for it is imported then and not before.
        """
        ...
