"""Arguments: the subcommands and their options, and which module carries each out. Imports nothing it need not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any, NoReturn

import tracker

EPILOG = "exit codes: 0 done; 1 a line or die refused; 2 a bad file or wrong usage; 128 + n ended by signal n"


class Parser(argparse.ArgumentParser):
    """Takes no abbreviated options, and lets no control character of an argument through to the terminal."""

    def __init__(self, **settings: object) -> None:
        super().__init__(allow_abbrev=False, **settings)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Wrong usage: exit code 2, and no control character of an argument in the message."""
        super().error("".join(sign if sign.isprintable() or sign == "\n" else "�" for sign in message))

    def _print_message(self, message: str, file: Any = None) -> None:
        """As argparse does it, but what cannot be printed is told."""
        stream = file or sys.stderr
        if message and stream is not None:
            stream.write(message)


def read(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The options meant by `argv`; raises SystemExit, as argparse does, after help and on wrong usage."""
    words = sys.argv[1:] if argv is None else list(argv)
    command = words[0] if words else ""
    known = any(command in names for names in _COMMANDS.values())
    return _parser(command if known else "").parse_args(words)


@cache
def _parser(command: str = "") -> Parser:
    """What reads `command`, with what stands beside it in `_COMMANDS`; of none, all of them."""
    parser = Parser(
        prog="tracker",
        description="A combat tracker for game masters. Without a subcommand: choose a fight, or resume one.",
        epilog=EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"tracker {tracker.__version__}")
    parser.set_defaults(module="play", file=None, plain=False, seed=None)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=Parser)
    for put, names in _COMMANDS.items():
        if not command or command in names:
            put(commands)
    return parser


def flush() -> None:
    """All that argparse printed is where it should go; raises OSError when the standard output takes no more."""
    if sys.stdout is not None:
        sys.stdout.flush()
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.flush()


_Commands = argparse._SubParsersAction


def _add(commands: _Commands[Parser], name: str, what: str, module: str = "") -> Parser:
    command = commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".", epilog=EPILOG)
    command.set_defaults(module=module or name)
    return command


def _play(commands: _Commands[Parser]) -> None:
    play = _add(commands, "play", "play an encounter, or resume a fight")
    play.add_argument("file", metavar="FILE", nargs="?", help="an encounter or a fight; without it, choose one")
    play.add_argument(
        "--plain", action="store_true", help="by ear: question by question as lines (by itself where TERM is dumb)"
    )
    play.add_argument("--seed", metavar="N", help="make the rolled dice repeatable")

    keys = _add(commands, "keys", "every key there is, with your own from keys.toml; 2 when something is wrong in it")
    keys.add_argument("file", metavar="FILE", nargs="?", help="another file of keys than your own")
    keys.add_argument("--map", metavar="NAME", help="the keys under a map that comes with the program")


def _players(commands: _Commands[Parser]) -> None:
    watch = _add(commands, "watch", "the players' screen: follow a fight in another terminal, read-only")
    watch.add_argument("file", metavar="FIGHT", help="a fight, there already or not yet")
    card = _add(commands, "card", "the moment as the players see it, as an SVG picture")
    card.add_argument("file", metavar="FIGHT", help="a fight")
    share = _add(commands, "share", "the same as a page for phones and tablets, in a process that only reads the fight")
    share.add_argument("file", metavar="FIGHT", help="a fight, there already or not yet")
    share.add_argument("--host", metavar="ADDRESS", help="listen there (0.0.0.0: everywhere), behind a random token")
    share.add_argument("--port", metavar="N", type=port, default=8040, help="the port (default 8040; 0: a free one)")
    share.add_argument(
        "--player", metavar="NAME", action="append", help="an address with this player's sheet; again for more"
    )


def _files(commands: _Commands[Parser]) -> None:
    new = _add(commands, "new", "write a commented encounter to fill in")
    new.add_argument("file", metavar="FILE", help="the file to write; it must not be there yet")
    new.add_argument("--system", metavar="NAME", default="", help="the game (default hybrid)")
    check = _add(commands, "check", "validate files; every mistake is shown with its place")
    check.add_argument(
        "files", metavar="FILE", nargs="+", help="an encounter, fight, party or library; - is the standard input"
    )
    check.add_argument(
        "--rules", action="store_true", help="list every house rule in force, not only those that differ"
    )
    check.add_argument("--strict", action="store_true", help="warnings end with exit code 2 as well")
    check.add_argument("--json", action="store_true", help="what is found as one JSON list, for editors")
    check.add_argument("--reseal", action="store_true", help="accept your own edit of a fight: seal it anew")
    library = _add(commands, "library", "list the creatures and what they carry, with their figures")
    library.add_argument("words", metavar="WORD", nargs="*", help="only what has these words in its name or kind")
    whose = library.add_mutually_exclusive_group()
    whose.add_argument("--system", metavar="NAME", default="", help="the game (default hybrid)")
    whose.add_argument("--beside", metavar="FILE", help="with the library beside this encounter or fight, of its game")
    library.add_argument("--json", action="store_true", help="as one JSON list")
    join = _add(commands, "join", "put steps that could not be saved back into their fight")
    join.add_argument("file", metavar="FIGHT", help="the fight they belong to")
    join.add_argument("tail", metavar="TAIL", help="the .unsaved.tail file")
    log = _add(commands, "log", "tell a fight")
    log.add_argument("file", metavar="FILE", help="a fight")
    forms = ("text", "json", "lines", "markdown", "html")
    log.add_argument(
        "--format",
        choices=forms,
        default="text",
        help="text (default), a step a line, lines for `tracker run --script`, or one whole page",
    )
    log.add_argument(
        "--for",
        dest="audience",
        choices=("master", "players"),
        default="master",
        help="players: without what only the game master may know (default master)",
    )


def _parties(commands: _Commands[Parser]) -> None:
    party = _add(commands, "party", "a party as it stands, or what a fight would write into its file")
    party.add_argument("file", metavar="FILE", help="the party's file, or a fight its people were in")
    party.add_argument(
        "names", metavar="NAME", nargs="*", help="bind FILE NAME …: bind the wounds of these people, or of everybody"
    )
    party.add_argument("--write", action="store_true", help="write what the fight changed into the party's file")
    party.add_argument("--party", metavar="FILE", help="the party's file, where it is not the one the fight names")
    party.add_argument("--but", metavar="NAME", action="append", help="leave this person out; again for more")
    turn = party.add_mutually_exclusive_group()
    turn.add_argument("--undo", action="store_true", help="take back the last writing into the party's file")
    turn.add_argument("--redo", action="store_true", help="bring back what was taken back")
    rest = _add(
        commands, "rest", "everybody of a party rests: 8 hours; written into its file, and taken back by --undo"
    )
    rest.add_argument("file", metavar="PARTY", help="the party's file")
    rest.add_argument("words", metavar="TIME", nargs="*", help="how long, and how: 8 hours, 90 minutes, 8 hours sleep")
    rest.add_argument("--but", metavar="NAME", action="append", help="this person does not rest; again for more")
    rest.add_argument("--look", action="store_true", help="only show what it would bring; nothing is written")
    turn = rest.add_mutually_exclusive_group()
    turn.add_argument("--undo", action="store_true", help="take back the last writing into the file, rest or fight")
    turn.add_argument("--redo", action="store_true", help="bring back what was taken back")


def _run(commands: _Commands[Parser]) -> None:
    run = _add(commands, "run", "carry out lines from standard input, without the screen")
    run.add_argument("file", metavar="FILE", help="an encounter, or a fight to resume")
    dice = run.add_mutually_exclusive_group()
    dice.add_argument("--seed", metavar="N", help="make the rolled dice repeatable")
    dice.add_argument("--dice", metavar="34,2,6,…", type=faces, help="every die in the order they fall, players' too")
    dice.add_argument(
        "--script",
        action="store_true",
        help="lines of `tracker log --format lines`, with their dice; a fight is said again from its beginning",
    )
    run.add_argument("--save", metavar="FIGHT", help="the fight to write; without it nothing is written")
    run.add_argument("--json", action="store_true", help="one event a line as JSON, the state last")


def _figures(commands: _Commands[Parser]) -> None:
    chance = _add(commands, "chance", "a chance, its thresholds, and what a roll against it means")
    chance.add_argument("--stat", metavar="N", type=stat, required=True, help="the stat; of several the mean: 12,12,13")
    chance.add_argument("--rank", metavar="N", type=rank, help="the skill's rank; without it, unranked")
    chance.add_argument("--df", metavar="N", type=factor, default=0, help="difficulty factors, summed (default 0)")
    chance.add_argument("--roll", metavar="N", type=rolled, help="what fell")
    chance.add_argument("--kind", choices=("specific", "general", "support", "filter"), help="of the skill")
    chance.add_argument(
        "--support", metavar="N", type=rank, action="append", help="rank of a support skill; again for more"
    )
    chance.add_argument("--filter", metavar="N", type=rank, help="rank of the filter skill that caps it")
    chance.add_argument("--related", choices=("similar", "dissimilar", "stretch"), help="used for what is only related")
    chance.add_argument(
        "--unfamiliar", metavar="N", type=rank, nargs="?", const=0, help="an unfamiliar tool; N points gained back"
    )
    chance.add_argument("--pool", metavar="N,N…", type=ranks, help="the other ranks of its skill pool")
    chance.add_argument("--difficulty", metavar="WORD", action="append", help="by its word; of several the mean counts")
    chance.add_argument("--setup", action="store_true", help="set up beforehand")
    chance.add_argument("--rush", metavar="PART", type=part, help="done in a part of the time, such as 1/2")
    chance.add_argument("--passive", action="store_true", help="a passive perception")
    chance.add_argument("--severity", metavar="N", type=rolled, help="the second roll of a critical failure (1997)")
    chance.add_argument("--why", action="store_true", help="with the sum")
    chance.add_argument("--edition", choices=("current", "1997"), default="current", help="default current")
    chance.add_argument("--json", action="store_true", help="as one JSON object")
    reckon = _add(commands, "reckon", "what a game can reckon without a fight; without NAME, a list")
    reckon.add_argument("--system", metavar="SYSTEM", default="hybrid", help="the game (default hybrid)")
    reckon.add_argument("--json", action="store_true", help="as one JSON object, or the list as one JSON list")
    reckon.add_argument("words", metavar="NAME …", nargs=argparse.REMAINDER, help="what, and its own options")
    sheet = _add(commands, "sheet", "the sheets ready for play")
    sheet.add_argument("file", metavar="FILE", help="an encounter or a fight")
    sheet.add_argument("names", metavar="NAME", nargs="*", help="whose; without names, everyone's")
    forms = sheet.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="as one JSON list")
    forms.add_argument("--format", choices=("text", "html"), default="text", help="html: combat sheets to print")


_COMMANDS: dict[Callable[[_Commands[Parser]], None], tuple[str, ...]] = {
    _play: ("play", "keys"),
    _players: ("watch", "card", "share"),
    _files: ("new", "check", "library", "join", "log"),
    _parties: ("party", "rest"),
    _run: ("run",),
    _figures: ("chance", "reckon", "sheet"),
}
"""What puts subcommands in, and which: to make the options of all of them takes longer than to read those of one."""


def faces(text: str) -> tuple[int, ...]:
    """Faces such as `34,2,6`; `00` is 100."""
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) <= 4 and (int(word) > 0 or word == "00")):
            raise argparse.ArgumentTypeError(f"{word!r} is no face of a die; write for example 34,2,6 (00 is 100)")
    return tuple(int(word) or 100 for word in words)


def stat(text: str) -> Fraction:
    """A stat from 0 to 1000, or the mean of one to three of them, exactly."""
    try:
        values = [Fraction(word) for word in text.split(",")]
    except (ValueError, ZeroDivisionError):
        values = []
    if not 1 <= len(values) <= 3 or not all(0 <= value <= 1000 for value in values):
        raise argparse.ArgumentTypeError(f"{text!r} is no stat from 0 to 1000, nor up to three of them: 12,12,13")
    return sum(values, Fraction(0)) / len(values)


def ranks(text: str) -> tuple[int, ...]:
    """Ranks such as `4,2,2`."""
    return tuple(rank(word) for word in text.split(","))


def part(text: str) -> Fraction:
    """A part of the time, more than 0 and less than 1."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no part of the time; write for example 1/2")
    return value


def whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number within its bounds."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9 and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"{text!r} is no {what}: a whole number from {low} to {high}")
    return int(text)


def port(text: str) -> int:
    """A port from 0 (any that is free) to 65535."""
    return whole(text, "port", 0, 65535)


def rank(text: str) -> int:
    """A rank from 0 to 30."""
    return whole(text, "rank", 0, 30)


def factor(text: str) -> int:
    """Difficulty factors from −40 to 40."""
    return whole(text, "difficulty factor", -40, 40)


def rolled(text: str) -> int:
    """The total of an open-ended d100, from 1 to 10 000; `00` is 100."""
    return 100 if text == "00" else whole(text, "roll", 1, 10_000)
