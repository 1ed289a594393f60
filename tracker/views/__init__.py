"""The panes as plain values, without any screen library."""
