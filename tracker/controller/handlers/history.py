"""The past: steps taken back, looked at again, and dice put right."""

from __future__ import annotations

from tracker.controller.fields import Field, Purpose
from tracker.controller.handlers.menus import drop
from tracker.controller.notice import Notice
from tracker.controller.surface import Surface
from tracker.controller.time_travel import place_of
from tracker.views.log_entry import Entry


def undo(desk: Surface) -> None:
    """Take the last step back."""
    desk.say("undo")


def redo(desk: Surface) -> None:
    """Bring the last step taken back in again."""
    desk.say("redo")


def undo_action(desk: Surface) -> None:
    """Take back the whole of the last action; in a menu, go back to the one around it."""
    if desk.path is not None:
        drop(desk)
    else:
        desk.say("undo-action")


def veto(desk: Surface) -> None:
    """Take back what was last done by orders; where more would be lost with it, the key is asked for once more."""
    act = desk.session.vetoed()
    if act is not None and act.loss and desk.warned != ("veto", desk.seen):
        desk.warned = ("veto", desk.seen)
        what = desk.keymap.worded("{veto} again does it; {undo} takes back one step.")
        desk.notice = Notice(f"{act.loss} {what}", True)
    else:
        desk.say("veto anyway" if act is not None and act.loss else "veto")


def back_to(desk: Surface) -> None:
    """Go back to the line of the log that is marked."""
    entry = desk.looking.marked_entry()
    if entry is None:
        desk.notice = Notice(desk.keymap.worded("Mark a line of the log first: {log}, then the arrows."), True)
    else:
        desk.say(f"back {entry.step}")


def fix_die(desk: Surface) -> None:
    """Open the field for what fell instead; the die is that of the line marked, or the only one there is."""
    rolls = desk.session.dice_of_last()
    entry = desk.looking.marked_entry()
    if entry is not None and entry.roll is None:
        desk.notice = Notice("The line marked tells no die; mark the roll that is wrong.", True)
        return
    if entry is None and len(rolls) != 1:
        words = "Mark the roll that is wrong first: {log}, or {pane-before} and {pane-after}, then the arrows."
        words = words if rolls else "No die fell in the last step; {undo} goes back to one."
        desk.notice = Notice(desk.keymap.worded(words), True)
        return
    for place, (step, roll) in enumerate(rolls, 1):
        if entry is None or (entry.step == step and entry.roll is roll):
            faces = " ".join(map(str, roll.faces))
            label = f"{desk.name(roll.who)}, {roll.label}: what fell instead of {faces}?"
            desk.field = Field(Purpose.RIGHT, label, str(place))
            return
    words = "Only the dice of the last step can be put right; {undo} goes back to an earlier one."
    desk.notice = Notice(desk.keymap.worded(words), True)


def walk_back(desk: Surface) -> None:
    """A step back; from the present to the step of the log line that is marked, or to the last but one."""
    done = desk.session.journal.done
    entry = desk.looking.marked_entry() if desk.walked is None else None
    if not done:
        desk.notice = Notice("Nothing has happened yet that could be walked through.", True)
    elif entry is not None:
        walk_to_line(desk, entry)
    elif desk.walked == 0:
        desk.notice = Notice("This is how the fight was prepared; there is nothing before it.", True)
    else:
        desk.walk_to((len(done) if desk.walked is None else desk.walked) - 1)


def walk_to_line(desk: Surface, entry: Entry) -> None:
    """Look at the moment of a log line."""
    place = place_of(desk.session, entry)
    if place is None:
        words = "That line was taken back, so there is no such moment; {redo} brings it back."
        desk.notice = Notice(desk.keymap.worded(words), True)
    else:
        desk.walk_to(place)


def walk_on(desk: Surface) -> None:
    """A step on, and out of the past behind the last one."""
    if desk.walked is None:
        desk.notice = Notice(desk.keymap.worded("This is the present; {walk-back} walks back."), True)
    else:
        desk.walk_to(desk.walked + 1 if desk.walked + 1 < len(desk.session.journal.done) else None)


def walk_here(desk: Surface) -> None:
    """Return to the present and take back everything after the moment that is looked at."""
    if desk.walked is not None:
        step = desk.session.journal.done[desk.walked - 1] if desk.walked else 0
        desk.walk_to(None)
        desk.say(f"back {step}")
