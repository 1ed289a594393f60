"""Every link that is printed or drawn leads here: by a number, at the table's own port, as people type it."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.cli.calling import call
from tests.lanes import served
from tests.web.serving import WAYS
from tracker.storage.table.links import (
    USUAL_PORT,
    Link,
    TableLinks,
    keep_port,
    links_file,
    links_of,
    new_link,
    port_of,
    revoke,
    write_links,
)
from tracker.web import addresses
from tracker.web.addresses import Place, listen
from tracker.web.links import link_meant, link_of


@pytest.fixture(autouse=True)
def data_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))


@contextlib.contextmanager
def listening(table: Path, host: str = "127.0.0.1", port: int | None = None) -> Iterator[Place]:
    place = listen(table, host, port)
    try:
        yield place
    finally:
        place.close()


def reaches(root: str) -> bool:
    """Whether something listens at the address of a link, which must be a number."""
    match = re.fullmatch(r"http://(\[.*\]|[^:]*):(\d+)", root)
    assert match is not None
    host = str(ip_address(match[1].strip("[]")))
    with socket.create_connection((host, int(match[2])), 5):
        return True


HOSTS = ("127.0.0.1", "127.0.0.2", "::1", "0.0.0.0", "::", "localhost", "::ffff:127.0.0.1", socket.gethostname())


@pytest.mark.parametrize("host", HOSTS)
def test_every_root_is_a_number_at_which_it_listens(host: str, tmp_path: Path) -> None:
    try:
        place = listen(tmp_path, host, 0)
    except OSError as error:
        assert "is no address of this computer. It has " in str(error.strerror)
        return
    assert place.roots() and all(map(reaches, place.roots()))
    place.close()


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_two_colons_listen_in_both_families_at_one_port(tmp_path: Path) -> None:
    with listening(tmp_path, "::", 0) as place:
        for host in ("127.0.0.1", "::1"):
            with socket.create_connection((host, place.port), 5):
                pass


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("192.0.2.77", "192.0.2.77 is no address of this computer. It has "),
        ("2001:db8::77", "2001:db8::77 is no address of this computer. It has "),
        ("no-such-name.invalid", "no-such-name.invalid is no address of this computer. It has "),
    ],
)
def test_an_address_of_another_machine_is_refused_with_those_of_this_one(host: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"--host 0\.0\.0\.0 means all of them") as refused:
        listen(tmp_path, host, 0)
    assert str(refused.value.strerror).startswith(why)


def test_without_any_network_the_links_are_this_machines_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(addresses, "_own_of_route", lambda family: [])
    monkeypatch.setattr(addresses, "_own_of_interfaces", lambda family: [])
    with listening(tmp_path, "0.0.0.0", 0) as place:
        assert place.roots() == (f"http://127.0.0.1:{place.port}",) and reaches(place.roots()[0])


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("fe80::1%eth0", "has a zone"),
        ("[fe80::1%25eth0]", "has a zone"),
        ("fe80::1", "needs a zone"),
        ("", "is no address"),
        ("[::1", "is no address"),
        ("127.0.0.1:8040", "is no address"),
        ("[::1]:8040", "is no address"),
        ("http://127.0.0.1", "is no address"),
        ("300.1.1.1", "is no address"),
        ("127.1", "is no address"),
        ("224.0.0.1", "the address of many machines"),
        ("ff02::1", "the address of many machines"),
    ],
)
@pytest.mark.parametrize("command", ["share", "play"])
def test_a_host_that_no_link_can_hold_is_refused_in_a_sentence(command: str, host: str, why: str) -> None:
    reply = call(command, "ford.fight.toml", "--host", host)
    assert reply.code == 2 and why in reply.err and "Traceback" not in reply.err


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> int:
    """A usual port that is free here, with free ones after it, most likely."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    monkeypatch.setattr(addresses, "USUAL_PORT", port)
    return port


def test_a_table_keeps_the_port_it_had_first_and_its_links_lead_there_again(tmp_path: Path, usual: int) -> None:
    other = tmp_path / "other"
    with listening(tmp_path) as first, listening(other) as second:
        assert first.port == usual and second.port != usual
        assert first.note == second.note == "", "no link was given out before"
    with listening(other) as again, listening(tmp_path) as first_again:
        assert (again.port, first_again.port) == (second.port, usual) and again.note == ""


def test_where_its_port_is_taken_another_one_is_said_and_not_kept(tmp_path: Path, usual: int) -> None:
    with listening(tmp_path) as own:
        with listening(tmp_path) as other:
            assert other.port != own.port
            assert f"Port {own.port}, to which the links given out before lead, is not free now" in other.note
            assert "players need the new links" in other.note and f"--port {other.port} keeps" in other.note
        assert port_of(tmp_path) == own.port
    with listening(tmp_path) as again:
        assert again.port == own.port and again.note == ""


def test_a_port_that_is_asked_for_is_the_tables_from_then_on(tmp_path: Path, usual: int) -> None:
    with listening(tmp_path) as first, socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    with listening(tmp_path, port=port) as place:
        assert place.note == f"The links given out before lead to port {first.port}; players need these new ones."
    with listening(tmp_path) as again:
        assert again.port == port and again.note == ""


def test_a_port_is_taken_when_either_family_has_it(tmp_path: Path, usual: int) -> None:
    with listening(tmp_path, "127.0.0.1") as own, listening(tmp_path / "other", "::") as both:
        assert both.port != own.port


def test_links_of_a_release_that_kept_no_port_lead_to_the_usual_one(tmp_path: Path) -> None:
    links = links_of(tmp_path).links
    file = links_file(tmp_path)
    file.write_text("".join(line for line in file.read_text().splitlines(True) if not line.startswith("port")))
    assert port_of(tmp_path) == USUAL_PORT and links_of(tmp_path).links == links


def test_the_port_stays_when_links_come_and_go(tmp_path: Path) -> None:
    keep_port(tmp_path, 9123)
    links_of(tmp_path, ("Ana",))
    revoke(tmp_path, "Ana")
    revoke(tmp_path)
    assert port_of(tmp_path) == 9123


@pytest.mark.parametrize("port", ["-1", "65536", "true", '"8040"', "8040.5"])
@served
def test_a_port_that_is_none_makes_the_file_no_file_of_links(port: str, tmp_path: Path) -> None:
    write_links(links_file(tmp_path), TableLinks(str(tmp_path), (new_link(),)))
    file = links_file(tmp_path)
    file.write_text(file.read_text().replace("port = 0", f"port = {port}"))
    reply = call("share", tmp_path / "ford.fight.toml")
    assert reply.code == 2 and "is no file of links; delete it" in reply.err and "Traceback" not in reply.err


TOKEN = "aB3_-0123456789abcdefg"


@pytest.mark.parametrize("start", ["/", "//"])
@pytest.mark.parametrize("end", WAYS)
def test_a_link_typed_or_passed_on_inexactly_means_its_page(start: str, end: str) -> None:
    links = (Link("another-token-of-a-table"), Link(TOKEN, "Ana", "secret"))
    meant, exact = link_meant(links, f"{start}{TOKEN}{end}"), (start, end) == ("/", "/")
    assert meant is None if exact else meant == links[1]
    assert link_meant(links, f"{start}{TOKEN[:-1]}{end}") is None, "a wrong token tells nothing"
    assert link_meant((Link(""), *links), f"{start}{TOKEN}{end}") == meant


@given(some.text(max_size=30), some.text("/.)index.htmlEVENTS?#%", max_size=12))
def test_no_path_without_a_whole_token_means_a_link(before: str, after: str) -> None:
    links = (Link(TOKEN, "Ana", "secret"),)
    path = f"/{before}{after}"
    assert TOKEN in path or link_meant(links, path) is None
    if (meant := link_meant(links, f"/{TOKEN}{after}")) is not None:
        assert link_of(links, meant.path) == (links[0], "") and link_meant(links, meant.path) is None, (
            "and there it ends"
        )
