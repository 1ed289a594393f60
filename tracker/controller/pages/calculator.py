"""Calculator: which calculator is open, what is typed for each of its figures, and the page this makes."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.controller.keymap.key_names import small
from tracker.game_api import calculator_arguments
from tracker.game_api.sheets import Argument, Calculator
from tracker.game_api.target_keys import seat_key
from tracker.model.refusals import Refused
from tracker.text.cells import Line, Span, clean, fit, width, wrap

_VALUE = 12
"""The cells of a figure."""
_STEPS = {"down": 1, "tab": 1, "enter": 1, "up": -1, "shift+tab": -1}


class Reckoner:
    """Takes keys. `page` is what is to be seen."""

    def __init__(self, calculators: Sequence[Calculator], whose: str) -> None:
        self._calculators, self._whose = tuple(calculators), whose
        self._at = 0
        self.open: Calculator | None = None
        self._texts: dict[str, str] = {}
        self._field = 0
        self._fresh = True
        """True if the next character replaces the text of the field."""

    @property
    def title(self) -> str:
        whose = f", with the figures of {self._whose}" if self._whose else ""
        return f"Reckon{f' {self.open.name}' if self.open else ''}{whose}"

    @property
    def foot(self) -> tuple[tuple[str, str], ...]:
        """The keys in the foot of the page, each with its effect."""
        if self.open is None:
            return ("↑↓", "mark"), ("enter", "open"), ("esc", "back to the fight")
        chosen = (("←→", "another"),) if self._argument.choices else (("type", "a figure"),)
        return ("↑↓", "figure"), *chosen, ("⌫", "take away"), ("esc", "other calculators")

    @property
    def marked(self) -> int:
        return self._at if self.open is None else self._field

    @property
    def _argument(self) -> Argument:
        assert self.open is not None
        return self.open.arguments[self._field]

    # Keys

    def press(self, key: str, character: str | None) -> bool:
        """Take a key. False when it leaves the page."""
        return self._press_in_list(key, character) if self.open is None else self._press_in_open(key, character)

    def _press_in_list(self, key: str, character: str | None) -> bool:
        """Take a key in the list of calculators. Return False to leave the page."""
        key, character = small(key), small(character or "")
        if key in ("escape", "q"):
            return False
        keys = [seat_key(place) for place in range(len(self._calculators))]
        if character in keys:
            self._at = keys.index(character)
            self._begin()
        elif key == "enter":
            self._begin()
        else:
            self._at = (self._at + _STEPS.get(key, 0)) % len(self._calculators)
        return True

    def point(self, line: int) -> None:
        """Take the calculator or figure on a line of the page."""
        if self.open is None and 0 <= line < len(self._calculators):
            self._at = line
            self._begin()
        elif self.open is not None and 0 <= line < len(self.open.arguments):
            self._field, self._fresh = line, True

    def _begin(self) -> None:
        """Open the marked calculator with its default figures. The first missing one is marked."""
        self.open = self._calculators[self._at]
        defaults = ((argument.name, argument.default) for argument in self.open.arguments)
        self._texts = {name: "" if default is None else str(default) for name, default in defaults}
        lacking = (place for place, argument in enumerate(self.open.arguments) if argument.required)
        self._field, self._fresh = next(lacking, 0), True

    def _press_in_open(self, key: str, character: str | None) -> bool:
        """Take a key as one of the open calculator. Return that it had an effect."""
        assert self.open is not None
        argument = self._argument
        text = self._texts[argument.name]
        if key == "escape":
            self.open = None
        elif key in _STEPS:
            self._field, self._fresh = (self._field + _STEPS[key]) % len(self.open.arguments), True
        elif key in ("backspace", "delete", "ctrl+u"):
            whole = key != "backspace" or argument.choices
            self._texts[argument.name], self._fresh = "" if whole else text[:-1], False
        elif argument.choices:
            self._texts[argument.name] = _another(argument, text, key, character)
        elif character and clean(character):
            self._texts[argument.name] = (("" if self._fresh else text) + character)[:30]
            self._fresh = False
        return True

    # The page

    def page(self, cells: int) -> list[Line]:
        """Return the calculators there are. Or the figures of the open one with what comes of them."""
        if self.open is None:
            names = max(width(calculator.name) for calculator in self._calculators)
            return [
                (
                    Span(f"{seat_key(place)} ", "key"),
                    Span(fit(calculator.name, names), self._role(place)),
                    Span(f"  {calculator.about}"),
                )
                for place, calculator in enumerate(self._calculators)
            ]
        names = max(width(argument.name) for argument in self.open.arguments)
        lines: list[Line] = []
        for place, argument in enumerate(self.open.arguments):
            text = fit(self._texts[argument.name] or "–", _VALUE)
            lines.append((
                Span(fit(argument.name, names), "strong"), Span("  "), Span(text, self._role(place)),
                Span(f"  {argument.about}{_bounds(argument)}", "dim"),
            ))  # fmt: skip
        return [*lines, (), *self.answer(cells)]

    def answer(self, cells: int) -> list[Line]:
        """Return the result of the figures, or the figures still needed."""
        assert self.open is not None
        try:
            record = self.open.reckon(calculator_arguments.given(self.open, self._texts))
        except Refused as refused:
            return [(Span(text, "refusal"),) for text in wrap(refused.sentence, cells, 2)]
        figures = calculator_arguments.figures(record)
        return [(Span(text, "question"),) for line in figures for text in _folded(line, cells)]

    def _role(self, place: int) -> str:
        return "marked" if place == self.marked else ""


def _another(argument: Argument, text: str, key: str, character: str | None) -> str:
    """Return the next or previous choice, or the next one that begins with a letter."""
    there = ("", *argument.choices) if not argument.required and argument.default is None else argument.choices
    place = there.index(text) if text in there else -1
    if key in ("right", "space", "left"):
        return there[(place + (-1 if key == "left" else 1)) % len(there)]
    following = [*there[place + 1 :], *there[: place + 1]]
    begun = [choice for choice in following if character and choice.startswith(character)]
    return begun[0] if begun else text


def _folded(line: str, cells: int) -> Sequence[str]:
    lead = " " * (len(line) - len(line.lstrip()))
    return [lead + text for text in wrap(line.strip(), cells - len(lead), 2)]


def _bounds(argument: Argument) -> str:
    """Return the choices of a figure, or its lowest and highest value, in brackets. Empty without bounds."""
    between = calculator_arguments.bounds(argument)
    if argument.choices:
        return f" ({', '.join(argument.choices)})"
    return "" if between is None else f" ({between[0]} to {between[1]})".replace("-", "−")
