"""The session of a fight, the one mutable object: it dispatches commands, undoes, redoes, and tells its observers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import tomli

from tracker.dice.source import DiceSource, KnownDice
from tracker.encounter.decide import decide
from tracker.encounter.engine.journal import Journal, Observer, Step
from tracker.encounter.features import groups
from tracker.encounter.features.lulls import Lull
from tracker.encounter.language.fight_commands import Line
from tracker.encounter.language.parser import parse
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.events import Rolled
from tracker.model.lazy_dataclass import dataclass
from tracker.model.queries import Query
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import reroll
from tracker.session.fight_view import FightView
from tracker.session.outcome import Outcome, Recorder, Stock
from tracker.session.plan import Plan
from tracker.session.undo import JournalKeeper
from tracker.session.veto import Vetoed, vetoed
from tracker.storage.toml.diagnostics import StorageError
from tracker.text.characters import called, hostile_sign

if TYPE_CHECKING:
    from tracker.campaign.library_access import LibraryAccess
    from tracker.odds.setup import Setup

MOST_FOLLOWING = 10_000
"""The most steps that one line may trigger under standing orders before the session stops for the GM."""
ONLY_PASSING = "By their orders all have let a turn pass, and nothing else happens; `next` goes on."
"""The sentence where the clock stops since lines only let turns pass."""

OF_ITS_OWN_JUDGEMENT = ("note ", "join ")
"""The beginnings of lines that the group rule leaves alone: their words name nothing, or are judged one by one."""


@dataclass
class Session(JournalKeeper):
    """A fight being run."""

    encounter: Encounter
    rules: Rules
    dice: DiceSource
    recorder: Recorder | None = None
    """The recorder, which gets each commit first. Steps count only when it has them."""
    stock: Stock | None = None
    journal: Journal = field(default_factory=Journal)
    earlier: Callable[[], bool] | None = None
    """Reads some older steps into the journal, the latest of those it lacks. Returns whether it still lacks any."""

    words: tuple[str, ...] = ()
    """Findings from opening the fight, such as a torn tail, in sentences for the GM."""
    notes: str = ""
    """The notes for the GM in the encounter's file, of any number of lines."""
    shelves: Callable[[], LibraryAccess] | None = None
    """Returns the library and the party around this fight, on demand."""
    setup: Callable[[Encounter], Setup] | None = None
    """Returns the setup that a forecast of this fight plays, on demand. Raises Refused."""
    roster: str = ""
    """The contents of the encounter's file: `3 heroes, 6 bandits, a wolf`. Empty for a fight resumed."""
    planning: bool = False
    """True while a plan is being made, of which nothing counts yet."""
    seat: tuple[str, int] | None = None
    """While a player's answer is carried out: the player, and the block after which it was asked."""

    on_commit: list[Observer] = field(default_factory=list)
    """The observers of the session: each is told of every commit, after the recorder, in this order."""

    def __post_init__(self) -> None:
        self.journal.states.setdefault(self.journal.done[-1] if self.journal.done else 0, self.encounter)

    # Kept: opening the library reads files, and most fights never ask for it.
    @cached_property
    def shelf(self) -> LibraryAccess | None:
        return None if self.shelves is None else self.shelves()

    @property
    def view(self) -> FightView:
        return FightView(self.encounter, self.rules, self.notes, self.journal.done, self.step)

    def parse(self, text: str) -> Line:
        """Return the query or the command of a line. Raises Refused."""
        text = _spaced(text)
        judged = not text.casefold().startswith(OF_ITS_OWN_JUDGEMENT)
        if judged and (sign := hostile_sign(text, (fighter.name for fighter in self.encounter))):
            raise Refused(f"This line has the character {called(sign)}, which is not allowed; leave it out.")
        return parse(self.encounter, self.rules, text)

    def say(self, text: str) -> Outcome:
        """Carry out the command of a line. Raises Refused, and then nothing has changed. A query changes nothing."""
        line = self.parse(text)
        if isinstance(line, Query):
            raise Refused(f"`{_spaced(text)}` only asks; there is nothing to carry out.")
        return self.dispatch(line, text)

    def dispatch(self, command: cmd.Command | cmd.Request, line: str = "") -> Outcome:
        """Carry out a command. `line` is how it reads in the file. Raises Refused, and then nothing has changed."""
        line = _spaced(line)
        match command:
            case cmd.Undo():
                return Outcome(undone=self.undo())
            case cmd.Redo():
                return Outcome(redone=self.redo())
            case cmd.UndoAction():
                return Outcome(undone=self.undo_action())
            case cmd.BackTo():
                return Outcome(undone=self.back_to(command.n))
            case cmd.Veto():
                return self._veto(command.anyway)
            case cmd.FixDie():
                return self._fix_die(command)
            case cmd.Keep():
                return Outcome(words=(self._keep(command.who),), title="Your own library")
            case cmd.JoinCreature():
                return self._join(command, line)
            case _:
                return self._carry_out(command, line)

    def _carry_out(self, command: cmd.Command, line: str) -> Outcome:
        """Carry out a command and its automatic consequences, each as a step. If one fails, no step is taken."""
        try:
            plan = self._add_to_plan(self._plan_from_now(), [(command, line)], self.dice)
        except Refused as refused:
            if not isinstance(command, groups.Declared):
                raise
            plan = self._plan_by_another(command, line, refused)
        return Outcome(self._commit(plan), refused=plan.refused)

    def _plan_by_another(self, command: groups.Declared, line: str, refused: Refused) -> Plan:
        """Plan a declaration for the first of the group who can, where the fighter who is asked cannot.

        Each who cannot steps aside, with the reason, and is asked separately. Raises `refused` where none can.
        """
        plan, who, why = self._plan_from_now(), command.who, refused.sentence
        for other in groups.instead(self.encounter, command, line):
            plan = self._add_to_plan(plan, [(cmd.StepAside(who, why), line)], self.dice)
            try:
                return self._add_to_plan(plan, [(replace(command, who=other), line)], self.dice)
            except Refused as too:
                who, why = other, too.sentence
        raise refused

    def _plan_from_now(self) -> Plan:
        last = self.step(self.journal.done[-1]).actor if self.journal.done else ""
        return Plan(self.encounter, self.journal.last + 1, last)

    def _add_to_plan(self, plan: Plan, commands: Sequence[tuple[cmd.Command, str]], dice: DiceSource) -> Plan:
        """Add the steps of commands to a plan, one after another, without changing anything yet."""
        self.planning = True
        try:
            return self._plan_on(plan, commands, dice)
        finally:
            self.planning = False

    def _plan_on(self, plan: Plan, commands: Sequence[tuple[cmd.Command, str]], dice: DiceSource) -> Plan:
        """Add the steps of commands to a plan, each followed by the commands that its decision leads to.

        Stop before a follower that leaves a question open, that would let time pass after a blow or for empty rounds,
        or that is refused, and after MOST_FOLLOWING steps. A refusal of the first command is raised.
        """
        start, waiting, lull = len(plan.steps), list(commands), Lull()
        while waiting and len(plan.steps) - start < MOST_FOLLOWING:
            command, line = waiting.pop(0)
            asked = plan.encounter.question is not None and not isinstance(command, cmd.AnswerOrdered | cmd.AsGroup)
            if len(plan.steps) > start and (asked or (command == cmd.Advance() and plan.struck(start))):
                break
            if command == cmd.Advance() and lull.rounds:
                plan.refused = ONLY_PASSING
                break
            try:
                decided = decide(plan.encounter, command, self.rules, dice)
            except Refused as refused:
                if len(plan.steps) == start:
                    raise
                plan.refused = refused.sentence
                break
            plan.add(command, line, decided)
            lull.add(command.who if isinstance(command, cmd.Ordered) else "", decided.events, decided.encounter)
            waiting = [(follow, line if follow == command else "") for follow in decided.then] + waiting
        else:
            if waiting:
                plan.refused = f"{MOST_FOLLOWING} steps followed by orders: `next` goes on from here."
        return plan

    def _commit(self, plan: Plan) -> tuple[Step, ...]:
        """Enter a plan into the journal and tell the observers. If it cannot be recorded, nothing counts."""
        steps = [step for step, _ in plan.steps]
        if self.seat is not None and steps and not steps[0].follows:
            player, asked = self.seat
            steps[0] = replace(steps[0], by=player, question=asked)  # a triggered step is no player's answer
            self.seat = None
        with self.committing() as blocks:
            for step, (_, state) in zip(steps, plan.steps, strict=True):
                self.journal.append(step, state)
                self.encounter = state
                blocks.append(step)
        return tuple(steps)

    # Veto

    def vetoed(self) -> Vetoed | None:
        """Return the steps a veto would take back now, and its losses. None when no act by orders is in force."""
        return vetoed(self.encounter, self.rules, self.journal.done, self.step)

    def _veto(self, anyway: bool) -> Outcome:
        """Undo the last act by orders and ask instead. Refused where other steps would be lost, unless `anyway`."""
        act = self.vetoed()
        if act is None:
            raise Refused("There is no action by orders to undo.")
        if act.loss and not anyway:
            raise Refused(f"{act.loss} `veto anyway` confirms; `undo` undoes one step.")
        if act.answers:
            return Outcome(undone=self._undo_down_to(act.place))
        ask = [(cmd.AskInstead(act.step.actor), f"veto {act.step.actor}")]
        plan = self._add_to_plan(self._plan_from(act.place), ask, self.dice)
        undone = self._undo_down_to(act.place)
        return Outcome(self._commit(plan), undone, refused=plan.refused)

    def _plan_from(self, place: int) -> Plan:
        """Return a plan that begins after the first `place` steps in force."""
        done = self.journal.done
        actor = self.step(done[place - 1]).actor if place else ""
        # The steps after `place` are undone first, and each undo takes a number too.
        number = self.journal.last + len(done) - place + 1
        return Plan(self.state_after(done[place - 1] if place else 0), number, actor)

    def _fix_die(self, command: cmd.FixDie) -> Outcome:
        """Undo back to the step with the wrong die and take it again with all its other dice."""
        place, wrong = self._roll_to_correct(command.which)
        steps = [self.step(n) for n in self.journal.done[place:]]
        plan = self._plan_from(place)
        right = reroll.corrected(plan.encounter, self.rules, steps, wrong, command.text)
        self._add_to_plan(plan, [(right.command, right.line)], KnownDice(right.faces, self.dice))
        self._add_to_plan(plan, [(right.note, "fix die")], self.dice)
        undone = self._undo_down_to(place)
        return Outcome(self._commit(plan), undone, refused=plan.refused)

    def dice_of_last(self) -> tuple[tuple[int, Rolled], ...]:
        """Return the rolls of the last key or line in their order, each with the number of its step."""
        done = self.journal.done
        last = done[self._start_of_line(len(done)) :] if done else []
        return tuple((n, roll) for n in last for roll in reroll.rolls_of(self.step(n)))

    def _roll_to_correct(self, which: int) -> tuple[int, Rolled]:
        """Return the position of the step to retake, and roll `which` of the last line. A group retakes its line."""
        rolls = self.dice_of_last()
        if not rolls:
            raise Refused("The last step has no roll; undo up to the wrong roll, then `fix die` and the number.")
        if which > len(rolls):
            rolled = ", ".join(f"{number} {roll.label} {roll.total}" for number, (_, roll) in enumerate(rolls, 1))
            raise Refused(f"There is no roll {which} in the last step; there are {rolled}.")
        n, wrong = rolls[which - 1]
        place = self.journal.done.index(n)
        return self._start_of_line(place + 1) if self.step(n).mode == "group" else place, wrong

    # The library

    def _keep(self, who: str) -> str:
        """Keep a fighter in the user's library. Return a sentence with the place."""
        if self.shelf is None:
            raise Refused("This fight has no library.")
        try:
            path = self.shelf.keep(self.encounter, who)
        except StorageError as error:
            raise Refused(error.sentence) from error
        return f"{self.encounter[who].name} is in your library now: {path}"

    # Joining

    def _join(self, command: cmd.JoinCreature, line: str) -> Outcome:
        """Let creatures of the library join, each by a step."""
        plan = self._plan_from_now()
        for join in self._joins(command):
            self._add_to_plan(plan, [(join, line)], self.dice)
        return Outcome(self._commit(plan), refused=plan.refused)

    def first_counts(self, command: cmd.JoinCreature) -> tuple[str, ...]:
        """Return the range of counts at which each newcomer may first declare. Raises Refused as joining would."""
        sentences, when = [], self.rules.unit.text
        for join in self._joins(command):
            joining = self.rules.sheets.read_sheet(tomli.loads(join.sheet))
            first = self.rules.turns.first_count(self.encounter, joining.sheet)
            sentences.append(f"{join.name} may first declare between {when(first.soonest)} and {when(first.latest)}.")
        return tuple(sentences)

    def joining_side(self, command: cmd.JoinCreature) -> str:
        """Return the side on which a fighter would join. Raises Refused as joining would."""
        return next((str(tomli.loads(join.sheet).get("side", "")) for join in self._joins(command)), "")

    def _joins(self, command: cmd.JoinCreature) -> tuple[cmd.Join, ...]:
        if self.stock is None:
            raise Refused("This fight has no library, so no creature can join from it.")
        return self.stock(self.encounter, command)


def _spaced(text: str) -> str:
    """Return the line stripped, with blanks for tabs, as the file holds it."""
    return text.strip().replace("\t", " ")
