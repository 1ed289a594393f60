"""The house: circles of files, and arrows up against the layers of pyproject.toml; every import counts, wherever it is.

`python -m tests.house` prints both, and ends with 1 when there is one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import tomli

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tracker"

Arrows = Mapping[str, frozenset[str]]
"""By module: the modules of the package it imports."""


def arrows(package: Path = PACKAGE) -> Arrows:
    """Every import between files, under `TYPE_CHECKING` and inside functions too."""
    files = {_module(path, package): path for path in sorted(package.rglob("*.py"))}
    return {name: frozenset(set(_imports(name, path, set(files))) - {name}) for name, path in files.items()}


def _module(path: Path, package: Path) -> str:
    parts = [*path.relative_to(package.parent).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(name: str, path: Path, known: set[str]) -> Iterator[str]:
    for node in import_statements(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        else:
            base = node.module or ""
            if node.level:
                package = name if path.name == "__init__.py" else name.rpartition(".")[0]
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield from (module for module in (inner if inner in known else base,) if module in known)


@cache
def parsed(path: Path) -> ast.Module:
    """A file's syntax tree, read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def import_statements(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import of a file, wherever it stands; no expression is gone into, for there is none in one."""
    ahead: list[ast.AST] = [tree]
    while ahead:
        node = ahead.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        for inner in ("body", "orelse", "finalbody", "handlers", "cases"):
            statements = getattr(node, inner, ())
            ahead += statements if isinstance(statements, list) else ()


def circles(graph: Arrows) -> list[list[str]]:
    """Files that import each other in a ring, the largest first; none when the house is in order."""
    reach = {name: _reached(graph, name) for name in graph}
    rings: list[list[str]] = []
    seen: set[str] = set()
    for name in graph:
        if name in seen or name not in reach[name]:
            continue
        ring = sorted(other for other in reach[name] if name in reach[other])
        seen |= set(ring)
        rings.append(ring)
    return sorted(rings, key=len, reverse=True)


def _reached(graph: Arrows, start: str) -> set[str]:
    reached: set[str] = set()
    ahead = [start]
    while ahead:
        for name in graph[ahead.pop()]:
            if name not in reached:
                reached.add(name)
                ahead.append(name)
    return reached


def upward(graph: Arrows, project: Path = ROOT / "pyproject.toml") -> list[tuple[str, str]]:
    """Arrows from a layer to one above it, by the layers contracts of the project."""
    contracts = tomli.loads(project.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    return [
        (name, other)
        for contract in contracts
        if contract["type"] == "layers"
        for container in contract["containers"]
        for height in [_heights(container, contract["layers"])]
        for name, others in graph.items()
        for other in sorted(others)
        if _height(name, height) > _height(other, height) >= 0
    ]


def _heights(container: str, layers: list[str]) -> dict[str, int]:
    rows = [[room.strip() for room in layer.replace("|", ":").split(":")] for layer in layers]
    return {f"{container}.{room}": depth for depth, row in enumerate(rows) for room in row}


def _height(module: str, heights: Mapping[str, int]) -> int:
    """0 on top; −1 where no layer is spoken of."""
    return next((depth for room, depth in heights.items() if module == room or module.startswith(f"{room}.")), -1)


def main() -> int:
    """Print what is wrong; 1 when something is."""
    graph = arrows()
    rings, up = circles(graph), upward(graph)
    for ring in rings:
        print(f"a circle of {len(ring)}: {', '.join(ring)}")
    for name, other in up:
        print(f"upward: {name} imports {other}")
    print(f"{len(graph)} files, {sum(map(len, graph.values()))} arrows, {len(rings)} circles, {len(up)} upward")
    return 1 if rings or up else 0


if __name__ == "__main__":
    sys.exit(main())
