"""Actions of Prism: turns of the chain, declarations, and the resolution of all actions of a tick together."""
