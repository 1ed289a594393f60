"""Keys of real terminals: a key is itself in every form, and what a terminal says by itself is none, cut or whole."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import pytest
from textual.events import AppFocus, Key, MouseDown, Paste

from tests.lanes import drawing, sample
from tests.tui.terminal_bytes import ANSWERS, ESC, KEYS, PAD, UNENDED, alone, released
from tracker.controller.input.default_keys import ROWS
from tracker.controller.keymap.key_names import key_named
from tracker.tui.escape_sequences import ALONE, APART, LATE, REST
from tracker.tui.input_reader import InputReader
from tracker.tui.terminal_keys import of_sequence

SOON = ALONE + 0.01
"""A pause after which escape alone is the key."""


class Typist:
    """A reader of keys whose time goes on only by `pause`."""

    def __init__(self) -> None:
        self.now = 100.0
        self.reader = InputReader(clock=lambda: self.now)

    def send(self, *chunks: bytes) -> list[str]:
        """The names of the keys, clicks and pastes that bytes come to, in chunks without a pause."""
        return [word for data in chunks for word in _words(self.reader.read(data))]

    def pause(self, seconds: float) -> list[str]:
        """What comes of so long a time without a byte, in which the reader looks as often as it asks for."""
        end, words = self.now + seconds, list[str]()
        while self.now < end:
            self.now = min(end, self.now + max(self.reader.wait, 0.001))
            words += _words(self.reader.tick())
        return words


def _words(messages: Iterable[object]) -> list[str]:
    return [
        message.key if isinstance(message, Key) else f"paste {message.text}" if isinstance(message, Paste)
        else type(message).__name__
        for message in messages
    ]  # fmt: skip


def read(data: bytes) -> list[str]:
    """What bytes come to at once, and after a while."""
    typist = Typist()
    return typist.send(data) + typist.pause(2 * REST)


def cuts(data: bytes) -> list[tuple[bytes, bytes]]:
    """Bytes in two, at every place."""
    return [(data[:at], data[at:]) for at in range(1, len(data))]


FORMS = [(key, form.encode()) for key, forms in {**KEYS, **PAD}.items() for form in forms]
MANY = [*ANSWERS, *alone()[::23], *released(), *(form for _, form in FORMS)]
MOST = 60
"""Of how many of these each place is tried every day at which they may be cut."""


def named(key: str) -> str:
    """The name of a key that the tables have by its sign."""
    return key_named(key) if len(key) == 1 else key


def test_a_key_is_itself_in_every_form() -> None:
    assert [(form, read(form)) for _, form in FORMS] == [(form, [named(key)]) for key, form in FORMS]


@pytest.mark.parametrize(
    "sign", [sign for sign in PAD if len(sign) == 1] + ["/", "@", "A", "ф", "a"], ids=lambda sign: f"sign-{sign}"
)
def test_a_key_that_writes_a_sign_writes_it_in_every_form(sign: str) -> None:
    for form in (*PAD.get(sign, ()), *KEYS.get(sign, ())):
        (message,) = InputReader().read(form.encode())
        assert isinstance(message, Key) and message.character == sign and message.is_printable, form


def test_the_number_pad_without_the_text_of_its_keys_writes_the_same() -> None:
    for forms in PAD.values():
        kitty = forms[0]
        without = kitty.rsplit(";", 1)[0] + "u" if kitty.count(";") == 2 else kitty
        assert of_sequence(without) == of_sequence(kitty)


def test_answers_of_the_terminal_are_no_keys() -> None:
    assert {data: words for data in ANSWERS if (words := read(data)) and words != ["InBandWindowResize"]} == {}


@drawing
def test_modifiers_locks_and_media_keys_alone_are_no_keys_and_neither_are_releases() -> None:
    assert {data: words for data in sample((*alone(), *released()), MOST) if (words := read(data))} == {}


@drawing
def test_cut_at_any_byte_without_a_pause_everything_is_what_it_is_whole() -> None:
    for data in sample(MANY, MOST):
        whole = Typist().send(data)
        for parts in cuts(data):
            assert Typist().send(*parts) == whole, parts
        assert Typist().send(*(data[at : at + 1] for at in range(len(data)))) == whole, data


@drawing
@pytest.mark.parametrize("seconds", sample([APART + 0.01, SOON, 0.5, 0.9]))
def test_an_answer_cut_in_two_by_a_pause_is_no_key_but_for_the_escape_that_came_alone(seconds: float) -> None:
    for data in sample((*ANSWERS, *alone()[::23]), MOST // 3):
        for first, second in cuts(data):
            typist = Typist()
            words = typist.send(first) + typist.pause(seconds) + typist.send(second) + typist.pause(2 * REST)
            expected = [["escape"]] if first == ESC and seconds > ALONE else [[], ["InBandWindowResize"]]
            assert words in expected, (first, second)
            assert typist.send(b"u") == ["u"]


def test_a_string_cut_in_two_by_a_long_pause_is_no_key_either() -> None:
    for data in ANSWERS:
        if not data.startswith(b"\x1b]") or not data.endswith(b"\x1b\\"):
            continue
        for first, second in cuts(data)[1:]:
            typist = Typist()
            assert not typist.send(first) + typist.pause(REST + 1) + typist.send(second), (first, second)
            assert typist.send(b"u") == ["u"]


def test_a_key_counts_behind_an_answer_that_never_ends() -> None:
    for data, then in itertools.product(UNENDED, (b"u", b"3", b"\r", b"\x1b[A", b"\x11")):
        typist = Typist()
        assert not typist.send(data) + typist.pause(REST + 0.1)
        assert typist.send(then) == read(then), (data, then)
        typist = Typist()
        assert not typist.send(data)
        assert typist.send(then) == (read(then) if then[0] < 32 else []), (data, then)


@drawing
def test_a_key_counts_behind_the_beginning_of_any_sequence_after_a_second() -> None:
    for data in sample(MANY, MOST):
        for first, _ in cuts(data):
            typist = Typist()
            typist.send(first)
            typist.pause(REST + 0.1)
            assert typist.send(b"u") == ["u"], first


def test_escape_alone_is_the_key_within_a_tenth_of_a_second() -> None:
    typist = Typist()
    assert typist.send(b"\x1b") == []
    assert typist.reader.wait <= ALONE <= 0.1
    assert typist.pause(SOON) == ["escape"]
    assert typist.send(b"\x1b", b"\x1b") + typist.pause(SOON) == ["escape", "escape"]


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        ("\x1b\r", ["escape", "enter"]),
        ("\x1b\n", ["escape", "enter"]),
        ("\x1b\x7f", ["escape", "backspace"]),
        ("\x1b\x08", ["escape", "backspace"]),
        ("\x1b\t", ["escape", "tab"]),
        ("\x1b\x11", ["escape", "ctrl+q"]),
        ("\x1b\x1b[A", ["escape", "up"]),
        ("\x1b3\x1b\r", ["alt+3", "escape", "enter"]),
    ],
)
def test_escape_and_a_control_key_at_once_are_both(data: str, keys: list[str]) -> None:
    assert read(data.encode()) == keys


def test_alt_with_a_character_is_never_that_character() -> None:
    for code in range(32, 127):
        character = chr(code)
        words = read(b"\x1b" + character.encode())
        assert words in ([], [f"alt+{key_named(character)}"]), character
        assert not any(message.character for message in InputReader().read(b"\x1b" + character.encode()))  # type: ignore[attr-defined]


def test_alt_with_a_character_that_begins_a_sequence_does_not_take_the_next_key() -> None:
    for begins in b"[]O P_^X":
        typist = Typist()
        assert typist.send(bytes((0x1B, begins))) + typist.pause(SOON) in ([], ["alt+space"])
        assert typist.send(b"w") == ["w"], begins


@pytest.mark.parametrize("second", "w3[]OP_^X ")
def test_a_key_pressed_soon_after_escape_is_itself(second: str) -> None:
    typist = Typist()
    words = typist.send(b"\x1b") + typist.pause(APART + 0.02) + typist.send(second.encode()) + typist.pause(SOON)
    assert words == ["escape", key_named(second)]


def test_keys_typed_slowly_after_escape_are_keys_though_they_begin_a_sequence() -> None:
    typist = Typist()
    typist.send(b"\x1b")
    words = typist.pause(0.3)
    for character in b"[?61c]11;O":
        words += typist.send(bytes((character,))) + typist.pause(0.3)
    assert words == ["escape", *(key_named(chr(character)) for character in b"[?61c]11;O")]


def test_an_arrow_whose_escape_came_alone_is_still_an_arrow() -> None:
    typist = Typist()
    assert typist.send(b"\x1b") + typist.pause(0.3) + typist.send(b"[A") == ["escape", "up"]
    typist.pause(LATE)
    assert typist.send(b"[A") == ["left_square_bracket", "A"]


def test_return_and_line_feed_at_once_are_one_enter_and_apart_two() -> None:
    typist = Typist()
    assert typist.send(b"\r", b"\n") == ["enter"]
    assert typist.send(b"\n\n") == ["enter", "enter"]
    assert typist.send(b"\r") + typist.pause(0.2) + typist.send(b"\n") == ["enter", "enter"]


@pytest.mark.parametrize("text", ["a\r\nb\n\tc", "é日 \x1b[31mred\x1b[0m 12", "\x9d11;x", "\x1bw\x1b]11;rgb:1"])
def test_a_marked_paste_is_its_text_wherever_it_is_cut(text: str) -> None:
    data = b"\x1b[200~" + text.encode() + b"\x1b[201~u"
    whole = Typist().send(data)
    assert len(whole) == 2 and whole[0].startswith("paste ") and whole[1] == "u"
    assert "[31m" not in whole[0] and whole[0][-2:] == f"{text[-2:]}"
    for first, second in cuts(data):
        typist = Typist()
        assert typist.send(first, second) == whole, (first, second)
        typist = Typist()
        if first != ESC:
            assert typist.send(first) + typist.pause(3 * LATE) + typist.send(second) == whole or len(first) < 6


def test_clicks_and_focus_are_what_they_were_wherever_they_are_cut() -> None:
    for data, kind in ((b"\x1b[<0;10;10M", MouseDown), (b"\x1b[I", AppFocus)):
        for first, second in cuts(data):
            assert Typist().send(first, second) == [kind.__name__]


def test_sequences_of_any_length_and_any_numbers_are_no_key_and_end() -> None:
    strange: Sequence[bytes] = (
        b"\x1b[" + b"1;" * 500 + b"A",
        b"\x1b[99999999999u",
        b"\x1b[97;99999u",
        b"\x1b[55296u",
        b"\x1b[57999u",
        b"\x1b[97;1;27u",
        b"\x1b[99~",
        b"\x1b[1;2;3;4;5u",
        b"\x1b[::::u",
        b"\x1b[<99999999999;1;1M",
        b"\x1bOz",
    )
    for data in strange:
        assert Typist().send(data, b"u") == ["u"], data


def test_every_key_of_the_keymap_can_be_sent_in_the_form_of_the_kitty_protocol() -> None:
    signs = {key_named(chr(code)): code for code in range(33, 127)}
    for key in {key for row in ROWS for key in row.keys if key in signs}:
        assert read(f"\x1b[{signs[key]};1;{signs[key]}u".encode()) == [key]
        assert read(f"\x1b[{signs[key]}u".encode()) == [key]
