"""The service in a browser: `rumpus export`, and its code under Pyodide."""
