"""`tracker share`: pages and events from a server of its own."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.lanes import served
from tests.player_screen.table import AMBUSH, Table, leaks
from tests.web.serving import ROOT, Shared, shared


def test_a_change_comes_at_once_and_an_unseen_one_not_at_all(table: Table) -> None:
    with shared(table.path) as share:
        events = share.listen()
        first, shown = events.next()
        assert shown["title"] == "At the ford" and "fighters" in shown
        table.say("secret note The ferryman is bribed", "event 800 hush")
        assert events.quiet(0.6), "nothing that is seen has changed"
        table.say("sela alias thunder")
        second, shown = events.next()
        assert "thunder" in str(shown["fighters"]) and second != first
        table.say("undo")
        assert events.next()[0] == first, "the same view has the same id"
        assert leaks(events.raw) == []


def test_last_event_id_resumes_even_after_a_restart(table: Table) -> None:
    with shared(table.path) as share:
        id, _ = share.listen().next()
    with shared(table.path) as share:
        again = share.listen(last=id)
        assert again.quiet(0.5)
        other = share.listen(last="0" * 24)
        assert other.next()[0] == id
        table.say("sela alias thunder")
        assert again.next()[0] == other.next()[0] != id


def test_another_host_wants_the_token_which_is_printed_and_drawn(table: Table) -> None:
    with shared(table.path, "--host", "0.0.0.0", "--player", "Ana") as share:
        common, anas = share.paths[""], share.paths["Ana"]
        assert len(common) > 20 and len(anas) > 20 and common != anas
        assert "█" in share.printed, "a QR code"
        share.host = "127.0.0.1"
        assert share.get(common).status == share.get(anas).status == 200
        for path in ("/", "/events", common[:-2], common[:-2] + "/", f"{common}x", "/%00/", "/../", f"{common}../"):
            answer = share.get(path)
            assert answer.status == 404 and b"Ask your game master" in answer.body
            assert answer.raw == share.get("/any").raw, "the same bytes for every path that no link leads to"
        assert "Bastard Sword" in share.get(anas).body.decode()
        assert "Bastard Sword" not in share.get(common).body.decode()
        assert "thresholds" in str(share.listen("Ana").next()[1]["sheets"])
        assert "sheets" not in share.listen().next()[1]


def test_a_fight_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    with shared(tmp_path / "ford.fight.toml") as share:
        events = share.listen()
        assert "not there yet" in str(events.next()[1]["trouble"])
        table = Table(tmp_path)
        table.begin()
        shown = events.next()[1]
        while "At the ford" not in str(shown):
            shown = events.next()[1]
        table.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_listens_after_the_end(table: Table, number: int) -> None:
    with shared(table.path) as share:
        share.listen().next()
        assert share.end(number) == 128 + number
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((share.host, share.port), 1)
        assert share.said == ""


def test_help_and_run_import_nothing_of_it(table: Table) -> None:
    for words in (["--help"], ["run", str(table.encounter)], ["log", str(table.path), "--for", "players"]):
        program = (
            "import sys\nfrom tracker.cli import main\n"
            f"main({words!r})\n"
            "print([name for name in sys.modules if name.split('.')[0] in "
            "('starlette', 'uvicorn', 'sse_starlette', 'segno', 'textual') or name.startswith('tracker.web')])\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, input="", check=True
        )
        assert done.stdout.splitlines()[-1] == "[]"


class Tree(HTMLParser):
    """Tags, and text outside of script and style."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name.startswith("on") or name in ("style", "href", "src") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


HOSTILE = "<img src=x onerror=alert(1)>"


def test_hostile_names_are_only_ever_text(tmp_path: Path) -> None:
    plain = Table(tmp_path, name="plain")
    hostile = Table(
        tmp_path, 1, AMBUSH.replace('"Sela"', f'"{HOSTILE}"').replace("At the ford", "</title><script>"), "h"
    )
    trees = []
    for table in (plain, hostile):
        table.begin()
        with shared(table.path) as share:
            tree = Tree()
            tree.feed(share.get().body.decode())
            trees.append(tree)
            assert HOSTILE in str(share.listen().next()[1]["fighters"]) or table is plain
        table.close()
    assert trees[0].tags == trees[1].tags
    assert HOSTILE in "".join(trees[1].texts)


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
