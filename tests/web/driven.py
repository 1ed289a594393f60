"""Driven: a real browser without a window, by the WebDriver protocol and nothing else."""

from __future__ import annotations

import base64
import contextlib
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.tui.terminal import LONG

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
HERE = bool(CHROMIUM and DRIVER)
"""Whether there is a browser to drive."""
AXE = find_spec("axe_core_python") is not None
"""Whether there is axe-core to look for faults with."""
_ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--no-first-run", "--disable-dev-shm-usage",
)  # fmt: skip


class Browser:
    """One window."""

    def __init__(self, port: int, profile: Path) -> None:
        self._port = port
        options = {"binary": CHROMIUM, "args": [*_ARGUMENTS, f"--user-data-dir={profile}"]}
        capabilities = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self._session = ""
        self._session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=LONG)
        where = f"/session/{self._session}{path}" if self._session else path
        connection.request(method, where, None if method == "GET" else json.dumps(body or {}))
        answer = json.loads(connection.getresponse().read())["value"]
        connection.close()
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def open(self, address: str, wide: int, high: int, dark: bool = False) -> None:
        """Open an address on a device of a size, which prefers light colours or dark ones."""
        size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600}
        self._tell("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._tell("Emulation.setEmulatedMedia", {"features": [scheme]})
        self._ask("POST", "/url", {"url": address})

    def _tell(self, command: str, values: object) -> None:
        self._ask("POST", "/goog/cdp/execute", {"cmd": command, "params": values})

    def tap(self, x: int, y: int) -> None:
        """Touch a place of the page as a finger does: the page knows that it was not a script."""
        for kind in ("mousePressed", "mouseReleased"):
            self._tell("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    def sleeps(self, asleep: bool) -> None:
        """Freeze the page as a device does that is put aside, or wake it."""
        self._tell("Page.setWebLifecycleState", {"state": "frozen" if asleep else "active"})

    def faults(self) -> list[str]:
        """What axe-core finds wrong with the page for those who see, hear or move otherwise, moderate things and up."""
        axe = (files("axe_core_python") / "axe.min.js").read_text("utf-8")
        self.run(axe + "; window.axe = axe; return 0")
        violations = self.run(
            "return axe.run(document).then(r => r.violations.filter(v => v.impact !== 'minor').map("
            "v => v.impact + ' ' + v.id + ': ' + v.nodes.map(n => n.html + ' ' + n.failureSummary).join(' | ')))"
        )
        return [str(one) for one in violations]

    @contextlib.contextmanager
    def more(self, windows: int) -> Iterator[list[str]]:
        """Further windows by their handles; afterwards they are closed, and the first one is looked at again."""
        first = str(self._ask("GET", "/window"))
        handles = [str(self._ask("POST", "/window/new", {"type": "window"})["handle"]) for _ in range(windows)]
        try:
            yield handles
        finally:
            for handle in handles:
                self.look_at(handle)
                self._ask("DELETE", "/window")
            self.look_at(first)

    def look_at(self, handle: str) -> None:
        """Go to another window."""
        self._ask("POST", "/window", {"handle": handle})

    def run(self, script: str) -> Any:
        """What a script returns; it is run by the driver, not by the page."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": []})

    def until(self, script: str) -> None:
        """Wait until a script returns something true."""
        end = time.monotonic() + LONG
        while not self.run(script):
            assert time.monotonic() < end, f"{script} never came true: {self.text()[:600]}"

    def text(self) -> str:
        """All the text that is to be seen."""
        return str(self.run("return document.body.innerText"))

    def complaints(self) -> list[str]:
        """What the browser wrote to its console."""
        return [entry["message"] for entry in self._ask("POST", "/se/log", {"type": "browser"})]

    def picture(self) -> bytes:
        """A screenshot."""
        return base64.b64decode(self._ask("GET", "/screenshot"))

    def close(self) -> None:
        """Close the window."""
        self._ask("DELETE", "")


@contextlib.contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A browser with a fresh profile, closed afterwards."""
    assert DRIVER is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    driver = subprocess.Popen([DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + LONG
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert time.monotonic() < end, "chromedriver does not listen"
        own = Browser(port, folder / "profile")
        try:
            yield own
        finally:
            own.close()
    finally:
        driver.terminate()
        driver.wait()
