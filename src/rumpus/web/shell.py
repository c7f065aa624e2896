"""The one HTML page there is: a head, and what a script draws into it."""

from __future__ import annotations

import html
from importlib import resources
from string import Template
from typing import Final

from msgspec import Struct

from rumpus.core.words import ended

DRAWN: Final = '<div id="page"><noscript>Rumpus needs JavaScript to draw its tables.</noscript></div>'
SPOKEN: Final = '\n<div id="spoken" class="unseen" aria-live="polite"></div>'
LOST: Final = Template("""<main class="lost">
<img src="/static/art/lost.svg" alt="" width="320" height="200">
<h1>$heading</h1>
<p>$sentence</p>
<p class="row"><a class="button primary" href="/">To the lobby</a> <a class="button" href="/lab">To the lab</a></p>
</main>""")


class Shell(Struct, frozen=True):
    script: str
    title: str = "Rumpus"
    styles: tuple[str, ...] = ("lobby",)
    about: str = ""
    """What search engines say of it; without it they are asked to say nothing."""
    look: str = ""
    """A class of the body."""
    inside: str = DRAWN

    def page(self, head: str = "") -> str:
        """The page, with this in its head besides its own."""
        about = f'name="description" content="{self.about}"' if self.about else 'name="robots" content="noindex"'
        return _PAGE.substitute(
            about=f"<meta {about}>",
            title=self.title,
            styles="\n".join(
                f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("base", *self.styles)
            ),
            script=self.script,
            head=head,
            look=self.look,
            inside=self.inside,
        )


LOBBY: Final = Shell("lobby", about="Battle games for friends and bots, in the browser.", look="one-screen")
TABLE: Final = Shell("table", styles=("table", "review"), look="at-table", inside=DRAWN + SPOKEN)
REPLAY: Final = Shell("replay", styles=("table", "review"), look="at-table", inside=DRAWN + SPOKEN)
RULES: Final = Shell("rules", "Rules · Rumpus", about="The rules of a game of Rumpus, with contents and search.")
LAB: Final = Shell(
    "lab", "The lab · Rumpus", ("lobby", "lab"), "What thousands of games between bots say about the rules."
)


def lost(heading: str, why: str, head: str) -> str:
    """The page for somebody who asked for what is not there, or does not work."""
    inside = LOST.substitute(heading=heading, sentence=html.escape(ended(why)))
    return Shell("keep", f"{heading} · Rumpus", inside=inside).page(head)


_PAGE: Final = Template((resources.files("rumpus.web") / "static" / "page.html").read_text(encoding="utf-8"))
