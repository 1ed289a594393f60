"""Flush: the call that brings written bytes to the disk itself, made now or in a thread beside the drawing."""

from __future__ import annotations

from threading import Thread

from tracker.storage.atomic import Disk


class Flush:
    """One flush of a file. `wait` returns once it is done, and raises what it raised."""

    def __init__(self, disk: Disk, file: int, size: int, beside: bool) -> None:
        """Prepare a flush of `size` written bytes. It begins at once in a thread for `beside`, else in `wait`."""
        self.size = size
        self._disk, self._file = disk, file
        self._error: BaseException | None = None
        self._thread: Thread | None = None
        if beside:
            # A daemon: a disk that never answers must not keep a program alive that was told to end.
            self._thread = Thread(target=self._keep_error, name="flush", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Wait until the bytes are on the disk. Raises OSError where they could not be brought there."""
        if self._thread is None:
            self._disk.sync(self._file)
            return
        self._thread.join()
        if self._error is not None:
            raise self._error

    def _keep_error(self) -> None:
        """Flush the file in the thread. An error is kept, and `wait` raises it."""
        try:
            self._disk.sync(self._file)
        except BaseException as error:  # an error of a thread is lost unless it is kept for the waiting caller
            self._error = error
