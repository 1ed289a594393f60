"""Moved: former names of what games from outside import. Each works in 0.4 and 0.5, and warns with the new one.

Nothing of the program uses a former name. `docs/adding-a-system.md` has only the present ones.
"""

import importlib
import importlib.util
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from typing import Any

_API, _KIT = "tracker.system_api", "tracker.systems.kit"
_GAME_API, _TOOLKIT = "tracker.game_api", "tracker.games.toolkit"
_FEATS = "tracker.games.feats"
PACKAGES: dict[str, str] = {
    _API: _GAME_API,
    _KIT: _TOOLKIT,
    "tracker.systems": "tracker.games",
    "tracker.encounter.player_view": "tracker.players",
}
"""Packages with another name, and all that is in them. The first that fits is taken."""
MODULES: dict[str, tuple[str, ...]] = {
    f"{_API}.calculator_lines": (f"{_GAME_API}.calculator_arguments",),
    f"{_API}.play": (),
    f"{_API}.step_context": (),
    f"{_API}.system": (),
    f"{_KIT}.calculator_files": (),
    f"{_KIT}.calculators": (),
    f"{_KIT}.changes": (f"{_TOOLKIT}.pool_changes", f"{_TOOLKIT}.conditions"),
    f"{_KIT}.d6": (f"{_FEATS}.book.d6",),
    f"{_KIT}.deeds": (f"{_FEATS}.actions.resolving_action",),
    f"{_KIT}.defaults": (f"{_TOOLKIT}.former", f"{_GAME_API}.part", f"{_GAME_API}.parts"),
    f"{_KIT}.figures": (f"{_TOOLKIT}.exact_numbers",),
    f"{_KIT}.files": (f"{_TOOLKIT}.package_files",),
    f"{_KIT}.former_rules": (),
    f"{_KIT}.game": (),
    f"{_KIT}.opposed": ("tracker.games.phases.checks.opposed",),
    f"{_KIT}.paths": (f"{_TOOLKIT}.menu_paths",),
    f"{_KIT}.resolving_action": (f"{_FEATS}.actions.resolving_action",),
    f"{_KIT}.roll_under": (f"{_FEATS}.book.roll_under",),
    f"{_KIT}.rooms": (f"{_TOOLKIT}.hook_functions",),
    f"{_KIT}.rules": (),
    f"{_KIT}.sixes": (f"{_FEATS}.book.d6",),
    f"{_KIT}.turning_term": (f"{_GAME_API}.turning_term",),
}
"""Modules that are gone, each with those that have its names now."""
NAMES: dict[str, str] = {
    "tracker.encounter.engine.step.Draft": "tracker.encounter.engine.step.StepBuilder",
    f"{_API}.carry_over.Keeping": f"{_GAME_API}.carry_over.CarryOver",
    f"{_API}.choices.Offers": f"{_GAME_API}.choices.Choices",
    f"{_API}.display.Face": f"{_GAME_API}.display.Display",
    f"{_API}.play.Play": f"{_TOOLKIT}.former.Play",
    f"{_API}.step_context.StepContext": "tracker.encounter.engine.open_step.OpenStep",
    f"{_API}.system.RuleSystem": f"{_GAME_API}.rules.Rules",
    f"{_API}.system.System": f"{_GAME_API}.game.Game",
    f"{_KIT}.calculator_files.read_calculators": f"{_TOOLKIT}.former.read_calculators",
    f"{_KIT}.calculators.read_calculators": f"{_TOOLKIT}.former.read_calculators",
    f"{_KIT}.defaults.System": f"{_TOOLKIT}.former.System",
    f"{_KIT}.files.Files": f"{_TOOLKIT}.former.Files",
    f"{_KIT}.fighters.Moment": f"{_TOOLKIT}.fighters.Standing",
    f"{_KIT}.former_rules.KeepsFormerRules": f"{_TOOLKIT}.former.KeepsFormerRules",
    f"{_KIT}.game.Game": f"{_TOOLKIT}.former.DeclaredGame",
    f"{_KIT}.menus.again": f"{_TOOLKIT}.target_menu.again",
    f"{_KIT}.menus.foes": f"{_TOOLKIT}.target_menu.foes",
    f"{_KIT}.menus.keyed": f"{_GAME_API}.choice_keys.keyed",
    f"{_KIT}.menus.targets": f"{_TOOLKIT}.target_menu.targets",
    f"{_KIT}.models.entry_as": f"{_GAME_API}.validated.entry_as",
    f"{_KIT}.models.options_as": f"{_GAME_API}.validated.options_as",
    f"{_KIT}.package_files.Files": f"{_TOOLKIT}.former.Files",
    f"{_KIT}.rules.Rules": f"{_TOOLKIT}.former.put_together",
    f"{_KIT}.rules.Whole": f"{_TOOLKIT}.former.Whole",
    f"{_KIT}.sheets.opening": f"{_GAME_API}.sheets.opening",
}
"""Names that are elsewhere now."""
INSTEAD: dict[str, str] = {
    f"{_TOOLKIT}.former.System": f"{_GAME_API}.game.Game",
    f"{_TOOLKIT}.former.Files": f"{_GAME_API}.game.Game, which reads the files of its package",
    f"{_TOOLKIT}.former.KeepsFormerRules": f"{_GAME_API}.game.Game, whose field `before` has the old defaults",
    f"{_TOOLKIT}.former.DeclaredGame": f"{_GAME_API}.game.Game",
    f"{_TOOLKIT}.former.Whole": f"{_GAME_API}.game.Game, with one class for its parts",
    f"{_TOOLKIT}.former.put_together": f"{_GAME_API}.game.Game, which puts its parts together",
    f"{_TOOLKIT}.former.Play": f"{_GAME_API}.turns.Turns and {_GAME_API}.resolution.Resolution",
    f"{_TOOLKIT}.former.Offers": f"{_GAME_API}.choices.Choices",
    f"{_TOOLKIT}.former.Face": f"{_GAME_API}.display.Display",
    f"{_TOOLKIT}.former.Keeping": f"{_GAME_API}.carry_over.CarryOver",
    f"{_TOOLKIT}.former.Dice": f"{_GAME_API}.dice.Dice",
    f"{_TOOLKIT}.former.Sheets": f"{_GAME_API}.sheets.Sheets",
    f"{_TOOLKIT}.former.read_calculators": f"{_GAME_API}.calculators.calculator, by the signature of a function",
}
"""The names for new games in place of those in `kit.former` for older ones."""


def _renamed(module: str) -> str:
    """Return the present name of a module in a renamed package. Empty where there is none."""
    for former, package in PACKAGES.items():
        if module == former or module.startswith(f"{former}."):
            return package + module.removeprefix(former)
    return ""


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # its package is not there either
        return False


def present(name: str) -> str:
    """Return where a former name is now, as a dotted name. Empty for one that is no former name."""
    if name in NAMES:
        return NAMES[name]
    module, _, last = name.rpartition(".")
    renamed = _renamed(module)
    modules = (*MODULES.get(module, ()), *([renamed] if renamed and _is_there(renamed) else ()))
    return next((f"{new}.{last}" for new in modules if hasattr(importlib.import_module(new), last)), "")


def warn(former: str, new: str, level: int = 2) -> None:
    """Warn that a former name was used. `level` is how many calls lie between here and the game."""
    warnings.warn(f"{former} is now {new}; the former name works in 0.4 and 0.5", DeprecationWarning, level + 1)


def former_names(module: str) -> Callable[[str], Any]:
    """Return a module's `__getattr__`, which knows the names that were once there."""

    def former(name: str) -> Any:
        """Return what the name stands for, with a warning. Raises AttributeError."""
        whole = f"{module}.{name}"
        new = "" if name.startswith("__") else present(whole)
        if not new:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn(whole, INSTEAD.get(new, new))
        where, _, last = new.rpartition(".")
        return getattr(importlib.import_module(where), last)

    return former


class _Finder:
    """Finds the modules that are gone, and makes them. Asked last, so that a module that is there stays what it is."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Return how a module that is gone is made. None for any other."""
        renamed = _renamed(name)
        if name not in MODULES and not (renamed and _is_there(renamed)):
            return None
        maker: Any = self
        return ModuleSpec(name, maker, is_package=True)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave making the module to Python."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Let the module know its former names."""
        module.__dict__["__getattr__"] = former_names(module.__name__)


def find_former_modules() -> None:
    """Let imports find the modules that are gone."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


def rows() -> Iterator[tuple[str, str]]:
    """Yield each former name with its present one, for the page of changes."""
    yield from PACKAGES.items()
    for module, now in MODULES.items():
        if now:
            yield module, " and ".join(now)
    for name, new in NAMES.items():
        yield name, INSTEAD.get(new, new)
