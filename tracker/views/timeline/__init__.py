"""The time axis of the screen: columns, lanes, ghosts and events."""
