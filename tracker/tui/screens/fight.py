"""The fight: lays out the panes, hands keys to the desk, and hands the desk to the panes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.geometry import Size
from textual.screen import Screen

from tracker.controller import event_lane, mouse
from tracker.controller.controller import Desk
from tracker.controller.debounce import Slips
from tracker.controller.fields import Field, Purpose
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.palette import Offer
from tracker.controller.screen_requests import Wish
from tracker.controller.settings import Settings
from tracker.controller.view_state import Pane
from tracker.session.onlooker import Onlooker
from tracker.tui import messages
from tracker.tui.layout import Room, room_for
from tracker.tui.line_writer import Ink
from tracker.tui.screen_error_boundary import Netted
from tracker.tui.theme import Painted
from tracker.tui.widgets.fighters import FightersPane
from tracker.tui.widgets.footer import Footer
from tracker.tui.widgets.head import Head
from tracker.tui.widgets.log import LogPane
from tracker.tui.widgets.outcome import OutcomePane
from tracker.tui.widgets.panes import Cell, DeskPane
from tracker.tui.widgets.question import QuestionPane
from tracker.tui.widgets.sheet import SheetPane
from tracker.tui.widgets.tabs import Tabs
from tracker.tui.widgets.timeline import TimelinePane

_TOASTS = "textual-toastrack"
"""Where Textual puts notices of its own over a screen."""

_ENTER_AHEAD = ("enter", "ctrl+j")
"""Enter, and what a terminal that is not yet the program's makes of it."""
LOOK = 0.2
"""Seconds between looks at a fight that another program plays."""


class FightScreen(Netted, Screen[None]):
    """One fight on the table."""

    def __init__(self, desk: Desk, slips: Slips, clock: Callable[[], float]) -> None:
        super().__init__()
        self.desk = desk
        self.slips = slips
        self._clock = clock
        """The clock that events are stamped by."""
        self._drawn_for = Size()

    def compose(self) -> ComposeResult:
        self._question, self._timeline = QuestionPane("question"), TimelinePane("timeline")
        self._fighters, self._sheet = FightersPane("fighters"), SheetPane("sheet", edge=True, hosts=True)
        head, tabs, log = Head("head"), Tabs("tabs"), LogPane("log")
        self._outcome, footer = OutcomePane("outcome", self._question), Footer("footer")
        self._panes: list[DeskPane] = [self._question, head, tabs, self._timeline]
        self._panes += [self._fighters, self._sheet, log, self._outcome, footer]
        self._room: Room | None = None
        self._pending = False
        """Whether Textual has still to draw what was handed to the panes."""
        self.desk.guarded(self._lay_out, None, "Laying out")  # before they are mounted: so they are styled once
        yield head
        yield self._timeline
        yield tabs
        with Horizontal(id="middle"):
            yield self._fighters
            with Container(id="beside"):
                yield self._sheet
                yield log
        yield self._outcome
        yield self._question
        yield footer

    def on_mount(self) -> None:
        if isinstance(self.desk.session, Onlooker):
            self.set_interval(LOOK, self._catch_up)

    def _catch_up(self) -> None:
        """Draw what another program has done in the fight since."""
        if not self.left and self.desk.guarded(self.desk.catch_up, False, "Looking on"):
            self.draw()

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._drawn_for:  # it comes twice when the program starts
            self._drawn_for = event.size
            self.draw()

    # Drawing

    @property
    def left(self) -> bool:
        """Whether this is being left: there is nothing to draw on, and what still comes in counts no more."""
        return cast(Painted, self.app).leaving or not self.is_attached

    def draw(self) -> None:
        """Hand the desk to the panes; keys that answer count only from when this has been drawn.

        While the panes stay where they are and nothing covers them, what changed is written at once; else by Textual.
        """
        if self.left:
            return
        seen, question = self.desk.shown, self._question
        notice, stood = self.desk.notice, (self._room, self.has_class("listing"))
        self.desk.guarded(self._make_room, None, "Making room for the question")
        self.desk.guarded(self._lay_out, None, "Laying out")
        self.set_class(seen.listing() is not None, "listing")
        ink = self._ink() if stood == (self._room, self.has_class("listing")) else None
        for pane in self._panes:
            if pane.display:
                self.desk.guarded(partial(pane.show, seen, ink), None, f"Drawing {pane.id}")
        seen.looking.sheet_last = self._sheet.last_top
        page, seen.looking.list_page = seen.looking.list_page, max(pane.listed for pane in self._panes if pane.display)
        if self.desk.notice is not notice or page != seen.looking.list_page:
            for pane in (question, self._outcome):
                self.desk.guarded(partial(pane.show, seen, ink), None, "Drawing the question")
        self._pending = ink is None
        if ink is not None:
            cast(Painted, self.app).write(ink, self._cell())
            self.slips.drawn(self.desk.seen, self._clock())
        else:
            self.call_after_refresh(self._drawn, self.desk.seen)

    def _ink(self) -> Ink | None:
        """What changed lines are written with; None while Textual has to draw, or not all of each pane is in sight.

        Of keys that wait already Textual draws several at once, so that a terminal that does not read is not overrun.
        """
        waiting = self.message_queue_size or self.app.message_queue_size
        told = any(one.children for one in self.children if one.id == _TOASTS)
        covered = told or self.app.screen is not self or self._room is None or self._room.middle < 1
        return None if covered or waiting or self._pending else cast(Painted, self.app).ink()

    def _make_room(self) -> None:
        """Choices that do not fit into the question line stand in a list, and so do those of which one is marked."""
        desk = self.desk.shown
        desk.listed = False
        desk.listed = desk.picking_one or not self._question.fits(desk)

    def _point(self) -> None:
        """Put the terminal's cursor where it belongs."""
        if self.app.screen is self and not self.left and (cell := self._cell()) is not None:
            cast(Painted, self.app).point(*cell)

    def _cell(self) -> Cell | None:
        """The cell of the screen at which a screen reader or a magnifier has to look."""
        for pane in self._pointed():
            region = pane.region
            if pane.display and region.size and (cell := pane.marked(self.desk.shown)) is not None:
                return (region.x + cell[0], region.y + cell[1])
        return None

    def _pointed(self) -> Iterator[DeskPane]:
        """The panes that may have what is typed, marked or selected, the first one first."""
        desk, looking = self.desk.shown, self.desk.shown.looking
        if desk.field is None and desk.mode is not Mode.DICE:
            if desk.listing() is not None and desk.highlighted >= 0:
                yield from (pane for pane in self._panes if pane.hosts)
            elif looking.pane is Pane.LOG and looking.cursor >= 0:
                yield self.query_one("#log", LogPane)
            elif looking.selected:
                yield self._fighters
                yield self._timeline
        yield self._question

    def _drawn(self, seen: tuple[int, int]) -> None:
        self._pending = False
        for pane in self._panes:
            pane.awaited = Size()
        self._point()
        self.slips.drawn(seen, self._clock())

    def _lay_out(self) -> None:
        """Give the panes their room; nothing is done when nothing about it has changed."""
        seen, (width, height) = self.desk.shown, self.app.size
        asked = self._question.drawn
        told = max(1, len(asked.above)) if asked is not None else 1
        room = room_for(seen, width, height, lambda: len(self._fighters.kept(seen, width)), told)
        if room == self._room:
            return
        self._room, narrow = room, room.narrow
        tabs = {f"tab-{pane.value}": room.tab is pane for pane in (Pane.FIGHTERS, Pane.SHEET, Pane.LOG)}
        self.update_classes({"narrow": narrow, "stacked": room.stacked, **tabs})
        for own in self._panes:
            own.titled = not (room.low if own is self._timeline else narrow)
            own.edge = not narrow and own.id in ("sheet", "log")
            own.hosts = own is self._sheet or (narrow and own.id in ("fighters", "log"))
            if narrow:
                lines = room.timeline if own is self._timeline else max(0, room.middle) if own.hosts else 0
                own.awaited = Size(width, lines) if lines else Size()
        self._timeline.styles.height = room.timeline
        self._question.styles.height = room.question
        self._outcome.styles.height = room.told
        combatants = self.desk.session.encounter.combatants
        self._fighters.styles.width = "1fr" if narrow else room.fighters(combatants)

    def tune(self, settings: Settings) -> None:
        """Take the settings that are in force now."""
        self.slips.within = settings.guard
        self.desk.looking.scale = settings.scale
        self.draw()

    # Keys

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if self.left:
            return
        desk, key = self.desk, event.key
        early = self.slips.early(desk.seen, event.time)
        if early and desk.mode is Mode.BEGIN and self.slips.ahead and key in _ENTER_AHEAD:
            key, early = "enter", False
        character = event.character if event.is_printable else None
        if desk.answers(key, character):
            if early:
                return
            if doubled := self.slips.doubled(key, event.time):
                desk.notice = Notice(doubled, True)
                self.draw()
                return
        before = desk.seen
        wish = desk.press(key, character)
        self.slips.acted(character or key if character != " " else key, event.time, desk.seen != before)
        self.act(wish)

    def tell(self, sentence: str) -> None:
        """Show a sentence where refusals stand, and draw it."""
        self.desk.shown.path = None
        self.desk.shown.notice = Notice(sentence, True)
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.desk.guarded(partial(self.desk.paste, event.text), None, "Pasting")
        self.draw()

    def act(self, wish: Wish | None) -> None:
        """Draw, and do what the desk could not do by itself."""
        self.draw()
        match wish:
            case None:
                return
            case Wish.HELP | Wish.EXPLAIN:
                self._read(wish)
            case Wish.RECKON:
                self._reckon()
            case Wish.CAME_TO:
                self._account(self.desk.shown)
            case Wish.LIBRARY:
                self._browse()
            case Wish.THEME:
                cast(Painted, self.app).next_palette()
            case Wish.SETTINGS:
                cast(Painted, self.app).show_settings()
            case Wish.STOP:
                self.app.action_suspend_process()
            case Wish.QUIT:
                cast(Painted, self.app).leave()

    # Pages over the fight: what each is made of is imported when it is first opened

    def _read(self, wish: Wish) -> None:
        """Open the help, or the sum behind a number."""
        from tracker.tui.screens.text_page import Reading

        now, desk = self.desk.front, self.desk.shown
        helps = wish is Wish.HELP
        closed = now.absent if now.mode is Mode.CHOOSE else ()
        choices = (*now.choices, *now.options, *closed)
        page = Reading.help(desk.keymap, choices) if helps else Reading.words(desk.page, desk.explained)
        self.app.push_screen(page)

    def _reckon(self) -> None:
        """Open the calculators of the game."""
        from tracker.tui.screens.calculator import Reckoning

        self.app.push_screen(Reckoning(self.desk.session, self.desk.looking.target(self.desk.session)))

    def _account(self, desk: Desk) -> None:
        """Open the page of what the fight came to, groups folded as they are in the fight."""
        from tracker.tui.screens.fight_summary import AccountPage

        assert desk.account is not None
        page = AccountPage(desk.page, desk.account, desk.keymap, desk.looking.unfolded)
        self.app.push_screen(page, lambda _: self._ask_for_the_party())

    def _ask_for_the_party(self) -> None:
        """After the page of a fight: what would be written of each of its party, if anything is left to be."""
        session = self.desk.session
        if session.shelf is not None and session.shelf.left_to_write(session.encounter, session.journal):
            self._browse(party=True)

    def _browse(self, party: bool = False) -> None:
        """Open the page of library, table and party; what it puts in or keeps stands when it is closed."""
        shelf = self.desk.session.shelf
        assert shelf is not None
        from tracker.controller.library_browser import Browser, Tab
        from tracker.tui.screens.library import Browsing

        browser = Browser(self.desk, shelf)
        if party:
            browser.show(Tab.PARTY)
        self.app.push_screen(Browsing(browser), lambda _: self.draw())

    def press_row(self, id: str) -> None:
        """Do what a row of the keymap says, from the footer or the palette."""
        row = self.desk.keymap.by_id(id)
        if self.desk.mode in row.when:
            self.act(self.desk.click(row))
        else:
            self.desk.shown.notice = Notice(self.desk.keymap.not_now(row, self.desk.mode), True)
            self.draw()

    def take_offer(self, offer: Offer) -> None:
        """Do what an entry of the palette says; one that cannot be used now says why."""
        desk, wish = self.desk, None
        if offer.row:
            self.press_row(offer.row)
            return
        if offer.why or desk.walked is not None:
            desk.shown.notice = Notice(offer.why or "Only walking and looking in an earlier moment.", True)
        elif offer.choice is not None and offer.choice in (*desk.front.choices, *desk.front.options):
            wish = desk.guarded(partial(desk.choose, offer.choice), None, "That choice")
        elif offer.who:
            desk.looking.select(offer.who)
        elif offer.line:
            desk.field = Field(Purpose.COMMAND, ":", text=offer.line, caret=len(offer.line))
        self.act(wish)

    # The mouse

    def on_picked(self, message: messages.Picked) -> None:
        self.desk.guarded(partial(self.desk.pick, message.who, message.at, message.marks), None, "A click on a fighter")
        self.act(None)

    def on_choice_picked(self, message: messages.ChoicePicked) -> None:
        choices = self.desk.front.choices
        wish: Wish | None = None
        if message.place < len(choices) and self.desk.field is None and self.desk.walked is None:
            wish = self.desk.guarded(partial(self.desk.choose, choices[message.place]), None, "That choice")
        self.act(wish)

    def on_answer_picked(self, message: messages.AnswerPicked) -> None:
        wish: Wish | None = None
        if self.desk.field is None:
            wish = self.desk.guarded(partial(self.desk.choose, message.choice), None, "That choice")
        self.act(wish)

    def on_resized(self, message: messages.Resized) -> None:
        self.draw()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._point)

    def on_entry_picked(self, message: messages.EntryPicked) -> None:
        looking = self.desk.shown.looking
        if message.place >= self.desk.shown.log.count():
            return  # a click on what was taken back meanwhile
        if message.walks or self.desk.walked is not None:
            self.desk.walk_to_line(self.desk.shown.log.entry(message.place))
            self.draw()
            return
        looking.show(Pane.LOG)
        looking.point(-1 if looking.cursor == message.place else message.place)
        self.draw()

    def on_wheeled(self, message: messages.Wheeled) -> None:
        self.desk.guarded(partial(self.desk.shown.wheel, message.pane, message.by), None, "Scrolling")
        self.draw()

    def on_dragged(self, message: messages.Dragged) -> None:
        self.desk.guarded(partial(self.desk.drag, message.who, message.by), None, "Moving a bar")
        self.draw()

    def on_event_picked(self, message: messages.EventPicked) -> None:
        self.desk.guarded(partial(event_lane.pick, self.desk, message.key, message.count), None, "That event")
        self.draw()

    def on_event_dragging(self, message: messages.EventDragging) -> None:
        self.desk.guarded(partial(event_lane.dragging, self.desk, message.key, message.to), None, "Moving an event")
        self.draw()

    def on_event_dragged(self, message: messages.EventDragged) -> None:
        self.desk.guarded(partial(event_lane.drag, self.desk, message.key, message.to), None, "Moving an event")
        self.draw()

    def on_dragging(self, message: messages.Dragging) -> None:
        if self.desk.walked is None:
            self.desk.guarded(partial(mouse.dragging, self.desk, message.who, message.by), None, "Moving a bar")
            self.draw()

    def on_key_clicked(self, message: messages.KeyClicked) -> None:
        self.press_row(message.id)

    @property
    def mode(self) -> Mode:
        """What owns the keys."""
        return self.desk.mode
