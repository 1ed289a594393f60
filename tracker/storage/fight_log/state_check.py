"""Soundness: whether a state that was read from a file can be shown and gone on with under the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tracker.dice.source import SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine.journal import Journal
from tracker.encounter.engine.system import RuleSystem
from tracker.model import commands as cmd
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_NEAR = 200
"""States before the last one that are looked through for the first that cannot be gone on with."""


def fault(encounter: Encounter, rules: RuleSystem) -> str:
    """What the rules stumble over when this state is shown and gone on with; empty when nothing."""
    try:
        _shown(encounter, rules)
        for command in _ways_on(encounter, rules):
            try:
                decide(encounter, command, rules, SeededDice(1))
            except Refused:
                continue
    except Refused:
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return ""


def first_faulty(journal: Journal, rules: RuleSystem, reach: Callable[[int], None] = lambda n: None) -> tuple[int, str]:
    """The step in force from which on the fight cannot be gone on with, and why; 0 and nothing when it can."""
    n, why = 0, ""
    for done in reversed(journal.done[-_NEAR:]):
        here = fault(journal.state_at(done, rules, reach), rules)
        if not here:
            break
        n, why = done, here
    return n, why


def _shown(encounter: Encounter, rules: RuleSystem) -> None:
    """Everything the screen asks the rules for."""
    for combatant in encounter:
        who = combatant.id
        rules.display.card(encounter, who)
        rules.display.activity(encounter, who)
        rules.display.pool_outlook(encounter, who)
        rules.display.end_of_fight_lines(encounter, who)
        rules.turns.declaration_refusal(encounter, who)
        rules.choices.repeat_last(encounter, who)
        rules.turns.tie_order(encounter, who)
        for action in combatant.actions:
            rules.display.can_be_spoiled(encounter, who, action)
    question = encounter.question
    if question is not None and question.ask is Ask.CHOOSE:
        rules.choices.answers(encounter, question)
    elif question is not None and question.ask is Ask.DECLARE:
        rules.choices.menu(encounter, question.who, ())


def _ways_on(encounter: Encounter, rules: RuleSystem) -> Iterator[cmd.Command]:
    """What may come next: going on, and every answer to what is asked."""
    question = encounter.question
    if question is None:
        yield cmd.Begin() if not encounter.began else cmd.Advance()
    elif question.ask is Ask.DICE:
        yield cmd.GiveDice()
    elif question.ask is Ask.HALT:
        yield cmd.Choose("", question.choices[0])
    elif question.ask is Ask.CHOOSE:
        for choice in rules.choices.answers(encounter, question):
            if choice.word and not choice.refused:
                yield cmd.Choose(question.who, choice.word)
