"""The verbs of Hybrid, each with the function that carries it out (H-ACT-1)."""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.names import combatant_named
from tracker.model.combatant import Combatant
from tracker.model.commands import Do
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.systems.hybrid.actions import (
    draw,
    experience,
    familiarity,
    first_aid,
    gm_damage,
    look,
    simple_actions,
    social_checks,
    tasks,
)
from tracker.systems.hybrid.blows import attack_declaration
from tracker.systems.hybrid.body import activities, conditions, perception, scene_changes
from tracker.systems.hybrid.body.conditions import HELD, PRONE
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.close_quarters import closing_in, disarm_and_feint, grapples
from tracker.systems.hybrid.modifiers import florentine
from tracker.systems.hybrid.sheets.sheet import FILTER
from tracker.systems.hybrid.timing import (
    dodge_and_drop,
    free_actions,
    initiative,
    movement,
    preset_triggers,
    weapon_binds,
)
from tracker.systems.hybrid.timing.intent import INTENT
from tracker.systems.kit import steps

AND = "and"
"""The verb for a second action beside the one just declared."""
FREE_BODY = (
    *("disarm", "feint", "close", "dodge", "drop", "evade", "retreat", "advance", "accelerate"),
    *("stand", "draw", "fastdraw", "look", "aids", "act", "familiarise", "preset"),
)
"""Verbs that a held fighter cannot use: all but close combat (ruling 46)."""


def may_declare(encounter: Encounter, who: str) -> str:
    """Return why a fighter may not declare: stunned or worse (ruling 50), or in a manoeuvre; empty when it may."""
    combatant = encounter[who]
    state = conditions.recovering(encounter, combatant)
    return f"{combatant.name} cannot declare: {state.words}." if state else ""


def decide(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Carry out a verb whose words `words.parse` has read; raises Refused."""
    hold = draft[command.who].condition(HELD) if command.who else None
    two_at_once = (bool(command.beside) or command.verb == AND) and not _gets_free(draft, command)
    if hold is not None and (two_at_once or command.verb in FREE_BODY):
        raise Refused(why_held(draft[command.who], "do two things at once" if two_at_once else command.verb))
    _VERBS[command.verb](draft, rules, command)
    if command.beside:
        _and(draft, rules, Do(command.who, AND, command.beside))


def why_held(combatant: Combatant, what: str) -> str:
    """Return why a held fighter cannot do `what` (ruling 46); empty for one who is not held."""
    hold = combatant.condition(HELD)
    if hold is None:
        return ""
    return (
        f"{combatant.name} cannot {what}: {hold.label} (ruling 46); "
        f"it can grapple, throw, overbear, strike at close quarters, or `{combatant.id} escape`."
    )


def _gets_free(draft: StepBuilder, command: Do) -> bool:
    """Whether one of two actions at once is an escape from a hold (ruling 95)."""
    first = (command.verb,) if command.verb != AND else tuple(action.verb for action in draft[command.who].actions)
    second = command.beside[:1] or (command.words[:1] if command.verb == AND else ())
    return grapples.ESCAPE in (*first, *second)


def _and(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Carry out a second action on the same count (H-ACT-5); the words are its verb and words."""
    florentine.check(draft, command.who)
    draft.beside = True
    decide(draft, rules, Do(command.who, command.words[0], command.words[1:]))
    florentine.join(draft, command.who)


def _alertness(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Set the alertness words of a combatant, before or during the fight."""
    draft.actor = ""
    perception.alert(draft, command.who, command.words, f"alertness {', '.join(command.words) or 'none'}")


def _intent(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Set the intent, `physical` or `mental`, that decides the next initiative."""
    draft.actor = ""
    steps.mark(draft, command.who, INTENT, command.words[0], f"{command.words[0]} intent (H-INIT-1)")


def _filter(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Set or clear a filter skill of the fighter itself (H-SKILL-3, ruling 85)."""
    draft.actor = ""
    name = command.words[0]
    why = f"{name} caps its skills (H-SKILL-3)" if name else "no filter of its own (H-SKILL-3)"
    steps.mark(draft, command.who, FILTER, name, why)
    draft.note(f"{draft[command.who].name}: {why}", command.who)


def _activity(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
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


_VERBS: dict[str, Callable[[StepBuilder, Rulebook, Do], None]] = {
    "attack": attack_declaration.attack,
    AND: _and,
    "disarm": disarm_and_feint.declare_trick,
    "feint": disarm_and_feint.declare_trick,
    "close": closing_in.declare_close,
    "escape": grapples.declare_escape,
    "release": grapples.let_go,
    "dodge": dodge_and_drop.declare_manoeuvre,
    "drop": dodge_and_drop.declare_manoeuvre,
    "evade": free_actions.evade,
    "retreat": closing_in.retreat,
    "advance": free_actions.advance,
    "unbind": weapon_binds.unbind,
    "discard": disarm_and_feint.discard,
    "accelerate": movement.accelerate,
    "stand": simple_actions.stand,
    "act": simple_actions.act,
    "draw": draw.declare_draw,
    "fastdraw": draw.declare_draw,
    "look": look.declare_look,
    "aids": first_aid.declare_aid,
    "familiarise": familiarity.declare_familiarise,
    "task": tasks.declare_task,
    "preset": preset_triggers.preset,
    "trigger": preset_triggers.trigger,
    preset_triggers.FAILED: preset_triggers.fail,
    "alertness": _alertness,
    "intent": _intent,
    "filter": _filter,
    "scene": scene_changes.change,
    "initiative": initiative.modify,
    "notices": look.notice,
    "activity": _activity,
    "reaction": social_checks.meet,
    "presence": social_checks.meet,
    "morale": social_checks.meet,
    "gains": experience.gains,
    "trains": experience.trains,
    "damage": gm_damage.damage,
    "spends": gm_damage.spends,
}


def target_of(encounter: Encounter, words: list[str]) -> tuple[str, list[str]]:
    """Return the fighter named by the first words, and the other words; names of up to three words are tried."""
    for length in (3, 2):
        if len(words) >= length:
            try:
                return combatant_named(encounter, "".join(words[:length])), words[length:]
            except Refused:
                continue
    return combatant_named(encounter, words[0]), words[1:]
