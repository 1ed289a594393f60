"""A combat tracker for game masters. Start reading at `docs/architecture.md`, run it with `tracker`.

A script or a notebook finds `open`, `odds`, `sweep` and `Fight` here. `docs/python-api.md` is their page.
"""

import sys

__version__ = "0.3.0"
__all__ = ["Fight", "odds", "open", "sweep"]

_PLACES = {
    "Fight": ("tracker.api.fight", "Fight"),
    "odds": ("tracker.api.fight", "odds"),
    "open": ("tracker.api.fight", "open_fight"),
    "sweep": ("tracker.api.sweep", "sweep"),
}
"""The place of each name. It is imported when used, so that `import tracker` stays cheap. Types: `__init__.pyi`."""


_Module = type(sys)


class _Package(_Module):
    """Keeps `tracker.odds` the function: an import of the room of that name would put the room in its place."""

    def __setattr__(self, name, value):
        if not (name in _PLACES and isinstance(value, _Module)):
            super().__setattr__(name, value)

    def __getattr__(self, name):
        if name not in _PLACES:
            raise AttributeError(f"module 'tracker' has no attribute {name!r}")
        from importlib import import_module

        module, attribute = _PLACES[name]
        value = getattr(import_module(module), attribute)
        setattr(self, name, value)
        return value

    def __dir__(self):
        return sorted({*super().__dir__(), *_PLACES})


sys.modules[__name__].__class__ = _Package
