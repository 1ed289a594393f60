"""Drawing: what can be changed in the rules of a game, found by syntax, and a sample of it by a seed."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
SYSTEMS = ROOT / "tracker" / "systems"
ROOMS: dict[str, tuple[str, ...]] = {
    "hybrid": tuple(
        f"hybrid/{room}"
        for room in (
            "actions", "close_quarters", "blows", "timing", "body", "modifiers", "chances", "sheets", "book",
        )
    ),
    "phases": tuple(f"phases/{room}" for room in ("actions", "checks", "sheets.py", "timing.py", "wounds.py", "book")),
    "prism": tuple(f"prism/{room}" for room in ("actions", "checks", "sheets", "book")),
    "feats": tuple(f"feats/{room}" for room in ("actions", "checks.py", "sheets.py", "formulas.py", "book")),
    "plain": tuple(f"plain/{room}" for room in ("play.py", "sheet.py")),
    "packs": tuple(
        f"packs/{room}"
        for room in ("play.py", "actions.py", "fighters.py", "chances.py", "clock.py", "ranges.py", "formulas.py")
    ),
}  # fmt: skip
"""The rule rooms of each game, from `tracker/systems`; all packs share one interpreter."""
TABLES: dict[str, tuple[str, ...]] = {
    "hybrid": ("hybrid/book/tables/current.toml", "hybrid/book/tables/1997.toml"),
    "phases": ("phases/book/tables.toml",),
    "prism": ("prism/book/tables.toml",),
    "feats": ("feats/book/tables.toml",),
}
"""The tables of each game."""
FIGURES = 10
"""One in so many changes may be a figure of a table."""
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.\"'-])-?\d+(?:\.\d+)?(?![\w.\"'])")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: a function of a file with its `number`-th change, or a figure of a table at an `offset`."""

    game: str
    file: str
    """From the root of the project."""
    function: str
    """Its qualified name; empty for a figure of a table."""
    number: int
    line: int
    kind: str
    old: str
    new: str

    @property
    def name(self) -> str:
        """Where it is and what it changes, in one line."""
        where = f"{self.file}:{self.line}"
        return f"{where} {self.function or 'table'}: {self.old}  →  {self.new}"

    @property
    def hash(self) -> str:
        """The key by which it is known as equivalent, whatever line it stands on."""
        text = f"{self.file}\n{self.function}\n{self.old}\n{self.new}"
        return sha256(text.encode("utf-8")).hexdigest()[:12]


def files(game: str) -> Iterator[Path]:
    """Yield the modules of a game's rule rooms."""
    for room in ROOMS[game]:
        path = SYSTEMS / room
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Yield the functions and methods of a module by their qualified names; those inside others belong to them."""

    def within(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, Function]]:
        for node in body:
            if isinstance(node, Function):
                yield f"{prefix}{node.name}", node
            elif isinstance(node, ast.ClassDef):
                yield from within(node.body, f"{prefix}{node.name}.")

    return within(tree.body, "")


def changed(function: Function, number: int) -> tuple[Function, str, str, str, int] | None:
    """Return a copy of a function with its `number`-th change: kind, old and new text, and line; None beyond the last.

    The changes of a function are numbered in the order of its syntax tree.
    """
    own = copy.deepcopy(function)
    walk = _Changes(own, number)
    walk.visit_body(own.body, docstring=True)
    if walk.done is None:
        return None
    kind, old, new, line = walk.done
    return own, kind, old, new, line


def count(function: Function) -> int:
    """Return how many changes a function has."""
    walk = _Changes(copy.deepcopy(function), -1)
    walk.visit_body(walk.root.body, docstring=True)
    return walk.seen


class _Changes:
    """Walks a function, counts what can be changed, and changes the one with the wanted number in place."""

    def __init__(self, root: Function, wanted: int) -> None:
        self.root, self.wanted, self.seen = root, wanted, 0
        self.done: tuple[str, str, str, int] | None = None

    def _turn(self) -> bool:
        self.seen += 1
        return self.seen - 1 == self.wanted

    def visit_body(self, body: list[ast.stmt], docstring: bool = False) -> None:
        for place, node in enumerate(body):
            if docstring and place == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            if _may_be_dropped(node) and self._turn():
                body[place] = ast.copy_location(ast.Pass(), node)
                self.done = ("dropped", ast.unparse(node), "pass", node.lineno)
                return
            if _is_refusal(node) and self._turn():
                assert isinstance(node, ast.Return)
                old = ast.unparse(node)
                node.value = ast.copy_location(ast.Constant(""), node)
                self.done = ("refusal", old, 'return ""', node.lineno)
                return
            self._visit(node)
            if self.done:
                return

    def _visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            self._compare(node)
        elif isinstance(node, ast.BinOp) and type(node.op) in _RECKONED and not _is_text(node):
            self._change(node, "op", _RECKONED[type(node.op)](), "arithmetic")
        elif isinstance(node, ast.BoolOp):
            self._change(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And(), "and/or")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._change(node, "op", ast.UAdd(), "not")
        if self.done:
            return
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            if field in ("body", "orelse", "finalbody") and isinstance(value, list):
                self.visit_body(value)
            elif isinstance(value, list):
                for each in value:
                    if isinstance(each, ast.AST):
                        self._visit(each)
                    if self.done:
                        return
            elif isinstance(value, ast.AST):
                self._visit(value)
            if self.done:
                return

    def _compare(self, node: ast.Compare) -> None:
        for table, kind in ((_COMPARED, "comparison"), (_REVERSED, "comparison")):
            other = table.get(type(node.ops[0]))
            if other is not None and self._turn():
                old = ast.unparse(node)
                node.ops[0] = other()
                self.done = (kind, old, ast.unparse(node), node.lineno)
                return
        for operand in (node.left, *node.comparators):
            if _is_number(operand) and self._turn():
                assert isinstance(operand, ast.Constant)
                old = ast.unparse(node)
                operand.value += 1  # type: ignore[operator]
                self.done = ("boundary", old, ast.unparse(node), node.lineno)
                return

    def _change(self, node: ast.AST, field: str, value: ast.AST, kind: str) -> None:
        if self._turn():
            old = ast.unparse(node)
            if isinstance(node, ast.UnaryOp):  # `not x` becomes `x` as a truth
                node.op, node.operand = ast.Not(), ast.copy_location(ast.UnaryOp(ast.Not(), node.operand), node)
            else:
                setattr(node, field, value)
            self.done = (kind, old, ast.unparse(node), getattr(node, "lineno", 0))


def _may_be_dropped(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.AugAssign | ast.Raise)


def _is_refusal(node: ast.stmt) -> bool:
    return isinstance(node, ast.Return) and (
        isinstance(node.value, ast.JoinedStr)
        or (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str) and node.value.value != "")
    )


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(each, ast.JoinedStr) or _is_string(each) for each in (node.left, node.right))


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def drawn(game: str, number: int, seed: int) -> list[Mutant]:
    """Return a sample of a game's changes: at most one in a function, the same for the same seed.

    With fewer functions than `number` each function has its one change.
    """
    draw = random.Random(f"{game}/{seed}")
    open_functions = [
        (path, name, function)
        for path in files(game)
        for name, function in functions(ast.parse(path.read_text(encoding="utf-8")))
        if count(function)
    ]
    figures = list(_figures(game))
    of_figures = min(len(figures), number // FIGURES)
    chosen = draw.sample(open_functions, min(number - of_figures, len(open_functions)))
    mutants = []
    for path, name, function in chosen:
        place = draw.randrange(count(function))
        made = changed(function, place)
        assert made is not None
        _, kind, old, new, line = made
        file = str(path.relative_to(ROOT))
        mutants.append(Mutant(game, file, name, place, line, kind, old, new))
    return [*mutants, *draw.sample(figures, of_figures)]


def _figures(game: str) -> Iterator[Mutant]:
    """Yield each number of a game's tables, one more."""
    for table in TABLES.get(game, ()):
        path = SYSTEMS / table
        if not path.exists():
            continue
        text = path.read_text(encoding="utf-8")
        offset = 0
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            code = line.partition("#")[0]
            key, equals, value = code.partition("=")
            if equals and "rule" not in key:
                for found in _NUMBER.finditer(value):
                    at = offset + len(key) + 1 + found.start()
                    old = found[0]
                    new = str(int(old) + 1) if re.fullmatch(r"-?\d+", old) else f"{float(old) + 0.5:g}"
                    yield Mutant(
                        game, str(path.relative_to(ROOT)), "", at, number, "figure", f"{key.strip()} {old}", new
                    )
            offset += len(line)
