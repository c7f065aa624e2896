"""Base of the service: time, limits, tasks, metrics, settings and protocol."""
