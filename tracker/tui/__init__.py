"""The Textual screen. An escape key is told from an escape sequence within 25 ms, which Textual reads when imported."""

import os

# Here and not in `app`: Textual reads it once, while its constants are imported, and this package comes before any
# module that imports Textual. Its own 100 ms make the escape key feel stuck; 25 ms still hold a sequence together on
# a slow line. `setdefault`, so that the user has the last word.
os.environ.setdefault("ESCDELAY", "25")
