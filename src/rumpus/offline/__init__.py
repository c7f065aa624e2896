"""The house in a browser: what `rumpus export` writes, and what runs there in workers under Pyodide."""
