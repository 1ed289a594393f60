"""Verbs of Hybrid that no room of their own carries out, and what forbids to declare (H-ACT-1)."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.names import combatant_named
from tracker.games.hybrid.body import activities, conditions, perception
from tracker.games.hybrid.body.conditions import HELD, PRONE
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.sheets.sheet import FILTER
from tracker.games.hybrid.timing.intent import INTENT
from tracker.games.toolkit import steps
from tracker.model.combatant import Combatant
from tracker.model.commands import Do
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

AND = "and"
"""The verb for a second action beside the one just declared."""


def may_declare(encounter: Encounter, who: str) -> str:
    """Return why a fighter may not declare: stunned or worse (ruling 50), or in a manoeuvre; empty when it may."""
    combatant = encounter[who]
    state = conditions.recovering(encounter, combatant)
    return f"{combatant.name} cannot declare: {state.words}." if state else ""


def why_held(combatant: Combatant, what: str) -> str:
    """Return why a held fighter cannot do `what` (ruling 46); empty for one who is not held."""
    hold = combatant.condition(HELD)
    if hold is None:
        return ""
    return (
        f"{combatant.name} cannot {what}: {hold.label} (ruling 46); "
        f"it can grapple, throw, overbear, strike at close quarters, or `{combatant.id} escape`."
    )


def set_alertness(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Set the alertness words of a combatant, before or during the fight."""
    draft.actor = ""
    perception.alert(draft, command.who, command.words, f"alertness {', '.join(command.words) or 'none'}")


def set_intent(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Set the intent, `physical` or `mental`, that decides the next initiative."""
    draft.actor = ""
    steps.mark(draft, command.who, INTENT, command.words[0], f"{command.words[0]} intent (H-INIT-1)")


def set_filter(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Set or clear a filter skill of the fighter itself (H-SKILL-3, ruling 85)."""
    draft.actor = ""
    name = command.words[0]
    why = f"{name} caps its skills (H-SKILL-3)" if name else "no filter of its own (H-SKILL-3)"
    steps.mark(draft, command.who, FILTER, name, why)
    draft.note(f"{draft[command.who].name}: {why}", command.who)


def begin_activity(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Begin an activity; raises Refused where the fighter cannot move."""
    combatant = draft[command.who]
    if why := why_not_moving(combatant, rules, command.words[0]):
        raise Refused(why)
    draft.actor = ""
    activities.begin(draft, rules, command.who, command.words[0])


def why_not_moving(combatant: Combatant, rules: Rulebook, mode: str) -> str:
    """Return why a fighter cannot begin an activity: it is out, senseless, held, or lies and does not crawl."""
    name, hold = combatant.name, combatant.condition(HELD)
    if mode not in activities.modes(rules):
        return ""
    if not combatant.able:
        return f"{name} cannot move about: it {combatant.presence.words}."
    if state := conditions.helpless(combatant):
        return f"{name} cannot move about: {state}."
    if hold is not None:
        return f"{name} cannot move about: {hold.label}; `{combatant.id} escape` tries to get free."
    if combatant.condition(PRONE) is not None and mode not in activities.LYING:
        return f"{name} lies on the ground: it crawls, or `{combatant.id} stand` gets up first."
    return ""


def target_of(encounter: Encounter, words: list[str]) -> tuple[str, list[str]]:
    """Return the fighter named by the first words, and the other words; names of up to three words are tried."""
    for length in (3, 2):
        if len(words) >= length:
            try:
                return combatant_named(encounter, "".join(words[:length])), words[length:]
            except Refused:
                continue
    return combatant_named(encounter, words[0]), words[1:]
