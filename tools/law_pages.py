"""The reference of the laws, from their docstrings."""

from __future__ import annotations

from rumpus.testing.laws import LAWS

HEAD = """\
# Laws

```sh
rumpus laws pigeons --list
```

This prints the same list, in the order in which to repair broken laws.
[Test your game](../author/testing.md) shows how to check them.
"""


def law_pages() -> dict[str, str]:
    return {"laws.md": "\n".join([HEAD, *(f"## {law.name}\n\n{law.means}\n" for law in LAWS)])}
