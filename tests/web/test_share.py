"""`tracker share`: the page, its events and its headers, for whoever has the token and nobody else."""

from __future__ import annotations

import re
import socket
import subprocess
import sys

from tests.cli.calling import call
from tests.lanes import served
from tests.player_screen.table import Table
from tests.web.serving import ROOT


@served
def test_a_port_that_is_taken_is_told(table: Table) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        reply = call("share", table.path, "--port", taken.getsockname()[1])
        assert reply.code == 2 and "--port N takes another one" in reply.err and "Traceback" not in reply.err


@served
def test_without_the_extra_one_line_says_what_to_install(table: Table) -> None:
    program = (
        "import sys\n"
        "from importlib import util\n"
        "real = util.find_spec\n"
        "util.find_spec = lambda name: None if name == 'uvicorn' else real(name)\n"
        "sys.modules['uvicorn'] = None\n"
        "from tracker.cli import main\n"
        f"sys.exit(main(['share', {str(table.path)!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and re.search(r"pip install .*'combat-tracker\[web\]'", done.stderr)
