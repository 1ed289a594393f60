"""Windows, emulated: what can be seen of it on another system."""
