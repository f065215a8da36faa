"""What to visit next, and when."""
