"""The twelve characters, one file each."""
