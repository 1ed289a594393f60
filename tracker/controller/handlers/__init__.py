"""What each row of the keymap does at the controller, by what it is about: a function of a few lines each."""
