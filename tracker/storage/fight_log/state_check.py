"""State check: validation of a replayed state by use: can it be shown, and can the rules continue from it?

An edited fight may parse, verify and fold, and still name a weapon that its fighter lacks. No schema finds that. Asking
the rules for everything the screen asks, and trying every answer, does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tracker.dice.source import SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine.journal import Journal
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.long_paths import within

_NEAR = 200
"""The number of states before the last one that are searched for the first that fails."""


def fault(encounter: Encounter, rules: Rules) -> str:
    """Return why the rules fail on this state, when it is shown or continued. Empty when they do not."""
    try:
        _ask_as_the_screen(encounter, rules)
        for command in _next_commands(encounter, rules):
            try:
                decide(encounter, command, rules, SeededDice(1))
            except Refused:
                continue
    except Refused:
        return ""
    except Exception as error:
        return within(f"{type(error).__name__}: {error}", 200)
    return ""


def first_invalid_step(
    journal: Journal, rules: Rules, reach: Callable[[int], None] = lambda n: None
) -> tuple[int, str]:
    """Return the first step from which on every state fails, and why. 0 and empty when the last state is valid.

    `reach` reads a step into the journal where it is needed.
    """
    n, why = 0, ""
    for step in reversed(journal.done[-_NEAR:]):
        why_not = fault(journal.state_at(step, reach), rules)
        if not why_not:
            break
        n, why = step, why_not
    return n, why


def _ask_as_the_screen(encounter: Encounter, rules: Rules) -> None:
    """Ask the rules for everything that the screen would ask. Raises their error."""
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


def _next_commands(encounter: Encounter, rules: Rules) -> Iterator[cmd.Command]:
    """Yield the commands that may come next: going on, or every answer to the open question."""
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
