"""Veto: which act by orders is meant, and what was done since that would be lost with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tracker.encounter.engine.journal import Step
from tracker.encounter.language.parser import parse
from tracker.encounter.names import name_of
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.events import ActionDeclared, Answered, Rolled
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.narration.step_names import deed
from tracker.text.names import first_of

VETO = "veto"
"""The mode of a step in which a fighter is asked instead of following its orders."""
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Vetoed:
    """The act by orders that a veto takes back."""

    place: int
    """The position among the steps in force."""
    step: Step
    lost: tuple[str, ...]
    """Later acts by hand and rolls for others, each in a few words."""
    name: str
    when: str

    @property
    def answers(self) -> bool:
        """Return whether the act answered a question, which undoing it asks again."""
        return any(isinstance(event, Answered) and event.order for event in self.step.events)

    @property
    def loss(self) -> str:
        """Return the later steps that a veto also undoes, in a sentence. Empty without any."""
        if not self.lost:
            return ""
        lost = first_of(self.lost, _MOST_NAMED)
        steps = "a later step" if len(self.lost) == 1 else f"{len(self.lost)} later steps"
        return f"Undoing {self.name}'s order ({self.when}) also undoes {steps}: {lost}."


def vetoed(encounter: Encounter, rules: Rules, done: Sequence[int], step_of: Callable[[int], Step]) -> Vetoed | None:
    """Return the act that a veto means among the steps `done`: the one being answered, else the last.

    None without one. `step_of` gives the step with a number.
    """
    place = _meant(encounter, done, step_of)
    if place is None:
        return None
    step = step_of(done[place])
    later_steps = [step_of(n) for n in done[place + 1 :]]
    lost = tuple(dict.fromkeys(_lost(encounter, rules, step, later_steps)))
    name = name_of(encounter, step.actor)
    return Vetoed(place, step, lost, name, rules.unit.text(step.at))


def _meant(encounter: Encounter, done: Sequence[int], step_of: Callable[[int], Step]) -> int | None:
    """Return the position of the act by orders that a veto means: that of the blow being answered, else the last."""
    question, blow = encounter.question, None
    if question is not None and question.ask not in (Ask.DECLARE, Ask.HALT) and done:
        actors = dict.fromkeys(who for who in (question.about, step_of(done[-1]).actor) if who in encounter)
        blow = next((place for who in actors if (place := _declared(who, done, step_of)) is not None), None)
    for place in reversed(range(len(done))):
        step = step_of(done[place])
        if step.mode == "orders" and (blow is None or place == blow or step.actor == step_of(done[blow]).actor):
            return place
    return None


def _declared(who: str, done: Sequence[int], step_of: Callable[[int], Step]) -> int | None:
    """Return the position of the last declaration of `who`. None when it was by hand, or there is none."""
    for place in reversed(range(len(done))):
        for event in step_of(done[place]).events:
            if isinstance(event, ActionDeclared) and event.who == who:
                return place if event.ordered else None
    return None


def _lost(encounter: Encounter, rules: Rules, vetoed: Step, later_steps: Sequence[Step]) -> Iterator[str]:
    """Yield in words the steps that a veto loses: acts by hand since the `vetoed` step, and rolls of other fighters."""
    by_hand: set[int] = set()
    for step in later_steps:
        if step.mode == VETO or step.follows in by_hand:
            continue
        if not step.mode and not step.follows and _by_hand(encounter, rules, step):
            by_hand.add(step.n)
            yield deed(step, partial(name_of, encounter), rules.unit)
        elif step.actor != vetoed.actor and any(isinstance(event, Rolled) for event in step.events):
            yield f"the roll at {rules.unit.text(step.at)}"


def _by_hand(encounter: Encounter, rules: Rules, step: Step) -> bool:
    """Return whether a step of the GM is more than letting time pass or letting the program roll."""
    try:
        command = parse(encounter, rules, step.line) if step.line else None
    except Refused:
        return True
    return not isinstance(command, cmd.Advance | cmd.Begin) and command != cmd.GiveDice("")
