"""Reports: the sheet pane, headings, explanations: what stands and what comes next, read from the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.encounter.names import combatant_named
from tracker.model.combatant import Action, Condition
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.values import Card, Doing
from tracker.systems.feats import checks, rules
from tracker.systems.feats.actions import air
from tracker.systems.feats.actions.standing import MOVING, WORDS, Standing
from tracker.systems.feats.sheets import FP, Options
from tracker.systems.kit import defaults, menus
from tracker.systems.kit.figures import plain
from tracker.systems.kit.rooms import always
from tracker.systems.kit.sums import Sum


def needs(here: Standing) -> Mapping[str, Sum]:
    """What is explained and shown: only what this body may roll for."""
    there = checks.needs(here.own, here.swims_on_purpose, here.one.mark("climb modifier"))
    shown = {word: name for word, name in WORDS["needs"].items() if name != "fly" or "wings" in here.own.entry.traits}
    return {word: there[name].weigh(here.one) for word, name in shown.items()}


def lines(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Everything derived, with the rule it comes from."""
    own = Standing(encounter, who).own
    there = {what: plain(value) for what, value in checks.figures(own).items()}
    air_move = "{air_move} yd/s, {miles_by_air} miles a day" if "wings" in own.entry.traits else "no wings"
    there |= {"encumbered": own.encumbered, "halved": ", halved: tired (F-ENC-3)" if own.tired else ""}
    there["air"] = air_move.format_map(there)
    return tuple(line.format_map(there) for line in WORDS["sheet"]["lines"])


def heading(encounter: Encounter, who: str) -> str:
    """`next roll 85 · out of breath at 140`."""
    coming, losing = WORDS["coming"], WORDS["losing"]
    parts = [coming[due.what].format(due.count) for due in encounter.agenda.of(who) if due.what in coming]
    parts += [told for what, told in losing.items() if encounter.agenda.find(who, what) is not None]
    return " · ".join(parts)


class Display(defaults.Display[Options]):
    """What is shown."""

    __slots__ = ()

    summary_footer = always((WORDS["sheet"]["postscript"],))

    def card(self, encounter: Encounter, who: str) -> Card:
        """The sheet pane: the rolls one is likely to make, with their odds, and the derived figures."""
        here, criticals = Standing(encounter, who), self.options.house_rules.criticals
        rows = (f"{name} {rules.odds(need.total, criticals)}" for name, need in needs(here).items())
        conditions = tuple(condition.label for condition in here.one.conditions)
        return Card(who, here.name, (), conditions, (*rows, *lines(encounter, who)))

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """`why mira swim`: the sum behind a roll; without words, the figures and what comes next."""
        here, criticals = Standing(encounter, who), self.options.house_rules.criticals
        there = needs(here)
        if not words:
            return tuple(filter(None, (*lines(encounter, who), heading(encounter, who))))
        if words[0] == "throw" and len(words) > 1:
            thing = here.thing(" ".join(words[1:]))
            need = checks.throwing(here.own, thing, at_somebody=True).weigh(here.one)
            far = checks.reach(here.own, thing)
            reach = "too heavy to be thrown" if far is None else f"{plain(far)} yd at most"
            return (*rules.told(need, "F-ROLL-1", criticals), f"{reach} (F-THROW-3, table †)")
        if words[0] not in there:
            raise Refused(f"There is {', '.join([*there, 'throw ROCK'])} to explain, as in: why {who} swim")
        told = rules.told(there[words[0]], "F-ROLL-1", criticals)
        if words[0] != "slam":
            return told
        foes = (
            [combatant_named(encounter, words[1])] if len(words) > 1 else [one.id for one in menus.foes(encounter, who)]
        )
        return (*told, *(line for foe in foes for line in self._met(here, there["slam"].total, foe)))

    def _met(self, here: Standing, attack: int, foe: str) -> Sequence[str]:
        """How often a slam hits somebody in the end, by each way in which it may be met (F-SLAM-2)."""
        other, criticals = here.another(foe), self.options.house_rules.criticals
        lines = []
        for way, number in other.own.defences.items():
            defence = Sum(number).weigh(other.one).total
            hit = checks.Exchange(attack, defence, criticals).hit
            lines.append(f"{other.name} by {way} {defence}: hit {hit:g} % (F-SLAM-2)")
        return lines

    def activity(self, encounter: Encounter, who: str) -> Doing:
        """The activity with its speed: `sprinting 8.4 yd/s`."""
        here = Standing(encounter, who)
        if here.doing is None:
            return Doing()
        pace = checks.figures(here.own).get(here.doing.key)
        return Doing(here.doing.label, f"{plain(pace)} yd/s" if pace else "")

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        """What comes next, and in a chase the yards to the nearest other side."""
        here, told = Standing(encounter, who), heading(encounter, who)
        others = [one for one in encounter if one.able and one.profile.side != here.one.profile.side]
        if self.options.gap is None or not others or not encounter.began or not here.one.able:
            return told
        near = min(others, key=lambda one: here.apart(one.id))
        return " · ".join(filter(None, (told, f"{plain(here.apart(near.id))} yd from {near.name}")))

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        """Where the fatigue points are going."""
        return heading(encounter, who) if pool == FP else ""

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """Fatigue points go each second without air or under too much, and come at rest."""
        if any(encounter.agenda.find(who, what) is not None for what in WORDS["losing"]):
            return {FP: -1}
        return {FP: 1} if encounter.agenda.find(who, air.REST) is not None else {}

    def visible_condition(self, condition: Condition) -> str:
        """What anybody sees."""
        return condition.label if condition.key in (*WORDS["seen"], *MOVING) else ""

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Falling ends what is under way."""
        return action.speed > 0
