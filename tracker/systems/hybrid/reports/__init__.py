"""Reports: sheets and explanations."""
