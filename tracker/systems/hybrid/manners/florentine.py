"""Florentine: two actions at once, each landing on its own count and each the harder for it (H-ACT-5, ruling 15)."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action, Combatant
from tracker.encounter.draft import Draft
from tracker.encounter.refusals import Refused
from tracker.systems.hybrid.book.book import book
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.checks import Df
from tracker.systems.hybrid.chances.skills import column
from tracker.systems.hybrid.chances.task import read_words
from tracker.systems.hybrid.sheets.sheet import sheet_of

OPTION = "florentine"
FIRST, SECOND = f"{OPTION} first", f"{OPTION} second"
MIXED = "mixed"
TOGETHER = ("attack", "look", "draw", "act", "task", "aids", "stand", "disarm", "feint")
"""Verbs that may be done two at once."""


def dfs(options: Iterable[str], rules: Rulebook, awareness: bool = False) -> list[Df]:
    """The DF of an action done beside another one; −2 for awareness instead (H-ACT-5)."""
    option = next((option for option in options if option.startswith(OPTION)), "")
    if not option:
        return []
    table = rules.book.actions.florentine
    if awareness:
        return [(table.awareness, "two actions at once, awareness (H-ACT-5)")]
    place = 0 if option.startswith(FIRST) else 1
    df = table.mixed[place] if option.endswith(MIXED) else table.same[place]
    own = "" if table.same == book(rules.edition).actions.florentine.same else ", house rule florentine"
    return [(df, f"{'first' if place == 0 else 'second'} of two at once (H-ACT-5{own})")]


def while_at_it(combatant: Combatant, rules: Rulebook) -> list[Df]:
    """The DF on perceiving while two things are done at once."""
    both = next((a for a in combatant.actions if any(option.startswith(OPTION) for option in a.options)), None)
    return dfs(both.options, rules, awareness=True) if both is not None else []


def join(draft: Draft, who: str) -> None:
    """The two actions just declared are one florentine pair from now on."""
    first, second = draft[who].actions
    mixed = f" {MIXED}" if _column(draft[who], first) != _column(draft[who], second) else ""
    for action, option in ((first, FIRST), (second, SECOND)):
        options = (*action.options, option + mixed)
        label = f"{action.label} ({option.partition(' ')[2]} of two)"
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


def check(draft: Draft, who: str) -> None:
    """Refuses a second action when there is not exactly one declared on this very count."""
    combatant = draft[who]
    if len(combatant.actions) == 1 and combatant.actions[0].declared == draft.encounter.count:
        first = combatant.actions[0]
        if first.verb not in TOGETHER or any(option.startswith(OPTION) for option in first.options):
            raise Refused(f"{combatant.name} cannot do anything beside {first.label}.")
        return
    raise Refused(
        f"{combatant.name} has declared no action on this count for a second one to go with: "
        f"declare the first, then `{who} and …`."
    )


def _column(combatant: Combatant, action: Action) -> str:
    weapon = sheet_of(combatant).weapon(action.weapon) if action.weapon else None
    if weapon is not None:
        return weapon.column
    if action.verb == "task":
        return column(sheet_of(combatant), read_words(action.options).name)
    return "mental" if action.verb == "look" and "mental" in action.options else "physical"
