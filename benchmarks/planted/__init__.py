"""Changed rules and weak bots with a known effect, which measurements have to find."""
