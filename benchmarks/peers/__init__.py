"""The engines a user might pick instead, each measured in a virtual environment of its own."""
