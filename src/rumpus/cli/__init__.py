"""Every command of `rumpus`, and nothing else."""
