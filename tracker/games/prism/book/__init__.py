"""The book of Prism: tables beside their rule ids, and house rules for what it leaves open."""
