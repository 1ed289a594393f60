"""Wifi: a relay between a browser and the server, whose connections can be cut or held."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


class Wifi:
    """Passes bytes on, both ways, until it is cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._through, self._holds = True, False
        self._plugs: list[socket.socket] = []
        self._held: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._holds:
                self._held.append(near)
                continue
            if not self._through:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                near.close()
                continue
            self._plugs += [near, far]
            for one, other in ((near, far), (far, near)):
                thread = threading.Thread(target=self._pass, args=(one, other), daemon=True)
                thread.start()
                self._threads.append(thread)

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)
        one.close()

    def cut(self) -> None:
        """Drop every connection, and let no new one through."""
        self._through = False
        for plug in self._plugs:
            with contextlib.suppress(OSError):
                plug.shutdown(socket.SHUT_RDWR)
        self._plugs = []

    def hold(self) -> None:
        """Drop every connection; a new one is taken and never hears anything, also after it is mended."""
        self.cut()
        self._holds = True

    def mend(self) -> None:
        """Let connections through again."""
        self._through, self._holds = True, False

    def close(self) -> None:
        """Let go of everything."""
        self.cut()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listener.close()
        for plug in self._held:
            plug.close()


@contextlib.contextmanager
def wifi(port: int) -> Iterator[Wifi]:
    """A relay to a port, closed afterwards."""
    own = Wifi(port)
    try:
        yield own
    finally:
        own.close()
