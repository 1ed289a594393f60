"""The examples of `docs/command-line.md`: found, carried out, compared; run as a program, it writes their outputs."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from shlex import split
from unittest import mock

from tracker.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "command-line.md"
_BLOCK = re.compile(r"^```console\n\$ (?P<command>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_HERE = re.compile(r"\s*<<'END'$")
LEFT_OUT = "…"


@dataclass(frozen=True)
class Example:
    """One command with what it is given and what it should say."""

    command: str
    given: str
    expected: str
    span: tuple[int, int]
    """Where `expected` stands in the page."""

    def output(self) -> str:
        """What it says now."""
        words = split(_HERE.sub("", self.command))[1:]
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out), mock.patch.object(sys, "stdin", io.StringIO(self.given)):
            main(words)
        return out.getvalue()

    def fits(self, output: str) -> bool:
        """Whether that is what it should say, `…` standing for anything."""
        pattern = re.escape(self.expected).replace(re.escape(LEFT_OUT), "(?s:.*?)")
        return re.fullmatch(pattern.rstrip("\\\n") + r"\s*", output) is not None


def examples() -> list[Example]:
    """All of the page."""
    entries = []
    for block in _BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        body, at, given = block["body"], block.start("body"), ""
        if _HERE.search(block["command"]):
            given, _, rest = body.partition("\nEND\n")
            at, body = at + len(body) - len(rest), rest
        entries.append(Example(block["command"], given + "\n", body, (at, at + len(body))))
    return entries


def fill_in(everything: bool = False) -> None:
    """Write what it says now in the place of a lone `…`, or of every output without one."""
    text = PAGE.read_text(encoding="utf-8")
    for example in reversed(examples()):
        if example.expected.strip() == LEFT_OUT or (everything and LEFT_OUT not in example.expected):
            start, end = example.span
            text = text[:start] + example.output() + text[end:]
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    fill_in(everything=True)
