"""The browser's side of the house: server, lobby, live tables, replays, and the stores behind them."""
