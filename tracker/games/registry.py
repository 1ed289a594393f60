"""Registry: the rule systems by name. Only this module knows them all. It imports each when it is needed.

A system is built in, registered by a program, installed as a package with an entry point, or found by a finder that
an upper room adds (`add_finder`), which may read the disk. The first of these that has a name keeps it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from tracker import __version__
from tracker.model.lazy_dataclass import dataclass
from tracker.moved import find_former_modules
from tracker.text.long_paths import within
from tracker.text.suggestions import LONGEST, ended, hint_or_list, nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pydantic import BaseModel

    from tracker.game_api.game import Game
    from tracker.game_api.preferences import Preference

DEFAULT = "hybrid"
"""The system of a file that names none."""

_BUILT_IN: dict[str, tuple[str, str]] = {
    "hybrid": ("tracker.games.hybrid.game", "HYBRID"),
    "feats": ("tracker.games.feats.game", "FEATS"),
    "plain": ("tracker.games.plain.game", "PLAIN"),
    "phases": ("tracker.games.phases.game", "PHASES"),
    "prism": ("tracker.games.prism.game", "PRISM"),
}
"""Name → module, and the system's name in that module."""
_PACKS = "tracker.games.packs.game"
"""The module that plays a game written as one TOML file. It is imported when such a game is needed."""
_PACKED = ("ticks", "segments", "shots", "passes", "ranks", "d20", "countup", "percent")
"""The games of this kind that come with the program."""
CARRIED = "pack"
"""The key of an encounter or fight that holds its whole game, where that is one TOML file."""
_PREFERENCES = {"hybrid": "tracker.games.hybrid.preferences"}
"""Name → the module with the options that a game master may set for all fights. It loads no other module."""
_registered: dict[str, Game] = {}
_outside: dict[str, Source] = {}
"""Top package of its code → the game from outside that was loaded of it."""


ENTRY_POINTS = "tracker.systems"
"""The group of entry points by which an installed package offers a game: its name in files → `module:SYSTEM`."""
BUILT_IN = "built in"
_LEAST = ("name", "options", "combatant", "parts", "figures", "bind")
"""The least attributes of a game, also of one of an older release that is no `Game`."""


class UnknownSystem(ValueError):
    """No rule system has this name, or it cannot be loaded. The text says what would work."""

    def __init__(self, sentence: str, meant: str = "") -> None:
        super().__init__(sentence)
        self.meant = meant
        """The name that was probably meant. Empty when none is similar."""


@dataclass(frozen=True)
class Source:
    """A system that can be loaded: its name in files, its origin in words, and the function that loads it."""

    name: str
    origin: str
    """`built in`, the package with its version, or a path."""
    load: Callable[[], object]
    version: str = ""
    """The version of its package, for the head of a fight. Empty when the package names none."""


_finders: list[Callable[[], Iterable[Source]]] = []


def names() -> tuple[str, ...]:
    """Return the names that a file may give as its `system`."""
    return tuple(dict.fromkeys(source.name for source in sources()))


def sources() -> Iterator[Source]:
    """Yield every system in the order of look-up: registered, built in, found, installed.

    Of two with the same name the first counts.
    """
    for name, system in _registered.items():
        yield Source(name, "registered", lambda system=system: system)  # type: ignore[misc]
    for name in (*_BUILT_IN, *_PACKED):
        yield Source(name, BUILT_IN, partial(_built_in, name))
    # The command line and the Python API each add a finder of their own for the same folder.
    by_place: dict[tuple[str, str], Source] = {}
    for finder in _finders:
        for source in finder():
            by_place.setdefault((source.name, source.origin), source)
    yield from by_place.values()
    yield from _installed()


def add_finder(finder: Callable[[], Iterable[Source]]) -> None:
    """Look for systems with `finder` too. It is called only for a name that is not built in."""
    if finder not in _finders:
        _finders.append(finder)


@cache
def _installed() -> tuple[Source, ...]:
    """Return the systems of installed packages, cached: reading them takes longer than opening a small fight."""
    from importlib.metadata import entry_points  # noqa: PLC0415 -- takes longer than all else here

    return tuple(_of_entry_point(point) for point in sorted(entry_points(group=ENTRY_POINTS)))


def _of_entry_point(point: EntryPoint) -> Source:
    """Return the source of an installed package's game. A package without a description is named by the entry point."""
    try:
        name, version = (point.dist.name or "", point.dist.version or "") if point.dist is not None else ("", "")
    except Exception:  # which one depends on the version of Python
        name = version = ""
    origin = f"{name} {version}" if name else f"entry point {point.value}"
    return Source(point.name, _printable(origin), partial(_of_package, point), version if name else "")


def _of_package(point: EntryPoint) -> object:
    """Return the game that an entry point names, or the game of the pack in the package that it names.

    Such a pack is called like the entry point.
    """
    named = point.load()
    if not isinstance(named, ModuleType):
        return named
    from importlib.resources import files  # noqa: PLC0415 -- only a game from outside needs it

    pack = f"{point.name}.toml"
    is_pack = hasattr(named, "__path__") and files(named).joinpath(pack).is_file()
    return import_module(_PACKS).from_package(named.__name__, pack) if is_pack else named


def _built_in(name: str) -> object:
    """Return the game with this built-in name, from its pack or its module."""
    if name in _PACKED:
        return import_module(_PACKS).shipped(name)
    module, attribute = _BUILT_IN[name]
    return getattr(import_module(module), attribute)


def register(system: Game) -> None:
    """Add a system. It replaces one with the same name."""
    _registered[system.name] = of_today(system)


def of_today(system: object) -> Game:
    """Return a system that is declared as a `Game`. One of an older release is converted, with a warning."""
    from tracker.game_api.game import Game  # noqa: PLC0415 -- only a game from outside needs it

    if isinstance(system, Game):
        return system
    from tracker.games.toolkit import former  # noqa: PLC0415 -- only an older game needs it

    return former.of_today(system)


@contextmanager
def in_place_of(system: Game) -> Iterator[None]:
    """Let the name of `system` mean this system within the block, whatever else has that name."""
    before = _registered.get(system.name)
    register(system)
    try:
        yield
    finally:
        if before is None:
            del _registered[system.name]
        else:
            _registered[system.name] = before


def preferences() -> dict[str, tuple[Preference, ...]]:
    """Return, by game, the options that a game master may set for all fights."""
    return {
        name: cast("tuple[Preference, ...]", import_module(module).PREFERENCES) for name, module in _PREFERENCES.items()
    }


def find(name: str) -> Game:
    """Return the system called `name`. Raises UnknownSystem with the names there are."""
    if name in _registered:
        return _registered[name]
    if name in _BUILT_IN or name in _PACKED:
        return cast("Game", _built_in(name))
    for source in sources():
        if source.name == name:
            return loaded(source)
    raise UnknownSystem(
        f'unknown system "{name[:LONGEST]}"{hint_or_list(name, sorted(names()))}', nearest(name, names())
    )


def loaded(source: Source) -> Game:
    """Return the system of a source. Raises UnknownSystem with the reason why it cannot be loaded.

    Any error of a game's code is caught here, and so is a `sys.exit` in it: a broken game must not stop a fight of
    another game. What it prints meanwhile goes to the standard error, for the output may be data.
    """
    where = f'the system "{source.name}" ({source.origin}) cannot be loaded'
    try:
        with redirect_stdout(sys.stderr):
            find_former_modules()
            system = source.load()
            lacking = [hook for hook in _LEAST if not hasattr(system, hook)]
            wrong = [] if lacking else _no_models(system)
            game = None if lacking or wrong else of_today(system)
            called, missing = ("", ()) if game is None else (game.name, game.lacking())
    except (Exception, SystemExit) as error:
        raise UnknownSystem(
            f"{where}: {ended(_reason(error, source))} Mend or remove it; `tracker systems` lists every system."
        ) from error
    if lacking:
        raise UnknownSystem(f"{where}: {type(system).__name__} is no system, it lacks {', '.join(lacking)}.")
    if wrong:
        raise UnknownSystem(f"{where}: its {' and '.join(wrong)} must be a model of pydantic.")
    if missing:
        raise UnknownSystem(f"{where}: its {' and its '.join(missing)}.")
    if called != source.name:
        raise UnknownSystem(f'{where}: it calls itself "{_printable(called[:LONGEST])}"; both names must be the same.')
    assert game is not None
    # An error in one of these packages is told as a mistake of this game (`failed_hook`).
    for kind in (type(system), *game.classes):
        _outside[kind.__module__.partition(".")[0]] = source
    _outside.pop(__package__.partition(".")[0], None)
    return game


def failed_hook(error: BaseException) -> str:
    """Return the hook of a game from outside that raised an error, and the place, as a sentence.

    Empty for a mistake of the program.
    """
    hook, source, trace = "", None, error.__traceback__
    while trace is not None:
        frame, package = trace.tb_frame, str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if not hook and package != __package__.partition(".")[0] and package in _outside:
            hook, source = frame.f_code.co_name, _outside[package]
        if source is not None and _outside.get(package) is source:
            where = f"{frame.f_code.co_filename.rpartition('/')[2]}, line {trace.tb_lineno}"
        trace = trace.tb_next
    if source is None:
        return ""
    reason = _reason(error, source)
    return f'the system "{source.name}" ({source.origin}) fails: its hook {hook} raises {reason} ({where}).'


def _no_models(system: object) -> list[str]:
    """Return the names of those attributes of a system that must be models and are none."""
    from tracker.game_api.lazy_model import is_model  # noqa: PLC0415 -- the list of fights needs no models

    models = {hook: getattr(system, hook) for hook in ("options", "combatant")}
    return [hook for hook, kind in models.items() if not is_model(kind)]


def _reason(error: BaseException, source: Source) -> str:
    """Return an error of a game's code in words, shortened, without a full stop.

    The error's own text may fail: then only its type is told.
    """
    try:
        words = str(error)
    except Exception:
        words = ""
    reason = f"{type(error).__name__}: {words}" if words else type(error).__name__
    folders = (source.origin.rpartition("/")[0], source.origin.rpartition("\\")[0], *map(str, sys.path))
    return _printable(within(reason, LONGEST_REASON, folders)).rstrip(".")


def _printable(text: str) -> str:
    """Return the text of a package or an error as one line without control characters."""
    return "".join(character if character.isprintable() else " " for character in text)


def knows(name: str) -> bool:
    """Return whether there is a system of this name, even one that cannot be loaded. Packages are searched last."""
    return is_built_in(name) or name in _registered or name in names()


def is_built_in(name: str) -> bool:
    """Return whether the system of this name comes with the tracker."""
    return name in _BUILT_IN or name in _PACKED


# Games that are one TOML file


def is_game_file(data: Mapping[str, Any]) -> bool:
    """Return whether the keys of a file are those of a game: its format, or a clock and no combatants."""
    return isinstance(data.get("pack"), int) or ("clock" in data and "combatant" not in data)


def game_file_model() -> type[BaseModel]:
    """Return the model of a game's file, which finds every mistake in it."""
    return cast("type[BaseModel]", import_module(_PACKS).MODEL)


def game_file_template(name: str) -> str:
    """Return a commented game of this name to fill in. A name that no game can have is left for the author."""
    return cast("str", import_module(_PACKS).template(name))


def of_game_file(data: Mapping[str, Any]) -> Game:
    """Return the system of a game's file. Raises ValidationError for one with mistakes."""
    return cast("Game", import_module(_PACKS).of_document(data))


def carries_game(document: Mapping[str, Any]) -> bool:
    """Return whether an encounter or fight holds its whole game."""
    game = document.get(CARRIED)
    return isinstance(game, Mapping) and is_game_file(game)


def of(document: Mapping[str, Any]) -> Game:
    """Return the system of an encounter or fight: the game that it holds, else the one that it names.

    Raises UnknownSystem, or ValidationError for a game with mistakes.
    """
    return of_game_file(document[CARRIED]) if carries_game(document) else find(str(document.get("system", DEFAULT)))


def version_of(name: str) -> str:
    """Return the version of the package that a system comes from, or else the version that the system gives.

    That of the tracker for a built-in one. Empty where neither is known.
    """
    if is_built_in(name) and name not in _registered:
        return __version__
    version = "" if name in _registered else next((source.version for source in sources() if source.name == name), "")
    return version or _printable(str(getattr(find(name), "version", "")))[:LONGEST]


def package_of(name: str) -> str:
    """Return the installed package that a system comes from. Empty for one that comes from elsewhere."""
    if name in _registered or is_built_in(name):
        return ""
    source = next((source for source in sources() if source.name == name), None)
    return "" if source is None or not source.version else source.origin.removesuffix(f" {source.version}")


LONGEST_REASON = 300
"""The most characters shown of an error of a game's own code."""
