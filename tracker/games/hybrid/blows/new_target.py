"""New target: when the target is out before the blow lands, the attacker picks another or breaks off (H-ATK)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tracker.encounter.engine.declarations import end_action
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import HIT, Choice, Percent
from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.blows.blow import Blow, StageQuestion
from tracker.games.hybrid.blows.odds import hit_odds
from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.body.weapons import must_close, weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import signed
from tracker.games.hybrid.timing import initiative
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

BREAK_OFF = "break-off"
TARGET = "target"
"""The topic of the question to the attacker. Saved with the question."""


def possible_targets(encounter: Encounter, rules: Rulebook, blow: Blow) -> list[Combatant]:
    """Return the able foes within reach that the attacker knows of."""
    attacker, weapon = encounter[blow.attacker], weapon_of(encounter[blow.attacker], blow.weapon)
    near = conditions.closed_in(attacker)
    return [
        other
        for other in encounter
        if other.able
        and other.profile.side != attacker.profile.side
        and other.id not in attacker.unaware_of
        and (not weapon.verb or other.id in near)
        and not must_close(encounter, rules, attacker.id, other.id, weapon)
    ]


def target_choices(encounter: Encounter, rules: Rulebook, blow: Blow) -> list[Choice]:
    """Return the choices to turn the blow on another target, each with its chance, or to break off (H-ATK)."""
    who, df = blow.attacker, rules.book.attack.other_target
    choices = [Choice("b", "break off", BREAK_OFF, f"{who} {BREAK_OFF}")]
    for other in possible_targets(encounter, rules, blow):
        turned_blow = Blow.read({**blow.data(), "target": other.id, "df": blow.df + df})
        works = Percent.of(hit_odds(encounter, rules, turned_blow).attack.percent, event=HIT)
        key, line, price = seat_key(other.profile.seat), f"{who} {other.id}", f"DF {signed(Fraction(df))}"
        choices.append(Choice(key, other.name, other.id, line, price=price, whom=other.id, works=works))
    return choices


def want_target(stage: Stage) -> StageQuestion | None:
    """Return the question when the target is out: break off, or another target in reach at DF −2. Else None."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.gone and (why := _out_of_touch(draft, blow)):
        _lose_blow(draft, blow, why)
        return None
    if blow.gone or draft[blow.target].able:
        return None
    if not possible_targets(draft.encounter, rules, blow) or draft[blow.attacker].orders:
        take_target(stage, {"answer": BREAK_OFF})
        return None
    attacker, target = draft[blow.attacker].name, draft[blow.target].name
    text = f"{attacker}'s target {target} {draft[blow.target].presence.words}."
    return StageQuestion(blow.attacker, TARGET, text, blow.target)


def _out_of_touch(draft: StepBuilder, blow: Blow) -> str:
    """Return why a technique of close combat no longer reaches its target. Empty when it does.

    The two have parted, or the target has slipped the grip.
    """
    attacker, weapon = draft[blow.attacker], weapon_of(draft[blow.attacker], blow.weapon)
    if not weapon.verb or not draft[blow.target].able:
        return ""
    if blow.target not in conditions.closed_in(attacker):
        return "no longer closed in"
    grip = attacker.condition(conditions.GRAPPLING)
    return "no grip any more" if weapon.verb == "hold" and (grip is None or grip.of != blow.target) else ""


def _lose_blow(draft: StepBuilder, blow: Blow, why: str) -> None:
    """End a blow that no longer reaches its target, and let the attacker roll initiative."""
    blow.gone = True
    action = draft[blow.attacker].action(blow.action)
    if action is not None:
        end_action(draft, blow.attacker, action, "lost", why)
    initiative.again(draft, blow.attacker)


def take_target(stage: Stage, answer: Any) -> None:
    """Break off and roll initiative now, or turn the blow on another target, at a DF."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    action = draft[blow.attacker].action(blow.action)
    if answer["answer"] == BREAK_OFF:
        blow.gone = True
        if action is not None:
            end_action(draft, blow.attacker, action, "aborted", "no target")
        initiative.again(draft, blow.attacker)
        return
    blow.target = answer["answer"]
    blow.df += rules.book.attack.other_target
    blow.reason = f"{blow.reason} another target".strip()
    if action is not None:
        why = f"another target, DF {signed(Fraction(rules.book.attack.other_target))}"
        draft.emit(
            ev.ActionChanged(who=blow.attacker, action=action.id, label=action.label, target=blow.target, why=why)
        )
