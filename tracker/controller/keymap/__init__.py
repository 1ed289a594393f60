"""The keymap: every key with its row, its name and the user's own bindings."""
