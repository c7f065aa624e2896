"""What every game and everything that plays one agree on; depends on nothing else in the project."""
