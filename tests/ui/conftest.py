"""What every test of the screen shares: work of Textual's own whose outcome is kept, or is looked at by nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType, MethodType
from typing import Any

from textual import _callback
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate
from textual._context import active_app
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.geometry import Region

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

_full, _partial = Compositor.render_full_update, Compositor.render_partial_update


def _unseen() -> bool:
    """Whether what is drawn goes to no terminal: tests look at the lines of the screen, not at what would be sent."""
    app = active_app.get(None)
    return app is not None and app.is_headless


def _whole(self: Compositor, simplify: bool = False) -> CompositorUpdate | None:
    """In place of Textual's own: every pane draws its lines, but they are not put together where nobody sees it."""
    if simplify or not _unseen():
        return _full(self, simplify)
    self._dirty_regions.clear()
    _draw(self, self.size.region)
    return None


def _parts(self: Compositor) -> ChopsUpdate | None:
    """The same for what has changed."""
    if not _unseen():
        return _partial(self)
    regions = self._dirty_regions.copy()
    self._dirty_regions.clear()
    if regions:
        _draw(self, Region.from_union(regions).intersection(self.size.region))
    return None


def _draw(self: Compositor, crop: Region) -> None:
    for widget, (region, clip) in self.visible_widgets.items():
        part = region.intersection(clip)
        if part and crop.overlaps(clip) and not widget.children:
            widget.render_lines(part.translate(-region.offset))


Compositor.render_full_update = _whole  # type: ignore[assignment, method-assign]
Compositor.render_partial_update = _parts  # type: ignore[method-assign]

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
