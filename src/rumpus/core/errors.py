"""The one family of refusals: every message is a sentence a person can act on."""


class RumpusError(Exception):
    """Something was asked that cannot be done; the message says what, and what would be right."""


class IllegalMove(RumpusError):
    """A move that the rules forbid now; nothing has changed."""


class BadOption(RumpusError):
    """An option that does not exist, or a value outside its range; `option` is its name, where a form can point."""

    def __init__(self, why: str, option: str = "") -> None:
        super().__init__(why)
        self.option = option


class UnknownName(RumpusError):
    """A game, player, card or topic that is not there."""


class BadRecord(RumpusError):
    """A file that is no record, is damaged, or was played under other rules."""


class OtherRules(BadRecord):
    """A match that was played under another version of the rules than is installed."""


class BadLuck(RumpusError):
    """Luck was asked for something it cannot give: a scripted number is missing, left over or out of range."""
