"""Programs for developers; not in the wheel."""
