"""`tracker reckon`: what a game can reckon without a fight, by the arguments it declares."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import chain
from typing import Any

from tracker.cli.arguments import EPILOG, Parser
from tracker.cli.execution import BAD
from tracker.cli.streams import say, tell, tell_json
from tracker.game_api import calculator_arguments
from tracker.game_api.calculators import NO, YES
from tracker.game_api.sheets import Argument, Calculator
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.storage.game_files import game_called

JSON = "--json"
"""The option, which may be anywhere on the line."""


def carry_out(options: argparse.Namespace) -> int:
    """Run a calculator, or list the calculators when none is named. Return the exit code."""
    try:
        system = game_called(options.system)
    except registry.UnknownSystem as error:
        say(str(error))
        return BAD
    calculators = {calculator.name: calculator for calculator in system.calculators()}
    as_json = options.json or JSON in options.words
    words = [word for word in options.words if word != JSON]
    if words and words[0] not in calculators:
        known = f"there are {', '.join(calculators)}" if calculators else "it has no calculators"
        say(f'{system.name} has no calculator "{words[0]}"; {known}.')
        return BAD
    if words:
        return _reckon(system.name, calculators[words[0]], words[1:], as_json)
    if as_json:
        tell_json([{"name": calculator.name, "about": calculator.about} for calculator in calculators.values()])
        return 0
    for calculator in calculators.values():
        tell(f"tracker reckon --system {options.system} {calculator.name}: {calculator.about}")
    if not calculators:
        tell(f"{system.name} has no calculators.")
    return 0


def _reckon(system: str, calculator: Calculator, words: list[str], as_json: bool) -> int:
    """Print the result of a calculator for the figures on the line, and return the exit code."""
    try:
        arguments = vars(_parser(system, calculator).parse_args(calculator_arguments.dashed(calculator, words)))
    except SystemExit as stopped:  # its help was printed, or what is wrong
        return int(stopped.code or 0)
    arguments.pop("json")
    for argument in calculator.arguments:
        if argument.several and arguments[argument.name] is not None:
            arguments[argument.name] = tuple(chain.from_iterable(arguments[argument.name]))
    try:
        record = calculator.reckon(arguments)
    except Refused as refused:
        say(refused.sentence)
        return BAD
    if as_json:
        tell_json(dict(record))
        return 0
    for line in calculator_arguments.figures(record):
        tell(line)
    return 0


def _parser(system: str, calculator: Calculator) -> Parser:
    """Build the option parser of one calculator from the arguments it declares."""
    parser = Parser(
        prog=f"tracker reckon --system {system} {calculator.name}", description=calculator.about, epilog=EPILOG
    )
    for argument in calculator.arguments:
        if argument.several:
            settings: dict[str, Any] = {"action": "append", "help": f"{argument.about}; repeat it, or write commas"}
        elif argument.choices == (NO, YES):
            settings = {"nargs": "?", "const": YES, "help": argument.about, "choices": argument.choices}
        else:
            settings = {"help": argument.about, "choices": argument.choices or None}
        parser.add_argument(
            f"--{argument.name}",
            dest=argument.name,
            type=_reader(argument),
            required=argument.required,
            default=argument.default,
            **settings,
        )
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    return parser


def _reader(argument: Argument) -> Callable[[str], Any]:
    """Return the function that reads an argument's text. Raises ArgumentTypeError for a value out of its bounds."""

    def read(text: str) -> Any:
        """Read a calculator's argument. Raises ArgumentTypeError."""
        try:
            return calculator_arguments.value(argument, text)
        except Refused as refused:
            raise argparse.ArgumentTypeError(str(refused)) from refused

    bare = argument.choices or calculator_arguments.bounds(argument) is None
    return str if bare and not argument.several else read
