"""Hybrid under the options of one encounter, as the kernel talks to it; every rule lives in a room of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tracker.clock.agenda import Due
from tracker.clock.recovery import Recovery
from tracker.clock.spans import TimeUnit
from tracker.dice.roll import MOST_AGAIN
from tracker.encounter import policy
from tracker.encounter.combatant import Action, Condition, Pool
from tracker.encounter.commands import Command, Do
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Question, Roll, Task
from tracker.encounter.state import Encounter
from tracker.encounter.system import Card, Choice, Judgement, Menu
from tracker.rules.sheets import Calculator
from tracker.rules.values import Abilities, ModifierScale
from tracker.systems.hybrid.actions import choices, experience, hand, landing, leaving, verbs
from tracker.systems.hybrid.actions.stages import resume
from tracker.systems.hybrid.blows import aftermath, striking
from tracker.systems.hybrid.body import activities, conditions, stakes
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import tiers
from tracker.systems.hybrid.lines import words
from tracker.systems.hybrid.menus import menu, repeats
from tracker.systems.hybrid.reports import card, explain, keeping, reckoning, record
from tracker.systems.hybrid.sheets.sheet import Sheet, read_sheet
from tracker.systems.hybrid.timing import initiative, orders, points, spoiling, triggers
from tracker.systems.hybrid.timing.intent import intend
from tracker.systems.kit.defaults import Defaults


@dataclass(frozen=True, slots=True)
class Hybrid(Defaults):
    """The rules of Hybrid in one edition, with the house rules and the scene of one encounter."""

    rulebook: Rulebook = field(default_factory=Rulebook.under)

    @staticmethod
    def of(options: Mapping[str, Any]) -> Hybrid:
        """From validated options."""
        return Hybrid(Rulebook.of(options))

    @property
    def name(self) -> str:
        """As in the `system` key of a file."""
        return "hybrid"

    @property
    def unit(self) -> TimeUnit:
        """Counts of a tenth of a second, which 1997 calls pulses (H-TIME-1)."""
        return self.rulebook.unit

    @property
    def abilities(self) -> Abilities:
        """What keys and lines can ask of Hybrid."""
        return Abilities(
            ModifierScale("df"), damage="damage", readying=("begin",), orders=orders.WORDS, placing=("initiative",)
        )

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        """A validated entry as (sheet, full pools, opening points)."""
        return read_sheet(entry, self.rulebook.book)

    # Carrying out

    def begin(self, draft: Draft) -> None:
        """Perception and initiative for everyone, in seat order."""
        initiative.begin(draft, self.rulebook)

    def join(self, draft: Draft, who: str) -> None:
        """Perception and initiative of one who comes in now, or comes back."""
        aftermath.back(draft, self.rulebook, who)

    def decide(self, draft: Draft, command: Do) -> None:
        """Carry out a verb of Hybrid."""
        verbs.decide(draft, self.rulebook, command)

    def point(self, draft: Draft, who: str, acts: bool) -> None:
        """What lasts until the next action point ends; a preset too when something is done."""
        points.action_point(draft, who, acts)
        if acts:
            intend(draft, who, "physical")

    def restart(self, draft: Draft, who: str, why: str) -> None:
        """The actor rolls initiative again from now (H-INIT-6)."""
        initiative.after_action(draft, self.rulebook, who)

    def fallen(self, draft: Draft, who: str) -> None:
        """What hangs on one who is out of the fight ends."""
        leaving.fallen(draft, self.rulebook, who)

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Landings as a batch; effects, recoveries and phases one by one."""
        landing.due(draft, self.rulebook, entries)

    def resume(self, draft: Draft, task: Task) -> None:
        """Go on with a stage."""
        resume(draft, self.rulebook, task)

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """The tier of a roll (H-CHECK 5–8)."""
        return tiers.judge(chance, total, self.rulebook.book, self.rulebook.house)

    def open_ended(self, roll: Roll) -> int:
        """How often a natural 100 may be rolled again (H-CHECK-4, ruling 3)."""
        return 1 if self.rulebook.house.open_ended == "once" else MOST_AGAIN

    def fixed(self, draft: Draft, who: str, what: str) -> None:
        """What hangs on a number put right by hand."""
        hand.fixed(draft, self.rulebook, who, what)

    # Asking

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Higher speed first, then higher awareness, then seat (ruling 23)."""
        return initiative.tie_order(encounter, who)

    def may_declare(self, encounter: Encounter, who: str) -> str:
        """Why somebody may not declare: stunned or worse (ruling 50)."""
        return verbs.may_declare(encounter, who)

    def orders(self, encounter: Encounter, who: str) -> Command | None:
        """What was preset and set off, else what standing orders make of this moment."""
        return triggers.armed(encounter, self, who) or policy.declaration(encounter, self, who)

    def obey(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """An attack, or what must come first."""
        return orders.obey(encounter, self.rulebook, who, target, weapon)

    def choices(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """The ways to answer an open question."""
        return choices.choices(encounter, self.rulebook, question)

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """What may be declared, key by key."""
        return menu.menu(encounter, self.rulebook, who, path)

    def again(self, encounter: Encounter, who: str) -> Choice | None:
        """The last attack, task, look or stretch of time once more."""
        return repeats.again(encounter, self.rulebook, who)

    def table_verbs(self) -> tuple[str, ...]:
        """Lines that begin with no name."""
        return words.TABLE_VERBS

    def verbs(self) -> tuple[str, ...]:
        """The verbs of lines."""
        return words.VERBS

    def parse(self, encounter: Encounter, who: str, verb: str, line: Sequence[str]) -> Command:
        """Read the words after a verb."""
        return words.parse(encounter, self.rulebook, who, verb, list(line))

    def conditions(self) -> tuple[tuple[str, str, int], ...]:
        """What may be begun by hand."""
        return hand.known(self.rulebook.book)

    def card(self, encounter: Encounter, who: str) -> Card:
        """Ready-made chances."""
        return card.card(encounter, self.rulebook, who)

    def explain(self, encounter: Encounter, who: str, line: Sequence[str]) -> tuple[str, ...]:
        """The sum behind a chance."""
        return explain.explain(encounter, self.rulebook, who, line)

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Whether a blow under way lands on the owner first."""
        return spoiling.can_be_spoiled(encounter, who, action)

    def visible(self, condition: Condition) -> str:
        """What anybody sees of a condition: posture, shock, wounds, grips, movement; neither stances nor presets."""
        return conditions.visible(condition)

    def doing(self, encounter: Encounter, who: str) -> str:
        """What somebody does who is neither acting nor waiting."""
        return spoiling.doing(encounter, who)

    def may_turn(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Why an action cannot be turned on somebody else: unnoticed, out of reach, not closed in."""
        return striking.may_turn(encounter, self.rulebook, who, action, target)

    def heading(self, encounter: Encounter, who: str) -> str:
        """`out of breath at 210`."""
        return activities.heading(encounter, self.rulebook, who)

    def drift(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """Pools that activities, wounds that bleed and the clock take from or give to."""
        return activities.drift(encounter[who], self.rulebook)

    def at_stake(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """The mind of whoever attacks with it or is attacked in it."""
        return stakes.at_stake(encounter)

    def trend(self, encounter: Encounter, who: str, pool: str) -> str:
        """What is said of all pools, when it names this one or the breath."""
        going = self.heading(encounter, who)
        return going if pool in going or "breath" in going else ""

    def postscript(self, encounter: Encounter) -> tuple[str, ...]:
        """How experience is given out, when somebody has some."""
        if not any(self.ended(encounter, one.id) for one in encounter):
            return ()
        return "", f"`{encounter.combatants[0].id} gains 3` gives experience; what it buys is marked ✓"

    def tiers(self, chance: int) -> tuple[str, ...]:
        """The thresholds of success, and where failing becomes critical."""
        limits = tiers.thresholds(chance, self.rulebook.book)
        rows = zip(self.rulebook.book.checks.success, limits, strict=True)
        met = [f"{row.name}: {limit} or less, × {row.effect:g} (H-CHECK-6)" for row, limit in rows if limit]
        critical = tiers.critical_from(chance, self.rulebook.book)
        return (*met, f"critical failure from {critical} on (H-CHECK-7)")

    def ended(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Experience in hand and what each next rank costs."""
        return experience.summary(encounter[who], self.rulebook)

    def earned(self, encounter: Encounter, who: str) -> int:
        """Experience given in this fight (H-SKILL-10)."""
        return encounter[who].mark(experience.POINTS)

    def lasts(self, condition: Condition) -> bool:
        """An open wound."""
        return keeping.bleeds(condition.key)

    def rests(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Resting, sleeping and sitting (H-NRG-4)."""
        return keeping.rests(self.rulebook)

    def restless(self, conditions: Collection[str]) -> str:
        """With an open wound there is no rest."""
        return "a wound bleeds" if any(map(keeping.bleeds, conditions)) else ""

    def changed_rules(self) -> tuple[str, ...]:
        """House rules that differ from the rulings."""
        return self.rulebook.changed()

    def all_rules(self) -> tuple[str, ...]:
        """Every house rule in force; what is left to the edition as the edition has it."""
        return self.rulebook.everything()

    def first_count(self, encounter: Encounter, sheet: object) -> tuple[int, int]:
        """The soonest and latest first count of a late joiner."""
        assert isinstance(sheet, Sheet)
        return initiative.first_count(encounter, self.rulebook, sheet)

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """A chance, with stat and rank of somebody's first weapon."""
        return reckoning.of_somebody(encounter, self.rulebook, who)

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """The sheet as `tracker sheet --json` prints it."""
        return record.record(encounter, self.rulebook, who)
