"""What a rule system is to the rest of the program: the interface in parts, and the plain values that pass through."""
