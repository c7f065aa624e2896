"""Files, processes and imports."""
