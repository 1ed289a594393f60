"""Florentine: two actions at once, each on its own count and each at a DF (H-ACT-5, ruling 15)."""

from __future__ import annotations

from collections.abc import Collection

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.skills import column
from tracker.games.hybrid.checks.success_chance import Df
from tracker.games.hybrid.checks.task_check import read_words
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.modifiers.action_modifiers import ActionModifiers, Beside
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant
from tracker.model.refusals import Refused

AND = "and"
"""The verb for a second action beside the one just declared."""
ACCELERATE = "accelerate"
"""The verb of accelerating. It takes no time, so beside an action it comes second (ruling 95)."""


def dfs(how: ActionModifiers, rules: Rulebook, awareness: bool = False) -> list[Df]:
    """Return the DF of an action that is one of two at once, for `awareness` another one (H-ACT-5). Else nothing."""
    beside = how.beside
    if beside is None:
        return []
    table = rules.book.actions.florentine
    if awareness:
        return [(table.awareness, "two actions at once, awareness (H-ACT-5)")]
    df = (table.mixed if beside.mixed else table.same)[beside.place]
    house_words = "" if table.same == book(rules.edition).actions.florentine.same else ", house rule florentine"
    return [(df, f"{'first' if beside.place == 0 else 'second'} of two at once (H-ACT-5{house_words})")]


def while_at_it(combatant: Combatant, rules: Rulebook) -> list[Df]:
    """Return the DF on perception while a combatant does two things at once."""
    paired = (how for action in combatant.actions if (how := action_modifiers.read(action.options)).beside is not None)
    return dfs(next(paired, ActionModifiers()), rules, awareness=True)


def join(draft: StepBuilder, who: str) -> None:
    """Make the two actions just declared a florentine pair. Accelerating leaves no second action to mark."""
    actions = draft[who].actions
    mixed = column_of(draft[who], actions[0]) != (column_of(draft[who], actions[1]) if actions[1:] else "physical")
    for place, (action, words) in enumerate(zip(actions, ("first", "second"), strict=False)):
        options = (*action.options, Beside(place, mixed).option)
        label = f"{action.label} ({words} of two)"
        draft.emit(
            ev.ActionChanged(
                who=who,
                action=action.id,
                label=label,
                target=action.target,
                options=options,
                why="two at once (H-ACT-5)",
            )
        )


def check(draft: StepBuilder, who: str, together: Collection[str]) -> None:
    """Refuse a second action unless one action was declared on this very count, and its verb is one of `together`."""
    combatant = draft[who]
    if len(combatant.actions) == 1 and combatant.actions[0].declared == draft.encounter.count:
        first = combatant.actions[0]
        if first.verb not in together or action_modifiers.read(first.options).beside is not None:
            raise Refused(f"{combatant.name} cannot do anything beside {first.label}.")
        return
    raise Refused(
        f"{combatant.name} has declared no action on this count for a second one to go with: "
        f"declare the first, then `{who} and …`."
    )


def column_of(combatant: Combatant, action: Action) -> str:
    """Return whether an action under way is `physical` or `mental`."""
    weapon = sheet_of(combatant).weapon(action.weapon) if action.weapon else None
    if weapon is not None:
        return weapon.column
    if action.verb == "task":
        return column(sheet_of(combatant), read_words(action.options).name)
    return "mental" if action_modifiers.read(action.options).kind == "mental" else "physical"
