"""The web server: Starlette and uvicorn around `rumpus.service`."""
