"""Connections: as many as are held at once, and how long one may be open without asking for anything."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 200
"""The most connections. For a further one the oldest idle one is closed, or it itself where all are busy."""
PATIENCE = 5.0
"""The seconds in which a connection must ask for something, or read the end of its response."""


class Guarded(H11Protocol):
    """A connection that is closed when it stays silent, or when it is one too many."""

    opened = float("inf")
    """The time of its opening, on the clock of the loop."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Watch a connection from its opening on. With too many, close the idle one open longest, or else this one."""
        super().connection_made(transport)
        open_ones = [
            connection
            for connection in self.connections
            if isinstance(connection, Guarded) and not connection.transport.is_closing()
        ]
        if len(open_ones) > MOST:
            min(
                (connection for connection in open_ones if connection.idle),
                key=lambda connection: connection.opened,
                default=self,
            ).transport.abort()
        self.opened = self.loop.time()
        self.loop.call_later(PATIENCE, self._look, None)

    @property
    def idle(self) -> bool:
        """Return whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete or self.transport.is_closing()

    def _look(self, before: object) -> None:
        """Close the connection if it has been idle since the last look, without waiting for a slow reader.

        `before` is the request that it had at the last look. None: it had none.
        """
        if self not in self.connections:
            return
        if self.idle and self.cycle is before:
            self.transport.abort()
        else:
            self.loop.call_later(PATIENCE, self._look, self.cycle)
