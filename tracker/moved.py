"""Moved: former names of what games from outside import. Each works in 0.4 and 0.5, and warns with the new one.

Nothing of the program uses a former name. `docs/adding-a-system.md` has only the present ones.
"""

import importlib
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from typing import Any

_API, _KIT = "tracker.system_api", "tracker.systems.kit"
_PARTS = f"{_API}.parts"
_FEATS = "tracker.systems.feats"
MODULES: dict[str, tuple[str, ...]] = {
    f"{_API}.play": (),
    f"{_API}.step_context": (),
    f"{_API}.system": (),
    f"{_KIT}.calculator_files": (),
    f"{_KIT}.calculators": (),
    f"{_KIT}.changes": (f"{_KIT}.pool_changes", f"{_KIT}.conditions"),
    f"{_KIT}.d6": (f"{_FEATS}.book.d6",),
    f"{_KIT}.deeds": (f"{_FEATS}.actions.resolving_action",),
    f"{_KIT}.defaults": (f"{_KIT}.former", f"{_API}.part", _PARTS),
    f"{_KIT}.figures": (f"{_KIT}.exact_numbers",),
    f"{_KIT}.files": (f"{_KIT}.package_files",),
    f"{_KIT}.former_rules": (),
    f"{_KIT}.game": (),
    f"{_KIT}.opposed": ("tracker.systems.phases.checks.opposed",),
    f"{_KIT}.paths": (f"{_KIT}.menu_paths",),
    f"{_KIT}.resolving_action": (f"{_FEATS}.actions.resolving_action",),
    f"{_KIT}.roll_under": (f"{_FEATS}.book.roll_under",),
    f"{_KIT}.rooms": (f"{_KIT}.hook_functions",),
    f"{_KIT}.rules": (),
    f"{_KIT}.sixes": (f"{_FEATS}.book.d6",),
    f"{_KIT}.turning_term": (f"{_API}.turning_term",),
}
"""Modules that are gone, each with those that have its names now."""
NAMES: dict[str, str] = {
    "tracker.encounter.engine.step.Draft": "tracker.encounter.engine.step.StepBuilder",
    f"{_API}.carry_over.Keeping": f"{_API}.carry_over.CarryOver",
    f"{_API}.choices.Offers": f"{_API}.choices.Choices",
    f"{_API}.display.Face": f"{_API}.display.Display",
    f"{_API}.play.Play": f"{_KIT}.former.Play",
    f"{_API}.step_context.StepContext": "tracker.encounter.engine.open_step.OpenStep",
    f"{_API}.system.RuleSystem": f"{_API}.rules.Rules",
    f"{_API}.system.System": f"{_API}.game.Game",
    f"{_KIT}.calculator_files.read_calculators": f"{_KIT}.former.read_calculators",
    f"{_KIT}.calculators.read_calculators": f"{_KIT}.former.read_calculators",
    f"{_KIT}.defaults.System": f"{_KIT}.former.System",
    f"{_KIT}.files.Files": f"{_KIT}.former.Files",
    f"{_KIT}.fighters.Moment": f"{_KIT}.fighters.Standing",
    f"{_KIT}.former_rules.KeepsFormerRules": f"{_KIT}.former.KeepsFormerRules",
    f"{_KIT}.game.Game": f"{_KIT}.former.DeclaredGame",
    f"{_KIT}.menus.again": f"{_KIT}.target_menu.again",
    f"{_KIT}.menus.foes": f"{_KIT}.target_menu.foes",
    f"{_KIT}.menus.keyed": f"{_API}.choice_keys.keyed",
    f"{_KIT}.menus.targets": f"{_KIT}.target_menu.targets",
    f"{_KIT}.models.entry_as": f"{_API}.validated.entry_as",
    f"{_KIT}.models.options_as": f"{_API}.validated.options_as",
    f"{_KIT}.package_files.Files": f"{_KIT}.former.Files",
    f"{_KIT}.rules.Rules": f"{_KIT}.former.put_together",
    f"{_KIT}.rules.Whole": f"{_KIT}.former.Whole",
    f"{_KIT}.sheets.opening": f"{_API}.sheets.opening",
}
"""Names that are elsewhere now."""
INSTEAD: dict[str, str] = {
    f"{_KIT}.former.System": f"{_API}.game.Game",
    f"{_KIT}.former.Files": f"{_API}.game.Game, which reads the files of its package",
    f"{_KIT}.former.KeepsFormerRules": f"{_API}.game.Game, whose field `before` has the old defaults",
    f"{_KIT}.former.DeclaredGame": f"{_API}.game.Game",
    f"{_KIT}.former.Whole": f"{_API}.game.Game, with one class for its parts",
    f"{_KIT}.former.put_together": f"{_API}.game.Game, which puts its parts together",
    f"{_KIT}.former.Play": f"{_API}.turns.Turns and {_API}.resolution.Resolution",
    f"{_KIT}.former.Offers": f"{_API}.choices.Choices",
    f"{_KIT}.former.Face": f"{_API}.display.Display",
    f"{_KIT}.former.Keeping": f"{_API}.carry_over.CarryOver",
    f"{_KIT}.former.Dice": f"{_API}.dice.Dice",
    f"{_KIT}.former.Sheets": f"{_API}.sheets.Sheets",
    f"{_KIT}.former.read_calculators": f"{_API}.calculators.calculator, by the signature of a function",
}
"""What a new game uses in the place of what `kit.former` has for older ones."""


def present(name: str) -> str:
    """Return where a former name is now, as a dotted name; empty for one that is no former name."""
    if name in NAMES:
        return NAMES[name]
    module, _, last = name.rpartition(".")
    return next((f"{new}.{last}" for new in MODULES.get(module, ()) if hasattr(importlib.import_module(new), last)), "")


def warn(former: str, new: str, level: int = 2) -> None:
    """Warn that a former name was used; `level` is how many calls lie between here and the game."""
    warnings.warn(f"{former} is now {new}; the former name works in 0.4 and 0.5", DeprecationWarning, level + 1)


def former_names(module: str) -> Callable[[str], Any]:
    """Return a module's `__getattr__`, which knows the names that were once there."""

    def former(name: str) -> Any:
        """Return what the name stands for, with a warning; raises AttributeError."""
        whole = f"{module}.{name}"
        new = "" if name.startswith("__") else present(whole)
        if not new:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn(whole, INSTEAD.get(new, new))
        where, _, last = new.rpartition(".")
        return getattr(importlib.import_module(where), last)

    return former


class _Finder:
    """Finds the modules that are gone, and makes them; asked last, so that a module that is there stays what it is."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Return how a module that is gone is made; None for any other."""
        maker: Any = self
        return ModuleSpec(name, maker) if name in MODULES else None

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
    for module, now in MODULES.items():
        if now:
            yield module, " and ".join(now)
    for name, new in NAMES.items():
        yield name, INSTEAD.get(new, new)
