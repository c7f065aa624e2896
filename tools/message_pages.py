"""The reference of the protocol's messages, from their types."""

from __future__ import annotations

import re

from tools.browser_types import protocol

HEAD = """\
# Messages

```js
const socket = new WebSocket("ws://localhost:8484/ws");
socket.onmessage = (event) => console.log(JSON.parse(event.data));
socket.onopen = () => socket.send(JSON.stringify({ do: "lobby", id: "1" }));
```

This lists the open tables of a server, and then every change.
Below are the types of all messages, in TypeScript.
[Write a client](../host/protocol.md) explains their order.
"""


def message_pages() -> dict[str, str]:
    parts = [HEAD]
    for block in protocol().split("\n\n"):
        found = re.search(r"export (?:type|interface) (\w+)", block)
        if found:
            parts.append(f"## {found[1]}\n\n```ts\n{block.strip()}\n```\n")
    return {"messages.md": "\n".join(parts)}
