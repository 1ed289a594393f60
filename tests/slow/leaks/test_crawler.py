"""The crawler on the wire and in a terminal: no byte that players get has anything of the hidden."""

from __future__ import annotations

import os

import pytest

from tests.leaks.ambush import FIGHTS, Ambush
from tests.player_screen.table import leaks
from tests.tui.terminal import terminal
from tests.web.serving import shared

WATCH = "import sys\nfrom tracker.cli import main\nsys.exit(main(['watch', {!r}]))"


@pytest.mark.parametrize("seed", range(len(FIGHTS)))
def test_none_of_the_hidden_is_in_any_byte_on_the_wire_or_in_the_terminal(fight: Ambush) -> None:
    with (
        shared(fight.path, "--player", "Ana") as share,
        terminal(WATCH.format(os.fspath(fight.path)), size=(200, 50)) as watched,
    ):
        events = [share.listen(), share.listen("Ana")]
        for _ in fight.moments():
            for answer in (share.get(), share.get(share.paths["Ana"]), share.get("/zorbax"), share.get("/", "POST")):
                assert leaks(answer.raw.replace(b"/zorbax", b"")) == []
            watched.quiet(0.1)
            assert leaks(watched.written) == []
        # Another file in its place: an edit of what was read is noticed however far behind a busy machine looks on.
        edited = fight.path.with_name("edited")
        edited.write_bytes(fight.path.read_bytes().replace(b"Zorbax", b"Zorbux"))
        edited.replace(fight.path)
        watched.until("cannot be read")
        for one in events:
            while "cannot be read" not in str(one.next()[1]["trouble"]):
                pass
            assert leaks(one.raw) == []
        assert leaks(share.get().raw + share.said.encode() + share.printed.encode()) == []
        assert leaks(watched.written) == []
