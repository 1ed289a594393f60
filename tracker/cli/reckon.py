"""`tracker reckon`: what a game can reckon without a fight, by the arguments it declares."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from fractions import Fraction

from tracker.cli.arguments import EPILOG, Parser
from tracker.cli.chance import print_figures
from tracker.cli.execution import BAD
from tracker.cli.streams import say, tell, tell_json
from tracker.model.refusals import Refused
from tracker.storage.game_files import game_called
from tracker.system_api import calculator_lines
from tracker.system_api.sheets import Argument, Calculator
from tracker.systems import registry

JSON = "--json"
"""May stand anywhere on the line: before what is reckoned, among its figures, or last."""


def carry_out(options: argparse.Namespace) -> int:
    """Run a calculator, or list the calculators when none is named; return the exit code."""
    try:
        system = game_called(options.system)
    except registry.UnknownSystem as error:
        say(str(error))
        return BAD
    calculators = {calculator.name: calculator for calculator in system.calculators()}
    as_json = options.json or JSON in options.words
    words = [word for word in options.words if word != JSON]
    if not words and as_json:
        tell_json([{"name": calculator.name, "about": calculator.about} for calculator in calculators.values()])
        return 0
    if not words:
        for calculator in calculators.values():
            tell(f"tracker reckon --system {options.system} {calculator.name}: {calculator.about}")
        if not calculators:
            tell(f"{system.name} has no calculators.")
        return 0
    name, *words = words
    if name not in calculators:
        known = f"there are {', '.join(calculators)}" if calculators else "it has no calculators"
        say(f'{system.name} has no calculator "{name}"; {known}.')
        return BAD
    parser = _parser(system.name, calculators[name])
    arguments = vars(parser.parse_args(calculator_lines.dashed(calculators[name], words)))
    arguments.pop("json")
    try:
        record = calculators[name].reckon(arguments)
    except Refused as refused:
        say(refused.sentence)
        return BAD
    print_figures(record, as_json)
    return 0


def _parser(system: str, calculator: Calculator) -> Parser:
    """Build the option parser of one calculator from the arguments it declares."""
    parser = Parser(
        prog=f"tracker reckon --system {system} {calculator.name}", description=calculator.about, epilog=EPILOG
    )
    for argument in calculator.arguments:
        parser.add_argument(
            f"--{argument.name}",
            dest=argument.name,
            help=argument.about,
            type=_reader(argument),
            choices=argument.choices or None,
            required=argument.required,
            default=argument.default,
        )
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    return parser


def _reader(argument: Argument) -> Callable[[str], int | str | Fraction]:
    """Return the function that reads an argument's text; raises ArgumentTypeError for a value out of its bounds."""

    def read(text: str) -> int | str | Fraction:
        """Read a calculator's argument; raises ArgumentTypeError."""
        try:
            return calculator_lines.value(argument, text)
        except Refused as refused:
            raise argparse.ArgumentTypeError(str(refused)) from refused

    return str if argument.choices or calculator_lines.bounds(argument) is None else read
