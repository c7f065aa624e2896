"""What people can say at every table: emotes and quick phrases by their ids, with their words.

The list is fixed: at a listed table nobody can type a secret. `tools.browser_types` writes it for the browser.
"""

from __future__ import annotations

from typing import Final

EMOTES: Final = {
    "smile": "Smile",
    "laugh": "Laugh",
    "wow": "Surprise",
    "sad": "Tears",
    "think": "Thinking",
    "thumb": "Thumbs up",
}
"""Emotes by id. Pages draw them; their words are for screen readers and terminals."""
PHRASES: Final = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "nice_move": "Nice move!",
    "thanks": "Thank you!",
    "oops": "Oops!",
    "sorry": "Sorry!",
    "no_hurry": "Take your time.",
    "one_moment": "One moment, please.",
    "well_played": "Well played!",
    "another_game": "Another game?",
    "bye": "Goodbye!",
}
REPORT_REASONS: Final = {
    "insult": "Insults or hate",
    "spam": "Too many messages",
    "name": "An offensive name",
    "unfair": "Unfair play",
    "other": "Something else",
}
"""Reasons for a report to the host of the server."""
SAYABLE: Final = {**EMOTES, **PHRASES}


def chat_words(phrase: str, text: str = "") -> str:
    """A chat message in words. Phrases of a later version show their id."""
    if text:
        return text
    return f"({EMOTES[phrase].lower()})" if phrase in EMOTES else PHRASES.get(phrase, phrase)
