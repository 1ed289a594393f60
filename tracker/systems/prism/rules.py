"""The rules of one encounter: the interface of a rule system, each hook handed to the room that knows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Condition, Pool, Presence, Scalar
from tracker.encounter.commands import Command, Do
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Question, Roll, Task
from tracker.encounter.state import DECLARE, Encounter
from tracker.rules.keeping import Kept
from tracker.rules.sheets import Calculator
from tracker.rules.values import Abilities, Card, Choice, Judgement, Menu, ModifierScale, OrderWords
from tracker.systems.kit import changes
from tracker.systems.kit.ruled import Ruled
from tracker.systems.prism.actions import contests, declarations, turns, wounds
from tracker.systems.prism.actions.plan import ATTACK, DEFEND, DOUBLE, MOVE, USE
from tracker.systems.prism.actions.reactions import ABSORB, DEFLECT, DODGE
from tracker.systems.prism.actions.resolution import REACTION_ENERGY, Resolution
from tracker.systems.prism.book.house import Options
from tracker.systems.prism.book.tables import book
from tracker.systems.prism.checks import quality, targets
from tracker.systems.prism.lines import words as lines
from tracker.systems.prism.menus import answers, menu
from tracker.systems.prism.reports import card, explain, reckon
from tracker.systems.prism.sheets import sheet as sheets
from tracker.systems.prism.sheets import standing

CONDITIONS = (
    (standing.DEFENSIVE, "defensive", 0),
    (standing.HELD, "held action", 0),
    (standing.UNCONSCIOUS, "unconscious", 0),
    (standing.DYING, "dying", 0),
    ("prone", "prone", 0),
    ("stunned", "stunned", 0),
)
_CONTESTS = ("prism.tried", "prism.opposed", "prism.improved", "prism.concluded")


class Prism(Ruled[Options]):
    """Shattered Prism under the options of one encounter."""

    __slots__ = ("resolution",)

    unit = TimeUnit("tick", "ticks", Fraction(1))
    abilities = Abilities(
        ModifierScale("mod", -100, 100),
        damage=contests.DAMAGE,
        orders=OrderWords(
            (ATTACK,), (ABSORB, DODGE, DEFLECT), (REACTION_ENERGY,), body=(sheets.VITALITY, sheets.TRAUMA),
            also=((f"{ATTACK} again", ATTACK),),
        ),
        shortest=0,
        passes=True,
    )  # fmt: skip

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.resolution = Resolution(options)

    # The order

    def begin(self, draft: Draft) -> None:
        """Everyone's first turn by Initiative; nothing is rolled, nobody acts on tick 0 (S-CHAIN-1, S-CHAIN-2)."""
        for one in draft.encounter:
            turns.enter(draft, one.id, self.options.house_rules)
            wounds.fall(draft, one.id, self.options.house_rules)

    def join(self, draft: Draft, who: str) -> None:
        """A newcomer's first turn, or the next of one who comes back."""
        if standing.TURN in draft[who].marks:
            turns.come_back(draft, who, self.options.house_rules)
        else:
            turns.enter(draft, who, self.options.house_rules)

    def restart(self, draft: Draft, who: str, why: str) -> None:
        """The next turn on its chain (S-CHAIN-3)."""
        turns.go_on(draft, who, self.options.house_rules)

    def fixed(self, draft: Draft, who: str, what: str) -> None:
        """Armour put right by hand follows its capacity; who has nothing left falls (S-DMG-6)."""
        wounds.put_right(draft, who, what, self.options.house_rules)
        if draft.encounter.began:
            wounds.fall(draft, who, self.options.house_rules)
        fallen = (standing.UNCONSCIOUS, standing.DYING)
        if what in fallen and draft[who].condition(what) is not None and draft[who].able:
            from_hand = draft[who].condition(what)
            assert from_hand is not None
            take_out(draft, who, Presence.DOWN, from_hand.label)

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """A second action first, then Initiative, then Speed, then seat (S-CHAIN-4, S-CHAIN-5)."""
        sheet = sheets.sheet_of(encounter, who)
        order = (-sheet.attribute("Initiative"), -sheet.attribute("Speed"), encounter[who].profile.seat)
        return (float(not standing.second_open(encounter, who)), *map(float, order))

    def first_count(self, encounter: Encounter, sheet: object) -> tuple[int, int]:
        """A newcomer's first turn is known: nothing is rolled (S-CHAIN-2)."""
        assert isinstance(sheet, sheets.Sheet)
        soonest = turns.soonest(encounter, sheet)
        return soonest, soonest

    def opening(self, draft: Draft, tied: Sequence[str]) -> None:
        """What lasted until these turns ends; opponents choose their intents (S-CHAIN-4)."""
        turns.opening(draft, tied, self.options.house_rules)

    def obey(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Attack with the weapon named, else the one used last on the same target, else the first."""
        own, last = sheets.sheet_of(encounter, who), encounter[who].last
        with_ = own.weapon(weapon)
        if not weapon and last is not None and last.target == target:
            with_ = own.weapon(last.weapon) or with_
        shown = standing.intent(encounter, who)
        if with_ is None or shown not in ("", turns.RED) or standing.second_open(encounter, who):
            return None
        return Do(who, ATTACK, (target, with_.name, declarations.ORDERED))

    def decide(self, draft: Draft, command: Do) -> None:
        """The verbs of a turn, and those that may come at any time."""
        if command.verb in (ATTACK, DEFEND, USE, MOVE, DOUBLE):
            declarations.carry_out(draft, command.who, command.verb, command.words, self.options.house_rules)
        else:
            contests.carry_out(draft, command.who, command.verb, command.words, self.options)

    def point(self, draft: Draft, who: str, acts: bool) -> None:
        """A held action is used up by whatever else is done with the moment."""
        changes.end(draft, who, standing.HELD)

    def waits(self, draft: Draft, who: str) -> bool:
        """Who waits holds its action until its next turn."""
        turns.hold(draft, who, self.options.house_rules)
        return True

    def passes(self, draft: Draft, who: str) -> None:
        """Nothing is always allowed; the next turn comes when it comes (S-TURN-1, S-CHAIN-3)."""
        turns.go_on(draft, who, self.options.house_rules)

    # What comes due

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """The actions of a tick, together."""
        self.resolution.begin(draft, entries)

    def resume(self, draft: Draft, task: Task) -> None:
        """Go on with the stage of whatever is under way."""
        if task.stage == turns.INTENTS:
            turns.show(draft, task.data)
        elif task.stage == declarations.HOW_MUCH:
            words = [*task.data["words"], "energy", str(task.data["amount"])]
            declarations.carry_out(draft, task.data["who"], ATTACK, words, self.options.house_rules)
        elif task.stage in _CONTESTS:
            contests.resume(draft, task.stage, task.data, self.options)
        else:
            self.resolution.resume(draft, task.stage, task.data)

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """At or under succeeds; an answer must also be above a result, or nearer (S-TN-2, S-OPP-2, S-OPP-3)."""
        house = self.options.house_rules
        if "above" in roll.data:
            low, high = targets.window(chance, int(roll.data["above"]), house)
            success = low <= total <= high
        else:
            success = targets.succeeds(chance, total)
        if success and "far" in roll.data:
            success = targets.reactor_wins(int(roll.data["far"]), targets.farness(chance, total, house), house)
        tier = "success" if success else "failure"
        if success and house.degrees and not roll.data:
            tier = quality.degree(chance, total, house)
        return Judgement(tier, float(success), targets.farness(chance, total, house), success)

    # Offers

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """What may be declared."""
        return menu.menu(self.options, encounter, who, path)

    def again(self, encounter: Encounter, who: str) -> Choice | None:
        """The last attack on the same target."""
        return menu.again(self.options, encounter, who)

    def choices(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """Intents, reactions, late choices."""
        return answers.choices(self.options, encounter, question)

    def priced(self, encounter: Encounter, question: Question, amount: int) -> str:
        """What a number of energy or stamina brings."""
        return answers.priced(self.options, encounter, question, amount)

    def verbs(self) -> tuple[str, ...]:
        """The verbs of a turn, and those that may be said at any time."""
        return lines.VERBS

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Read a line of this game."""
        return lines.parse(encounter, who, verb, words)

    def conditions(self) -> tuple[tuple[str, str, int], ...]:
        """What may be begun by hand."""
        return CONDITIONS

    # Face

    def odds(self, roll: Roll) -> str:
        """`TN 54, 55 %`; of a complex answer `TN 45, 34 to 44, 11 %` (S-TN-4)."""
        chance = roll.shown if roll.shown is not None else roll.chance
        if chance is None:
            return ""
        house = self.options.house_rules
        text = f"TN {chance}".replace("-", "−")
        if "above" in roll.data:
            low, high = targets.window(chance, int(roll.data["above"]), house)
            return (
                f"{text}, {low:02d} to {high:02d}, {targets.answer_percent(chance, int(roll.data['above']), house)} %"
            )
        if "far" in roll.data:
            return f"{text}, nearer than {roll.data['far']} below it"
        return f"{text}, {targets.percent(chance)} %"

    def turns_ahead(self, encounter: Encounter, who: str, until: int) -> Sequence[int]:
        """The chain beyond the next turn: nothing delays it (S-CHAIN-3)."""
        due = encounter.agenda.find(who, DECLARE)
        every = standing.period(encounter, who, self.options.house_rules)
        return () if due is None else range(due.count + every, until + 1, every)

    def at_stake(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """The layers of whoever is being attacked."""
        return {action.target: (sheets.LAYERS,) for one in encounter for action in one.actions if action.target}

    def visible(self, condition: Condition) -> str:
        """All but a held action is plain to see."""
        return "" if condition.key == standing.HELD else condition.label

    def shown(self, mark: str, value: Scalar) -> str:
        """An intent, once all are in (S-CHAIN-4)."""
        return f"intent {value}" if mark == standing.INTENT and value else ""

    def card(self, encounter: Encounter, who: str) -> Card:
        """The sheet pane."""
        return card.card(self.options, encounter, who)

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """The sums behind the numbers."""
        return explain.explain(self.options, encounter, who, words)

    def ended(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """What skills have risen by, and armour that is gone."""
        one, sheet = encounter[who], sheets.sheet_of(encounter, who)
        risen = [(skill, standing.gained(one, skill)) for skill in sheet.skills]
        skills = [f"{skill.name} {skill.value} → {skill.value + more}" for skill, more in risen if more]
        gone = [f"{piece.name} destroyed" for piece in sheet.pieces if standing.is_destroyed(one, piece)]
        return (*skills, *gone)

    def postscript(self, encounter: Encounter) -> tuple[str, ...]:
        """How skills rise after a fight (S-GROW-1)."""
        names = [one.id for one in encounter if sheets.sheet_of(encounter, one.id).skills]
        return (f"A skill that was used may rise: {names[0]} improve SKILL chance (S-GROW-1).",) if names else ()

    # Keeping

    def pool_kept(self, pool: Pool, points: int) -> Kept | None:
        """In the table `now`; layers of armour are things."""
        key = next((key for key, name in sheets.KEYS.items() if name == pool.name), None)
        return None if key is None else Kept(("now", key), points, pool.name, usual=points == pool.full)

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """What is left of the capacity of each piece of armour (S-ARM-3)."""
        one = encounter[who]
        return tuple(
            Kept(("armour", piece.name, "left"), one.pool(piece.pool), f"{piece.name} AC",
                 usual=one.pool(piece.pool) == piece.capacity)
            for piece in sheets.sheet_of(encounter, who).armour
        )  # fmt: skip

    def lasts(self, condition: Condition) -> bool:
        """Who is dying or unconscious stays so until it is seen to by hand: the text has no recovery."""
        return condition.key in (standing.DYING, standing.UNCONSCIOUS)

    # Sheets

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        """A validated entry as sheet and pools; refuses what does not fit together."""
        return sheets.read_sheet(entry, self.options.house_rules)

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """The sheet as plain data, with what is derived: target numbers, turns, what may be dodged."""
        own = sheets.sheet_of(encounter, who)
        skills = [
            {**skill.model_dump(), "tn": standing.target_number(self.options, encounter, who, skill).total}
            for skill in own.skills
        ]
        weapons = [
            {
                **weapon.model_dump(exclude_none=True),
                "tn": standing.attack_number(self.options, encounter, who, weapon).total,
            }
            for weapon in own.weapons
        ]
        pieces = [{"name": one.name, "now": card.armour(encounter, who, one)} for one in own.pieces]
        every = standing.period(encounter, who, self.options.house_rules)
        return {
            **super().sheet_record(encounter, who),
            "attributes": {name: own.attribute(name) for name in dict.fromkeys([*sheets.NAMED, *own.attributes])},
            "turns": {"every": every, "next": card.coming(self.options, encounter, who)},
            "dodges": ", ".join(one for one in card.DODGES if one in own.dodges),
            "skills": skills,
            "weapons": weapons,
            "armour": pieces,
            "dice": book().dice.notation,
        }

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """The calculators with somebody's figures."""
        return reckon.of_somebody(self.options, encounter, who)
