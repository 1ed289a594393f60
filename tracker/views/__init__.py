"""What to show, as plain values without any screen library."""
