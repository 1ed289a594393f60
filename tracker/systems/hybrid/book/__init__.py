"""The book: its numbers, what a house has otherwise, the scene, and how the rules round."""
