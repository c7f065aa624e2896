"""Pages, charts and sentences about runs and experiments."""
