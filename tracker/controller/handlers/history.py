"""History: the keys that undo, redo, look back at earlier steps and put dice right."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.handlers import answers
from tracker.controller.handlers.menus import drop
from tracker.controller.notice import Notice, PendingRepeat
from tracker.controller.time_travel import Playback, place_of
from tracker.controller.typing.fields import Field, Purpose
from tracker.narration.log_entry import Entry


def undo_action(controller: Controller) -> None:
    """Take back the whole of the last action. In a menu, go back to the one around it."""
    if controller.menu is not None:
        drop(controller)
    else:
        controller.say("undo-action")


def veto(controller: Controller) -> None:
    """Take back what was last done by orders. Where more would be lost with it, the key is asked for once more."""
    act, repeat = controller.session.vetoed(), PendingRepeat("veto", controller.seen)
    if act is not None and act.loss and controller.pending_repeat != repeat:
        controller.pending_repeat = repeat
        what = controller.keymap.worded("Press {veto} again to confirm · {undo}: undo one step")
        controller.notice = Notice(f"{act.loss} {what}", refused=True)
    else:
        controller.say("veto anyway" if act is not None and act.loss else "veto")


def back_to(controller: Controller) -> None:
    """Go back to the line of the log that is marked."""
    entry = controller.view.marked_entry()
    if entry is None:
        controller.notice = Notice(
            controller.keymap.worded("Mark a line of the log first: {log}, then the arrows."), refused=True
        )
    else:
        controller.say(f"back {entry.step}")


def fix_die(controller: Controller) -> None:
    """Open the field that corrects a die: that of the marked line, or the only one of the last step."""
    rolls = controller.session.dice_of_last()
    entry = controller.view.marked_entry()
    if entry is not None and entry.roll is None:
        controller.notice = Notice("The marked line has no die; mark the wrong roll.", refused=True)
        return
    if entry is None and len(rolls) != 1:
        words = "Mark the wrong roll first: {log}, or {pane-before} {pane-after}, then the arrows."
        words = words if rolls else "The last step has no die; {undo} goes back to one."
        controller.notice = Notice(controller.keymap.worded(words), refused=True)
        return
    for place, (step, roll) in enumerate(rolls, 1):
        if entry is None or (entry.step == step and entry.roll is roll):
            faces = " ".join(map(str, roll.faces))
            label = f"{controller.runner.name(roll.who)}, {roll.label}: roll instead of {faces}?"
            controller.field = Field(Purpose.RIGHT, label, str(place))
            return
    words = "You can correct only the dice of the last step; {undo} goes back to an earlier one."
    controller.notice = Notice(controller.keymap.worded(words), refused=True)


def walk_back(controller: Controller) -> None:
    """Go a step back. From the present to the step of the log line that is marked, or to the last but one."""
    done = controller.session.journal.done
    entry = controller.view.marked_entry() if controller.walked is None else None
    if not done:
        controller.notice = Notice("The fight has no steps to look back on yet.", refused=True)
    elif entry is not None:
        walk_to_line(controller, entry)
    elif controller.walked == 0:
        controller.notice = Notice("This is the start of the fight; no step comes before it.", refused=True)
    else:
        controller.walk_to((len(done) if controller.walked is None else controller.walked) - 1)


def walk_to_line(controller: Controller, entry: Entry) -> None:
    """Look at the moment of a log line."""
    place = place_of(controller.session, entry)
    if place is None:
        words = "You undid that line, so its moment is gone; {redo} redoes it."
        controller.notice = Notice(controller.keymap.worded(words), refused=True)
    else:
        controller.walk_to(place)


def walk_on(controller: Controller) -> None:
    """Go a step on, and out of the past behind the last one."""
    if controller.walked is None:
        controller.notice = Notice(
            controller.keymap.worded("This is the present; {walk-back} looks back."), refused=True
        )
    else:
        controller.walk_to(
            controller.walked + 1 if controller.walked + 1 < len(controller.session.journal.done) else None
        )


def play_on(controller: Controller) -> None:
    """Let the steps follow one another from the moment that is looked at. From the present, from the beginning."""
    if not controller.session.journal.done:
        controller.notice = Notice("The fight has no steps to play yet.", refused=True)
        return
    if controller.walked is None:
        controller.walk_to(0)
    controller.playback = Playback()
    controller.notice = Notice("The steps play on; any key stops them.")


def play(controller: Controller, now: float) -> bool:
    """Go a step on, of the past or of the fight, once the last was shown long enough. Return whether it did.

    `now` is in seconds.
    """
    if controller.playback is None:
        return False
    moment = controller.shown.moment
    if moment is None:
        return answers.play_step(controller, now)
    if not controller.playback.is_due(moment.place, moment.hold, now):
        return False
    walk_on(controller)
    return True


def walk_here(controller: Controller) -> None:
    """Return to the present and take back everything after the moment that is looked at."""
    if controller.walked is not None:
        step = controller.session.journal.done[controller.walked - 1] if controller.walked else 0
        controller.walk_to(None)
        controller.say(f"back {step}")
