"""Standard streams that are closed: every command ends as it would, in no traceback, and no file takes their place."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys

import pytest

from tests.lanes import sample

posix = pytest.mark.skipif(os.name != "posix", reason="a shell closes them there")


@posix
@pytest.mark.parametrize("closed", sample([">&-", "2>&-", "<&- >&- 2>&-"]))
def test_a_sentence_for_a_closed_error_output_is_not_on_the_other_one(closed: str) -> None:
    shell = ["sh", "-c", f'exec "$0" -m tracker log absent {closed}', sys.executable]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert ("absent" in done.stderr) == ("2>&-" not in closed)


@posix
def test_no_file_that_is_opened_takes_the_number_of_a_closed_stream() -> None:
    program = """
import os
from tracker.cli.closed_streams import open_closed_streams
open_closed_streams()
number = os.open(os.devnull, os.O_RDONLY)
inherited = all(os.get_inheritable(one) for one in range(3))
os._exit(number if inherited else 0)
"""
    for closed in itertools.chain.from_iterable(
        itertools.combinations(("<&-", ">&-", "2>&-"), many) for many in (1, 3)
    ):
        done = subprocess.run(
            ["sh", "-c", f'exec "$0" -c "$1" {" ".join(closed)}', sys.executable, program], check=False
        )
        assert done.returncode > 2, closed
