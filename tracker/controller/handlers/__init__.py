"""The functions of the controller for the rows of the keymap, by topic: each has a few lines."""
