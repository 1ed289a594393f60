"""The command line: `main` reads the words and hands over; one module carries out each subcommand."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run `tracker` with `argv` (without its own name); the exit code: 0, 1, 2 or 128 + a signal's number."""
    try:
        return _main(argv)
    except KeyboardInterrupt:
        return 130


def _main(argv: Sequence[str] | None) -> int:
    from tracker.cli.arguments import flush, read

    try:
        try:
            options = read(argv)
        except SystemExit as over:
            flush()
            return over.code if isinstance(over.code, int) else 2
    except OSError as error:
        from tracker.cli.streams import unprinted

        return unprinted(error)
    from tracker.cli.execution import carry_out

    return carry_out(options)
