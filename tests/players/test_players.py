"""Players by name, what they say about their moves, and what they remember."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Self

import pytest

from pigeons import game as pigeons
from pigeons.game import Square
from rumpus.core.catalogue import every_game
from rumpus.core.errors import BadOption, UnknownName
from rumpus.core.extensions import Bots
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Luck, Seeded
from rumpus.players import Explanation, Player, catalogue, coach, find_player, player_names, split_names
from rumpus.players.coach import advice
from rumpus.players.player import Choice
from rumpus.players.search import SearchPlayer
from rumpus.players.weights import shipped_weights

OPTIONS = pigeons.options()
NETWORKS = [("hard", "one"), ("hard", "two"), ("champion", "three")]


def first_chair(seat: int = 0) -> Chair:
    return Chair(pigeons, OPTIONS, pigeons.start(OPTIONS, Seeded("deal")), seat, Seeded("chair"))


@pytest.mark.parametrize("name", ["random", "greedy", "easy", "normal", "hard", "search", "search:50", "Search:10ms "])
def test_players_are_found_by_name(name: str) -> None:
    player = find_player(name, pigeons, OPTIONS, "luck")
    assert player.name == name.strip().lower()
    assert player.explanation() is None
    chair = first_chair()
    assert player.decide(chair) in chair.moves()
    assert player.explanation() is not None


def test_an_unknown_player_is_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownName, match="there is no player 'gredy'; did you mean 'greedy'"):
        find_player("gredy", pigeons, OPTIONS, "luck")
    with pytest.raises(UnknownName, match="there is random, greedy, easy, normal, hard, champion, search"):
        find_player("zzz", pigeons, OPTIONS, "luck")
    with pytest.raises(BadOption, match="a budget is written"):
        find_player("search:quick", pigeons, OPTIONS, "luck")


def test_a_list_of_players_may_hold_budgets_with_commas() -> None:
    assert split_names("random, search:2000,1s,hard") == ["random", "search:2000,1s", "hard"]


class FirstPlayer(Player):
    """Somebody else's bot: the first move on the list."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)

    def decide(self, chair: Chair) -> Move:
        return chair.moves()[0]


def test_other_peoples_players_come_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("first", "tests.players.test_players:FirstPlayer", catalogue.GROUP)
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point] if group == catalogue.GROUP else [])
    assert "first" in player_names()
    player = find_player("first:anything", pigeons, OPTIONS, "luck")
    assert isinstance(player, FirstPlayer)
    assert player.name == "first:anything"


def nobody(name: str, game: Game, options: Options, seed: str) -> None:
    """No player at all."""


def test_an_entry_point_that_is_no_player_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("odd", "tests.players.test_players:nobody", catalogue.GROUP)
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point])
    with pytest.raises(UnknownName, match="makes no player"):
        find_player("odd", pigeons, OPTIONS, "luck")


def test_a_search_explains_itself_in_a_sentence_and_as_data() -> None:
    player = find_player("search:200", pigeons, OPTIONS, "luck")
    chair = first_chair()
    move = player.decide(chair)
    told = player.explanation()
    assert told is not None
    plain = told.plain()
    assert plain["words"] == f"play {move}"
    assert plain["looks"] == 200
    assert isinstance(plain["choices"], list)
    assert len(plain["choices"]) == 5
    assert told.sentence().startswith(f"“Play the {move}” should win ")
    assert "of the time; next best: “Play the " in told.sentence()
    assert all(choice.chance is not None and 0 <= choice.chance <= 1 for choice in told.choices)


def test_blind_forced_and_greedy_moves_say_what_they_are() -> None:
    blind = find_player("random", pigeons, OPTIONS, "luck")
    blind.decide(first_chair())
    assert "was picked blindly among 5 options." in str(blind.explanation())
    greedy = find_player("greedy", pigeons, OPTIONS, "luck")
    greedy.decide(first_chair())
    assert "looked best at a glance, ahead of “Play the " in str(greedy.explanation())
    for name in ("random", "greedy", "easy"):
        player = find_player(name, pigeons, OPTIONS, "luck")
        player.decide(last_chair())
        assert str(player.explanation()).endswith("was the only option.")


def last_chair() -> Chair:
    position = pigeons.start(OPTIONS, Seeded("deal"))
    while len(position.hands[0]) > 1:
        for seat in (0, 1):
            position.apply(seat, position.moves(seat)[0], Seeded("none"))
    return Chair(pigeons, OPTIONS, position, 0, Seeded("chair"))


def test_a_search_builds_on_what_it_knows_where_that_still_holds() -> None:
    luck = Seeded("match")
    position = pigeons.start(OPTIONS, luck)
    player = find_player("search:400", pigeons, OPTIONS, "luck")
    assert isinstance(player, SearchPlayer)
    kept: list[bool] = []
    while len(position.hands[0]) > 1:
        move = player.decide(Chair(pigeons, OPTIONS, position, 0, Seeded("chair")))
        kept.append(player.kept)
        position.play(0, move, luck)
        position.play(1, position.moves(1)[0], luck)
    assert kept[0] is False
    assert any(kept[1:])


class Bound(Square):
    """Pigeons with open hands, whose second bid is always the first card in hand."""

    def moves(self, seat: Seat) -> list[Move]:
        return super().moves(seat)[: 1 if self.crumb() == 2 else None]

    def imagine(self, seat: Seat, luck: Luck) -> Self:
        dream = self.copy()
        dream.take_back(seat)
        return dream


def test_a_search_builds_on_what_it_knows_across_forced_moves() -> None:
    dealt = pigeons.start(OPTIONS, Seeded("match"))
    position = Bound(OPTIONS, 2, hands=dealt.hands, spare=dealt.spare)
    player = find_player("search:500", pigeons, OPTIONS, "luck")
    assert isinstance(player, SearchPlayer)
    for turn in (1, 2, 3):
        move = player.decide(Chair(pigeons, OPTIONS, position, 0, Seeded("chair")))
        assert str(player.explanation()).endswith("was the only option.") == (turn == 2)
        assert player.kept == (turn == 3) or turn == 2
        position.play(0, move, Seeded("none"))
        position.play(1, position.moves(1)[0], Seeded("none"))


def test_a_search_does_not_build_on_what_no_longer_holds() -> None:
    player = find_player("search:100", pigeons, OPTIONS, "luck")
    assert isinstance(player, SearchPlayer)
    player.decide(first_chair())
    other = pigeons.start(OPTIONS, Seeded("another deal altogether"))
    player.decide(Chair(pigeons, OPTIONS, other, 0, Seeded("chair")))
    assert player.kept is False


def test_the_weights_of_a_game_are_read_once_for_all_players_of_a_process() -> None:
    game = next(one for one in every_game(print) if shipped_weights(one))
    weights = shipped_weights(game)
    assert weights is not None
    options = game.options(weights.nets[0].changes)
    nets = [find_player(name, game, options, seed).__dict__["_trained"].net for name, seed in NETWORKS]
    assert all(net is nets[0] for net in nets)
    assert shipped_weights(game) is weights


def test_the_coach_is_the_strongest_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def found(name: str, game: Game, options: Options, seed: str) -> Player:
        asked.append(name)
        return find_player(name, game, options, seed)

    monkeypatch.setattr(coach, "find_player", found)
    told = advice(first_chair(), seed="coach")
    assert asked == ["champion"]
    assert told.explanation.note == ""


def test_the_coach_advises_before_and_judges_after() -> None:
    chair = first_chair()
    told = advice(chair, seed="coach")
    best = told.choices[0]
    assert told.hint().startswith(f"“{best.says}” should win")
    assert told.verdict(best.move).endswith("my choice too.")
    assert told.verdict(99) == "That was not among the options."
    assert {choice.move for choice in told.choices} == set(chair.moves())
    assert told.plain()["looks"] == told.looks
    worse = Explanation("coach", [Choice(chair, chair.moves()[0], 0.7, 9), Choice(chair, chair.moves()[1], 0.4, 1)], 10)
    told = type(told)(worse)
    assert "wins 40 % of the time" in told.verdict(chair.moves()[1])
    assert "would have won 70 %: 30 % more." in told.verdict(chair.moves()[1])
    unseen = Explanation("coach", [Choice(chair, chair.moves()[0], 0.7, 9), Choice(chair, chair.moves()[1])], 9)
    assert "did not look promising enough" in type(told)(unseen).verdict(chair.moves()[1])
    assert advice(last_chair(), seed="coach").hint().endswith("is the only option.")


@pytest.mark.soak
def test_the_strong_beat_the_weak() -> None:
    from rumpus.lab.simulation.workers import Workers
    from rumpus.lab.strength.tournament import run_tournament

    table = run_tournament(pigeons, {}, ["random", "search:200"], 60, "strength", Workers())
    assert table.versus(1, 0).interval[0] > 0.5


class Clumsy(Bots):
    slip = 1.0


def test_only_easy_slips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pigeons, "bots", Clumsy)
    chair = first_chair()
    made: set[Move] = set()
    for number in range(30):
        easy = find_player("easy", pigeons, OPTIONS, f"luck {number}")
        made.add(easy.decide(chair))
        assert "was made without thinking" in str(easy.explanation())
        told = easy.explanation()
        assert told is not None
        assert {choice.move for choice in told.choices} == set(chair.moves())
    assert made == set(chair.moves())
    for name in ("normal", "hard", "search:20"):
        player = find_player(name, pigeons, OPTIONS, "luck")
        player.decide(chair)
        assert "without thinking" not in str(player.explanation())
