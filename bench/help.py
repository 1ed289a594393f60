"""`--help` and `--version` against a bare argparse program of the same size."""

from __future__ import annotations

from pairs import process, ratio, report

BARE = """
import argparse, sys
parser = argparse.ArgumentParser(prog="bare", description="A program.")
parser.add_argument("--version", action="version", version="bare 1.0")
commands = parser.add_subparsers(metavar="COMMAND", title="commands")
for name in ("play", "new", "check", "run", "reckon", "sheet", "log"):
    command = commands.add_parser(name, help="does something")
    command.add_argument("file")
    command.add_argument("--json", action="store_true", help="as JSON")
parser.parse_args([sys.argv[-1]])
"""


def main() -> None:
    """Print both ratios."""
    for option in ("--version", "--help"):
        reached = ratio(process(["-m", "tracker", option]), process(["-c", BARE, option]))
        report(f"tracker {option} / bare argparse", reached, 1.3)


if __name__ == "__main__":
    main()
