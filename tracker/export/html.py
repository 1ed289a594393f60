"""HTML and SVG: a tree of elements and text, written as markup or as plain lists. Text is only ever text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from tracker.model.lazy_dataclass import dataclass
from tracker.text.cells import clean

_VOID = {"meta", "br", "hr", "link", "input"}


@dataclass(frozen=True, slots=True)
class Node:
    """An element. Only the program names tags and attributes. Text of a file is a child or an attribute's value."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Node | str, ...]


def node(tag: str, attributes: Mapping[str, object] | None = None, *children: Node | str | None) -> Node:
    """Return an element. Attributes that are None or False and children that are None or empty are left out."""
    written = {
        name: "" if value is True else str(value) for name, value in (attributes or {}).items() if _is_written(value)
    }
    return Node(tag, written, tuple(child for child in children if child is not None and child != ""))


def _is_written(value: object) -> bool:
    return value is not None and value is not False


def markup(tree: Node | str) -> str:
    """Return the tree as HTML, with every text escaped and control and bidi characters removed."""
    if isinstance(tree, str):
        return escape(clean(tree), quote=True)
    attributes = "".join(f' {name}="{escape(clean(value), quote=True)}"' for name, value in tree.attributes.items())
    if tree.tag in _VOID:
        return f"<{tree.tag}{attributes}>"
    return f"<{tree.tag}{attributes}>{''.join(map(markup, tree.children))}</{tree.tag}>"


Plain = str | list[object]


def plain(tree: Node | str) -> Plain:
    """Return the tree as nested lists for a script: `[tag, {attributes}, children…]`, with text as strings."""
    if isinstance(tree, str):
        return clean(tree)
    attributes = {name: clean(value) for name, value in tree.attributes.items()}
    return [tree.tag, attributes, *map(plain, tree.children)]


def listed(tag: str, attributes: Mapping[str, object] | None, children: Iterable[Node | str | None]) -> Node:
    """Return an element whose children come from an iterable."""
    return node(tag, attributes, *children)
