"""Drawing: what can be changed in the rules of a game, found by syntax, and a sample of it by a seed."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SYSTEMS = ROOT / "tracker" / "games"
ROOMS: dict[str, tuple[str, ...]] = {
    game: tuple(f"{game}/{room}" for room in rooms.split())
    for game, rooms in {
        "hybrid": "actions close_quarters blows timing body modifiers fighter.py checks sheet book",
        "phases": "actions checks fighter.py harm.py initiative.py odds.py sheet.py timing.py book",
        "prism": "actions checks.py fighter.py harm.py odds.py sheet.py timing.py book",
        "feats": "actions checks.py fighter.py sheet.py formulas.py book",
        "plain": "actions.py turns.py sheet.py",
        "packs": "turns.py actions.py blows.py changes.py moments.py trials.py results.py corrections.py sheet.py "
        "odds.py timing.py ranges.py formulas.py",
    }.items()
}
"""The rule rooms of each game, from `tracker/games`; all packs share one interpreter."""
LINES = ("verbs.py", "arguments.py")
"""Where a game reads its lines, if it has rows for its verbs."""
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
    """For a figure its line, with the figure between « and »."""
    new: str

    @property
    def figure(self) -> str:
        """The figure of a table that it changes."""
        return self.old.partition("«")[2].partition("»")[0]

    @property
    def name(self) -> str:
        """Where it is and what it changes, in one line."""
        where = f"{self.file}:{self.line}"
        return f"{where} {self.function or 'table'}: {self.old}  →  {self.new}"

    @property
    def hash(self) -> str:
        """The key by which it is known as equivalent, whatever file and line it stands in."""
        text = f"{self.game}\n{self.function}\n{self.old}\n{self.new}"
        return sha256(text.encode("utf-8")).hexdigest()[:12]


def files(game: str) -> Iterator[Path]:
    """Yield the modules of a game's rule rooms."""
    lines = [SYSTEMS / game / name for name in LINES]
    for path in (*(SYSTEMS / room for room in ROOMS[game]), *filter(Path.exists, lines)):
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


@dataclass(frozen=True, slots=True)
class _Site:
    """A place where a function can be changed: what is put where, and the expression or statement it stands in."""

    kind: str
    within: ast.AST
    holder: Any
    """A list, or a node."""
    place: Any
    """An index of the list, or a field of the node."""
    value: Any


def changed(function: Function, number: int) -> tuple[Function, str, str, str, int]:
    """Return a copy of a function with its `number`-th change: kind, old and new text, and line."""
    own = copy.deepcopy(function)
    site = next(islice(_sites(own), number, None))
    old = ast.unparse(site.within)
    if isinstance(site.holder, list):
        site.holder[site.place] = site.value
    else:
        setattr(site.holder, site.place, site.value)
    new = "pass" if site.kind == "dropped" else ast.unparse(site.within)
    return own, site.kind, old, new, getattr(site.within, "lineno", 0)


def count(function: Function) -> int:
    """Return how many changes a function has."""
    return sum(1 for _ in _sites(function))


def _sites(function: Function) -> Iterator[_Site]:
    """Yield what can be changed in the body of a function, in the order of its syntax tree."""
    for node in _nodes(ast.Module(function.body, [])):
        if isinstance(node, ast.stmt | ast.Module | ast.ExceptHandler):
            yield from _dropped(node)
        if isinstance(node, ast.Return) and _is_refusal(node):
            yield _Site("refusal", node, node, "value", ast.Constant(""))
        elif isinstance(node, ast.Compare):
            yield from _compared(node)
        elif isinstance(node, ast.BinOp) and type(node.op) in _RECKONED and not _is_text(node):
            yield _Site("arithmetic", node, node, "op", _RECKONED[type(node.op)]())
        elif isinstance(node, ast.BoolOp):
            yield _Site("and/or", node, node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield _Site("not", node, node, "operand", ast.UnaryOp(ast.Not(), node.operand))


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all within it that runs: no annotations, no decorators."""
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from _nodes(each)


def _dropped(node: ast.AST) -> Iterator[_Site]:
    for _, body in ast.iter_fields(node):
        if isinstance(body, list):
            for place, statement in enumerate(body):
                if isinstance(statement, ast.stmt) and _may_be_dropped(statement):
                    yield _Site("dropped", statement, body, place, ast.Pass())


def _compared(node: ast.Compare) -> Iterator[_Site]:
    for place, operator in enumerate(node.ops):
        for table in (_COMPARED, _REVERSED):
            if type(operator) in table:
                yield _Site("comparison", node, node.ops, place, table[type(operator)]())
    for operand in (node.left, *node.comparators):
        if isinstance(operand, ast.Constant) and type(operand.value) is int:
            yield _Site("boundary", node, operand, "value", operand.value + 1)


def _may_be_dropped(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.AugAssign | ast.Raise)


def _is_refusal(node: ast.stmt) -> bool:
    return isinstance(node, ast.Return) and (
        isinstance(node.value, ast.JoinedStr)
        or (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str) and node.value.value != "")
    )


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(each, ast.JoinedStr) or _is_string(each) for each in (node.left, node.right))


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@cache
def changeable(game: str) -> Sequence[tuple[Path, str, Function]]:
    """Return the functions of a game that have changes: file, qualified name and syntax."""
    return [
        (path, name, function)
        for path in files(game)
        for name, function in functions(ast.parse(path.read_text(encoding="utf-8")))
        if count(function)
    ]


def drawn(game: str, number: int, seed: int) -> list[Mutant]:
    """Return a sample of a game's changes: at most one in a function, the same for the same seed.

    With fewer functions than `number` each function has its one change.
    """
    draw = random.Random(f"{game}/{seed}")
    open_functions = changeable(game)
    figures = list(_figures(game))
    of_figures = min(len(figures), number // FIGURES)
    chosen = draw.sample(open_functions, min(number - of_figures, len(open_functions)))
    mutants = []
    for path, name, function in chosen:
        place = draw.randrange(count(function))
        _, kind, old, new, line = changed(function, place)
        file = str(path.relative_to(ROOT))
        mutants.append(Mutant(game, file, name, place, line, kind, old, new))
    return [*mutants, *draw.sample(figures, of_figures)]


def every(game: str) -> Iterator[Mutant]:
    """Yield all changes of a game."""
    for path, name, function in changeable(game):
        for number in range(count(function)):
            _, kind, old, new, line = changed(function, number)
            yield Mutant(game, str(path.relative_to(ROOT)), name, number, line, kind, old, new)
    yield from _figures(game)


def _figures(game: str) -> Iterator[Mutant]:
    """Yield each number of a game's tables, one more."""
    for table in TABLES.get(game, ()):
        path = SYSTEMS / table
        offset, section = 0, ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(keepends=True), 1):
            code = line.partition("#")[0].rstrip()
            section = code.strip("[]") if code.startswith("[") else section
            key, equals, value = code.partition("=")
            if equals and "rule" not in key:
                for digits in _NUMBER.finditer(value):
                    figure = digits[0]
                    new = str(int(figure) + 1) if figure.lstrip("-").isdigit() else f"{float(figure) + 0.5:g}"
                    marked = f"{value[: digits.start()]}«{figure}»{value[digits.end() :]}"
                    at = offset + len(key) + 1 + digits.start()
                    name, old = str(path.relative_to(ROOT)), f"{section}.{key.strip()} ={marked}"
                    yield Mutant(game, name, "", at, number, "figure", old, new)
            offset += len(line)
