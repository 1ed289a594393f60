"""Addresses: where the pages listen, and by which numbers other machines reach them there.

Whatever is printed or drawn as a code is a number: the name of this machine means nothing on a phone.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import struct
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.table.links import USUAL_PORT, keep_port, port_of

Address = IPv4Address | IPv6Address

_IPV4, _IPV6 = ipaddress.ip_address("0.0.0.0"), ipaddress.ip_address("::")
_FURTHER = 20
"""The number of ports after the usual one that are tried before any free one."""
_UNREAD = 65536
"""The bytes that the system keeps for a reader who does not read."""
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""An address of no machine: only the route to it is looked up, and nothing is sent."""
_GROUP = {socket.AF_INET: "224.0.0.1", socket.AF_INET6: "ff0e::1"}
"""A group that every interface reaches without a route."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of the pages: the sockets, one for each of `hosts`, all at one port."""

    sockets: tuple[socket.socket, ...]
    hosts: tuple[Address, ...]
    port: int
    moved_from: int = 0
    """The port in the players' links, if another one."""
    kept: bool = True
    """True if the table has this port the next time too."""

    @property
    def local(self) -> bool:
        """True if only this machine reaches it."""
        return all(host.is_loopback for host in self.hosts)

    @property
    def note(self) -> str:
        """Return a sentence for players with older links. Empty while these work."""
        if not self.moved_from:
            return ""
        if self.kept:
            return f"The links given out before lead to port {self.moved_from}; players need these new ones."
        return (
            f"Port {self.moved_from}, to which the links given out before lead, is not free now, so the pages are at "
            f"port {self.port}: players need the new links. --port {self.port} keeps this port for the next time."
        )

    def roots(self) -> tuple[str, ...]:
        """Return the beginning of every link, by each address at which another machine may reach this one."""
        return tuple(f"http://{_in_url(address)}:{self.port}" for address in _reachable(self.hosts))

    def close(self) -> None:
        for listener in self.sockets:
            listener.close()


def listen(table: Path, host: str, port: int | None) -> Place:
    """Listen for the players of `table`: at `port` (0: any free one), or for None at the table's own, if it is free.

    Keep the port of a table that had none, and one that was asked for. Raises OSError, whose `strerror` is a sentence,
    and StorageError.
    """
    kept_port = port_of(table)
    if port is not None:
        place = _listen_at(host, port)
    else:
        ports = dict.fromkeys((kept_port or USUAL_PORT, *range(USUAL_PORT, USUAL_PORT + _FURTHER)))
        place = _listen_at_one_of(host, [*ports, 0])
    keep = bool(port) or not kept_port
    if keep:
        keep_port(table, place.port)
    return replace(place, kept=keep, moved_from=kept_port) if kept_port not in (0, place.port) else place


def _listen_at_one_of(host: str, ports: Sequence[int]) -> Place:
    """Listen at the first of these ports of `host` that is free, and at the last one in any case. Raises OSError."""
    for port in ports[:-1]:
        try:
            return _listen_at(host, port)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    return _listen_at(host, ports[-1])


def _listen_at(host: str, port: int) -> Place:
    """Listen at every address of `host`, all of them at one port. Raises OSError with a sentence."""
    hosts, any_port = _meant_by(host), port == 0
    listening: list[tuple[Address, socket.socket]] = []
    lacking: OSError | None = None
    with ExitStack() as opened:
        for address in hosts:
            try:
                listener = opened.enter_context(_listener(address, port))
            except OSError as error:
                if any_port and port and error.errno == errno.EADDRINUSE:  # free in one family only
                    return _listen_at(host, 0)
                if len(hosts) == 1 or error.errno in (errno.EADDRINUSE, errno.EACCES):
                    raise OSError(error.errno, _why_not(error, address, port)) from error
                lacking = error  # such as ::1 on a machine without IPv6: the other addresses still serve
                continue
            port = listener.getsockname()[1]
            listening.append((address, listener))
        if not listening:
            assert lacking is not None
            raise OSError(lacking.errno, _why_not(lacking, hosts[0], port)) from lacking
        opened.pop_all()
    return Place(tuple(listener for _, listener in listening), tuple(address for address, _ in listening), port)


def _listener(address: Address, port: int) -> socket.socket:
    """Return a socket that listens at one address, and at none of the other family. Raises OSError."""
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    listener = socket.create_server((str(address), port), family=family, backlog=128)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
    return listener


def _meant_by(host: str) -> tuple[Address, ...]:
    """Return the addresses of `host`: `::` both families, a name all of its own. Raises OSError."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return _addresses_of(host)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return (_IPV4, _IPV6) if address == _IPV6 else (address,)


def _addresses_of(name: str) -> tuple[Address, ...]:
    """Return the addresses of a name, such as `localhost`, those of IPv4 first. Raises OSError with a sentence."""
    try:
        entries = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        text = f"{name} is no address of this computer. {_addresses_here()}"
        raise OSError(errno.EADDRNOTAVAIL, text) from error
    addresses = {ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in entries}
    usable = [address for address in addresses if address.version == 4 or not address.is_link_local]
    if not usable:
        raise OSError(errno.EADDRNOTAVAIL, f"{name} has no address that a link can hold. {_addresses_here()}")
    return tuple(sorted(usable, key=lambda address: (address.version, int(address))))


def _why_not(error: OSError, address: Address, port: int) -> str:
    """Return a sentence with the reason why nothing listens at an address, and a remedy."""
    where = f"{_in_url(address)} port {port}"
    if error.errno == errno.EADDRINUSE:
        return f"{where}: another program has it; --port N takes another one."
    if error.errno == errno.EACCES:
        return f"{where}: this program may not use it; --port N takes another one, from 1024 on."
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL):
        return f"{address} is no address of this computer. {_addresses_here()}"
    return f"{where}: {error.strerror or error}."


def _addresses_here() -> str:
    addresses = [str(address) for address in _reachable((_IPV4, _IPV6))]
    return f"It has {' and '.join(addresses)}; --host 0.0.0.0 means all of them."


def _in_url(address: Address) -> str:
    return f"[{address}]" if address.version == 6 else str(address)


def _reachable(hosts: Sequence[Address]) -> tuple[Address, ...]:
    """Return the addresses by which others reach listeners at `hosts`. Without a network that of this machine."""
    addresses: list[Address] = []
    for host in hosts:
        if host.is_unspecified:
            family = socket.AF_INET6 if host.version == 6 else socket.AF_INET
            addresses += _own_of_route(family) or _own_of_interfaces(family)
        else:
            addresses.append(host)
    return tuple(dict.fromkeys(addresses)) or (ipaddress.ip_address("127.0.0.1"),)


def _own_of_route(family: socket.AddressFamily) -> list[Address]:
    """Return this machine's address towards the rest of the world. Empty without such a route."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        return _own_towards(probe, _ELSEWHERE[family])


def _own_of_interfaces(family: socket.AddressFamily) -> list[Address]:
    """Return the address of each interface that is up, as on a laptop that is the hotspot itself."""
    addresses: list[Address] = []
    for index, _ in socket.if_nameindex():
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            # The route for multicast through an interface tells the address of that interface. Nothing is sent.
            try:
                if family == socket.AF_INET:
                    by = struct.pack("4s4si", bytes(4), bytes(4), index)
                    probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, by)
                else:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
            except OSError:
                continue
            addresses += _own_towards(probe, _GROUP[family])
    return addresses or _own_by_name(family)


def _own_by_name(family: socket.AddressFamily) -> list[Address]:
    """Return the addresses of this machine's name, where its interfaces cannot be asked one by one."""
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [address for entry in entries for address in _usable(str(entry[4][0]))]


def _own_towards(probe: socket.socket, there: str) -> list[Address]:
    """Return this machine's address for sending to the address `there`. Empty where it cannot send."""
    try:
        probe.connect((there, 9))
        return _usable(str(probe.getsockname()[0]))
    except OSError:
        return []


def _usable(text: str) -> list[Address]:
    """Return an address if a link can lead to it from another machine. One with a zone leads nowhere there."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if address.is_loopback or address.is_unspecified or (address.version == 6 and address.is_link_local):
        return []
    return [address]
