"""What the service stands on and that knows nothing of tables."""
