"""Display: what a game shows. Plain words and values, read from the state. Nothing here changes the fight."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from tracker.clock.agenda import Due
from tracker.game_api.part import Options, Part
from tracker.game_api.values import Card, Doing, Strike
from tracker.model.combatant import Action, Condition, Scalar
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

if TYPE_CHECKING:
    from tracker.game_api.rule_book import RuleBook


class Display(Part[Options]):
    """The display. Read from the state alone, at each drawing: quick, without dice, refusing only in `explain`.

    The state may be one of an earlier moment, and what is shown to players is asked of what they may know of it.
    """

    __slots__ = ()

    def card(self, encounter: Encounter, who: str) -> Card:
        """Return ready-made chances, the modifiers in force, further facts. Also for `tracker sheet`.

        Default: the name alone. The pane adds what the kernel knows.
        """
        return Card(who, encounter[who].name, (), ())

    def first_blow(self, encounter: Encounter, who: str) -> Strike | None:
        """Return the strike of the first weapon, with the counts it takes. Its lane has it before the fight begins.

        Default: none, strikes take no counts.
        """
        return None

    def tiers(self, chance: int) -> tuple[str, ...]:
        """Return what each tier needs at this chance, with rule ids, under a roll that is explained. May be empty.

        Default: none, results have no tiers.
        """
        return ()

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """Return the sum behind a chance (`why brann strike`), one line per summand with its rule id.

        Raises Refused for words of which nothing is reckoned, with what would have worked. Without words: all
        there is to say of `who`. Pools, counts and tiers are explained by the kernel.

        Default: pools that it can have points of, and conditions. There are no chances to explain.
        """
        fighter = encounter[who]
        if words:
            raise Refused(f'There is no sum "{" ".join(words)}" of {fighter.name}; try `why {who}`.')
        pools = zip(fighter.profile.pools, fighter.pools, strict=True)
        return (
            *(f"{pool.label} {now} of {pool.full}" for pool, now in pools if not pool.lacking),
            *(condition.label for condition in fighter.conditions),
        )

    def activity(self, encounter: Encounter, who: str) -> Doing:
        """Return what `who` does when it is neither acting nor waiting: `dodging 3×PDF`. In row and lane.

        The lane of a folded group counts who does the same by `Doing.what`.

        Default: nothing.
        """
        return Doing()

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        """Return where the pools of `who` are going if nothing else happens, in a few words under its bars.

        Drawn only for those in the fight. Empty: nowhere.

        Default: empty, no pool changes with time.
        """
        return ""

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """Return the pools of `who` that the clock changes at present: +1 where points come, −1 where they go.

        An arrow beside the bar, only for those in the fight.

        Default: none.
        """
        return {}

    def pools_at_risk(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """Return, by combatant, the groups of pools that matter now though untouched, such as those a blow aims at.

        Other groups (`Pool.group`) are drawn only once a point of them is gone.

        Default: none.
        """
        return {}

    def visible_condition(self, condition: Condition) -> str:
        """Return words for a visible condition, without a fighter's name. Empty when it cannot be seen.

        For the players' screens, of those whom they see. Asked of conditions the game gave, not of the game master's.

        Default: empty, others see none.
        """
        return ""

    def answer_for_players(self, answer: str, label: str) -> str:
        """Return what the players' log calls an answer to a blow, by the word that gives it and the game's log's label.

        Default: the word of the answer.
        """
        return answer.replace("-", " ")

    def label_for_players(self, label: str, options: Sequence[str]) -> str:
        """Return the label of an action as players read it, who do not know the words of lines that `options` are.

        Default: the label as it is, which has no word of a line.
        """
        return label

    def public_mark(self, mark: str, value: Scalar) -> str:
        """Return what the whole table is shown when a mark takes this value, such as `intent red`. Empty: nothing.

        It is what opponents show each other at once: the players are told it of whom they see, and only where they
        see opponents show it, since one alone would betray another who is hidden.

        Default: empty.
        """
        return ""

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        """Return where one pool is going, said under `why x POOL`. Empty when it goes nowhere.

        Default: the outlook of all pools where the clock changes this one.
        """
        return self.pool_outlook(encounter, who) if pool in self.pool_trends(encounter, who) else ""

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Return whether something already under way could undo this action before it lands. Its bar is then dashed.

        Default: False.
        """
        return False

    def end_of_fight_lines(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Return what the end of a fight has for `who`, such as experience. Lines of the summary. May be empty.

        Default: none.
        """
        return ()

    def summary_footer(self, encounter: Encounter) -> tuple[str, ...]:
        """Return lines for the end of the summary, such as how to hand out what was earned. May be empty.

        Default: none.
        """
        return ()

    def house_rules(self, changed: bool = False) -> tuple[str, ...]:
        """Return every house rule with its value in force, as a file would have it.

        With `changed` only those with another value than the default.

        For `tracker check`, read from the options alone.

        Default: those of the options' `house_rules`, where that is a `kit.models.House`.
        """
        house = getattr(self.options, "house_rules", None)
        everything = getattr(house, "everything", None)
        return () if everything is None else everything(changed)

    def turns_ahead(self, encounter: Encounter, who: str, until: int) -> Sequence[int]:
        """Return the counts of the turns of `who` after the one that is due, up to `until`, where they are certain.

        The timeline marks them. Empty when nothing is due, or when the game cannot know.

        Default: none, only the next turn is certain.
        """
        return ()

    def due_verb(self, due: Due) -> str:
        """Return the verb of an entry of the agenda that is no turn, to follow a name: `Gruk bleeds`.

        Empty: the entry is called as its condition is.

        Default: empty.
        """
        return ""

    def rule_book(self) -> RuleBook:
        """Return the rules in words, under the options of the encounter. Empty where the game brings none.

        Called when rules are looked up. What the game needs for it is imported then and not before.

        Default: a book without rules.
        """
        from tracker.game_api.rule_book import RuleBook  # noqa: PLC0415 -- not loaded before it is asked for

        return RuleBook()
