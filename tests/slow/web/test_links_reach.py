"""Links of a shared fight, from a server of its own."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from tests.player_screen.table import Table
from tests.tui.terminal import LONG
from tests.web.serving import ROOT, WAYS, Shared, shared
from tracker.storage.table.links import (
    keep_port,
)
from tracker.web.process import PageServer


def test_a_link_without_its_last_slash_leads_to_its_page(table: Table) -> None:
    with shared(table.path, "--host", "0.0.0.0", "--player", "Ana") as share:
        share.host, dead = "127.0.0.1", share.get("/any").raw
        for link in share.paths.values():
            for end in WAYS:
                exact, answer = end == "/", share.get(f"{link[:-1]}{quote(end)}")
                assert answer.status == (200 if exact else 307) and answer.header("location") == (
                    "" if exact else link.lower()
                )
                wrong = share.get(f"{link[:-2]}{'A' if link[-2] != 'A' else 'B'}{quote(end)}")
                assert wrong.raw == dead, "the same bytes as at every wrong path"


IN_NO_NETWORK = """
import subprocess, sys, urllib.request
from pathlib import Path
for command in (
    "ip link set lo up", "ip link add wl0 type veth peer name wl1", "ip link add et0 type veth peer name et1",
    "ip addr add 10.42.0.1/24 dev wl0", "ip -6 addr add fd00:42::1/64 dev wl0 nodad",
    "ip addr add 192.168.7.3/24 dev et0",
    *(f"ip link set {name} up" for name in ("wl0", "wl1", "et0", "et1")),
):
    subprocess.run(command.split(), check=True)
from tests.web.serving import shared
for host in ("0.0.0.0", "::"):
    with shared(Path(sys.argv[1]), "--host", host) as share:
        for link in (word for word in share.printed.split() if word.startswith("http://")):
            print(host, link.split("/")[2].rpartition(":")[0], urllib.request.urlopen(link, timeout=10).status)
"""


def test_without_a_route_to_anywhere_the_address_of_each_interface_is_printed_and_serves(table: Table) -> None:
    alone = ["unshare", "-n"]
    try:
        subprocess.run([*alone, "ip", "link", "add", "a0", "type", "veth"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no network of its own can be made here")
    done = subprocess.run(
        [*alone, sys.executable, "-c", IN_NO_NETWORK, str(table.path)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert list(dict.fromkeys(done.stdout.splitlines())) == [
        "0.0.0.0 10.42.0.1 200", "0.0.0.0 192.168.7.3 200",
        ":: 10.42.0.1 200", ":: 192.168.7.3 200", ":: [fd00:42::1] 200",
    ], done.stderr  # fmt: skip


def test_a_second_fight_of_a_table_is_shared_at_another_port_and_says_so(table: Table) -> None:
    with shared(table.path, "--port", "0"):
        pass
    with shared(table.path, "--port", "0") as first:
        keep_port(table.path.parent, first.port)
        second = subprocess.Popen(
            [sys.executable, "-m", "tracker", "share", str(table.path)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert second.stdout is not None
        printed = ""
        while "Ctrl-C" not in printed:
            printed += second.stdout.readline()
        assert f"Port {first.port}, to which" in printed and "--port" in printed
        match = re.search(r"http://\S+", printed)
        assert match is not None and urlopen(match[0], timeout=10).status == 200
        second.kill()
        second.communicate()


def common_page(server: PageServer) -> str:
    """The address of the common page, once the process has said it."""
    assert server.start() == ""
    while not server.doors():
        select.select([server.fileno()], [], [], LONG)
        server.read()
        assert server.running, server.trouble
    return server.doors()[0].address


def test_two_fights_that_are_played_at_once_are_both_shared_by_the_key(tmp_path: Path) -> None:
    one, other = (
        PageServer(tmp_path / name / "duel.fight.toml", tmp_path / name, ("Ana",), lambda: "") for name in "ab"
    )
    try:
        first, second = common_page(one), common_page(other)
        assert first.split("/")[2] != second.split("/")[2]
        for address in (first, second):
            assert urlopen(address, timeout=LONG).status == 200
        same = PageServer(tmp_path / "a" / "brawl.fight.toml", tmp_path / "a", ("Ana",), lambda: "")
        try:
            third = common_page(same)
            assert len({address.split("/")[2] for address in (first, second, third)}) == 3
            assert "players need the new links" in same.note and "--port" in same.note and not one.note
        finally:
            same.stop()
    finally:
        one.stop()
        other.stop()


def test_on_the_loopback_the_front_page_is_meant_by_its_other_names(still: Shared) -> None:
    for path in ("//", "/index.html", "/."):
        answer = still.get(path)
        assert answer.status == 307 and answer.header("location") == "/"
    assert still.get("/index.html", host="evil.example").raw == still.get("/any").raw


def test_each_name_of_the_loopback_may_read_the_page_and_no_other(still: Shared) -> None:
    for host in ("localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.2:8040", "[::1]", "[::1]:8040"):
        assert still.get(host=host).status == 200
    for host in ("", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]", "10.0.0.1", "[::1"):
        answer = still.send(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert answer.status == 404
