"""The witches, one class each; `catalogue` lists them."""
