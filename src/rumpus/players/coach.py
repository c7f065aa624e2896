"""Advice for a person, from their seat's information."""

from __future__ import annotations

from rumpus.core.info_state import InfoState
from rumpus.core.outcome import winners
from rumpus.core.position import Json, Move, Position, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.core.words import REASON_LENGTH
from rumpus.players.catalogue import CHAMPION, find_player
from rumpus.players.player import EQUAL_WITHIN, Explanation, Player, percent
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget

WORLDS = 8
"""Sampled worlds in which a reason must hold, or a reply must be legal once."""


class Advice:
    """Moves, best first, with win probabilities."""

    def __init__(self, explanation: Explanation, reason: str = "") -> None:
        self.explanation = explanation
        self.reason = reason
        """One computed reason for the best move, at most `REASON_LENGTH` characters. May be empty."""
        self.choices = explanation.choices
        self.simulations = explanation.simulations

    def hint(self) -> str:
        """Advises before the person decides: the move, its win probability, and a reason or else a comparison."""
        return f"{self.summary()} {self.reason or self.comparison()}".rstrip()

    def summary(self) -> str:
        """Names the best move with its win probability, if known."""
        best = self.choices[0]
        if len(self.choices) == 1:
            return f"Only move: {best.description}."
        label = "Best move (exact)" if self.explanation.exact else "Best"
        if best.win_probability is None:
            return f"{label}: {best.description}."
        return f"{label}: {best.description} ({percent(best.win_probability)} to win)."

    def comparison(self) -> str:
        """Compares the next move with the best one. Empty if there is no other."""
        equal, lower = self.explanation.compared(self.choices[1:2])
        if equal:
            return f"About equal: {equal[0].description}."
        if lower and lower[0].win_probability is not None:
            return f"Next: {lower[0].description} ({percent(lower[0].win_probability)})."
        return f"Next: {lower[0].description}." if lower else ""

    def verdict(self, move: Move) -> str:
        """Compares the move with the best one, after the person has decided."""
        best = self.choices[0]
        chosen = next((choice for choice in self.choices if choice.move == move), None)
        if chosen is None:
            return "That was not among the options."
        if len(self.choices) == 1:
            return f"“{chosen.description}” was the only option."
        if chosen is best:
            probability = "" if chosen.win_probability is None else f" ({percent(chosen.win_probability)} to win)"
            return f"“{chosen.description}”{probability}: my choice too."
        if chosen.win_probability is None or best.win_probability is None:
            return (
                f"“{chosen.description}” did not look promising enough to think it through; "
                f"I would choose “{best.description}”."
            )
        if chosen.win_probability >= best.win_probability - EQUAL_WITHIN:
            return f"“{chosen.description}” ({percent(chosen.win_probability)} to win): as good as any."
        lost = percent(best.win_probability - chosen.win_probability)
        return (
            f"“{chosen.description}” wins {percent(chosen.win_probability)} of the time; "
            f"“{best.description}” would have won {percent(best.win_probability)}: {lost} more."
        )

    def to_json(self) -> dict[str, Json]:
        choices: list[Json] = [choice.to_json() for choice in self.choices]
        return {
            "hint": self.hint(),
            "summary": self.summary(),
            "reason": self.reason,
            "comparison": self.comparison(),
            "looks": self.simulations,
            "choices": choices,
        }


def advice(info: InfoState, budget: Budget | None = None, seed: str = "coach") -> Advice:
    """Asks `champion`, or a search with this budget, about the legal moves."""
    if budget is None:
        player = find_player(CHAMPION, info.game, info.options, seed)
    else:
        player = SearchPlayer("coach", info.game, info.options, seed, budget)
    player.decide(info)
    explanation = player.explanation()
    assert explanation is not None
    explanation.note = ""  # a note about the bot's method is not advice
    return Advice(explanation, reason_for(info, explanation, player, SeededRng(f"{seed}/reason")))


def reason_for(info: InfoState, explanation: Explanation, player: Player, rng: Rng) -> str:
    """Words one reason for the best move: that it wins, its consequence, or what mostly follows.

    Returns nothing if none is known, or none is short enough.
    """
    move = explanation.chosen.move
    if len(explanation.choices) == 1:
        return ""
    if all(_wins(info.sample(rng), info.seat, move, rng) for _ in range(WORLDS)):
        return "It wins the game."
    following = player.likely_next(move) if isinstance(player, SearchPlayer) else None
    words = "" if following is None else _describe_after(info, move, *following, rng)
    own = following is not None and following[0] == info.seat
    reasons = (
        info.justify_move(move),
        f"{'Then' if own else 'Likely reply'}: {words}." if words else "",
    )
    return next((reason for reason in reasons if reason and len(reason) <= REASON_LENGTH), "")


def _wins(world: Position, seat: Seat, move: Move, rng: Rng) -> bool:
    """True if the move ends the game as a win of this seat alone."""
    if world.to_act() != [seat]:
        return False
    world.apply(seat, move, rng)
    return world.result() is not None and winners(world.ranking()) == [seat]


def _describe_after(info: InfoState, move: Move, seat: Seat, following: Move, rng: Rng) -> str:
    """Describes a decision after the move, in a world where it is legal. Empty if none is found."""
    for _ in range(WORLDS):
        world = info.sample(rng)
        if world.to_act() == [info.seat]:
            world.apply(info.seat, move, rng)
            if seat in world.to_act() and following in world.moves(seat):
                return info.game.describe_move(world, seat, following, info.names())
    return ""
