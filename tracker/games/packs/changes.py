"""Changes: what a step of a pack does to a fighter: its next moment, what it has under way, its points and states."""

from __future__ import annotations

from tracker.encounter.engine.condition_ends import end_condition, outlasts_declaration, until_acting
from tracker.encounter.engine.declarations import delay, end_action, may_declare_at, wait_no_more
from tracker.encounter.engine.step import StepBuilder
from tracker.games.packs import formulas
from tracker.games.packs.sheet import Played
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


def has_acted(draft: StepBuilder, game: Played, who: str, all_over: bool = False) -> bool:
    """End the conditions that lasted until the rolls of a fighter's action were done.

    Return whether conditions are left that last until all of the action is done.

    With `all_over` all of the action is done, and those end too.
    """
    lasting = []
    for word in str(draft[who].marks.get(ENDING, "")).split():  # such as `goblin:stunned`: the bearer and the key
        bearer, _, key = word.partition(":")
        condition = draft[bearer].condition(key)
        rule = game.pack.conditions.get(key)
        if rule is not None and rule.until == "acted" and not all_over:
            lasting.append(word)
        elif condition is not None and condition.acts == who:
            end_condition(draft, bearer, condition, f"{draft[who].name} has acted")
    if draft[who].marks.get(ENDING) and " ".join(lasting) != draft[who].marks.get(ENDING):
        mark(draft, who, ENDING, " ".join(lasting))
    return bool(lasting)


def go_on(draft: StepBuilder, game: Played, who: str, moment: int | None) -> None:
    """Put a fighter's next moment at a count, or with None into the next round, where its initiative places it."""
    if not draft[who].able:
        return
    table, count = game.table, draft.encounter.count
    if moment is None:
        moment = table.next_round(count)
        if not game.pack.clock.anew:
            moment = table.first(first_number(draft.encounter, game, who), moment) or moment
    may_declare_at(draft, who, max(moment, count))


def put_off(draft: StepBuilder, game: Played, who: str, counts: int, why: str) -> None:
    """Delay a fighter's pending action or declaration by `counts`. One that leaves its round waits for the next."""
    if counts <= 0:
        return
    due = draft.encounter.agenda.find(who, DECLARE)
    pending = draft.encounter.count if due is None else due.count
    moved = game.table.later(pending, counts)
    if moved is not None or draft[who].actions:
        delay(draft, who, counts, why)
    # A moment that already is in the next round stays there: it is not put off by a further round.
    elif pending < game.table.next_round(draft.encounter.count) or game.table.runs == "up":
        wait_no_more(draft, who)
        go_on(draft, game, who, None)


def first_number(encounter: Encounter, game: Played, who: str) -> int:
    """Return the number of a fighter's first moment in a round, from its initiative."""
    return formulas.number(game.first, game.scope(encounter, who))


def break_off(draft: StepBuilder, game: Played, who: str, why: str) -> None:
    """End a fighter's actions under way as lost. Its next moment is when it would have been after them."""
    for action in draft[who].actions:
        end_action(draft, who, action, "lost", why)
        moment = game.table.after(action.declared, draft[who].mark(COST, 1))
        go_on(draft, game, who, moment if moment is None else max(moment, draft.encounter.count))


def harm(draft: StepBuilder, game: Played, who: str, pool: str, points: int, why: str, *, spent: bool = False) -> None:
    """Take points off a pool, or add them to one that counts up, and apply the consequences.

    Pools that absorb for it lose points first. `spent` are what the fighter pays for its own deed.
    """
    for first, rule in game.pack.pools.items():
        if rule.absorbs == pool and points > 0:
            points -= pool_changes.take(draft, who, first, min(points, draft[who].pool(first)), why, spent=spent)
    if game.pack.pools[pool].counts == "up":
        pool_changes.give(draft, who, pool, points, why, spent=spent)
    else:
        pool_changes.take(draft, who, pool, points, why, spent=spent)
    draft.rules.resolution.apply_consequences(draft, who, pool)


def begin_condition(
    draft: StepBuilder,
    game: Played,
    who: str,
    key: str,
    scope: formulas.Scope,
    source: str,
    level: int = 1,
    lasts: int | None = None,
) -> None:
    """Begin a condition, for so many counts where `lasts` is given, else with the end that its rule gives it.

    One with levels goes up by `level`. `source` is the fighter who begins it, `scope` has figures for its length.
    """
    rule, count = game.pack.conditions[key], draft.encounter.count
    label, amount = rule.label or key, 0
    borne = draft[who].condition(key)
    if rule.level > 1:
        amount = max(1, min(rule.level, (borne.amount if borne else 0) + level))
        label = f"{label} {amount}"
        if borne is not None and borne.amount != amount:
            conditions.end(draft, who, key)
    of = source if rule.while_ is not None else ""
    if lasts is None and rule.until in ("acting", "acted", "declaring"):
        conditions.end(draft, who, key)
        draft.emit(ev.ConditionGained(who=who, condition=key, label=label, amount=amount, of=of, acts=who))
        _begun_anew(draft, who, key)
        return
    until = None
    if lasts is not None:
        until = count + max(1, lasts)
    elif rule.lasts is not None:
        until = count + max(1, formulas.number(rule.lasts, scope))
    elif rule.until == "round":
        until = game.table.next_round(count)
    conditions.begin(draft, who, key, label, of=of, amount=amount, until=until)


def end_what_holds_no_more(draft: StepBuilder, game: Played) -> None:
    """End each condition whose `while` is 0 by now."""
    lasting = {key: rule.while_ for key, rule in game.pack.conditions.items() if rule.while_ is not None}
    for fighter in draft.encounter if lasting else ():
        for condition in fighter.conditions:
            formula = lasting.get(condition.key)
            scope = game.scope(draft.encounter, fighter.id, condition.of)
            if formula is not None and not formulas.number(formula, scope):
                end_condition(draft, fighter.id, condition, "over")


def _begun_anew(draft: StepBuilder, who: str, key: str) -> None:
    """Let a condition begun during its bearer's action outlast that action, even if borne before."""
    ending = str(draft[who].marks.get(ENDING, "")).split()
    if f"{who}:{key}" in ending:
        mark(draft, who, ENDING, " ".join(each for each in ending if each != f"{who}:{key}"))
