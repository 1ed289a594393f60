"""The screen of a fight on paper: keys, clicks and lines are those of a terminal, but no app of Textual runs.

The screen, its panes and where they stand are the program's own. That each line is the one that Textual draws is held
by `test_paper.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from time import monotonic
from types import SimpleNamespace
from typing import Any

from textual._context import active_app
from textual.dom import DOMNode
from textual.events import Click, Mount, Resize, ScreenResume
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from tests.controllers import controller_of
from tests.tui.playing import key_event
from tracker.controller.controller import Controller
from tracker.controller.input.debounce import Debounce
from tracker.controller.keymap.keymap import Keymap
from tracker.session import Session
from tracker.text.cells import Line, fit, words
from tracker.tui.line_writer import LineWriter
from tracker.tui.screens.fight import FightScreen
from tracker.tui.screens.page import Page
from tracker.tui.widgets.fighters import FightersPane
from tracker.tui.widgets.footer import Footer
from tracker.tui.widgets.head import Head
from tracker.tui.widgets.lines import LinesPane
from tracker.tui.widgets.panes import ControllerPane
from tracker.tui.widgets.tabs import Tabs
from tracker.tui.widgets.timeline import TimelinePane

Offset = tuple[int, int]
"""A column and a line."""
LAID_LATER = (Head, TimelinePane, Tabs, FightersPane, Footer)
"""Panes on which nothing depends but what is seen."""


def hand_to(taker: Widget, message: Message) -> None:
    """Hand a message to a screen or a pane as Textual does: to each of its classes, until one has had enough."""
    for kind in type(taker).__mro__:
        handler = vars(kind).get(message.handler_name)
        if handler is not None and kind.__module__.startswith("tracker.") and not message._no_default_action:
            handler(taker, *[message][: handler.__code__.co_argcount - 1])


class Desk:
    """What screens ask of their app: the room there is, and what lies on top."""

    leaving = moves = False

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = Size(*size)
        self.screens: list[Screen[Any]] = []
        self._compose_stacks: list[list[Widget]] = [[]]
        self._composed: list[list[Widget]] = [[]]

    @property
    def screen(self) -> Screen[Any]:
        """What lies on top."""
        return self.screens[-1]

    def update_styles(self, node: DOMNode, animate: bool = False) -> None:
        """There are none."""

    def sent(self) -> int:
        """Nothing is sent anywhere."""
        return 0

    def point(self, x: int, y: int) -> None:
        """There is no cursor."""

    def push_screen(self, page: Screen[Any], then: Callable[[Any], object] | None = None) -> None:
        """Lay a page of lines on top; once it is closed, `then` is told with what."""
        pane = LinesPane("page")
        pane._parent = page
        page._nodes._append(pane)

        def close(result: object = None) -> None:
            self.screens.remove(page)
            if then is not None:
                then(result)
            self.take(ScreenResume())

        page.dismiss = close  # type: ignore[method-assign,assignment]
        self.screens.append(page)
        self.take(Mount())

    def take(self, message: Message, screen: Screen[Any] | None = None) -> bool:
        """Hand a message to a screen, usually the top one."""
        token = active_app.set(self)  # type: ignore[arg-type]
        hand_to(screen or self.screen, message)
        active_app.reset(token)
        return True


class Unread(ControllerPane):
    """A pane that is laid when somebody looks at it: of most keys nobody reads what was drawn."""

    _unread: Controller | None = None

    @classmethod
    def make(cls, pane: ControllerPane) -> None:
        """Make a pane of the program one of these."""
        pane.__class__ = _unread_kind(type(pane))

    def show(self, controller: Controller, writer: LineWriter | None = None, moving: int = 0) -> None:
        """Keep whose lines are to be laid. What a lane that is out of sight moves is moved with every key."""
        self._unread = controller
        if isinstance(self, TimelinePane):
            self.follow(controller, (self.awaited or self.region.size).height)

    def read(self) -> None:
        """Lay what was kept."""
        controller, self._unread = self._unread, None
        if controller is not None:
            controller.guarded(partial(super().show, controller), None, f"Drawing {self.id}")

    @property
    def lines(self) -> tuple[Line, ...]:
        self.read()
        return super().lines

    def text(self) -> list[str]:
        self.read()
        return super().text()


def _read_first(name: str) -> Any:
    """An attribute that is right once the pane has been laid."""

    def get(pane: Unread) -> Any:
        pane.read()
        return vars(pane)[name]

    return property(get, lambda pane, value: vars(pane).update({name: value}))


@cache
def _unread_kind(kind: type[ControllerPane]) -> type[ControllerPane]:
    return type(kind.__name__, (Unread, kind), {name: _read_first(name) for name in ("drawn", "faded")})


class OnPaper(FightScreen):
    """Makes a screen of a fight one whose panes have the room that a terminal would give them."""

    def lie_on(self, desk: Desk) -> None:
        """Lay it on a desk, and draw it."""
        self.desk, self.regions = desk, dict[Widget, Region]()
        desk.screens.append(self)
        token = active_app.set(desk)  # type: ignore[arg-type]
        list(self.compose())
        for pane in self._panes:
            pane._parent = self
            self._nodes._append(pane)
            pane.post_message = self._passed  # type: ignore[method-assign]
            if isinstance(pane, LAID_LATER):
                Unread.make(pane)
        self.draw()
        active_app.reset(token)

    def _passed(self, message: Message) -> bool:
        return self.desk.take(message, self)

    @property
    def app(self) -> Any:  # type: ignore[override]
        return self.desk

    @property
    def left(self) -> bool:
        return False

    def find_widget(self, widget: Widget) -> Any:
        """Where a pane stands."""
        return SimpleNamespace(region=self.regions.get(widget, Region()))

    def call_after_refresh(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """What is drawn is seen at once."""
        callback(*args, **kwargs)
        return True

    def set_interval(self, *_: Any, **__: Any) -> Any:
        """No time goes by."""
        return SimpleNamespace(stop=lambda: None)

    def _direct_writer(self) -> None:
        return None

    def _point(self) -> None:
        """There is no cursor."""

    def _lay_out(self) -> None:
        super()._lay_out()
        placed = self._by_regions.regions
        self.regions = {pane: placed[pane.id] for pane in self._panes if pane.id is not None and pane.id in placed}
        for pane in self._panes:
            pane.display = pane in self.regions

    def draw(self) -> None:
        """Once more where panes have moved, as they draw themselves anew then."""
        stood = self.regions
        super().draw()
        if stood != self.regions:
            super().draw()

    def seen(self) -> list[str]:
        """Every line of the screen."""
        lines: dict[int, str] = {}
        for pane, region in sorted(self.regions.items(), key=lambda placed: placed[1].x):
            assert isinstance(pane, ControllerPane)
            for at, line in enumerate(_lines(pane, region.size)):
                lines[region.y + at] = lines.get(region.y + at, "") + line
        return [lines.get(y, "") for y in range(self.desk.size.height)]


def _lines(pane: LinesPane, size: Size) -> list[str]:
    """The lines of a pane, each as wide as it is."""
    edge = "│" * pane.edge
    lines = [*map(words, pane.lines[: size.height]), *[""] * (size.height - len(pane.lines))]
    return [edge + fit(line, size.width - pane.edge) for line in lines]


def usual_screen(controller: Controller) -> OnPaper:
    """Return the screen of a fight that is played, on which no key is too early."""
    return OnPaper(controller, Debounce(0.0), monotonic)


class Paper:
    """A player at a screen on paper: presses keys, counts them, clicks and reads."""

    def __init__(
        self,
        session: Session,
        size: tuple[int, int] = (120, 36),
        keymap: Keymap | None = None,
        screen: Callable[[Controller], OnPaper] = usual_screen,
    ) -> None:
        self.keymap, self.size, self._screen = keymap, size, screen
        self.pressed = 0
        self.turn_to(session)

    def turn_to(self, session: Session) -> None:
        """Begin with another fight, on whose controller nothing has been pressed."""
        self.controller = controller_of(session, self.keymap)
        self.desk = Desk(self.size)
        self.screen = self._screen(self.controller)
        self.screen.lie_on(self.desk)

    def resize(self, width: int, height: int) -> None:
        """Another size of the terminal."""
        self.desk.size = Size(width, height)
        for screen in self.desk.screens:
            self.desk.take(Resize(self.desk.size, self.desk.size), screen)

    def press(self, *keys: str) -> None:
        """One key after another, each drawn before the next."""
        for key in keys:
            self.pressed += 1
            self.desk.take(key_event(key))

    def type(self, text: str) -> None:
        """A text, sign by sign."""
        self.press(*text)

    def click(self, words: str, *, control: bool = False, button: int = 1) -> None:
        """A click where these words are seen."""
        for y, line in enumerate(self.seen()):
            if words in line:
                self.click_on(offset=(line.index(words) + 1, y), control=control, button=button)
                return
        raise AssertionError(f"{words} is not on the screen:\n{self.text()}")

    def click_on(
        self, pane: LinesPane | str | None = None, *, offset: Offset = (0, 0), control: bool = False, button: int = 1
    ) -> None:
        """A click on a cell of a pane, which may be named by `#` and its id, or of the screen."""
        if isinstance(pane, str):
            pane = self.screen.query_one(pane, LinesPane)
        x, y = offset if pane is None else (offset[0] + pane.region.x, offset[1] + pane.region.y)
        click = Click(None, x, y, 0, 0, button, False, False, control)
        if self.desk.screen is not self.screen:
            self.desk.take(click)
            return
        for one, region in self.screen.regions.items():
            if region.contains(x, y):
                if isinstance(one, Unread):
                    one.read()
                hand_to(one, click._apply_offset(-region.x, -region.y))

    @property
    def page(self) -> Page[Any]:
        """The page that lies over the fight."""
        assert isinstance(self.desk.screen, Page)
        return self.desk.screen

    def seen(self) -> list[str]:
        """Every line of the screen."""
        if self.desk.screen is self.screen:
            return self.screen.seen()
        pane = self.page.pane
        assert pane is not None
        return _lines(pane, self.desk.size)

    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(self.seen())

    def footer(self) -> str:
        """The last line."""
        return self.seen()[-1]
