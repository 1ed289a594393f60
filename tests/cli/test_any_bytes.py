"""Lines with bytes that are no text: by `run` and by `play --plain` they are a sentence, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import call

LINES = b"note caf\xe9\n\xff\xfe\n\xe6\x97\nbrann damage --5\n\x00\x1b[A\nq\n"


@pytest.mark.parametrize(("words", "code"), [(("run",), 1), (("play", "--plain"), 0)], ids=["run", "plain"])
def test_a_line_with_bytes_that_are_no_text_is_a_sentence(words: tuple[str, ...], code: int, duel: Path) -> None:
    reply = call(*words, duel, given=LINES)
    assert reply.code == code, reply
    assert 'There is no combatant "\\xff\\xfe".' in reply.out + reply.err
    assert "caf\\xe9" in reply.out + reply.err
