"""Every comparison of a game's rules that has an edge, and the same file with that edge moved by one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

_OTHER: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
}


class Comparison(NamedTuple):
    """One comparison: in which function, how it reads, where its sign stands, and what that is changed into."""

    within: str
    reads: str
    start: int
    old: str
    new: str


def comparisons(text: str) -> Iterator[Comparison]:
    """Every `<`, `<=`, `>` and `>=` of a file; one that only chooses words is none of a rule."""
    yield from _in(ast.parse(text), text, _lines(text), "")


def _lines(text: str) -> list[int]:
    """Where each line begins."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _in(node: ast.AST, text: str, starts: list[int], within: str) -> Iterator[Comparison]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        within = f"{within}.{node.name}".lstrip(".")
    if isinstance(node, ast.JoinedStr) or _words(node):
        return
    if isinstance(node, ast.Compare):
        yield from _signs(node, text, starts, within)
    for child in ast.iter_child_nodes(node):
        yield from _in(child, text, starts, within)


def _words(node: ast.AST) -> bool:
    """Whether it chooses between words."""
    return isinstance(node, ast.IfExp) and any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.body, node.orelse)
    )


def _signs(node: ast.Compare, text: str, starts: list[int], within: str) -> Iterator[Comparison]:
    left = node.left
    for sign, right in zip(node.ops, node.comparators, strict=True):
        if type(sign) in _OTHER:
            old, new = _OTHER[type(sign)]
            start = _place(text, starts, left.end_lineno or 1, left.end_col_offset or 0)
            end = _place(text, starts, right.lineno, right.col_offset)
            match = re.search(rf"(?<![<>=]){re.escape(old)}(?!=)", text[start:end])
            assert match is not None
            reads = " ".join(f"{ast.unparse(left)} {old} {ast.unparse(right)}".split())
            yield Comparison(within, reads, start + match.start(), old, new)
        left = right


def _place(text: str, starts: list[int], line: int, column: int) -> int:
    """Where a line and a column stand that are counted in bytes."""
    begin = starts[line - 1]
    return begin + len(text[begin : starts[line]].encode()[:column].decode())
