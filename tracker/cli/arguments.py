"""Arguments: the subcommands, their options and the module that carries each out. `--help` imports nothing heavy."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache

import tracker
from tracker.cli.argument_types import (
    OUTPUT,
    OUTPUTS,
    address,
    dice_from,
    faces,
    fights,
    points,
    port,
    step,
    workers,
)
from tracker.cli.without_words import WITHOUT_WORDS

TYPE_CHECKING = False  # as in `typing`, whose import would take as long as argparse's
if TYPE_CHECKING:
    from typing import Any, NoReturn

EPILOG = "exit codes: 0 done; 1 a line or die refused; 2 a bad file or wrong usage; 128 + n ended by signal n"
HELP = "help"
"""`tracker help COMMAND` is `tracker COMMAND --help`."""


class _Wrapped(argparse.HelpFormatter):
    """A formatter that wraps each line separately and leaves indented lines, the examples, as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Wrap a text line by line, as argparse does a whole one. Empty and indented lines stay as they are."""
        lines = text.splitlines()
        return "\n".join(
            line if not line or line.startswith(" ") else super(_Wrapped, self)._fill_text(line, width, indent)
            for line in lines
        )


class Parser(argparse.ArgumentParser):
    """Takes no abbreviated options, and lets no control character of an argument through to the terminal."""

    def __init__(self, **settings: object) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Wrapped, **settings)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Report wrong usage: exit code 2, and no control character of an argument in the message."""
        super().error("".join(sign if sign.isprintable() or sign == "\n" else "�" for sign in message))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print as argparse does, but raise the OSError of a stream that takes no more."""
        stream = file or sys.stderr
        if message and stream is not None:
            stream.write(message)


class _Tracker(Parser):
    """The parser of `tracker` itself, whose help lists the commands by group."""

    commands: _Commands[Parser]

    def format_help(self) -> str:
        """Return the help of `tracker`: usage, the commands by group, its own options, exit codes."""
        # `_get_formatter` and others: what `ArgumentParser.format_help` itself calls, which has one list for all.
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        # argparse knows one list of subcommands without groups; these are the entries it would print for them.
        entries = {entry.dest: entry for entry in self.commands._choices_actions}
        for title, names in _GROUPS:
            formatter.start_section(title)
            formatter.add_arguments([entries[name] for name in names if name in entries])
            formatter.end_section()
        formatter.start_section("options")
        formatter.add_arguments([action for action in self._actions if action.option_strings])
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


def read(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse `argv` (default: the process's arguments) into options. `help COMMAND` means `COMMAND --help`.

    Raises SystemExit, as argparse does, after help and on wrong usage.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == [HELP]:
        words = [*words[1:2], "--help"] if words[1:] != [HELP] else ["--help"]
    if words[:1] == ["chance"]:
        words = _as_reckon(words[1:])
    command = words[0] if words and not words[0].startswith("-") else ""
    if command and command not in _names():
        _refuse(command)
    return _parser(command).parse_args(words)


def _as_reckon(words: list[str]) -> list[str]:
    """Return the present form of `tracker chance` with these words, and mention it on the error stream."""
    from tracker.cli.streams import say
    from tracker.text.former import CHANCE

    say(CHANCE)
    bare = [place for place, word in enumerate(words) if word == "--unfamiliar"]
    for place in reversed(bare):  # an unfamiliar tool, no points gained back
        if words[place + 1 : place + 2] == [] or words[place + 1].startswith("--"):
            words.insert(place + 1, "0")
    return ["reckon", "--system", "hybrid", "chance", *words]


def _names() -> list[str]:
    """Return the names of all commands."""
    return [name for _, names in _GROUPS for name in names]


def _refuse(command: str) -> NoReturn:
    """Print that there is no such command with a suggestion, and exit with code 2."""
    from tracker.text import former  # here, for only a wrong command needs them
    from tracker.text.suggestions import hint_or_list

    if command in former.COMMANDS:
        _parser().error(former.COMMANDS[command])
    hint = f"; did you mean `tracker play {command}`?" if command.endswith(".toml") else hint_or_list(command, _names())
    _parser().error(f'there is no command "{command}"{hint}')


# Cached: building a parser takes longer than reading a line, and a wrong line needs it once more.
@cache
def _parser(command: str = "") -> Parser:
    """Build the parser for `command` alone, with the commands that the same function adds.

    Build it for all commands when `command` is empty.
    """
    parser = _Tracker(
        prog="tracker",
        description="A combat tracker for game masters. Without a command: choose a fight, or resume one.",
        epilog=f"`tracker help COMMAND` shows the options of a command and two examples.\n{EPILOG}",
    )
    parser.add_argument("-V", "--version", action="version", version=f"tracker {tracker.__version__}")
    parser.set_defaults(**WITHOUT_WORDS)
    parser.commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=Parser)
    for add, names in _COMMANDS.items():
        if not command or command in names:
            add(parser.commands)
    return parser


def parser_of_all() -> argparse.ArgumentParser:
    """Return the parser with every command, which completions and the manual page are written from."""
    return _parser()


def flush() -> None:
    """Flush both standard streams, so that what argparse printed is written.

    Raises OSError when the standard output takes no more. A broken error stream is ignored.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.flush()


# Private in argparse, and the type of what `add_subparsers` returns.
_Commands = argparse._SubParsersAction


def _add(commands: _Commands[Parser], name: str, summary: str, *examples: str) -> Parser:
    """Add a command, which the module of its name carries out. `examples` are below its options."""
    shown = "".join(f"  tracker {example}\n" for example in examples)
    command = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{shown}\n{EPILOG}",
    )
    command.set_defaults(module=name)
    return command


def _play(commands: _Commands[Parser]) -> None:
    """Add the commands `play`, `learn`, `keys`, `completions` and `man`."""
    play = _add(
        commands, "play", "play an encounter, or resume a fight", "play duel.toml", "play --plain duel.fight.toml"
    )
    play.add_argument("file", metavar="FILE", nargs="?", help="an encounter or a fight; without it, choose one")
    play.add_argument(
        "--new", metavar="WHO", help="begin a new fight, whose encounter it writes: 'party vs 4 goblin, 2 wolf'"
    )
    play.add_argument(
        "--system", metavar="GAME", help="the game of a new fight (default: the party's, or the last one)"
    )
    play.add_argument(
        "--plain",
        action="store_true",
        help="line mode: one question at a time, as plain lines (always where TERM is dumb)",
    )
    play.add_argument("--seed", metavar="N", help="make the rolled dice repeatable")
    play.add_argument(
        "--dice-from",
        metavar="PATH",
        type=dice_from,
        help="take the faces of typed rolls from a pipe or a file, line by line",
    )
    play.add_argument("--share", action="store_true", help="serve the players' pages from the beginning (ctrl+l)")
    play.add_argument(
        "--host",
        metavar="ADDRESS",
        type=address,
        default="0.0.0.0",
        help="where they listen (default 0.0.0.0: all; :: with IPv6)",
    )
    play.add_argument("--port", metavar="N", type=port, help="their port (0: a free one; default: the one before)")
    learn = _add(
        commands,
        "learn",
        "learn a game in a first fight, lesson by lesson, on the screen",
        "learn",
        "learn hybrid",
    )
    learn.add_argument(
        "system", metavar="GAME", nargs="?", help="hybrid, phases, prism, feats, plain or d20; else choose one"
    )
    learn.add_argument("--restart", action="store_true", help="begin with the first lesson again")
    keys = _add(
        commands,
        "keys",
        "list every key, with your own from keys.toml; exit code 2 for a mistake there",
        "keys",
        "keys --map number-pad",
    )
    keys.add_argument("file", metavar="FILE", nargs="?", help="a file of keys other than your own")
    keys.add_argument("--map", metavar="NAME", help="the keys of a map that comes with the tracker")
    completions = _add(
        commands,
        "completions",
        "print the completions of commands and options for a shell",
        "completions bash > ~/.local/share/bash-completion/completions/tracker",
        "completions fish > ~/.config/fish/completions/tracker.fish",
    )
    completions.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")
    _add(
        commands,
        "man",
        "print the manual page: the options of every command",
        "man > ~/.local/share/man/man1/tracker.1",
        "man | man -l -",
    )


def _players(commands: _Commands[Parser]) -> None:
    """Add the commands `watch` and `share`."""
    watch = _add(
        commands,
        "watch",
        "follow a fight on the players' screen, in another terminal, read-only",
        "watch duel.fight.toml",
        "watch saves/brawl.fight.toml",
    )
    watch.add_argument("file", metavar="FIGHT", help="a fight; the file may come later")
    share = _add(
        commands,
        "share",
        "serve a fight to players as a web page for phones and tablets, read-only",
        "share duel.fight.toml --host 0.0.0.0",
        "share duel.fight.toml --revoke Anna",
    )
    share.add_argument("file", metavar="FIGHT", help="a fight; the file may come later")
    share.add_argument(
        "--host",
        metavar="ADDRESS",
        type=address,
        help="the address to listen on (0.0.0.0: all; :: with IPv6), behind a random token",
    )
    share.add_argument("--port", metavar="N", type=port, help="the port (0: a free one; default: the one before)")
    share.add_argument("--player", metavar="NAME", action="append", help="add a link for one the fight does not name")
    share.add_argument(
        "--revoke", metavar="NAME", nargs="?", const="everybody", help="revoke a link, or all; serve none"
    )


def _files(commands: _Commands[Parser]) -> None:
    """Add the commands `new`, `check`, `library`, `systems`, `schema`, `join` and `log`."""
    new = _add(
        commands,
        "new",
        "write a new encounter with comments, to fill in",
        "new ambush.toml --system phases",
        "new feud.toml --pack",
    )
    new.add_argument("file", metavar="FILE", help="the file to write; it must not exist yet")
    of = new.add_mutually_exclusive_group()
    of.add_argument("--system", metavar="NAME", default="", help="the game, or its file (default hybrid)")
    of.add_argument("--pack", action="store_true", help="write a game of your own, as one file, instead")
    check = _add(
        commands,
        "check",
        "validate files; show every mistake with its place",
        "check ambush.toml party.toml",
        "check --reseal duel.fight.toml",
    )
    check.add_argument(
        "files", metavar="FILE", nargs="+", help="an encounter, fight, party, library or pack; - is standard input"
    )
    check.add_argument("--rules", action="store_true", help="list every house rule, not only those that differ")
    check.add_argument("--strict", action="store_true", help="exit code 2 for warnings too")
    check.add_argument("--odds", action="store_true", help="say how hard each fight is, from 60 fights a policy")
    check.add_argument("--json", action="store_true", help="print the mistakes as one JSON list, for editors")
    check.add_argument("--reseal", action="store_true", help="accept your own edit of a fight: write new seals")
    library = _add(
        commands,
        "library",
        "list creatures, weapons and armour with their figures",
        "library goblin",
        "library armour --system phases",
    )
    library.add_argument("words", metavar="WORD", nargs="*", help="list only entries with these words in name or kind")
    whose = library.add_mutually_exclusive_group()
    whose.add_argument("--system", metavar="NAME", default="", help="the game, or its file (default hybrid)")
    whose.add_argument("--beside", metavar="FILE", help="add the library beside this encounter or fight")
    library.add_argument("--json", action="store_true", help="as one JSON list")
    systems = _add(
        commands,
        "systems",
        "list the games there are, and why one cannot be loaded",
        "systems",
        "systems --json",
    )
    systems.add_argument("--json", action="store_true", help="as one JSON list")
    schema = _add(
        commands,
        "schema",
        "print the JSON Schema of a kind of file, for editors, or of what a command prints as JSON",
        "schema encounter --system prism > encounter.schema.json",
        "schema output sheet > sheet.schema.json",
    )
    kinds = ("encounter", "library", "party", "pack", OUTPUT)
    schema.add_argument("kind", choices=kinds, help="the kind of file, or an output")
    schema.add_argument("output", nargs="?", choices=OUTPUTS, metavar="OUTPUT", help=", ".join(OUTPUTS))
    schema.add_argument("--system", metavar="NAME", default="", help="the game, or its file (default hybrid)")
    join = _add(
        commands,
        "join",
        "put unsaved steps back into their fight",
        "join duel.fight.toml duel.unsaved.tail",
        "join saves/brawl.fight.toml brawl.unsaved.tail",
    )
    join.add_argument("file", metavar="FIGHT", help="the fight of the steps")
    join.add_argument("tail", metavar="TAIL", help="the .unsaved.tail file")
    log = _add(
        commands,
        "log",
        "print a fight's log",
        "log duel.fight.toml --for players",
        "log duel.fight.toml --for players --recap --format html --out duel.html",
    )
    log.add_argument("file", metavar="FILE", help="a fight")
    forms = ("text", "json", "lines", "markdown", "html", "csv")
    log.add_argument(
        "--format",
        choices=forms,
        default="text",
        help="text (default), json, lines for `tracker run --script`, one whole page, or csv: every roll",
    )
    log.add_argument(
        "--for",
        dest="audience",
        choices=("master", "players"),
        default="master",
        help="players: leave out what only the game master may know (default master)",
    )
    log.add_argument(
        "--recap",
        action="store_true",
        help="for players: how it ended, the turning points, who did what, a chart, then the log by scenes",
    )
    log.add_argument("--svg", metavar="FILE", help="with --recap: write its picture too (a .png needs the extra png)")
    log.add_argument("--summary", action="store_true", help="only how it ended and who did what")
    log.add_argument("--since", metavar="COUNT", default="", help="only what happened from this count on")
    log.add_argument(
        "--only", metavar="WORD", action="append", help="only lines with this word, such as a name; repeat for more"
    )
    _out(log)


def _out(command: Parser) -> None:
    """Add the options `--out` and `--replace` to a command that prints a page."""
    command.add_argument("--out", metavar="FILE", help="write into this file, which must not exist yet")
    command.add_argument("--replace", action="store_true", help="with --out: replace the file if it exists")


def _parties(commands: _Commands[Parser]) -> None:
    """Add the commands `party` and `rest`."""
    party = _add(
        commands,
        "party",
        "print a party, or what a fight changes in its file",
        "party duel.fight.toml --write",
        "party bind party.toml Brann",
    )
    party.add_argument("file", metavar="FILE", help="a party, or a fight of the party")
    party.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="bind FILE NAME …: bind the wounds of these people; without names, of all",
    )
    party.add_argument("--write", action="store_true", help="write the changes into the party's file")
    party.add_argument("--party", metavar="FILE", help="another party file than the fight names")
    party.add_argument("--but", metavar="NAME", action="append", help="leave this person out; repeat for more")
    turn = party.add_mutually_exclusive_group()
    turn.add_argument("--undo", action="store_true", help="undo the last change of the party's file")
    turn.add_argument("--redo", action="store_true", help="redo the change")
    rest = _add(
        commands,
        "rest",
        "let a party rest, and write the points it recovers into its file",
        "rest party.toml 8 hours",
        "rest party.toml --undo",
    )
    rest.add_argument("file", metavar="PARTY", help="the party's file")
    rest.add_argument("words", metavar="TIME", nargs="*", help="how long, and how: 8 hours, 90 minutes, 8 hours sleep")
    rest.add_argument("--but", metavar="NAME", action="append", help="this person does not rest; repeat for more")
    rest.add_argument("--look", action="store_true", help="only show the recovery; write nothing")
    turn = rest.add_mutually_exclusive_group()
    turn.add_argument("--undo", action="store_true", help="undo the last change of the file, rest or fight")
    turn.add_argument("--redo", action="store_true", help="redo the change")


def _run(commands: _Commands[Parser]) -> None:
    """Add the command `run`."""
    run = _add(
        commands,
        "run",
        "run commands from standard input, up to the first that is refused",
        "run duel.toml --seed 1 < lines.txt",
        "run duel.toml --save duel.fight.toml --json < lines.txt",
    )
    run.add_argument("file", metavar="FILE", help="an encounter, or a fight to resume")
    dice = run.add_mutually_exclusive_group()
    dice.add_argument("--seed", metavar="N", help="make the rolled dice repeatable")
    dice.add_argument("--dice", metavar="34,2,6,…", type=faces, help="every die in order, those of players too")
    dice.add_argument(
        "--script",
        action="store_true",
        help="repeat the lines of `tracker log --format lines` with their dice; a fight repeats from its beginning",
    )
    run.add_argument("--save", metavar="FIGHT", help="the fight to write; by default the command writes no file")
    run.add_argument("--json", action="store_true", help="print one event a line as JSON, the state last")


def _figures(commands: _Commands[Parser]) -> None:
    """Add the commands `reckon`, `rules` and `sheet`."""
    reckon = _add(
        commands,
        "reckon",
        "use a calculator of a game without a fight; without NAME, list them",
        "reckon",
        "reckon --system plain",
    )
    reckon.add_argument("--system", metavar="SYSTEM", default="hybrid", help="the game, or its file (default hybrid)")
    reckon.add_argument("--json", action="store_true", help="as one JSON object, or the list as one JSON list")
    reckon.add_argument("words", metavar="NAME …", nargs=argparse.REMAINDER, help="the calculator, and its own options")
    rules = _add(
        commands,
        "rules",
        "look a rule up by its id or by words; without either, list the rules",
        "rules parry an arrow",
        "rules F-SLAM-4 --system feats",
    )
    rules.add_argument("words", metavar="WORD", nargs="*", help="an id, or words as a game master would ask")
    rules.add_argument("--system", metavar="NAME", default="", help="the game, or its file (default hybrid)")
    rules.add_argument("--edition", metavar="NAME", default="", help="the edition, where the game has several")
    rules.add_argument("--json", action="store_true", help="as one JSON list, the best answer first")
    sheet = _add(
        commands,
        "sheet",
        "print sheets ready for play",
        "sheet duel.toml Brann",
        "sheet duel.fight.toml --format html --out sheets.html",
    )
    sheet.add_argument("file", metavar="FILE", help="an encounter or a fight")
    sheet.add_argument("names", metavar="NAME", nargs="*", help="the fighters; without names, all of them")
    forms = sheet.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="as one JSON list")
    forms.add_argument("--format", choices=("text", "html"), default="text", help="html: combat sheets to print")
    _out(sheet)


def _odds(commands: _Commands[Parser]) -> None:
    """Add the commands `odds` and `sweep`."""
    odds = _add(
        commands,
        "odds",
        "forecast how a fight ends from now on, by how all fighters fight",
        "odds ambush.toml",
        'odds duel.fight.toml --at 40 --within 3 --orders "attack nearest, parry"',
    )
    odds.add_argument("file", metavar="FILE", help="an encounter, a fight, or a game for its new encounter")
    odds.add_argument("--at", metavar="STEP", type=step, help="from after this step of the fight (0: its beginning)")
    many = odds.add_mutually_exclusive_group()
    many.add_argument("--fights", metavar="N", type=fights, help="fights for each policy (default 400)")
    many.add_argument(
        "--within", metavar="POINTS", type=points, help="as many fights as are needed to know the chance so well"
    )
    odds.add_argument(
        "--orders", metavar="TEXT", action="append", help="how all fighters fight; repeat for more (default three ways)"
    )
    odds.add_argument("--seed", metavar="N", default="1", help="other dice (default 1)")
    odds.add_argument("--workers", metavar="N", type=workers, help="processes (default: one for each processor)")
    form = odds.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as one JSON object")
    form.add_argument("--csv", action="store_true", help="as a table with a row for each policy")
    form.add_argument("--swing", action="store_true", help="only the three steps at which the odds moved most")
    odds.add_argument("--svg", metavar="FILE", help="write a picture too; it must not exist yet")
    sweep = _add(
        commands,
        "sweep",
        "play many fights over values of parameters, and write a row for each fight",
        "sweep duel.sweep.toml --out duel.csv",
        "sweep duel.sweep.toml --out duel.csv --dask tcp://10.0.0.1:8786",
    )
    sweep.add_argument("file", metavar="SPEC", help="what to vary: an encounter, parameters and their values")
    sweep.add_argument(
        "--out", metavar="FILE", required=True, help="the table to write; a stopped sweep continues in it"
    )
    machines = sweep.add_mutually_exclusive_group()
    machines.add_argument("--workers", metavar="N", type=workers, help="processes (default: one for each processor)")
    machines.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster (extra: sweep)")
    sweep.add_argument("--svg", metavar="FILE", help="write its curve as a picture too; it must not exist yet")


_COMMANDS: dict[Callable[[_Commands[Parser]], None], tuple[str, ...]] = {
    _play: ("play", "learn", "keys", "completions", "man"),
    _players: ("watch", "share"),
    _files: ("new", "check", "library", "systems", "schema", "join", "log"),
    _parties: ("party", "rest"),
    _run: ("run",),
    _figures: ("reckon", "rules", "sheet"),
    _odds: ("odds", "sweep"),
}
"""Each function with the commands it adds: to add all of them takes longer than to read the options of one."""
_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("play", ("learn", "play", "run", "log", "join", "keys", "completions", "man")),
    ("players", ("watch", "share")),
    ("prepare", ("new", "check", "library", "systems", "schema", "sheet", "party", "rest")),
    ("figures", ("reckon", "rules", "odds", "sweep")),
)
"""The commands as `tracker --help` lists them."""
