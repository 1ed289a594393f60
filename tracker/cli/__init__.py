"""The command line: `main` reads the words and hands over. One module carries out each subcommand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import SimpleNamespace

from tracker.cli.streams_at_start import open_closed_streams
from tracker.cli.without_words import WITHOUT_WORDS

TYPE_CHECKING = False  # as in `typing`, whose import would take as long as all the rest of `--help`
if TYPE_CHECKING:
    import argparse


def main(argv: Sequence[str] | None = None) -> int:
    """Run `tracker` with `argv` (without its own name). Return the exit code: 0, 1, 2 or 128 + a signal's number."""
    open_closed_streams()
    try:
        return _main(argv)
    except KeyboardInterrupt:
        return 130


def _main(argv: Sequence[str] | None) -> int:
    """Read `argv`, run its subcommand and return the exit code.

    argparse ends help and wrong usage with SystemExit, whose code is returned (2 when it is a text). Output that
    cannot be written becomes a sentence.
    """
    if not (sys.argv[1:] if argv is None else argv):
        return _carry_out(SimpleNamespace(**WITHOUT_WORDS))  # without argparse the first frame comes earlier
    from tracker.cli.arguments import flush, read

    try:
        try:
            options = read(argv)
        except SystemExit as stop:
            flush()
            return stop.code if isinstance(stop.code, int) else 2
    except OSError as error:
        from tracker.cli.streams import unprinted

        return unprinted(error)
    return _carry_out(options)


def _carry_out(options: argparse.Namespace | SimpleNamespace) -> int:
    """Run the subcommand of `options`, imported here because help needs none. Return the exit code."""
    from tracker.cli.execution import carry_out

    return carry_out(options)
