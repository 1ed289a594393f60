"""The rules of one encounter: the interface of a rule system, each hook answered by the room that knows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter.combatant import Condition, Pool, Scalar
from tracker.encounter.commands import Do
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.encounter.state import Encounter
from tracker.rules.keeping import Kept
from tracker.rules.sheets import Calculator
from tracker.rules.values import Abilities, Judgement, ModifierScale, OrderWords
from tracker.systems.kit import changes, defaults
from tracker.systems.kit.rooms import answered_by
from tracker.systems.kit.rules import Rules
from tracker.systems.prism.actions import contests, declarations, resolution, turns, wounds
from tracker.systems.prism.actions.plan import ATTACK, DEFEND, DOUBLE, MOVE, USE
from tracker.systems.prism.actions.reactions import ABSORB, DEFLECT, DODGE
from tracker.systems.prism.book.house import Options
from tracker.systems.prism.checks import quality, targets
from tracker.systems.prism.lines import words as lines
from tracker.systems.prism.menus import answers
from tracker.systems.prism.menus import menu as menus
from tracker.systems.prism.reports import card as cards
from tracker.systems.prism.reports import explain as explanations
from tracker.systems.prism.reports import reckon
from tracker.systems.prism.sheets import sheet as sheets
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.standing import Fighter

CONDITIONS = (
    (standing.DEFENSIVE, "defensive", 0),
    (standing.HELD, "held action", 0),
    (standing.UNCONSCIOUS, "unconscious", 0),
    (standing.DYING, "dying", 0),
    ("prone", "prone", 0),
    ("stunned", "stunned", 0),
)


class Play(defaults.Play[Options]):
    """What happens."""

    __slots__ = ()

    begin = answered_by(turns.begin)
    join = answered_by(turns.join)
    fixed = answered_by(wounds.fixed)
    tie_order = answered_by(turns.tie_order)
    first_count = answered_by(turns.first_count)
    opening = answered_by(turns.opening)
    obey = answered_by(declarations.obey)
    waits = answered_by(turns.hold)
    passes = answered_by(turns.go_on)

    def restart(self, draft: Draft, who: str, why: str) -> None:
        """The next turn on its chain (S-CHAIN-3)."""
        turns.go_on(draft, who)

    def decide(self, draft: Draft, command: Do) -> None:
        """The verbs of a turn, and those that may come at any time."""
        of_a_turn = command.verb in (ATTACK, DEFEND, USE, MOVE, DOUBLE)
        room = declarations if of_a_turn else contests
        room.carry_out(draft, command.who, command.verb, command.words)

    def point(self, draft: Draft, who: str, acts: bool) -> None:
        """A held action is used up by whatever else is done with the moment."""
        changes.end(draft, who, standing.HELD)

    # What comes due

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """The actions of a tick, together."""
        resolution.begin(draft, entries, self.options.house_rules)

    def resume(self, draft: Draft, task: Task) -> None:
        """Go on with the stage of whatever is under way."""
        if task.stage == turns.INTENTS:
            turns.show(draft, task.data)
        elif task.stage == declarations.HOW_MUCH:
            words = [*task.data["words"], "energy", str(task.data["amount"])]
            declarations.carry_out(draft, task.data["who"], ATTACK, words)
        elif task.stage in contests.STAGES:
            contests.resume(draft, task.stage, task.data)
        else:
            resolution.resume(draft, task.stage, task.data)


class Dice(defaults.Dice[Options]):
    """What dice mean."""

    __slots__ = ()

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """At or under succeeds; an answer must also be above a result, or nearer (S-TN-2, S-OPP-2, S-OPP-3)."""
        house, success = self.options.house_rules, targets.succeeds(chance, total)
        if "above" in roll.data:
            low, high = targets.window(chance, int(roll.data["above"]), house)
            success = low <= total <= high
        if success and "far" in roll.data:
            success = targets.reactor_wins(int(roll.data["far"]), targets.farness(chance, total, house), house)
        tier = "success" if success else "failure"
        if success and house.degrees and not roll.data:
            tier = quality.degree(chance, total, house)
        return Judgement(tier, float(success), targets.farness(chance, total, house), success)

    def odds(self, roll: Roll) -> str:
        """`TN 54, 55 %`; of a complex answer `TN 45, 34 to 44, 11 %` (S-TN-4)."""
        chance = roll.shown if roll.shown is not None else roll.chance
        if chance is None:
            return ""
        text = f"TN {chance}".replace("-", "−")
        if "above" in roll.data:
            given = (chance, int(roll.data["above"]), self.options.house_rules)
            low, high = targets.window(*given)
            return f"{text}, {low:02d} to {high:02d}, {targets.answer_percent(*given)} %"
        if "far" in roll.data:
            return f"{text}, nearer than {roll.data['far']} below it"
        return f"{text}, {targets.percent(chance)} %"


class Offers(defaults.Offers[Options]):
    """What can be chosen."""

    __slots__ = ()

    menu, again = answered_by(menus.menu), answered_by(menus.again)
    choices, priced = answered_by(answers.choices), answered_by(answers.priced)
    parse = answered_by(lines.parse)

    def verbs(self) -> tuple[str, ...]:
        """The verbs of a turn, and those that may be said at any time."""
        return lines.VERBS

    def conditions(self) -> tuple[tuple[str, str, int], ...]:
        """What may be begun by hand."""
        return CONDITIONS


class Face(defaults.Face[Options]):
    """What is shown."""

    __slots__ = ()

    card, explain = answered_by(cards.card), answered_by(explanations.explain)
    turns_ahead, ended = answered_by(cards.turns_ahead), answered_by(cards.ended)
    postscript = answered_by(cards.postscript)

    def at_stake(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """The layers of whoever is being attacked."""
        return {action.target: (sheets.LAYERS,) for one in encounter for action in one.actions if action.target}

    def visible(self, condition: Condition) -> str:
        """All but a held action is plain to see."""
        return "" if condition.key == standing.HELD else condition.label

    def shown(self, mark: str, value: Scalar) -> str:
        """An intent, once all are in (S-CHAIN-4)."""
        return f"intent {value}" if mark == standing.INTENT and value else ""


class Sheets(defaults.Sheets[Options]):
    """How an entry becomes a sheet."""

    __slots__ = ()

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        """A validated entry, with pools for armour."""
        return sheets.read_sheet(entry, self.options)

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """The sheet as plain data, what it comes to included."""
        return {**super().sheet_record(encounter, who), **cards.record(encounter, who)}

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """The calculators with somebody's figures."""
        return reckon.of_somebody(self.options, encounter, who)


class Keeping(defaults.Keeping[Options]):
    """What outlasts a fight."""

    __slots__ = ()

    def pool_kept(self, pool: Pool, points: int) -> Kept | None:
        """In the table `now`; layers of armour are things."""
        key = next((key for key, name in sheets.KEYS.items() if name == pool.name), None)
        return None if key is None else Kept(("now", key), points, pool.name, usual=points == pool.full)

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """What is left of the capacity of each piece of armour (S-ARM-3)."""
        left = [(piece, encounter[who].pool(piece.pool)) for piece in Fighter(encounter, who).sheet.armour]
        return tuple(
            Kept(("armour", piece.name, "left"), points, f"{piece.name} AC", usual=points == piece.capacity)
            for piece, points in left
        )

    def lasts(self, condition: Condition) -> bool:
        """Who is dying or unconscious stays so until it is seen to by hand: the text has no recovery."""
        return condition.key in (standing.DYING, standing.UNCONSCIOUS)


UNIT = TimeUnit("tick", "ticks", Fraction(1))
ABILITIES = Abilities(
    ModifierScale("mod", -100, 100),
    damage=contests.DAMAGE,
    orders=OrderWords(
        (ATTACK,), (ABSORB, DODGE, DEFLECT), (resolution.REACTION_ENERGY,), body=(sheets.VITALITY, sheets.TRAUMA),
        also=((f"{ATTACK} again", ATTACK),),
    ),
    shortest=0,
    passes=True,
)  # fmt: skip


def bound(own: Options) -> Rules:
    """Shattered Prism under the options of one encounter."""
    return Rules(UNIT, ABILITIES, Play(own), Dice(own), Offers(own), Face(own), Sheets(own), Keeping(own))
