"""Verbs of Hybrid that no room of their own carries out, and what forbids to declare (H-ACT-1)."""

from __future__ import annotations

from tracker.games.hybrid.body import activities, conditions, perception
from tracker.games.hybrid.body.conditions import HELD, PRONE
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheets.sheet import FILTER
from tracker.games.hybrid.timing.intent import INTENT
from tracker.games.toolkit import guards
from tracker.model.combatant import Combatant
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


def set_alertness(fighter: Acting, words: tuple[str, ...] = ()) -> None:
    """Set the alertness words of a combatant, before or during the fight."""
    fighter.draft.actor = ""
    perception.alert(fighter.draft, fighter.who, words, f"alertness {', '.join(words) or 'none'}")


def set_intent(fighter: Acting, intent: str) -> None:
    """Set the intent, `physical` or `mental`, that decides the next initiative."""
    fighter.draft.actor = ""
    fighter.mark(INTENT, intent, f"{intent} intent (H-INIT-1)")


def set_filter(fighter: Acting, name: str) -> None:
    """Set or clear a filter skill of the fighter itself (H-SKILL-3, ruling 85)."""
    fighter.draft.actor = ""
    why = f"{name} caps its skills (H-SKILL-3)" if name else "no filter of its own (H-SKILL-3)"
    fighter.mark(FILTER, name, why)
    fighter.note(f"{fighter.name}: {why}")


def begin_activity(fighter: Acting, activity: str) -> None:
    """Begin an activity; raises Refused where the fighter cannot move."""
    guards.refuse(why_not_moving(fighter.now, fighter.rules, activity))
    fighter.draft.actor = ""
    activities.begin(fighter.draft, fighter.rules, fighter.who, activity)


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
