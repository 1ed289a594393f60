"""The registry: which rule systems there are. The only room that knows them all; it imports each only when wanted.

A system is built in, registered by a program, installed as a package with an entry point, or found by a finder that a
room above adds (`add_finder`), which may look on the disk. The first of these that has a name keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, cast

from tracker.text.suggestions import LONGEST, hint_or_list, nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tracker.encounter.engine.system import System
    from tracker.system_api.preferences import Preference

DEFAULT = "hybrid"
"""The system of a file that names none."""

_BUILT_IN: dict[str, tuple[str, str]] = {
    "hybrid": ("tracker.systems.hybrid.game", "HYBRID"),
    "feats": ("tracker.systems.feats.game", "FEATS"),
    "plain": ("tracker.systems.plain.game", "PLAIN"),
    "phases": ("tracker.systems.phases.game", "PHASES"),
    "prism": ("tracker.systems.prism.game", "PRISM"),
}
"""Name → module and the name of the system in it."""
_HABITS = {"hybrid": "tracker.systems.hybrid.preferences"}
"""Name → the module that says what the game leaves to a game master for every fight; nothing else of it is loaded."""
_registered: dict[str, System] = {}


ENTRY_POINTS = "tracker.systems"
"""The group of entry points by which an installed package offers a game: its name in files → `module:SYSTEM`."""
BUILT_IN = "built in"
_HOOKS = (
    *("name", "options", "combatant", "parts", "figures", "bind", "builtin", "library_record", "template"),
    *("calculators", "remarks", "unused_names", "stated", "as_played"),
)
"""What a system has; `tracker.testing` checks what each of them does."""


class UnknownSystem(ValueError):
    """There is no rule system of this name, or none that loads; the text is a sentence that says what would work."""

    def __init__(self, sentence: str, meant: str = "") -> None:
        super().__init__(sentence)
        self.meant = meant
        """The name that was perhaps meant; empty when none is near."""


@dataclass(frozen=True)
class Source:
    """A system that can be loaded: its name in files, where it comes from, in words, and how it is loaded."""

    name: str
    origin: str
    """`built in`, the package with its version, or a path."""
    load: Callable[[], object]
    version: str = ""
    """The version of what it comes with, for the head of a fight; empty where none is told."""


_finders: list[Callable[[], Iterable[Source]]] = []


def names() -> tuple[str, ...]:
    """The names a file may give as its `system`."""
    return tuple(dict.fromkeys(source.name for source in sources()))


def sources() -> Iterator[Source]:
    """Every system there is, in the order in which a name is looked up; a name may come twice, the first one counts."""
    for name, system in _registered.items():
        yield Source(name, "registered", lambda system=system: system)  # type: ignore[misc]
    for name in _BUILT_IN:
        yield Source(name, BUILT_IN, partial(_built_in, name))
    for finder in _finders:
        yield from finder()
    yield from _installed()


def add_finder(finder: Callable[[], Iterable[Source]]) -> None:
    """Look for systems by `finder` too; it is called only when a name is wanted that is not built in."""
    if finder not in _finders:
        _finders.append(finder)


@cache
def _installed() -> tuple[Source, ...]:
    """The systems of installed packages; read once, since reading them takes longer than a small fight to open."""
    from importlib.metadata import entry_points  # noqa: PLC0415 -- takes longer than all else here

    return tuple(_of_entry_point(point) for point in sorted(entry_points(group=ENTRY_POINTS)))


def _of_entry_point(point: EntryPoint) -> Source:
    version = "" if point.dist is None else point.dist.version
    origin = f"{point.dist.name} {version}" if point.dist is not None else f"entry point {point.value}"
    return Source(point.name, _printable(origin), point.load, version)


def _built_in(name: str) -> object:
    module, attribute = _BUILT_IN[name]
    return getattr(import_module(module), attribute)


def register(system: System) -> None:
    """Add a system, or put it in the place of one with the same name."""
    _registered[system.name] = system


@contextmanager
def in_place_of(system: System) -> Iterator[None]:
    """Within the block the name of `system` means it, whatever else has that name."""
    before = _registered.get(system.name)
    register(system)
    try:
        yield
    finally:
        if before is None:
            del _registered[system.name]
        else:
            _registered[system.name] = before


def habits() -> dict[str, tuple[Preference, ...]]:
    """What each game leaves to a game master for every fight, by its name."""
    return {name: cast("tuple[Preference, ...]", import_module(module).HABITS) for name, module in _HABITS.items()}


def find(name: str) -> System:
    """The system called `name`; raises UnknownSystem with what would have worked."""
    if name in _registered:
        return _registered[name]
    if name in _BUILT_IN:
        return cast("System", _built_in(name))
    for source in sources():
        if source.name == name:
            return loaded(source)
    raise UnknownSystem(
        f'unknown system "{name[:LONGEST]}"{hint_or_list(name, sorted(names()))}', nearest(name, names())
    )


def loaded(source: Source) -> System:
    """The system of a source; raises UnknownSystem with the reason why it cannot be loaded.

    Whatever the code of a game raises is caught here: a game that is broken must not stop a fight of another one.
    """
    where = f'the system "{source.name}" ({source.origin}) cannot be loaded'
    try:
        system = source.load()
    except Exception as error:
        reason = _printable(f"{type(error).__name__}: {error}"[:LONGEST_REASON]).rstrip(".")
        raise UnknownSystem(f"{where}: {reason}. Mend or remove it; `tracker systems` lists every system.") from error
    lacking = [hook for hook in _HOOKS if not hasattr(system, hook)]
    if lacking:
        raise UnknownSystem(f"{where}: {type(system).__name__} is no system, it lacks {', '.join(lacking)}.")
    if (called := cast("System", system).name) != source.name:
        raise UnknownSystem(
            f'{where}: it calls itself "{_printable(str(called)[:LONGEST])}"; both names must be the same.'
        )
    return cast("System", system)


def _printable(text: str) -> str:
    """`text` of a package or of an error as one line without control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def knows(name: str) -> bool:
    """Whether there is a system of this name, whatever comes of loading it; a built-in name looks nowhere else."""
    return name in _BUILT_IN or name in _registered or name in names()


def version_of(name: str) -> str:
    """The version of the package that a system comes with; empty for one that came with the tracker."""
    if name in _registered or name in _BUILT_IN:
        return ""
    return next((source.version for source in sources() if source.name == name), "")


LONGEST_REASON = 300
"""Characters of an error of a game's own code that are told."""
