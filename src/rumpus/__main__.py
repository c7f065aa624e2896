"""`python -m rumpus` is `rumpus`."""

from rumpus.terminal.cli import main

if __name__ == "__main__":
    main()
