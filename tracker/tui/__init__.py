"""The Textual screen. An escape key is told from an escape sequence within 25 ms, which Textual reads when imported."""

import os

os.environ.setdefault("ESCDELAY", "25")
