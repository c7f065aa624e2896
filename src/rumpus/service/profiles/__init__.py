"""Profiles of people: devices, links, passkeys and their games."""
