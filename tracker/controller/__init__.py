"""The controller: what a key or a typed line does, without any screen library."""
