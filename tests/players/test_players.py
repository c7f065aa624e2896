"""Players by name, what they say about their moves, and what they remember."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint
from typing import Self

import pytest

from pigeons import game as pigeons
from pigeons.game import Square
from rumpus.core.catalogue import every_game, find_game
from rumpus.core.errors import BadOption, UnknownName
from rumpus.core.extensions import Bots
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.outcome import winners
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.core.words import REASON_LENGTH
from rumpus.players import Explanation, Player, catalogue, coach, find_player, player_name, player_names, split_names
from rumpus.players.coach import Advice, advice
from rumpus.players.player import Choice
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget
from rumpus.players.weights import shipped_weights
from tests.catalogue import GAMES
from tests.players.info import first_info_state

OPTIONS = pigeons.options()
NETWORKS = [("hard", "one"), ("hard", "two"), ("champion", "three")]


@pytest.mark.parametrize("name", ["random", "greedy", "easy", "normal", "hard", "search", "search:50", "Search:10ms "])
def test_players_are_found_by_name(name: str) -> None:
    player, info = find_player(name, pigeons, OPTIONS, "luck"), first_info_state()
    assert player.name == name.strip().lower()
    assert player.explanation() is None
    assert player.decide(info) in info.moves()
    assert player.explanation() is not None


def test_an_unknown_player_is_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownName, match=r"There is no player 'gredy'. Did you mean 'greedy'"):
        find_player("gredy", pigeons, OPTIONS, "luck")
    with pytest.raises(UnknownName, match="Players: random, greedy, easy, normal, hard, champion, search"):
        find_player("zzz", pigeons, OPTIONS, "luck")
    with pytest.raises(BadOption, match="Cannot read the budget"):
        find_player("search:quick", pigeons, OPTIONS, "luck")


def test_a_list_of_players_may_hold_budgets_with_commas() -> None:
    assert split_names("random, search:2000,1s,hard") == ["random", "search:2000,1s", "hard"]


class FirstPlayer(Player):
    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)

    def decide(self, info: InfoState) -> Move:
        return info.moves()[0]


def test_other_peoples_players_come_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("first", "tests.players.test_players:FirstPlayer", catalogue.ENTRY_POINTS)
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point] if group == catalogue.ENTRY_POINTS else [])
    assert "first" in player_names()
    player = find_player("first:anything", pigeons, OPTIONS, "luck")
    assert isinstance(player, FirstPlayer)
    assert player.name == "first:anything"
    assert find_player(" FIRST:My File", pigeons, OPTIONS, "luck").name == "first:My File"


def test_capitals_in_the_name_of_an_entry_point_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("First", "tests.players.test_players:FirstPlayer", catalogue.ENTRY_POINTS)
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point])
    assert isinstance(find_player("First", pigeons, OPTIONS, "luck"), FirstPlayer)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Hard ", "hard"),
        ("Search:2000/Rollout_Depth=4", "search:2000/rollout_depth=4"),
        ("Learned:Nets/A.npz", "learned:Nets/A.npz"),
        ("Mine:Setting", "mine:Setting"),
    ],
)
def test_capitals_stay_in_file_names_and_settings_of_others(typed: str, name: str) -> None:
    assert player_name(typed) == name


def nobody(name: str, game: Game, options: Options, seed: str) -> None:
    pass


def test_an_entry_point_that_is_no_player_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("odd", "tests.players.test_players:nobody", catalogue.ENTRY_POINTS)
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point])
    with pytest.raises(UnknownName, match="makes no player"):
        find_player("odd", pigeons, OPTIONS, "luck")


def test_a_search_explains_itself_in_a_sentence_and_as_data() -> None:
    player = find_player("search:200", pigeons, OPTIONS, "luck")
    move = player.decide(first_info_state())
    explanation = player.explanation()
    assert explanation is not None
    data = explanation.to_json()
    assert (data["words"], data["looks"]) == (f"play {move}", 200)
    assert isinstance(data["choices"], list)
    assert len(data["choices"]) == 5
    assert explanation.sentence().startswith(f"“Play the {move}” should win ")
    assert re.search("of the time; (next best|about equal): “Play the ", explanation.sentence())
    assert all(choice.win_probability is not None for choice in explanation.choices)
    assert all(0 <= (choice.win_probability or 0) <= 1 for choice in explanation.choices)


def test_blind_forced_and_greedy_moves_say_what_they_are() -> None:
    assert "was picked blindly among 5 options." in explained("random", first_info_state())
    assert "looked best at a glance, ahead of “Play the " in explained("greedy", first_info_state())
    for name in ("random", "greedy", "easy"):
        assert explained(name, last_info_state()).endswith("was the only option.")


def explained(name: str, info: InfoState) -> str:
    player = find_player(name, pigeons, OPTIONS, "luck")
    player.decide(info)
    return str(player.explanation())


def last_info_state() -> InfoState:
    position = pigeons.start(OPTIONS, SeededRng("deal"))
    while len(position.hands[0]) > 1:
        for seat in (0, 1):
            position.apply(seat, position.moves(seat)[0], SeededRng("none"))
    return InfoState(pigeons, OPTIONS, position, 0, SeededRng("chair"))


def search_player(simulations: int) -> SearchPlayer:
    player = find_player(f"search:{simulations}", pigeons, OPTIONS, "luck")
    assert isinstance(player, SearchPlayer)
    return player


def test_a_search_reuses_its_tree_where_it_still_fits() -> None:
    rng = SeededRng("match")
    position = pigeons.start(OPTIONS, rng)
    player = search_player(400)
    kept: list[bool] = []
    while len(position.hands[0]) > 1:
        move = player.decide(InfoState(pigeons, OPTIONS, position, 0, SeededRng("chair")))
        kept.append(player.reused_tree)
        position.play(0, move, rng)
        position.play(1, position.moves(1)[0], rng)
    assert kept[0] is False
    assert any(kept[1:])


class Bound(Square):
    """Pigeons with open hands, whose second bid is always the first card in hand."""

    def moves(self, seat: Seat) -> list[Move]:
        return super().moves(seat)[: 1 if self.crumb() == 2 else None]

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        world = self.copy()
        world.take_back(seat)
        return world


def test_a_search_reuses_its_tree_across_forced_moves() -> None:
    dealt = pigeons.start(OPTIONS, SeededRng("match"))
    position = Bound(OPTIONS, 2, hands=dealt.hands, spare=dealt.spare)
    player = search_player(500)
    for turn in (1, 2, 3):
        move = player.decide(InfoState(pigeons, OPTIONS, position, 0, SeededRng("chair")))
        assert str(player.explanation()).endswith("was the only option.") == (turn == 2)
        assert player.reused_tree == (turn == 3) or turn == 2
        position.play(0, move, SeededRng("none"))
        position.play(1, position.moves(1)[0], SeededRng("none"))


def test_a_search_drops_a_tree_that_does_not_fit() -> None:
    player = search_player(100)
    player.decide(first_info_state())
    player.decide(first_info_state(deal="another deal altogether"))
    assert player.reused_tree is False


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
    assert advice(first_info_state(), seed="coach").explanation.note == ""
    assert asked == ["champion"]


def test_the_coach_advises_before_and_after_the_move() -> None:
    info = first_info_state()
    first, second, *_ = info.moves()
    found = advice(info, seed="coach")
    best = found.choices[0]
    assert best.win_probability is not None
    assert found.hint().startswith(f"Best: {best.description} ({round(100 * best.win_probability)} % to win). ")
    assert found.verdict(best.move).endswith("my choice too.")
    assert found.verdict(99) == "That was not among the options."
    assert {choice.move for choice in found.choices} == set(info.moves())
    assert found.to_json()["looks"] == found.simulations
    worse = Advice(Explanation("coach", [Choice(info, first, 0.7, 9), Choice(info, second, 0.4, 1)], 10))
    assert "wins 40 % of the time" in worse.verdict(second)
    assert "would have won 70 %: 30 % more." in worse.verdict(second)
    unseen = Advice(Explanation("coach", [Choice(info, first, 0.7, 9), Choice(info, second)], 9))
    assert "did not look promising enough" in unseen.verdict(second)
    forced = advice(last_info_state(), seed="coach")
    assert forced.hint() == f"Only move: {forced.choices[0].description}."


def reasons_in(name: str, seed: str = "reasons", decisions: int = 40) -> list[tuple[InfoState, Advice]]:
    """Advice on every fourth decision with a choice of a greedy game."""
    game = find_game(name)
    options, rng, info_rng = game.options(), SeededRng(seed), SeededRng("worlds")
    position = game.start(options, rng)
    players = [find_player("greedy", game, options, f"{seat}") for seat in range(game.seats(options))]
    names = ["Ann", "Bix", "Cleo", "Dot"][: game.seats(options)]
    found: list[tuple[InfoState, Advice]] = []
    for number in range(decisions):
        if not position.to_act():
            break
        seats = list(position.to_act())
        infos = {seat: InfoState(game, options, position, seat, info_rng, names) for seat in seats}
        if number % 4 == 1 and len(infos[seats[0]].moves()) > 1:
            found.append((infos[seats[0]], advice(infos[seats[0]], Budget(150))))
        for seat, move in {seat: players[seat].decide(info) for seat, info in infos.items()}.items():
            position.apply(seat, move, rng)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_reasons_fit_a_line_of_a_phone_and_are_true_to_the_game(game: Game) -> None:
    """A reason is computed: the game's own words on the move, a win, or the line that was searched."""
    for info, found in reasons_in(game.name, decisions=60 if game.name == "ultimatum" else 24):
        best = found.choices[0].move
        assert len(found.reason) <= REASON_LENGTH
        assert found.to_json()["reason"] == found.reason
        assert found.reason in ("", "It wins the game.", info.justify_move(best)) or found.reason.startswith(
            ("Then: ", "Likely reply: ")
        )


def test_the_coach_gives_one_reason_where_it_knows_one() -> None:
    told = [found.hint() for _, found in reasons_in("ultimatum", decisions=90)]
    assert any(re.search(r"to win\)\. Then: \w+ strikes ", hint) for hint in told), told
    assert any(re.search(r"to win\)\. Bix's \w+ −\d+, \d+ left\.", hint) for hint in told), told
    duels = [found.reason for _, found in reasons_in("creature_wars", decisions=20)]
    assert any(re.fullmatch(r"Wins about \d+ % of duels; (free|−\d+ HP) if it loses\.", one) for one in duels), duels
    fights = [found.reason for _, found in reasons_in("defend_the_city")]
    assert any(re.fullmatch(r"\d+ % to slay it; (under )?\d+ % to fall\.", one) for one in fights), fights


def last_choice_of_a_winner() -> InfoState:
    """A decision of which one move wins the game at once."""
    game = find_game("ultimatum")
    options, rng = game.options(), SeededRng("a win")
    position = game.start(options, rng)
    players = [find_player("greedy", game, options, f"{seat}") for seat in range(2)]
    while True:
        [seat] = position.to_act()
        info = InfoState(game, options, position, seat, rng, ["Ann", "Bix"])
        move = players[seat].decide(info)
        before = position.copy()
        position.apply(seat, move, rng)
        if position.result() is not None:
            assert winners(position.ranking()) == [seat]
            return InfoState(game, options, before, seat, rng, ["Ann", "Bix"])


def test_a_win_at_once_is_the_reason() -> None:
    found = advice(last_choice_of_a_winner(), Budget(100))
    assert found.reason == "It wins the game."


def test_a_game_without_reasons_keeps_the_comparison() -> None:
    found = advice(first_info_state(), Budget(20))
    assert found.reason == ""
    assert found.hint() == f"{found.summary()} {found.comparison()}"


@pytest.mark.parametrize(
    ("chances", "compared"),
    [
        ((0.4, 0.1), "Next: {} (10 %)."),
        ((0.4, 0.39), "About equal: {}."),
        ((0.4, 0.6), "About equal: {}."),
        ((0.4, None), "Next: {}."),
        ((None, None), "Next: {}."),
    ],
    ids=["lower", "equal", "higher", "second unknown", "both unknown"],
)
def test_no_next_best_is_above_the_best(chances: tuple[float | None, float | None], compared: str) -> None:
    """A search ranks by visits: the estimate of the second move may be higher, and is noise."""
    info = first_info_state()
    first, second, *_ = info.moves()
    explanation = Explanation("coach", [Choice(info, first, chances[0]), Choice(info, second, chances[1])])
    found = Advice(explanation)
    best, other = (info.describe_move(move) for move in (first, second))
    expected = f"Best: {best} (40 % to win). " if chances[0] else f"Best: {best}. "
    assert found.hint() == expected + compared.format(other)
    assert found.to_json()["summary"] == expected.rstrip()
    assert found.to_json()["comparison"] == compared.format(other)
    if chances == (0.4, 0.6):
        assert explanation.sentence() == f"“{best}” should win 40 % of the time; about equal: “{other}”."


def test_a_move_without_an_alternative_is_compared_with_nothing() -> None:
    info = first_info_state()
    found = Advice(Explanation("coach", [Choice(info, info.moves()[0], 0.5)]))
    assert found.comparison() == ""


@pytest.mark.soak
def test_the_strong_beat_the_weak() -> None:
    from rumpus.lab.simulation.workers import Workers
    from rumpus.lab.strength.tournament import run_tournament

    table = run_tournament(pigeons, {}, ["random", "search:200"], 60, "strength", Workers())
    assert table.versus(1, 0).interval[0] > 0.5


class Clumsy(Bots):
    blunder_rate = 1.0


def test_only_easy_blunders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pigeons, "bots", Clumsy)
    info = first_info_state()
    made: set[Move] = set()
    for number in range(30):
        easy = find_player("easy", pigeons, OPTIONS, f"luck {number}")
        made.add(easy.decide(info))
        explanation = easy.explanation()
        assert explanation is not None
        assert "was made without thinking" in str(explanation)
        assert {choice.move for choice in explanation.choices} == set(info.moves())
    assert made == set(info.moves())
    for name in ("normal", "hard", "search:20"):
        assert "without thinking" not in explained(name, info)
