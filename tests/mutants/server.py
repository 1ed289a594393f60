"""Runs tests again and again in a copy of the project, each time in a new child that has loaded the libraries already.

Reads a line of JSON for each run, with `args` and the `seconds` it may take, and answers with a line: how it ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import Any

import hypothesis
import pydantic
import pytest

LOADED = (hypothesis, pydantic, pytest)
QUIET = ("-q", "-x", "-n0", "--no-header", "-p", "no:cacheprovider")
OPTIONS = (*QUIET, "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""The first failure is enough; libraries that are loaded already have no asserts to be told apart."""
HUNG = -1
"""How a run ends that took longer than it may."""


def run(args: list[str], seconds: int) -> int:
    """The exit code of pytest for these arguments, in a child that is ended with all its children when it hangs."""
    child = os.fork()
    if not child:
        os.setsid()
        signal.alarm(seconds)
        code = 70
        try:
            out = os.open("mutants.out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1)
            os.dup2(out, 2)
            code = int(pytest.main([*args, *OPTIONS]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if os.WIFSIGNALED(status):
        return HUNG
    return os.WEXITSTATUS(status)


def main() -> None:
    """Serve until the other side hangs up."""
    for line in sys.stdin:
        request: dict[str, Any] = json.loads(line)
        print(run(request["args"], request["seconds"]), flush=True)


if __name__ == "__main__":
    main()
