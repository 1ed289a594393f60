"""The ghost: what a marked target costs to be shown on the axis, against a key without a terminal."""

from __future__ import annotations

from itertools import cycle

from fights import begun
from pairs import ratio, report, timed

from tracker.controller.controller import Controller
from tracker.controller.input.default_keys import usual_keymap
from tracker.controller.input.keys import press
from tracker.game_api.values import Choice
from tracker.session import Session
from tracker.session.preview import preview
from tracker.tui.widgets.fighters import FightersPane
from tracker.tui.widgets.log import LogPane
from tracker.tui.widgets.sheet import SheetPane
from tracker.tui.widgets.timeline import TimelinePane

COMBATANTS = 30


def asked() -> tuple[Session, str, tuple[Choice, ...]]:
    """A fight in which the first fighter is asked for an action, and its targets."""
    session = begun(COMBATANTS)
    for one in session.encounter:
        session.say(f"{one.id} orders off")
    session.say("next")
    question = session.encounter.question
    assert question is not None
    choices = session.rules.choices.menu(session.encounter, question.who, ("attack",)).choices
    while not any(choice.line for choice in choices):
        path = next(choice.path for choice in choices if not choice.refused)
        choices = session.rules.choices.menu(session.encounter, question.who, path).choices
    return session, question.who, tuple(choice for choice in choices if choice.line and not choice.refused)


def main() -> None:
    """Print the ratio."""
    session, who, targets = asked()
    assert all(preview(session, target, who).ghosts for target in targets)
    controller = Controller(begun(COMBATANTS), usual_keymap())
    sheet = SheetPane("sheet")
    panes = (TimelinePane("timeline"), FightersPane("fighters"), sheet, LogPane("log", sheet))
    sizes = ((120, 13), (62, 16), (57, 8), (57, 8))

    def key() -> None:
        press(controller, "space", " ")
        for pane, (cells, height) in zip(panes, sizes, strict=True):
            pane.lay(controller, cells, height)

    marked = cycle(targets)
    report(
        "the ghost of a marked target / a key",
        ratio(timed(lambda: preview(session, next(marked), who)), timed(key)),
        1.0,
    )


if __name__ == "__main__":
    main()
