"""Notifications over Web Push and webhooks: recipients, contents and times."""
