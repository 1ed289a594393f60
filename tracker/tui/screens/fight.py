"""The fight: lays out the panes, hands keys to the controller, and hands the controller to the panes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.screen import Screen
from textual.timer import Timer

from tracker.controller.choices.marked_choice import marked_choice
from tracker.controller.controller import Controller
from tracker.controller.handlers.history import play, walk_to_line
from tracker.controller.input import keys, mouse
from tracker.controller.input.debounce import EARLY, Debounce
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.odds_line import stop_quietly
from tracker.controller.outside import seat_answers
from tracker.controller.pages.command_palette import PaletteEntry
from tracker.controller.screen_requests import AppAction, OpenPage, ScreenRequest
from tracker.controller.shared_pages import SeatAnswer, Sharing
from tracker.controller.user_settings import Settings
from tracker.controller.view_state import Pane
from tracker.encounter.engine.journal import JournalState
from tracker.session.onlooker import Onlooker
from tracker.session.outcome import Recorder
from tracker.text.cells import words
from tracker.tui import messages
from tracker.tui.base_app import BaseApp
from tracker.tui.layout import WIDE, ByRegions, PaneLayout, layout_for
from tracker.tui.line_writer import LineWriter
from tracker.tui.motion import FRAME, Motion
from tracker.tui.screen_error_boundary import ErrorBoundaryPump
from tracker.tui.theme import Refreshed
from tracker.tui.widgets.fighters import FightersPane
from tracker.tui.widgets.footer import Footer
from tracker.tui.widgets.head import Head
from tracker.tui.widgets.log import LogPane
from tracker.tui.widgets.odds import OddsPane
from tracker.tui.widgets.outcome import OutcomePane
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.tui.widgets.question import QuestionPane
from tracker.tui.widgets.sheet import SheetPane
from tracker.tui.widgets.tabs import Tabs
from tracker.tui.widgets.timeline import TimelinePane

if TYPE_CHECKING:
    from tracker.controller.outside.dice_feed import DiceFeed

_TOASTS = "textual-toastrack"
"""The widget in which Textual shows notices over a screen."""

ODDS_LOOK = 0.05
"""The seconds between looks at a forecast that is turned on."""
PLAY_LOOK = 0.05
"""The seconds between looks at the clock during playback."""
_OF_A_FIGHT = 10
"""The panes that every fight has. Others are above them."""
LOOK = 0.2
"""The seconds between looks at a fight that another program plays."""


class FightScreen(ErrorBoundaryPump, Screen[None]):
    """One fight on the table."""

    def __init__(
        self,
        controller: Controller,
        debounce: Debounce,
        clock: Callable[[], float],
        sharing: Sharing | None = None,
        shared: bool = False,
    ) -> None:
        super().__init__()
        self.dice_feed: DiceFeed | None = None
        self.sharing = sharing
        self._shared = shared
        """True if the players' pages are served from the beginning."""
        self._shared_by: int | None = None
        """The file descriptor by which their process is heard."""
        self.controller = controller
        self.debounce = debounce
        self._clock = clock
        self._drawn_for = Size()
        self._odds_timer: Timer | None = None
        self._play_timer: Timer | None = None
        self.motion = Motion(lambda: cast(BaseApp, self.app).sent())
        self._motion_timer: Timer | None = None
        self.lines_above = 0
        self._by_regions = ByRegions()
        self.text_before = ""
        """The screen before the key of a page was pressed. A redraw would lack the refusal that was on it."""

    def compose(self) -> ComposeResult:
        """Yield the panes of a fight, once their first layout is known."""
        self._question, self._timeline = QuestionPane("question"), TimelinePane("timeline")
        self._fighters, self._sheet, self._log = FightersPane("fighters"), SheetPane("sheet"), LogPane("log")
        self._outcome, self._head = OutcomePane("outcome", self._question), Head("head")
        self._panes: list[ControllerPane] = [
            self._question, self._head, OddsPane("odds"), self._timeline, self._outcome,
            Tabs("tabs"), self._fighters, self._sheet, self._log, Footer("footer"), *self.make_above(),
        ]  # fmt: skip
        self._pane_layout: PaneLayout | None = None
        self._pending = False
        """True while Textual has still to draw the lines handed to the panes."""
        self.controller.guarded(self._lay_out, None, "Laying out")  # before they are mounted: so they are styled once
        yield from self._panes

    @property
    def layout(self) -> Layout:
        return self._by_regions

    def make_above(self) -> Iterator[ControllerPane]:
        """Yield the panes above the fight, which gives them `lines_above` lines."""
        yield from ()

    def on_mount(self) -> None:
        self.motion.on = cast(BaseApp, self.app).moves
        if isinstance(self.controller.session, Onlooker):
            self.set_interval(LOOK, self._catch_up)
        if self._shared:
            self.call_after_refresh(self.act, OpenPage("shared_pages"))

    def on_unmount(self) -> None:
        stop_quietly(self.controller.odds)

    def _look_at_odds(self) -> None:
        """Let the odds go on with their forecast, and draw if that has changed. An error turns them off."""
        if self.left or not self.controller.odds.on:
            return
        controller, odds = self.controller, self.controller.odds
        odds.see(controller.shown.session, marked_choice(controller.shown), self._clock())
        changed = controller.guarded(partial(odds.poll, controller.session, self._clock()), None, "The odds")
        if changed is None:
            odds.turn_off()  # what failed once would be reported with every look
        if changed is not False:
            self.draw()

    def look_at_playback(self) -> None:
        """Show the next step during playback, once it is time. Otherwise stop looking."""
        if self.controller.playback is None and self._play_timer is not None:
            self._play_timer.stop()
            self._play_timer = None
        on = partial(play, self.controller, self._clock())
        with self._flushing_beside():
            if not self.left and self.controller.guarded(on, otherwise=False, what="Playing the steps"):
                self.draw()

    def _catch_up(self) -> None:
        """Draw the steps that another program has made since."""
        if not self.left and self.controller.guarded(self.controller.catch_up, otherwise=False, what="Looking on"):
            self.draw()

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._drawn_for:  # it comes twice when the program starts
            self._drawn_for = event.size
            self.draw()

    # Drawing

    @property
    def left(self) -> bool:
        """True while this is being left: nothing is drawn, and further input does not count."""
        return cast(BaseApp, self.app).leaving or not self.is_attached

    def draw(self) -> None:
        """Hand the controller to the panes. Answering keys count only once this has been drawn.

        While the panes stay where they are and nothing covers them, changes are written at once, else by Textual.
        Nothing is shown before it is on the disk.
        """
        if self.left or not self._question.display:
            return  # a pane that is being closed is not displayed any more, though its screen still takes messages
        seen, question = self.controller.shown, self._question
        self._watch_odds(seen)
        if self.controller.playback is not None and self._play_timer is None:
            self._play_timer = self.set_interval(PLAY_LOOK, self.look_at_playback)
        notice, stood = self.controller.notice, self._pane_layout
        self.controller.guarded(self._make_room, None, "Making room for the question")
        self.controller.guarded(self._lay_out, None, "Laying out")
        writer = self._direct_writer() if stood is self._pane_layout else None
        frames = self.motion.frames_for(self.controller.session, present=self.controller.moment is None)
        for pane in self._panes:
            if pane.display:
                self.controller.guarded(partial(pane.show, seen, writer, frames), None, f"Drawing {pane.id}")
        seen.view.sheet_last = self._sheet.last_top
        page, seen.view.list_page = seen.view.list_page, question.listed
        if self.controller.notice is not notice or page != seen.view.list_page:
            for pane in (question, self._outcome):
                self.controller.guarded(partial(pane.show, seen, writer, frames), None, "Drawing the question")
        if self._settle_and_compare():
            self.controller.guarded(partial(self._head.show, seen, writer), None, "Drawing the banner")
        self._pending = writer is None
        if writer is not None:
            cast(BaseApp, self.app).write(writer, self._cell())
            self._let_answers_count(self.controller.seen)
        else:
            self.call_after_refresh(self._after_frame, self.controller.seen)

    @property
    def _moving_panes(self) -> Sequence[ControllerPane]:
        return [pane for pane in self._panes if pane.display]

    def _move_on(self) -> None:
        """Draw the next frame of what moves. Once all is at rest there is no further one."""
        if self.motion.left and not self.left:
            writer, app = self._direct_writer(), cast(BaseApp, self.app)
            write = partial(app.write, writer, None) if writer is not None else int
            self.controller.guarded(partial(self.motion.go_on, self._moving_panes, writer, write), None, "Moving")
        if not self.motion.left and self._motion_timer is not None:
            self._motion_timer.stop()
            self._motion_timer = None

    def _come_to_rest(self) -> None:
        """Draw moving parts at their final places, at once."""
        if self.motion.left:
            self.motion.left = 1
            self._move_on()

    @property
    def _recorder(self) -> Recorder | None:
        return self.controller.session.recorder

    def _flushing_beside(self) -> AbstractContextManager[None]:
        """Let the disk flush beside the drawing. Within it only `draw` sends anything out of the program."""
        return nullcontext() if self._recorder is None else self._recorder.beside()

    def _settle_and_compare(self) -> bool:
        """Wait until the drawn steps are on the disk. Return whether the banner must differ from the drawn one."""
        drawn = self.controller.trouble()
        if self._recorder is not None:
            self._recorder.settle()
        return self.controller.trouble() != drawn

    def _watch_odds(self, seen: Controller) -> None:
        """Show the forecast the present state, if it is on. The first time, begin to look at it."""
        if self.controller.odds.on:
            self.controller.odds.see(seen.session, marked_choice(seen), self._clock())
            if self._odds_timer is None:
                self._odds_timer = self.set_interval(ODDS_LOOK, self._look_at_odds)

    def _direct_writer(self) -> LineWriter | None:
        """Return the writer of changed lines. None while Textual has to draw, or while part of a pane is covered.

        If keys are waiting, Textual draws several at once, so that a slow terminal is not overrun.
        """
        waiting = self.message_queue_size or self.app.message_queue_size
        has_notice = any(child.children for child in self.children if child.id == _TOASTS)
        covered = has_notice or self.app.screen is not self or self._pane_layout is None or not self._pane_layout.whole
        return None if covered or waiting or self._pending else cast(BaseApp, self.app).line_writer()

    def _make_room(self) -> None:
        """Show several answers as a table, and other choices if they do not fit beside it or one is marked."""
        controller = self.controller.shown
        controller.view.list_shown = False
        answers = controller.mode is Mode.CHOOSE and len(controller.prompt.choices) > 1
        listed = answers or controller.picking_one
        if not listed and controller.prompt.choices and self.app.size:
            room = self._room(controller).regions["question"]
            listed = not self._question.fits(controller, room.width, room.height)
        controller.view.list_shown = listed

    def _point(self) -> None:
        if self.app.screen is self and not self.left and (cell := self._cell()) is not None:
            cast(BaseApp, self.app).point(*cell)

    def _cell(self) -> Cell | None:
        """Return the column and row for the cursor, which screen readers and magnifiers follow. None without any."""
        for pane in self._pointed():
            # The region it was given: Textual may not have moved it there yet.
            region = self._by_regions.regions.get(pane.id or "", Region())
            if region.size and (cell := pane.marked(self.controller.shown)) is not None:
                return (region.x + cell[0], region.y + cell[1])
        return None

    def _pointed(self) -> Iterator[ControllerPane]:
        """Yield the panes that may have typed text, a mark or a selection, the first one first."""
        controller, view = self.controller.shown, self.controller.shown.view
        if controller.field is None and controller.mode is not Mode.DICE and controller.listing() is None:
            if view.pane is Pane.LOG and view.cursor >= 0:
                yield self._log
            elif view.selected:
                yield self._timeline
                yield self._fighters
        yield self._question

    def _after_frame(self, seen: JournalState) -> None:
        """Place the cursor once a frame is on the terminal, and let keys count that answer `seen`."""
        self._pending = False
        for pane in self._panes:
            pane.awaited = Size()
        self._point()
        self._let_answers_count(seen)

    def _let_answers_count(self, seen: JournalState) -> None:
        """Let answers count for `seen`, which is on the terminal now: by key, from a page or from dice."""
        if self.motion.began(self._moving_panes) and self._motion_timer is None:
            self._motion_timer = self.set_interval(FRAME, self._move_on)
        self.controller.offer_drawn = self.controller.offered
        self.debounce.drawn(seen, self._clock())
        if self.dice_feed is not None and seen == self.controller.seen:
            self.dice_feed.shown()
        if seat_answers.take_due(self.controller, busy=self.app.screen is not self):
            self.draw()

    def _room(self, seen: Controller) -> PaneLayout:
        """Return the layout of the panes for what is shown, at the present size of the terminal."""
        width, height = self.app.size
        asked = self._question.drawn
        outcome_lines = max(1, len(asked.above)) if asked is not None else 1
        wished = partial(self._question.wished, seen)
        return layout_for(seen, width, height, outcome_lines=outcome_lines, above=self.lines_above, wished=wished)

    def _lay_out(self) -> None:
        """Give the panes their room, if it has changed."""
        seen, width = self.controller.shown, self.app.size.width
        seen.view.wide = width >= WIDE
        room = self._room(seen)
        if room == self._pane_layout:
            return
        self._pane_layout = room
        self._timeline.bars = room.bars
        regions = dict(room.regions)
        if self.lines_above:
            regions |= {pane.id or "": Region(0, 0, width, self.lines_above) for pane in self._panes[_OF_A_FIGHT:]}
        self._by_regions.regions = regions
        for pane in self._panes:
            region = regions.get(pane.id or "", Region())
            pane.set_class(not region.size, "hidden")
            pane.titled = not room.narrow
            pane.edge = not room.narrow and region.x > 0
            pane.awaited = region.size
        self._question.refresh(layout=True)  # what a part asks for has the whole laid out again

    def tune(self, settings: Settings) -> None:
        """Take the settings that are in force now."""
        self.debounce.within = settings.guard
        self.motion.on = cast(BaseApp, self.app).moves
        self.controller.tune(settings)
        self.draw()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Take a key, once moving parts are drawn at rest."""
        event.stop()
        event.prevent_default()
        if not self.left:
            self._come_to_rest()
            with self._flushing_beside():
                self._take_key(event)

    def _take_key(self, event: events.Key) -> None:
        """Take a key, unless it came too early, by habit or twice."""
        controller, key = self.controller, event.key
        character = event.character if event.is_printable else None
        answers = keys.needs_drawn_prompt(controller, key, character)
        why_not = "" if controller.field is not None else self.debounce.habitual(key, event.time)
        if not why_not and self._too_early(event.time, answers):
            return
        if why_not := why_not or (self.debounce.doubled(key, event.time) if answers else ""):
            self._say_why_not(why_not)
            return
        before, rolls, typed = controller.seen, controller.mode is Mode.DICE, controller.dice.text
        request = keys.press(controller, key, character)
        gave = rolls and bool(typed or (character and character.isdecimal()))
        pressed = character or key if character != " " else key
        self.debounce.acted(pressed, event.time, answered=controller.seen != before, typed_roll=gave)
        self.act(request)

    def _say_why_not(self, why: str) -> None:
        self.controller.notice = Notice(why, refused=True)
        self.draw()

    def _too_early(self, time: float, answers: bool) -> bool:
        """Return whether what came at `time` comes before anything was drawn, or `answers` a question not drawn yet.

        It is dropped then, and the screen says so once.
        """
        opening = self.debounce.before_anything(time)
        dropped = (opening or answers) and self.debounce.drop(self.controller.seen, time)
        if dropped and EARLY not in (notice := self.controller.notice.text):
            self._say_why_not(f"{EARLY} {notice if opening else ''}".rstrip())
        return dropped

    def tell(self, sentence: str) -> None:
        """Show a sentence in the place of refusals, and draw it."""
        self.controller.shown.menu = None
        self.controller.shown.notice = Notice(sentence, refused=True)
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if not self._too_early(event.time, answers=self.controller.field is None):
            self.controller.guarded(partial(self.controller.paste, event.text), None, "Pasting")
            self.draw()

    def act(self, request: ScreenRequest | None) -> None:
        """Draw, and do what the controller needs the screen for."""
        if isinstance(request, OpenPage):
            self.text_before = self._text()
        self.draw()
        app = cast(BaseApp, self.app)
        match request:
            case OpenPage(name):
                # By its name, as a subcommand: what a page is made of is imported when it is first opened.
                import_module(f"tracker.tui.screens.{name}").open_over(self)
            case AppAction.THEME:
                app.next_palette()
            case AppAction.SETTINGS:
                app.show_settings()
            case AppAction.SUSPEND:
                app.action_suspend_process()
            case AppAction.LEAVE:
                app.leave()

    def _text(self) -> str:
        panes = (pane for pane in self._panes if pane.display and pane.size)
        return "\n".join(words(line) for pane in panes for line in pane.lines)

    def unshare(self) -> None:
        """Stop serving the players' pages. The loop lets go of them before their file is closed."""
        if self.sharing is not None and self._shared_by is not None:
            asyncio.get_running_loop().remove_reader(self._shared_by)
            self._shared_by = None
            self.sharing.stop()
            self.controller.plans, self.controller.knocks = {}, ()

    def listen(self, sharing: Sharing) -> None:
        """Read the pages' process as soon as it writes: no key waits for it."""

        def heard() -> None:
            """Take what the process of the pages wrote: answers, plans, and phones that ask to be let in."""
            nothing: Sequence[SeatAnswer] = ()
            answers = self.controller.guarded(sharing.read, nothing, "Reading from the players' pages")
            if not sharing.running:
                self.unshare()
            for answer in answers:
                busy = self.app.screen is not self
                verdict = self.controller.guarded(
                    partial(seat_answers.receive, self.controller, answer, sharing.seats, busy),
                    None,
                    "A player's answer",
                )
                if verdict is not None:
                    sharing.reply(answer.number, verdict.status, verdict.text)
            controller = self.controller
            known = controller.plans, controller.knocks
            controller.plans, controller.knocks = dict(sharing.plans), tuple(sharing.knocks)
            if (answers or known != (controller.plans, controller.knocks)) and not self.left:
                self.draw()
            top = self.app.screen
            if isinstance(top, Refreshed):
                top.refreshed()

        self.controller.admit = partial(sharing.admit, yes=True)
        self._shared_by = sharing.fileno()
        asyncio.get_running_loop().add_reader(self._shared_by, heard)

    def press_row(self, id: str) -> None:
        """Press the key of a row of the keymap, by the row's id, if it does something now. Else say why not."""
        row = self.controller.keymap.by_id(id)
        if self.controller.mode in row.modes:
            self.act(keys.click(self.controller, row))
        else:
            self.controller.shown.notice = Notice(
                self.controller.keymap.not_now(row, self.controller.mode), refused=True
            )
            self.draw()

    def take_entry(self, entry: PaletteEntry) -> None:
        """Do what an entry of the palette is for. One that cannot be used now gives the reason."""
        if entry.row:
            self.press_row(entry.row)
            return
        controller, request = self.controller, None
        if entry.why or controller.walked is not None:
            controller.shown.notice = Notice(
                entry.why or "Only walking and looking in an earlier moment.", refused=True
            )
        elif entry.do is not None:
            request = controller.guarded(partial(entry.do, controller), None, entry.label)
        self.act(request)

    # The mouse

    def on_picked(self, message: messages.Picked) -> None:
        """Select or mark the clicked fighter."""
        self.controller.guarded(
            partial(mouse.pick, self.controller, message.who, message.at, message.marks), None, "A click on a fighter"
        )
        self.act(None)

    def on_choice_picked(self, message: messages.ChoicePicked) -> None:
        """Take the clicked choice, by its position, unless a text is typed or an earlier moment is shown."""
        choices = self.controller.prompt.choices
        request: ScreenRequest | None = None
        if message.place < len(choices) and self.controller.field is None and self.controller.walked is None:
            request = self.controller.guarded(
                partial(keys.choose, self.controller, choices[message.place]), None, "That choice"
            )
        self.act(request)

    def on_choice_hovered(self, message: messages.ChoiceHovered) -> None:
        view = self.controller.shown.view
        if view.hovered != message.place:
            view.hovered = message.place
            self.draw()

    def on_answer_picked(self, message: messages.AnswerPicked) -> None:
        request: ScreenRequest | None = None
        if self.controller.field is None:
            request = self.controller.guarded(
                partial(keys.choose, self.controller, message.choice), None, "That choice"
            )
        self.act(request)

    def on_resized(self, message: messages.Resized) -> None:
        self.draw()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._point)

    def on_entry_picked(self, message: messages.EntryPicked) -> None:
        """Mark the clicked line of the log, or show its moment where the click asks for that."""
        view = self.controller.shown.view
        if message.place >= self.controller.shown.runner.log.count():
            return  # a click on what was taken back meanwhile
        if message.walks or self.controller.walked is not None:
            entry = self.controller.shown.runner.log.entry(message.place)
            self.controller.guarded(partial(walk_to_line, self.controller, entry), None, "Looking back")
            self.draw()
            return
        view.show(Pane.LOG)
        view.point(-1 if view.cursor == message.place else message.place)
        self.draw()

    def on_wheeled(self, message: messages.Wheeled) -> None:
        self._carry_out(partial(mouse.wheel, self.controller.shown, message.pane, message.by), "Scrolling")

    def on_event_picked(self, message: messages.EventPicked) -> None:
        self._carry_out(partial(mouse.pick_event, self.controller, message.key, message.count), "That event")

    def _carry_out(self, act: Callable[[], object], what: str) -> None:
        """Call `act`, which the mouse asks for, and draw. `what` names it in an error."""
        self.controller.guarded(act, None, what)
        self.draw()

    def on_key_clicked(self, message: messages.KeyClicked) -> None:
        self.press_row(message.row)

    @property
    def mode(self) -> Mode:
        return self.controller.mode
