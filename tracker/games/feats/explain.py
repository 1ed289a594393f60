"""Explain: sheet pane, outlook lines and explanations, read from a fighter's state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.encounter.names import combatant_named
from tracker.game_api import parts
from tracker.game_api.values import Card, Doing
from tracker.games.feats import checks, formulas
from tracker.games.feats.actions import breath
from tracker.games.feats.book.house_rules import Options
from tracker.games.feats.fighter import MOVING, WORDS, Fighter
from tracker.games.feats.sheet import FP
from tracker.games.toolkit import target_menu
from tracker.games.toolkit.exact_numbers import plain
from tracker.games.toolkit.hook_functions import always, rule_book_in
from tracker.games.toolkit.sums import Sum
from tracker.model.combatant import Action, Condition
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


def needs(fighter: Fighter) -> Mapping[str, Sum]:
    """Return the rolls that this fighter may make, by the word that explains them."""
    needs_by_name = checks.needs(
        fighter.sheet,
        on_purpose=fighter.swims_on_purpose,
        climb_modifier=fighter.now.mark("climb modifier"),
    )
    flies = "wings" in fighter.sheet.entry.traits
    shown = {word: name for word, name in WORDS["needs"].items() if flies or name != "fly"}
    return {word: needs_by_name[name].weigh(fighter.now) for word, name in shown.items()}


def lines(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return every derived figure as a line with its rule."""
    sheet = Fighter(encounter, who).sheet
    figures = {name: plain(value) for name, value in checks.figures(sheet).items()}
    figures["encumbered"] = sheet.encumbered
    figures["halved"] = ", halved: tired (F-ENC-3)" if sheet.tired else ""
    figures["air"] = "no wings"
    if "wings" in sheet.entry.traits:
        figures["air"] = f"{figures['air_move']} yd/s, {figures['miles_by_air']} miles a day"
    return tuple(line.format_map(figures) for line in WORDS["sheet"]["lines"])


def heading(encounter: Encounter, who: str) -> str:
    """Return what the clock brings next: `next roll 85 · out of breath at 140`."""
    coming, losing = WORDS["coming"], WORDS["losing"]
    parts = [coming[due.what].format(due.count) for due in encounter.agenda.of(who) if due.what in coming]
    parts += [text for name, text in losing.items() if encounter.agenda.find(who, name) is not None]
    return " · ".join(parts)


class Display(parts.Display[Options]):
    """The display of Feats."""

    __slots__ = ()

    summary_footer = always((WORDS["sheet"]["postscript"],))
    rule_book = rule_book_in("tracker.games.feats")

    @property
    def _criticals(self) -> bool:
        return self.options.house_rules.criticals

    def card(self, encounter: Encounter, who: str) -> Card:
        """Return the card of a fighter: its conditions, the chances of its usual rolls, its derived figures."""
        fighter = Fighter(encounter, who)
        rolls = (f"{name} {formulas.chance(need.total, self._criticals).told}" for name, need in needs(fighter).items())
        conditions = tuple(condition.label for condition in fighter.now.conditions)
        return Card(who, fighter.name, (), conditions, (*rolls, *lines(encounter, who)))

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """Return the sum behind a roll (`why mira swim`). Without words, all figures and what comes next.

        Raises Refused.
        """
        fighter = Fighter(encounter, who)
        if not words:
            return tuple(filter(None, (*lines(encounter, who), heading(encounter, who))))
        topic, *named = words
        if topic == "throw" and named:
            return self._explain_throw(fighter, " ".join(named))
        needs_by_word = needs(fighter)
        if topic not in needs_by_word:
            topics = ", ".join([*needs_by_word, "throw ROCK"])
            raise Refused(f"Topics to explain: {topics}. Example: why {who} swim")
        need = needs_by_word[topic]
        explained = formulas.explained(need, "F-ROLL-1", self._criticals)
        if topic != "slam":
            return explained
        foes = [foe.id for foe in target_menu.foes(encounter, who)]
        if named:
            foes = [combatant_named(encounter, named[0])]
        return (*explained, *(line for foe in foes for line in self._if_met(fighter, need.total, foe)))

    def _explain_throw(self, fighter: Fighter, name: str) -> tuple[str, ...]:
        """Return the sum behind a throw of the thing called `name`, and how far it goes."""
        thing = fighter.thing(name)
        need = checks.throwing(fighter.sheet, thing, at_somebody=True).weigh(fighter.now)
        yards = checks.reach(fighter.sheet, thing)
        reach = "too heavy to be thrown" if yards is None else f"{plain(yards)} yd at most"
        return (*formulas.explained(need, "F-ROLL-1", self._criticals), f"{reach} (F-THROW-3, table †)")

    def _if_met(self, fighter: Fighter, attack: int, foe: str) -> Sequence[str]:
        """Return how often a slam with the number `attack` hits `foe`, a line for each of its defences (F-SLAM-2)."""
        target = fighter.another(foe)
        lines = []
        for way, number in target.sheet.defences.items():
            defence = Sum(number).weigh(target.now).total
            hit = checks.Exchange(attack, defence, self._criticals).hit
            lines.append(f"{target.name} by {way} {defence}: hit {hit:g} % (F-SLAM-2)")
        return lines

    def activity(self, encounter: Encounter, who: str) -> Doing:
        """Return the activity with its speed: `sprinting 8.4 yd/s`."""
        fighter = Fighter(encounter, who)
        activity = fighter.doing
        if activity is None:
            return Doing()
        speed = checks.figures(fighter.sheet).get(activity.key)
        return Doing(activity.label, f"{plain(speed)} yd/s" if speed else "")

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        """Return the next effect of the clock, and in a chase the yards to the nearest foe."""
        fighter, coming = Fighter(encounter, who), heading(encounter, who)
        if self.options.gap is None or not encounter.began or not fighter.now.able:
            return coming
        side = fighter.now.profile.side
        others = [other for other in encounter if other.able and other.profile.side != side]
        if not others:
            return coming
        nearest = min(others, key=lambda other: fighter.apart(other.id))
        gap = f"{plain(fighter.apart(nearest.id))} yd from {nearest.name}"
        return " · ".join(filter(None, (coming, gap)))

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        """Return the effect of the clock on fatigue points. Empty for other pools."""
        return heading(encounter, who) if pool == FP else ""

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """Return whether fatigue points fall (no air, too heavy a load) or rise (rest)."""
        if any(encounter.agenda.find(who, name) is not None for name in WORDS["losing"]):
            return {FP: -1}
        return {FP: 1} if encounter.agenda.find(who, breath.REST) is not None else {}

    def visible_condition(self, condition: Condition) -> str:
        """Return a condition's label when everyone sees it, else an empty text."""
        return condition.label if condition.key in (*WORDS["seen"], *MOVING) else ""

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Return whether a fall could end the action: any action that takes seconds."""
        return action.speed > 0
