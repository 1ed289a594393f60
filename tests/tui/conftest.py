"""What every test of the screen shares: work of Textual's own whose outcome is kept, or is looked at by nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType, MethodType
from typing import Any

from rich.console import RenderableType
from textual import _callback
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.geometry import Region
from textual.screen import ModalScreen, Screen

_parse = Stylesheet._parse_rules


@cache
def _parsed(
    variables: tuple[tuple[str, str], ...], css: str, read_from: CSSLocation, default: bool, tie: int, scope: str
) -> list[RuleSet]:
    return _parse(Stylesheet(variables=dict(variables)), css, read_from, default, tie, scope)


def _rules(
    self: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """In place of Textual's own, which forgets what it parsed with the app."""
    return _parsed(tuple(self._variables.items()), css, read_from, is_default_rules, tie_breaker, scope)


Stylesheet._parse_rules = _rules  # type: ignore[method-assign]

_update = Compositor.render_update


def _drawn(
    self: Compositor, full: bool = False, screen_stack: list[Screen[object]] | None = None, simplify: bool = False
) -> RenderableType | None:
    """In place of Textual's own: every pane draws what has changed, but no frame is put together for no terminal.

    Tests look at the lines of the screen; a picture asks for the full frame.
    """
    app = active_app.get(None)
    if full or app is None or not app.is_headless:
        return _update(self, full, screen_stack, simplify)
    visible_screen_stack.set(screen_stack or [])
    changed = Region.from_union(list(self._dirty_regions)) if self._dirty_regions else Region()
    self._dirty_regions.clear()
    for widget, (region, clip) in self.visible_widgets.items():
        part = region.intersection(clip)
        if part and changed.overlaps(clip) and (isinstance(widget, ModalScreen) or not widget.children):
            widget.render_lines(part.translate(-region.offset))
    return None


Compositor.render_update = _drawn  # type: ignore[method-assign]

_count = _callback._count_parameters
_counts: dict[tuple[CodeType, bool], int] = {}


def _counted(function: Callable[..., Any]) -> int:
    """In place of Textual's own, which looks at a function anew with every call that is sent on."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__"):
        return _count(function)
    key = code, isinstance(function, MethodType)
    if key not in _counts:
        _counts[key] = _count(function)
    return _counts[key]


_callback._count_parameters = _counted  # type: ignore[assignment]
