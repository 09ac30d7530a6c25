"""What the service does, one file a verb; each owns its transaction."""
