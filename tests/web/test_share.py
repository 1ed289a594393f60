"""`tracker share`: the page, its events and its headers, for whoever has the token and nobody else."""

from __future__ import annotations

import socket

from tests.cli.calling import call
from tests.lanes import served
from tests.player_screen.table import Table


@served
def test_a_port_that_is_taken_is_told(table: Table) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        reply = call("share", table.path, "--port", taken.getsockname()[1])
        assert reply.code == 2 and "--port N takes another one" in reply.err and "Traceback" not in reply.err
