"""Marked choice: the line that takes the marked choice, for a forecast of its consequences."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.odds_line import Choice
from tracker.encounter.names import name_of
from tracker.model.questions import Ask


def marked_choice(controller: Controller) -> Choice | None:
    """Return the marked choice of a list. None when no choice is marked, or the choice leads to a further menu."""
    if controller.moment is not None or controller.view.highlight < 0:
        return None
    prompt, question = controller.prompt, controller.session.encounter.question
    if controller.view.highlight >= len(prompt.choices):
        return None
    choice = prompt.choices[controller.view.highlight]
    if choice.refused or choice.unfinished:
        return None
    line = choice.line
    if not line and question is not None and question.ask in (Ask.CHOOSE, Ask.HALT):
        line = f"{question.who} {choice.word}".strip()
    return Choice(_words(controller, choice.name or choice.label or choice.word), line) if line else None


def _words(controller: Controller, name: str) -> str:
    """Return the words for a choice after `if`, such as `Brann chooses "dodge"`.

    A choice in a menu of the GM's own changes belongs to no fighter, so it goes without a name.
    """
    who = controller.prompt.who
    chosen = f'"{name}"'
    by_hand = controller.menu is not None and not isinstance(controller.menu, GameMenu)
    return chosen if by_hand or not who else f"{name_of(controller.session.encounter, who)} chooses {chosen}"
