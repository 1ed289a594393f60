"""`tracker share`: the page, its events and its headers, for whoever has the token and nobody else."""

from __future__ import annotations

import re
import socket
import subprocess
import sys

from tests.cli.calling import call
from tests.lanes import served
from tests.player_screen.table import Table, leaks
from tests.web.serving import ROOT, Shared


def test_on_the_loopback_the_page_is_whole_without_its_script(still: Shared) -> None:
    assert f"For all players: http://127.0.0.1:{still.port}/\n" in still.printed
    answer = still.get()
    assert answer.status == 200 and answer.header("content-type") == "text/html; charset=utf-8"
    text = answer.body.decode()
    without = text[: text.index("<script>")]
    for words in ("Brann", "Goblin 2", "declares", "fresh", "<svg", 'http-equiv="refresh"'):
        assert words in without
    assert leaks(answer.raw) == []


def test_its_headers_let_nothing_in(still: Shared) -> None:
    answer = still.get()
    policy = answer.header("content-security-policy")
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy and "*" not in policy
    assert answer.header("set-cookie") == "" and answer.header("server") == ""
    assert answer.header("referrer-policy") == "no-referrer"
    assert answer.header("cache-control") == "no-store"
    assert b"http://" not in answer.body.replace(b"http://www.w3.org/2000/svg", b"")
    assert b"https://" not in answer.body and b" style=" not in answer.body and b" onload" not in answer.body


def test_the_loopback_is_not_called_by_other_names(still: Shared) -> None:
    assert still.get(host="evil.example").status == 404
    assert still.get(host=f"evil.example:{still.port}").status == 404
    assert still.get(host=f"localhost:{still.port}").status == 200


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
