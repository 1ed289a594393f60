"""User settings: what belongs to a person and not to a fight, from `config.toml`. What is wrong in it is located."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.games import registry
from tracker.model.lazy_dataclass import dataclass
from tracker.text.suggestions import hint, nearest
from tracker.views.timeline.scales import SCALES, USUAL

if TYPE_CHECKING:  # most users have no such file, and the first frame waits for no reader of it
    from tracker.storage.settings_file import Value
    from tracker.storage.toml.diagnostics import Diagnostic
    from tracker.storage.toml.reader import Source

LONGEST_GUARD = 2.0


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force."""

    theme: str = "dark"
    dice: str = "typed"
    guard: float = 0.2
    zoom: str = "2"
    press_twice: bool = False
    """True if the first press of a choice's key marks it, and the second takes it."""
    play_on: bool = False
    """True if the fight continues automatically after an answer, until the next question."""
    motion: bool = True
    """True if lanes slide and bars shrink after a step, where the terminal is near and has colour."""
    instructions: str = "once"
    game: str = ""
    """The game of a new fight without a party. Empty: the first one."""
    conditions: str = ""
    """Conditions in the GM's own words, the newest first, separated by semicolons."""
    preferences: Mapping[str, str | bool] = field(default_factory=dict)
    """The options that games leave to a GM, where not as usual."""

    @property
    def scale(self) -> int:
        """The position of the zoom among the scales of the timeline."""
        return ZOOMS.index(self.zoom)

    def value(self, key: str) -> Value:
        """Return the value of a setting."""
        return self.preferences.get(key, _USUAL[key]) if key in _USUAL else getattr(self, key)

    def options(self, game: str) -> Mapping[str, Any]:
        """Return the options that the user prefers for a new fight of a game, where its encounter leaves them open."""
        return {
            preference.option: option
            for preference in PREFERENCES.get(game, ())
            for value, _, option in preference.values
            if preference.key in self.preferences and value == self.preferences[preference.key]
        }


@dataclass(frozen=True, slots=True)
class Setting:
    """One of them: its key, what it is, the values one turns through with what each means, and from when it holds."""

    key: str
    word: str
    usual: tuple[tuple[Value, str], ...]
    """The values that are always offered."""
    later: bool = False
    """True if it applies from the next fight on."""
    on_page: bool = True
    """True if it is on the page of settings. Otherwise it is chosen where it is used."""
    free: bool = False
    asked_for: Callable[[], Iterable[str]] = tuple
    """Returns further values on demand: to look for installed games is slow."""

    @property
    def values(self) -> tuple[tuple[Value, str], ...]:
        """The values to turn through, each with its meaning."""
        return (*self.usual, *((value, "") for value in self.asked_for()))


def _zoom(columns: int) -> str:
    """Return a scale in words: columns for a count, or 1 column for several counts."""
    return str(columns) if columns > 0 else f"1/{-columns}"


PREFERENCES = registry.preferences()
"""The options that games leave to a GM, by game."""
_USUAL = {preference.key: preference.values[0][0] for of_game in PREFERENCES.values() for preference in of_game}
ZOOMS = tuple(_zoom(columns) for columns in SCALES)
"""The columns of the timeline for a count, the closest first."""
SETTINGS = (
    Setting("theme", "the colours", (("dark", ""), ("light", ""), ("contrast", "high contrast"))),
    Setting(
        "dice", "players' dice",
        (("typed", "typed"), ("rolled", "rolled by the tracker")), later=True,
    ),
    Setting(
        "guard", "seconds in which a repeated key does not count",
        ((0.0, "no guard"), (0.1, ""), (0.2, ""), (0.4, ""), (0.8, "")),
    ),
    Setting("zoom", "timeline columns per count", tuple((zoom, "") for zoom in ZOOMS)),
    Setting(
        "press_twice", "the key of a choice",
        ((False, "takes it"), (True, "marks it, the second press takes it")),
    ),
    Setting(
        "play_on", "after an answer",
        ((False, "the fight waits for the key of the next event"), (True, "it plays on until the tracker asks")),
    ),
    Setting(
        "motion", "after a step",
        ((True, "lanes slide and bars shrink"), (False, "all stands at once where it belongs")),
    ),
    *(
        Setting(
            preference.key, f"{game.capitalize()}, {preference.word}",
            tuple((value, meaning) for value, meaning, _ in preference.values), later=True,
        )
        for game, of_game in PREFERENCES.items() for preference in of_game
    ),
    Setting(
        "instructions", "how to use a list, below its question",
        (("once", "until you have used one"), ("always", "")),
    ),
    Setting(
        "game", "the game of a new fight without a party",
        (("", "the usual one"),), later=True, on_page=False, asked_for=registry.names,
    ),
    Setting("conditions", "conditions in your own words", (("", ""),), on_page=False, free=True),
)  # fmt: skip
ON_PAGE = tuple(setting for setting in SETTINGS if setting.on_page)
assert ZOOMS[USUAL] == Settings().zoom


def read_settings(path: Path) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """Return the settings in the file at `path`, and what is wrong in it. The usual ones when there is no such file."""
    if not path.exists():
        return Settings(), ()
    from tracker.storage.toml.diagnostics import InvalidFile
    from tracker.storage.toml.reader import read

    try:
        return _judged(read(path))
    except InvalidFile as invalid:
        return Settings(), invalid.diagnostics


def _judged(source: Source) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """Return the settings of a file, and a mistake for each that cannot be used."""
    settings = Settings()
    diagnostics: list[Diagnostic] = []
    known = [setting.key for setting in SETTINGS]
    for key, value in source.data.items():
        setting = next((setting for setting in SETTINGS if setting.key == key), None)
        if setting is None:
            diagnostics.append(source.diagnostic((key,), f'there is no setting "{key}"{_meant(key, known)}'))
        elif wrong := _wrong(setting, value):
            diagnostics.append(source.diagnostic((key,), f"{key} {wrong}"))
        else:
            settings = with_value(settings, key, value)
    return settings, tuple(diagnostics)


def _meant(key: str, known: list[str]) -> str:
    return hint(key, known) or f"; there are {', '.join(known)}"


def _wrong(setting: Setting, value: object) -> str:
    """Return why a value is not allowed for a setting. Empty when it is."""
    if setting.key == "guard":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and 0 <= float(str(value)) <= LONGEST_GUARD:
            return ""
        return f"is a number of seconds from 0 to {LONGEST_GUARD:g}, not {_shown(value)}"
    if setting.free and isinstance(value, str):
        return ""
    # A file may say `zoom = 4`: the allowed values are texts.
    if setting.key == "zoom" and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    values = [known for known, _ in setting.values]
    if any(type(known) is type(value) and known == value for known in values):
        return ""
    words = [known for known in values if isinstance(known, str)]
    near = nearest(value, words) if isinstance(value, str) and value else ""
    hint = f'; did you mean "{near}"?' if near else ""
    return f"is one of {', '.join(map(_shown, values))}, not {_shown(value)}{hint}"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def with_value(settings: Settings, key: str, value: Any) -> Settings:
    """Return the settings with another value for one of them."""
    if key == "guard":
        value = float(value)
    if key == "zoom":
        value = str(value)
    # A preference with its usual value is left out, so that the file keeps only what the user has changed.
    if key in _USUAL:
        others = {other: kept for other, kept in settings.preferences.items() if other != key}
        return replace(settings, preferences=others if value == _USUAL[key] else {**others, key: value})
    changes: dict[str, Any] = {key: value}
    return replace(settings, **changes)


def turned(settings: Settings, setting: Setting, by: int) -> Value:
    """Return the value `by` places after the one in force, round and round. From one not among them, the first."""
    values = [value for value, _ in setting.values]
    now = settings.value(setting.key)
    return values[(values.index(now) + by) % len(values)] if now in values else values[0]
