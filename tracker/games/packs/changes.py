"""Changes: what a step of a pack does to a fighter: its next moment, what it has under way, its points and states."""

from __future__ import annotations

from tracker.encounter.engine.condition_ends import end_condition, outlasts_declaration, until_acting
from tracker.encounter.engine.declarations import delay, end_action, may_declare_at, wait_no_more
from tracker.encounter.engine.step import StepBuilder
from tracker.games.packs import formulas
from tracker.games.packs.fighters import Played
from tracker.games.toolkit import conditions, pool_changes
from tracker.games.toolkit.steps import mark
from tracker.model import events as ev
from tracker.model.state import DECLARE, Encounter

ENDING = "ending"
"""The mark with the conditions that end once the rolls of a fighter's action are done: `bearer:key`, each a word."""
COST = "cost"
"""The mark with the cost of a fighter's action under way, which its next moment waits for."""


def note_what_ends(draft: StepBuilder, who: str) -> None:
    """Mark which conditions end once the rolls of the action just declared are done: those begun before it."""
    ending = [f"{bearer}:{each.key}" for bearer, each in until_acting(draft, who) if outlasts_declaration(draft, each)]
    if ending or draft[who].marks.get(ENDING):
        mark(draft, who, ENDING, " ".join(ending))


def has_acted(draft: StepBuilder, who: str) -> None:
    """End the conditions that lasted until a fighter's action was done."""
    for bearer, _, key in (each.partition(":") for each in str(draft[who].marks.get(ENDING, "")).split()):
        condition = draft[bearer].condition(key)
        if condition is not None and condition.acts == who:
            end_condition(draft, bearer, condition, f"{draft[who].name} has acted")
    if draft[who].marks.get(ENDING):
        mark(draft, who, ENDING, "")


def go_on(draft: StepBuilder, game: Played, who: str, at: int | None) -> None:
    """Put a fighter's next moment at a count, or with None into the next round, where its initiative places it."""
    if not draft[who].able:
        return
    table, count = game.table, draft.encounter.count
    if at is None:
        at = table.next_round(count)
        if not game.pack.clock.anew:
            at = table.first(first_number(draft.encounter, game, who), at) or at
    may_declare_at(draft, who, max(at, count))


def put_off(draft: StepBuilder, game: Played, who: str, counts: int, why: str) -> None:
    """Put off whatever a fighter has pending; a moment that leaves its round waits for the next one."""
    if counts <= 0:
        return
    due = draft.encounter.agenda.find(who, DECLARE)
    at = draft.encounter.count if due is None else due.count
    moved = game.table.later(at, counts)
    if moved is not None or draft[who].actions:
        delay(draft, who, counts, why)
    elif at < game.table.next_round(draft.encounter.count) or game.table.runs == "up":
        wait_no_more(draft, who)
        go_on(draft, game, who, None)


def first_number(encounter: Encounter, game: Played, who: str) -> int:
    """Return the number of a fighter's first moment in a round, from its initiative."""
    return formulas.number(game.first, game.scope(encounter, who))


def break_off(draft: StepBuilder, game: Played, who: str, why: str) -> None:
    """Let a fighter lose what it has under way; it acts again when it would have after that."""
    for action in draft[who].actions:
        end_action(draft, who, action, "lost", why)
        at = game.table.after(action.declared, draft[who].mark(COST, 1))
        go_on(draft, game, who, at if at is None else max(at, draft.encounter.count))


def harm(draft: StepBuilder, who: str, pool: str, points: int, why: str) -> None:
    """Take points off a pool, with what hangs on that."""
    pool_changes.take(draft, who, pool, points, why)
    draft.rules.resolution.apply_consequences(draft, who, pool)


def begin_condition(
    draft: StepBuilder, game: Played, who: str, key: str, scope: formulas.Scope, lasts: int | None = None
) -> None:
    """Begin a condition, for so many counts where `lasts` is given, else with the end that its rule gives it."""
    rule, count = game.pack.conditions[key], draft.encounter.count
    label = rule.label or key
    if lasts is None and rule.until in ("acting", "declaring"):
        conditions.end(draft, who, key)
        draft.emit(ev.ConditionGained(who=who, condition=key, label=label, acts=who))
        _begun_anew(draft, who, key)
        return
    until = None
    if lasts is not None:
        until = count + max(1, lasts)
    elif rule.lasts is not None:
        until = count + max(1, formulas.number(rule.lasts, scope))
    elif rule.until == "round":
        until = game.table.next_round(count)
    conditions.begin(draft, who, key, label, until=until)


def _begun_anew(draft: StepBuilder, who: str, key: str) -> None:
    """Let a condition that begins while its bearer acts outlast that action, even where it was borne before."""
    ending = str(draft[who].marks.get(ENDING, "")).split()
    if f"{who}:{key}" in ending:
        mark(draft, who, ENDING, " ".join(each for each in ending if each != f"{who}:{key}"))
