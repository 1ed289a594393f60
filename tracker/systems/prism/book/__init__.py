"""The book: its tables as data beside their rule ids, and the house rules that settle what it leaves open."""
