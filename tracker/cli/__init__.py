"""The command line: `main` reads the words and hands over; one module carries out each subcommand."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.cli.closed_streams import open_closed_streams


def main(argv: Sequence[str] | None = None) -> int:
    """Run `tracker` with `argv` (without its own name); the exit code: 0, 1, 2 or 128 + a signal's number."""
    open_closed_streams()
    try:
        return _main(argv)
    except KeyboardInterrupt:
        return 130


def _main(argv: Sequence[str] | None) -> int:
    """Read `argv`, run its subcommand and return the exit code.

    argparse ends help and wrong usage with SystemExit, whose code is returned (2 when it is a text); output that
    cannot be written becomes a sentence.
    """
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
    from tracker.cli.execution import carry_out

    return carry_out(options)
