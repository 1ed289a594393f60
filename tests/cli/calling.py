"""Calling: the command line in this process, with what it is given and what it says."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from tracker.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
DUEL = ROOT / "saves" / "duel.toml"


@dataclass(frozen=True)
class Reply:
    """The exit code and the two outputs."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The standard output by lines."""
        return self.out.splitlines()

    @property
    def records(self) -> list[dict[str, Any]]:
        """The standard output as a JSON object a line."""
        return [json.loads(line) for line in self.lines]


def call(*words: object, given: str | bytes = "") -> Reply:
    """Run `tracker` with `words` and `given` as its standard input."""
    out, err = io.StringIO(), io.StringIO()
    stdin = io.StringIO(given) if isinstance(given, str) else io.TextIOWrapper(io.BytesIO(given))
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", stdin):
        code = main([str(word) for word in words])
    return Reply(code, out.getvalue(), err.getvalue())


NERVE = """\
format = 1
title = "Two of the page's game"
system = "nerve"

[[combatant]]
name = "Ann"
side = "one"
player = "Ada"

[[combatant]]
name = "Bob"
side = "two"
"""
"""A fight of a game that the program does not know by itself: Ann's dice are typed, Bob's rolled."""
