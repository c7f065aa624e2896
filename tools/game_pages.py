"""Pages about the built-in games: rules, options, cards, observations and views."""

from __future__ import annotations

import json

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.content.rulebook import clauses
from rumpus.core.game import Game
from rumpus.core.options import Field
from rumpus.envs.episode import Episode
from rumpus.envs.reference import reference
from rumpus.envs.view_schema import view_schema
from rumpus.games.creature_wars.gallery import page as witches


def game_pages() -> dict[str, str]:
    games = built_in_games()
    pages = {f"rules/{game.name}.md": game.rules() for game in games}
    pages["rules/index.md"] = rules_index(games)
    pages["observations/index.md"] = observations_index(games)
    pages |= {f"observations/{game.name}.md": reference(game) for game in games}
    pages |= {f"views/{game.name}.md": view_page(game) for game in games}
    pages["options.md"] = options_page(games)
    pages["cards.md"] = witches()
    return pages


def built_in_games() -> list[Game]:
    games = [find_game(name) for name in sorted(game_names())]
    return [game for game in games if game.package.startswith("rumpus.games.")]


def rules_index(games: list[Game]) -> str:
    lines = ["# Rules of the games", "", "```sh", "rumpus rules cat_brawl", "rumpus rules cat_brawl --short", "```", ""]
    lines += ["The second command shows how to win, on one screen.", ""]
    lines += [table_row("game", "in one line", "clauses"), table_row("---", "---", "--:")]
    for game in games:
        lines += [table_row(f"[{game.title}]({game.name}.md)", game.blurb, len(clauses(game.rules())))]
    lines += ["", "Creature Wars also has a page of its [witches](../cards.md).", ""]
    return "\n".join([*lines, *hidden_pages([*(game.name for game in games), "../cards"])])


def observations_index(games: list[Game]) -> str:
    """What a seat knows: as numbers (observation) and as JSON (view)."""
    lines = ["# Observations and views", "", "```python", "import rumpus", ""]
    lines += ['game = rumpus.game("cat_brawl")', "print(len(game.bots().features(game.options()).names))", "```", ""]
    lines += ["An observation is what a seat knows, as numbers; a view is the same as JSON.", ""]
    lines += [table_row("observation", "numbers per row", "actions", "view"), table_row("---", "--:", "--:", "---")]
    for game in games:
        episode = Episode(game)
        page, view = f"[{game.title}]({game.name}.md)", f"[JSON Schema](../views/{game.name}.md)"
        lines += [table_row(page, f"{len(episode.features.names):,}", f"{episode.space:,}", view)]
    lines += ["", "Figures hold for the default options.", ""]
    names = [name for game in games for name in (game.name, f"../views/{game.name}")]
    return "\n".join([*lines, *hidden_pages(names)])


def hidden_pages(names: list[str]) -> list[str]:
    """A table of contents that only the navigation shows."""
    return ["```{toctree}", ":hidden:", "", *names, "```", ""]


def view_page(game: Game) -> str:
    """Returns the JSON Schema of a game's views."""
    said = 'A view is all that a seat knows, as JSON: in `info["view"]` of environments and in messages of the server.'
    command = f"python -m rumpus.envs.view_schema {game.name}"
    head = [f"# {game.title}: views", "", "```sh", command, "```", "", said, "This is its JSON Schema."]
    return "\n".join([*head, "", "```json", json.dumps(view_schema(game), indent=1), "```", ""])


def options_page(games: list[Game]) -> str:
    lines = ["# Options of the games", "", "```sh", *(f"rumpus games {game.name}" for game in games), "```", ""]
    lines += ["This prints one game's options. `-o name=value` sets one, in every command that plays."]
    for game in games:
        lines += [
            "",
            f"## {game.title}",
            "",
            "| option | default | legal values | meaning | clause |",
            "|---|---|---|---|---|",
        ]
        lines += [option_row(field) for field in game.fields]
        for preset in game.presets:
            changes = ", ".join(f"`{text}`" for text in preset.texts(game.fields))
            lines += ["", f"Preset `{preset.name}`: {preset.says} It sets {changes}."]
    return "\n".join([*lines, ""])


def option_row(field: Field) -> str:
    default = field.default
    if isinstance(default, bool):
        default = "on" if default else "off"
    elif isinstance(default, list):
        default = ", ".join(default)
    cells = (f"`{field.name}`", default, field.allowed(), field.help, field.clause)
    return table_row(*cells)


def table_row(*cells: object) -> str:
    """Returns a row of a Markdown table."""
    escaped = (str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"
