"""What is handed round."""
