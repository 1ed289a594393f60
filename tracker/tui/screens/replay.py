"""The replay: a recorded fight on the game master's screen, played by the clock; its keys only look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import events
from textual.message import Message

from tracker.controller import keys
from tracker.controller.command_palette import PaletteEntry
from tracker.controller.controller import Controller
from tracker.controller.debounce import Debounce
from tracker.controller.keymap.default_keys import Act, Look, Row
from tracker.controller.keymap.key_names import other_layout, shown, small
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.prompt import who_is_left
from tracker.controller.replay import KEYS, TURN, Replay, moment_of
from tracker.encounter.statistics.victory import victors
from tracker.system_api.values import Choice
from tracker.text.cells import Line, Span, line_width
from tracker.tui.messages import KeyClicked
from tracker.tui.screens.fight import FightScreen
from tracker.tui.widgets.footer import Footer
from tracker.tui.widgets.question import QuestionPane
from tracker.views.outcome import lay_outcome_in
from tracker.views.question import Asking
from tracker.views.sides import seated_at

if TYPE_CHECKING:
    from tracker.tui.screens.help_page import OwnKeys

TICK = 0.05
"""Seconds between looks at the clock."""
_ONLY_LOOKS = "This is a replay: {key} changes nothing in it. space: pause or play · ?: all keys"
_LOOKS = (Act.EXPLAIN, Act.HELP, Act.UP, Act.DOWN, Act.THEME, Act.SETTINGS, Act.QUIT, Act.STOP, Act.DROP)
"""What is done in a replay too, beside what moves through the panes."""
_FOOTER = (
    (("space",), "pause"),
    (("left", "right"), "step"),
    (("p", "n"), "turning point"),
    (("minus", "plus"), "speed"),
)
"""Keys that stand in the footer, those of a pair side by side."""
_QUIT = "quit"
_MOST_TOLD = 4
"""Lines of an outcome for which the choices of a question make room."""
NOTHING = "Nothing was asked."
_NOT_PLAYED = "replay"


def _only_looks(row: Row) -> bool:
    """Whether a key of a fight does something in a replay, too: it changes nothing."""
    looks = Mode.WALK in row.when and (isinstance(row.handler, Look) or row.handler in _LOOKS)
    return looks or row.handler is Act.CAME_TO


class ReplayFooter(Footer):
    """How far the replay has come, then its keys; a click presses one."""

    def __init__(self, id: str, replay: Replay) -> None:
        super().__init__(id)
        self._replay = replay
        self._spots: list[tuple[int, int, str]] = []
        """From which column to which a click presses which key."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """One line; in a film, whose keys nobody presses, the turning point stands in their place."""
        spans, replay = [Span(" "), Span(self._replay.status, "now")], self._replay
        self._spots = []
        if replay.recorded:
            return ((*spans, *([Span(f"  {TURN} {replay.heading}", "event")] if replay.heading else [])),)
        for keys_of, label in (*_FOOTER, ((_QUIT,), "leave")):
            spans.append(Span("  "))
            for key in keys_of:
                begin = line_width(tuple(spans))
                spans.append(Span(controller.keymap.key(_QUIT) if key == _QUIT else shown(key), "key"))
                self._spots.append((begin, line_width(tuple(spans)), key))
                spans.append(Span(" "))
            spans.append(Span(label, "dim"))
        return (tuple(spans),)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        event.prevent_default()
        pressed = next((key for begin, end, key in self._spots if begin <= event.x < end), "")
        if pressed:
            self.post_message(KeyClicked(pressed))


class ReplayQuestion(QuestionPane):
    """What was asked then; its choices make room for an outcome whose line above is too short."""

    def asked(self, controller: Controller, cells: int) -> Asking:
        """What was asked at the moment shown, without the keys by which a fight goes on."""
        told = replace(super().asked(controller, cells), hint="")
        session = controller.session
        outcome = lay_outcome_in(
            _MOST_TOLD, session.encounter, session.journal, cells, session.rules.unit, session.rules
        )
        if controller.prompt.mode is not Mode.FREE:
            return replace(told, choices=(), options=(), likely=None) if len(outcome) > 1 else told
        side = victors(session.encounter)
        text = NOTHING if side is None and len(outcome) < 2 else "" if side is None else who_is_left(side)
        return replace(told, text=text, choices=(), options=(), likely=None)


class ReplayScreen(FightScreen):
    """Shows one moment of a recorded fight after another; nothing that is pressed or clicked changes a fight."""

    def __init__(self, replay: Replay, controller: Controller, debounce: Debounce, clock: Callable[[], float]) -> None:
        """Begin at the place of `replay`; `controller` is that of the whole fight."""
        self.replay = replay
        self._whole = controller
        super().__init__(controller, debounce, clock)
        self._show_moment()
        if controller.notice.refused:
            self.controller.notice = controller.notice  # what was found when the fight was opened

    def make_footer(self) -> Footer:
        """The footer of a replay."""
        return ReplayFooter("footer", self.replay)

    def make_question(self) -> QuestionPane:
        """The question of a replay, which nobody answers."""
        return ReplayQuestion("question")

    def on_mount(self) -> None:
        self.set_interval(TICK, self.look_at_clock)

    def look_at_clock(self) -> None:
        """Show what the clock has come to."""
        if not self.left and self.app.screen is self and self.replay.tick(self._clock()):
            self._show_moment()
            self.draw()

    def show_place(self, place: int) -> None:
        """Show the fight as it was after the first `place` steps."""
        self.replay.place = place
        self._show_moment()
        self.draw()

    def _show_moment(self) -> None:
        """Take the fight as it stood at the place of the replay."""
        self.controller = moment_of(self.replay, self.controller, self._state, self._whole.runner.errors.report)

    def _state(self) -> str:
        """What stands where a fight says that it is saved; a film shows the fight as it was."""
        return self._whole.trouble() or ("" if self.replay.recorded else _NOT_PLAYED)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if self.left:
            return
        self.controller.notice = Notice()
        key, letter = event.key, small(event.key)
        if not (self._pressed(key) or self._pressed(letter)):
            own = letter == key or self._row(key) is not None
            self._look(key if own else letter, event.character if event.is_printable else None)

    def _pressed(self, key: str) -> bool:
        """Whether a key is one of the replay, and has done what it does."""
        before = self.replay.place
        if not self.replay.press(key, self._clock()):
            return False
        if self.replay.place != before:
            self._show_moment()
        self.draw()
        return True

    def _look(self, key: str, character: str | None) -> None:
        """Do what a key does that only looks; any other says why it does nothing."""
        row = self._row(key)
        if row is not None and _only_looks(row):
            if row.handler is Act.DROP:
                self.controller.view.unpin(self.controller.session)
                self.draw()
                return
            self.act(keys.do(self.controller, row))
        elif character and character.isdigit():
            self._select(character)
        else:
            self.tell(other_layout(key) or _ONLY_LOOKS.format(key=shown(character or key)))

    def _row(self, key: str) -> Row | None:
        """Return the row of a key in a fight that only looks."""
        keymap = self.controller.keymap
        return keymap.row(key, Mode.WALK) or keymap.row(key, Mode.FREE)

    def _select(self, digit: str) -> None:
        """Select the fighter of a digit; a digit of nobody does nothing."""
        if who := seated_at(self.controller.session.encounter, digit):
            self.controller.view.select(self.controller.view.sits_at(self.controller.session, who))
        self.draw()

    def own_keys(self) -> OwnKeys:
        """The keys of a replay, then those that look at the fight."""
        from tracker.tui.screens.help_page import OwnKeys

        own = tuple(Choice(", ".join(map(shown, row.keys)), row.word) for row in KEYS)
        looks = (row.id for row in self.controller.keymap.rows if _only_looks(row))
        return OwnKeys("This replay", own, frozenset(looks), frozenset(key for row in KEYS for key in row.keys))

    # What would change a fight: the palette, the footer's rows, and the mouse

    def press_row(self, id: str) -> None:
        if self._pressed(id):
            return
        row = self.controller.keymap.by_id(id)
        self._look(row.keys[0], None)

    def take_entry(self, entry: PaletteEntry) -> None:
        if entry.row:
            self.press_row(entry.row)
        elif entry.who:
            self.controller.view.select(entry.who)
            self.draw()
        else:
            self.tell(_ONLY_LOOKS.format(key=entry.label))

    def _stopped(self, message: Message) -> None:
        """Keep a message of the mouse from what a fight would do with it."""
        message.prevent_default()
        message.stop()

    # Textual calls the handlers of the classes above too, unless the message is told not to.
    def on_paste(self, event: events.Paste) -> None:
        self._stopped(event)

    on_choice_picked = on_answer_picked = on_entry_picked = _stopped
    on_dragged = on_dragging = on_event_picked = on_event_dragged = on_event_dragging = _stopped
