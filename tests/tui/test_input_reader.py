"""The input reader: any bytes come to keys, clicks and pastes, and reading goes on after each of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, MouseDown, Paste

from tracker.tui.input_reader import FLOOD, InputReader


def read(*chunks: bytes) -> list[str]:
    """The keys and pastes that chunks of bytes come to."""
    reader = InputReader()
    messages = [message for data in chunks for message in reader.read(data)]
    messages += [*reader.tick(), *reader.end()]
    return [
        message.text if isinstance(message, Paste) else message.character or message.key
        for message in messages
        if isinstance(message, (Key, Paste))
    ]


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"caf\xe9 x", ["c", "a", "f", "\ufffd", " ", "x"]),
        (b"\xe1a", ["\ufffd", "a"]),
        (b"\xff\xfea", ["\ufffd", "\ufffd", "a"]),
        ("日".encode()[:2] + b"a", ["\ufffd", "a"]),
        (b"\x1b[M \xc8\x90a", ["a"]),
        (b"\x1b[99999999999ua", ["a"]),
        (b"\x1b[97;1;55296ua", ["a"]),
        (b"\x1b[48;0;0;0;0ta", ["a"]),
        (b"\x1b[48;9;99999999;1;1ta", ["a"]),
    ],
    ids=["latin", "meta", "no-text", "half", "mouse", "no-character", "surrogate", "no-room", "endless"],
)
def test_bytes_that_are_no_text_leave_the_keys_behind_them(data: bytes, keys: list[str]) -> None:
    assert read(data) == keys


def test_a_character_that_comes_in_two_parts_is_one() -> None:
    data = "é日".encode()
    assert read(*(data[at : at + 1] for at in range(len(data)))) == ["é", "日"]


@given(
    st.lists(
        st.binary(max_size=60) | st.sampled_from([b"\x1b[", b"\x1b[200~", b"\x1b[<0;1;1M", b"\x1b[48;"]), max_size=9
    )
)
def test_whatever_came_before_a_paste_that_is_marked_and_a_key_are_read(chunks: list[bytes]) -> None:
    reader = InputReader()
    for data in (*chunks, b"\x1b[201~", b"\x1b" * 40):
        list(reader.read(data))
        list(reader.tick())
    list(reader.read(b" " * 40 + b"\x1b[201~" + b" " * 40))
    list(reader.tick())
    assert [type(message) for message in reader.read(b"\x1b[200~words\x1b[201~")][-1:] == [Paste]
    assert [message.character for message in reader.read(b"q") if isinstance(message, Key)] == ["q"]


def test_a_flood_of_characters_is_one_paste_and_a_key_after_it_a_key() -> None:
    reader = InputReader()
    words = b"goblin attacks\r" * 100
    assert not [message for part in (words, words, b"x") for message in reader.read(part)]
    (paste,) = reader.tick()
    assert isinstance(paste, Paste) and len(paste.text) == 2 * len(words) + 1
    (key,) = reader.read(b"u")
    assert isinstance(key, Key) and key.key == "u"


def test_escape_sequences_within_a_flood_are_no_keys_and_do_not_end_it() -> None:
    reader = InputReader()
    assert not list(reader.read(b"x" * FLOOD + b"\x1b[31m" + b"u" * 30 + b"\x1b[A" + b"u"))
    assert [message.text for message in reader.tick() if isinstance(message, Paste)] == ["x" * FLOOD + "u" * 31]


def test_many_clicks_at_once_are_clicks() -> None:
    messages = list(InputReader().read(b"\x1b[<0;10;10M" * 500))
    assert [type(message) for message in messages] == [MouseDown] * 500


def test_a_long_paste_that_is_marked_stays_one_however_it_comes() -> None:
    text = b"x" * 3 * FLOOD
    data = b"\x1b[200~" + text + b"\x1b[201~"
    for size in (1, 7, 1024, 4096):
        assert read(*(data[at : at + size] for at in range(0, len(data), size))) == [text.decode()]
