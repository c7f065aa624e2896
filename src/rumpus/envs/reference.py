"""Describes a game's features, actions and rewards, for the documentation."""

from __future__ import annotations

import re
import statistics

from rumpus.core.features import FeatureGroup
from rumpus.core.game import Game
from rumpus.core.rng import SeededRng
from rumpus.envs.episode import Episode

GAMES_PLAYED = 9


def reference(game: Game) -> str:
    """Returns a page in Markdown about the game with its default options."""
    episode = Episode(game)
    features = episode.features
    lines = [
        f"# {game.title}: observations",
        "",
        "```python",
        "from rumpus.envs.vector import VectorEnv",
        "",
        f'rows, action_mask, seats = VectorEnv("{game.name}", num_envs=2, seed=1).observe()',
        "print(rows.shape, action_mask.shape)",
        "```",
        "",
        "A row is all that a seat knows: itself first, the others in turn order.",
        f"{len(episode.seats)} seat{'s' if len(episode.seats) > 1 else ''}, rows of {len(features.names)} numbers, "
        f"{episode.space} actions. {rewards(game, episode)}",
        "",
        *table("columns", features.groups),
        "",
        *table("actions", features.actions),
    ]
    if features.move_groups:
        described = f"A described move has {len(features.move_names)} columns:"
        lines += ["", described, "", *table("columns", features.move_groups)]
    lines += ["", "Left out of the row, though the view shows it:", ""]
    lines += [f"- `{place}`: {why}" for place, why in features.omitted.items()]
    return "\n".join([*lines, ""])


def rewards(game: Game, episode: Episode) -> str:
    """Describes rewards and lengths, from a few random games."""
    lengths, results = [], set()
    for number in range(GAMES_PLAYED):
        rng = SeededRng(f"handbook/{number}")
        position = game.start(episode.options, rng)
        made = 0
        while acting := position.to_act():
            position.apply(acting[0], position.random_move(acting[0], rng), rng)
            made += 1
        lengths.append(made)
        results |= set(position.result() or [])
    seen = " or ".join(f"{result:g}" for result in sorted(results))
    sums = ", and all seats' rewards add up to 0" if game.zero_sum(episode.options) else ""
    return (
        f"The reward is 0 until the end, then from -1 to 1 ({seen} in {GAMES_PLAYED} random games){sums}. "
        f"A random game has about {round(statistics.median(lengths), -1):,.0f} decisions, those of all seats together, "
        f"and none has more than {game.max_decisions(episode.options):,}."
    )


def table(head: str, groups: list[FeatureGroup]) -> list[str]:
    """Tabulates groups; those that differ only by a number share a line."""
    alike: dict[tuple[str, int, str], list[FeatureGroup]] = {}
    for group in groups:
        alike.setdefault((re.sub(r"\d+", "", group.name), group.width, group.meaning), []).append(group)
    lines = [f"| {head} | name | what they say |", "|---|---|---|"]
    for same in alike.values():
        first = same[0]
        places = str(first.offset) if first.width == 1 else f"{first.offset}–{first.offset + first.width - 1}"
        more = f", and {len(same) - 1} more like it, up to {same[-1].name}" if len(same) > 1 else ""
        lines.append(f"| {places} | {first.name}{more} | {first.meaning} |")
    return lines
