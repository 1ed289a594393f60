"""Input: keys and mouse as they arrive, the keymap of the program, and the user's own."""
