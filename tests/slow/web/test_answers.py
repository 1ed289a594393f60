"""What a player answers: from one whole link to the open question of its own fighter, and nothing else whatsoever."""

from __future__ import annotations

import hashlib
import hmac
import os
import signal
import time
from pathlib import Path

import pytest

from tests.leaks.fights import CREEPER
from tests.tui.terminal import LONG
from tests.web.serving import Answer
from tests.web.table import Master, Phone, encounter, free_port, master, until_written


def told(answer: Answer) -> tuple[int, str]:
    """The status and the sentence."""
    return answer.status, answer.body.decode().strip()


def test_an_offered_answer_is_taken_by_enter_and_the_step_says_who(tmp_path: Path) -> None:
    with master(encounter(tmp_path)) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        assert ana.asked("dice")["dice"] == "d100!"
        assert told(ana.answer("42")) == (202, "Sent. Your game master takes it.")
        own.terminal.until("Ana: 42")
        own.terminal.quiet()
        assert own.steps_by("Ana") == []
        own.terminal.send("\r")
        assert until_written(own, "Ana", 1) == ["42"]
        assert next(block for block in own.blocks() if block.get("by"))["question"] == 1


def test_what_is_taken_at_once_is_in_the_file_without_a_key(tmp_path: Path) -> None:
    with master(encounter(tmp_path, "take")) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        assert told(ana.answer("42", ana.asked("dice")["id"])) == (202, "Sent.")
        assert until_written(own, "Ana", 1) == ["42"]


def test_while_the_game_master_types_an_answer_is_only_offered(tmp_path: Path) -> None:
    with master(encounter(tmp_path, "take")) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        id = ana.asked("dice")["id"]
        own.terminal.send(":note half a")
        own.terminal.until("half a")
        assert told(ana.answer("42", id)) == (202, "Sent. Your game master takes it.")
        own.terminal.send(" word\r")
        own.terminal.until("half a word")
        own.terminal.quiet()
        assert own.steps_by("Ana") == []
        own.terminal.send("\r")
        assert until_written(own, "Ana", 1) == ["42"], "a note changes nothing of what is asked"


def test_seats_that_are_off_ask_nothing_and_take_nothing(tmp_path: Path) -> None:
    with master(encounter(tmp_path, "off")) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        while "The fight begins" not in str(ana.look()["happened"]):
            pass
        assert ana.shown["seat"] is None
        assert ana.answer("42", "1").status == 404


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Master, Phone]:  # type: ignore[misc]
    """Ana is asked for dice; what is answered is taken at once."""
    with master(encounter(tmp_path, "take")) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        ana.asked("dice")
        yield own, ana
        assert own.shared.get(own.shared.paths[""]).status == 200, "the pages are served on"


def test_forged_foreign_oversized_and_garbled_answers_do_nothing(asked: tuple[Master, Phone]) -> None:
    own, ana = asked
    id = ana.asked()["id"]
    before = own.path.read_bytes()
    body = ana.message(id, "42")
    ben = own.phone("Ben")
    forged = hmac.new(ben.secret.encode(), body, hashlib.sha256).hexdigest()
    for signature in ("", "0" * 64, forged, forged.upper(), "é" * 64):
        assert ana.post(body, signature).status == 403, signature
    for origin in ("", "null", "http://evil.example", f"https://127.0.0.1:{own.shared.port}"):
        assert ana.post(body, origin=origin).status == 403, origin
    assert ana.post(body, kind="text/plain").status == 415
    assert ana.post(body + b" " * 600).status == 413
    assert own.shared.get(f"{own.shared.paths['Ana']}answer").status == 405
    assert own.shared.get(f"{own.shared.paths['']}answer", "POST").status == 404, "the common link only reads"
    for garbled in (b"", b"{", b"[1]", b'{"id": 1, "line": "42", "n": 9}', b"\xff"):
        assert ana.post(garbled).status == 400, garbled
    assert ben.answer("42", id).status == 409, "the question is Ana's"
    assert own.path.read_bytes() == before


def test_an_answer_of_another_number_place_or_question_is_stale(asked: tuple[Master, Phone]) -> None:
    own, ana = asked
    id = ana.asked()["id"]
    assert "perception" in ana.asked()["text"]
    first = ana.message(id, "42")
    later = ana.message(id, "43")
    assert ana.post(later).status == 202
    assert ana.post(first).status == 409, "one that was overtaken"
    assert told(ana.post(later)) == (202, "Sent."), "the same once more is the same"
    assert until_written(own, "Ana", 1) == ["43"]
    assert ana.answer("44", id).status == 409, "the question was answered"
    own.terminal.send("u")
    while not (seat := ana.look().get("seat")) or seat["id"] == id or "perception" not in seat["text"]:
        pass
    assert ana.answer("44", id).status == 409, "the question was taken back and asked again"
    time.sleep(1.1)
    assert ana.answer("44").status == 202
    assert until_written(own, "Ana", 2) == ["43", "44"], "the first is undone, and stays in the file"


LINES = (
    "fix brann PFT 1", "undo", "next", "join goblin", "sela 42", "brann leaves", "42; undo", "roll secret",
    "42\nundo", "=", "", "note x", "gruk wait", "1" * 60, "\u202e42",
)  # fmt: skip


def test_nothing_but_an_answer_to_the_open_question_can_be_said(asked: tuple[Master, Phone]) -> None:
    own, ana = asked
    before = own.path.read_bytes()
    for line in LINES:
        assert ana.answer(line).status == 422, line
        time.sleep(0.25)
    assert own.path.read_bytes() == before


def test_a_refusal_says_what_would_work(asked: tuple[Master, Phone]) -> None:
    _, ana = asked
    assert told(ana.answer("parry")) == (422, "Dice are numbers with spaces between them, or `roll`.")
    assert told(ana.answer("4 4 4")) == (422, "'4 4 4' is not one number; d100 is needed.")


def test_a_server_that_stands_still_blocks_nobody_and_doubles_nothing(tmp_path: Path) -> None:
    with master(encounter(tmp_path, "take")) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        id = ana.asked("dice")["id"]
        os.kill(own.child, signal.SIGSTOP)
        body = ana.message(id, "42")
        signature = hmac.new(ana.secret.encode(), body, hashlib.sha256).hexdigest()
        host = f"127.0.0.1:{own.shared.port}"
        plug = own.shared.connect()
        plug.sendall(
            f"POST {own.shared.paths['Ana']}answer HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            f"Content-Type: application/json\r\nX-Signature: {signature}\r\n".encode()
            + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
        )  # fmt: skip
        own.terminal.send("77\r")
        end = time.monotonic() + LONG
        while "77" not in [block.get("line") for block in own.blocks()]:
            assert time.monotonic() < end, "the game master's own key waits for nobody"
        os.kill(own.child, signal.SIGCONT)
        assert b" 409 " in plug.recv(65536), "it came too late"
        assert own.steps_by("Ana") == []


def test_a_game_master_who_stands_still_is_told_of_and_doubles_nothing(tmp_path: Path) -> None:
    with master(encounter(tmp_path, "take")) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        id = ana.asked("dice")["id"]
        os.kill(own.terminal.process.pid, signal.SIGSTOP)
        body = ana.message(id, "42")
        assert told(ana.post(body)) == (503, "The game master's program does not answer just now.")
        assert ana.post(body).status == 503
        os.kill(own.terminal.process.pid, signal.SIGCONT)
        assert until_written(own, "Ana", 1) == ["42"]
        assert ana.post(body).status in (202, 409)
        own.terminal.quiet()
        assert own.steps_by("Ana") == ["42"], "sent three times, it is one"


def test_killing_either_process_loses_and_doubles_nothing_and_the_links_last(tmp_path: Path) -> None:
    port = free_port()
    path = encounter(tmp_path, "take")
    with master(path, port=port) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        body = ana.message(ana.asked("dice")["id"], "42")
        assert ana.post(body).status == 202
        until_written(own, "Ana", 1)
        links, child = own.links, own.child
        os.kill(child, signal.SIGKILL)
        own.terminal.send(":note still here\r")
        own.terminal.until("still here")
        own.terminal.send("\x0c")
        own.terminal.until("For everybody")
        own.terminal.send("\x1b")
        own.terminal.quiet()
        assert own.child != child and own.phone("Ana").look()["title"] == "At the mill"
        assert ana.post(body).status == 409, "an answer of before means nothing now"
        os.kill(own.terminal.process.pid, signal.SIGKILL)
    before = own.path.read_bytes()
    with master(own.path, port=port) as again:
        assert again.links == links
        assert again.path.read_bytes() == before and again.steps_by("Ana") == ["42"]
        assert again.phone("Ana").post(body).status == 409
        assert again.phone("Ana").look()["title"] == "At the mill"


def test_five_hundred_dropped_connections_block_nobody(tmp_path: Path) -> None:
    with master(encounter(tmp_path, "take")) as own:
        own.terminal.send("\r")
        ana = own.phone("Ana")
        id = ana.asked("dice")["id"]
        host = f"127.0.0.1:{own.shared.port}"
        for n in range(500):
            plug = own.shared.connect()
            head = f"POST {own.shared.paths['Ana']}answer HTTP/1.1\r\nHost: {host}\r\nContent-Length: 40\r\n\r\n"
            plug.sendall(head.encode()[: 20 + n % 120])
            plug.close()
        assert ana.answer("42", id).status == 202
        assert until_written(own, "Ana", 1) == ["42"]


def test_an_answer_sent_while_a_hidden_fighter_acts_out_of_turn_is_accepted_and_taken_after_it(tmp_path: Path) -> None:
    path = tmp_path / "ambush.toml"
    path.write_text('title = "The ambush"\n' + CREEPER.format(seats="take"), encoding="utf-8")
    with master(path) as own:

        def line(text: str) -> None:
            own.terminal.send(f":{text}\r")
            own.terminal.quiet()

        ana = own.phone("Ana")
        for text in ("begin", "roll", "next", "creeper wait", "bob wait"):
            line(text)
        asked = ana.asked("declare")
        line("creeper acts")
        attack = next(one for one in asked["choices"] if "ttack" in one["label"])
        while attack["choices"]:
            attack = attack["choices"][0]
        assert told(ana.answer(attack["word"], asked["id"])) == (202, "Sent.")
        assert own.steps_by("Ana") == [], "the creeper is asked first"
        line("creeper wait")
        assert until_written(own, "Ana", 1) == ['ann attack bob "Sword"']
