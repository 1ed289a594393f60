"""The book of Hybrid: its tables, house rules, the scene, and how the rules round."""
