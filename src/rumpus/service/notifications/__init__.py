"""Notifications: who is told what, over Web Push and webhooks, and when."""
