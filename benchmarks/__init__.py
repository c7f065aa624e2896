"""Our speed beside the peers', measured in one run. `python3 -m benchmarks --help` says how."""
