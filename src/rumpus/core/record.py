"""Records of matches: game, rules version, options, seed and moves, enough to replay them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rumpus.core.display_names import DEFAULT_NAME, visible
from rumpus.core.errors import BadOption, BadRecord, IllegalMove, OtherRules
from rumpus.core.game import Game
from rumpus.core.options import Options, Value
from rumpus.core.outcome import places
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng, rng_for
from rumpus.core.system.files import read_text, write_whole
from rumpus.core.words import shortened, with_names

FORMAT = "rumpus record 1"
MAX_BYTES = 10_000_000


def digest(position: Position) -> str:
    """Returns a short hash of a position."""
    text = json.dumps(position.save(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Record:
    """A recorded match. Without a result it is a saved game."""

    def __init__(
        self,
        game: str,
        version: int,
        options: Mapping[str, Value],
        seed: str,
        players: Sequence[str],
        moves: Sequence[tuple[Seat, str]] = (),
        result: Sequence[float] | None = None,
        end: str = "",
        then: Sequence[tuple[int, str]] = (),
        ranking: Sequence[int] | None = None,
    ) -> None:
        self.game = game
        self.version = version
        self.options = dict(options)
        self.seed = seed
        self.players = list(players)
        self.moves = list(moves)
        self.result = list(result) if result is not None else None
        self.ranking = list(ranking) if ranking is not None else places(result or [])
        """Place of every seat; empty during the game."""
        self.end = end
        self.then = list(then)
        """Pairs (number of moves, seed): a continued match gets a new seed after these moves."""

    # --- as text ---

    def dumps(self) -> str:
        """Returns a readable text: a header, then one move per line."""
        head: dict[str, object] = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "options": self.options,
            "seed": self.seed,
            "players": self.players,
        }
        if self.then:
            head["then"] = self.then
        if self.result is not None:
            head["result"] = self.result
            if self.ranking != places(self.result):
                head["ranking"] = self.ranking
            head["end"] = self.end
        lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
        moves = [f"    {json.dumps(f'{seat} {text}', ensure_ascii=False)}" for seat, text in self.moves]
        body = "[\n" + ",\n".join(moves) + "\n  ]" if moves else "[]"
        return "{\n" + "\n".join(lines) + f'\n  "moves": {body}\n}}\n'

    @staticmethod
    def loads(text: str) -> Record:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise BadRecord("This is no record: it is not JSON text, or it is cut off.") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f'This is no record of ours: it does not say "format": "{FORMAT}".')
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise BadRecord("This record is damaged: it contains a lone surrogate.") from None
        except RecursionError:
            raise BadRecord("This record is damaged: it is nested too deeply.") from None
        return _from_json(data)

    def write(self, path: Path | str) -> None:
        """Writes the file atomically."""
        write_whole(Path(path), self.dumps())

    @staticmethod
    def read(path: Path | str) -> Record:
        """Reads a file that `write` has written. Raises BadRecord if it is damaged."""
        return Record.loads(read_text(Path(path), MAX_BYTES, "record"))

    # --- as a match ---

    def options_of(self, game: Game) -> Options:
        """Returns the options, after checking that this game can replay the record."""
        if game.name != self.game:
            raise BadRecord(f"This is a record of {shortened(self.game)!r}, not of {game.name!r}.")
        if game.version != self.version:
            raise OtherRules(
                f"This match was played under version {self.version} of the rules of {game.title}; "
                f"version {game.version} is installed and might play it differently."
            )
        try:
            options = game.options(self.options)
        except BadOption as error:
            raise BadRecord(
                f"The options of this record do not fit {game.title}: {shortened(str(error), 300)}"
            ) from None
        seats = game.seats(options)
        if len(self.players) != seats:
            raise BadRecord(f"This record names {len(self.players)} players for {seats} seats.")
        return options

    def walk(self, game: Game) -> Iterator[RecordStep]:
        """Replays the deal and every move.

        Raises BadRecord for an illegal move or another end.
        """
        end: RecordStep | None = None
        for end in walk(game, self.options_of(game), self.seed, self.moves, self.then):
            yield end
        assert end is not None
        result = end.position.result()
        if self.result is None:
            return
        ranking = end.position.ranking()
        if result != self.result:
            ends = f"with {_result_text(result)}, but the record says {_result_text(self.result)}"
        elif ranking != self.ranking:
            ends = f"with the places {ranking}, but the record says {shortened(str(self.ranking))}"
        elif digest(end.position) != self.end:
            ends = "with the same result, but in another position than the record says"
        else:
            return
        raise BadRecord(f"The replay ends {ends}: it was changed, or the rules were without raising their version.")


class RecordStep(NamedTuple):
    """The deal (number 0) or a move, with position and generator after it. Steps share one position."""

    number: int
    seat: Seat | None
    move: Move
    words: str
    position: Position
    rng: Rng


def walk(
    game: Game,
    options: Options,
    seed: str,
    moves: Iterable[tuple[Seat, Move | str]],
    then: Sequence[tuple[int, str]] = (),
) -> Iterator[RecordStep]:
    """Replays a match from its seed. Moves are numbers or notation; `then` as in `Record`."""
    switches = dict(then)
    rng = rng_for(seed)
    position = game.start(options, rng, listen=True)
    if 0 in switches:
        rng = rng_for(switches[0])
    yield RecordStep(0, None, -1, "", position, rng)
    for number, (seat, said) in enumerate(moves, 1):
        try:
            move = _parse(game, position, seat, said)
            reason = position.refusal(seat, move)
            if reason:
                raise IllegalMove(reason)
        except IllegalMove as error:
            names = [f"player {seat + 1}" for seat in range(game.seats(options))]
            said_of_it = with_names(str(error), names)
            what = shortened(f"{seat} {said}")
            raise BadRecord(f"Move {number} ({what}) is not possible: {shortened(said_of_it, 300)}") from None
        words = visible(said) if isinstance(said, str) else game.format_move(position, seat, move)
        position.apply(seat, move, rng)
        if number in switches:
            rng = rng_for(switches[number])
        yield RecordStep(number, seat, move, words, position, rng)


def _parse(game: Game, position: Position, seat: Seat, said: Move | str) -> Move:
    """Parses a recorded move. Any failure of the game's parser is an IllegalMove."""
    if not isinstance(said, str):
        return said
    if seat not in position.to_act():
        raise IllegalMove(position.refusal(seat, 0))
    try:
        return game.parse_move(position, seat, said)
    except IllegalMove:
        raise
    except Exception as error:
        raise IllegalMove(f"It cannot be read: {error!r}.") from error


def _result_text(result: Sequence[float] | None) -> str:
    if result is None:
        return "no result"
    # As many digits as needed: two different results never read alike.
    exact = (f"{value:g}" if float(f"{value:g}") == value else str(value) for value in result)
    return shortened(f"result {', '.join(exact)}", 200)


def _from_json(data: Mapping[str, object]) -> Record:
    """Checks every part of a record from an untrusted source."""
    game, version, seed = data.get("game"), data.get("version"), data.get("seed")
    options, players = data.get("options"), data.get("players")
    moves, result, end = data.get("moves"), data.get("result"), data.get("end", "")
    if not isinstance(game, str) or type(version) is not int or not isinstance(seed, str):
        raise BadRecord("This record is damaged: game, version or seed is missing.")
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise BadRecord("This record is damaged: its options are missing.")
    if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
        raise BadRecord("This record is damaged: its players are missing.")
    if not isinstance(moves, list):
        raise BadRecord("This record is damaged: its moves are missing.")
    pairs: list[tuple[Seat, str]] = []
    for number, move in enumerate(moves, 1):
        seat, blank, text = move.partition(" ") if isinstance(move, str) else ("", "", "")
        if not blank or not (seat.isascii() and seat.isdigit()) or len(seat) > 3:
            raise BadRecord(f'This record is damaged: move {number} is not of the form "seat words".')
        if int(seat) >= len(players):
            raise BadRecord(f"This record is damaged: move {number} is by seat {seat}, and there are {len(players)}.")
        pairs.append((int(seat), text))
    if result is not None:
        if not isinstance(result, list) or not all(isinstance(n, int | float) and -1 <= n <= 1 for n in result):
            raise BadRecord("This record is damaged: its result is no list of numbers from -1 to 1.")
        result = [float(value) for value in result]
    ranking = data.get("ranking")
    if ranking is not None and (not isinstance(ranking, list) or not all(type(place) is int for place in ranking)):
        raise BadRecord("This record is damaged: its ranking is no list of places.")
    if ranking is not None and (result is None or len(ranking) != len(result)):
        raise BadRecord("This record is damaged: its ranking does not fit its result.")
    if not isinstance(end, str):
        raise BadRecord("This record is damaged: its end is no text.")
    shown = [" ".join(visible(name).split()) or DEFAULT_NAME for name in players]
    then = _switches(data.get("then", []), len(pairs) if result is None else len(pairs) - 1)
    return Record(game, version, options, seed, shown, pairs, result, end, then, ranking)


def _switches(data: object, last: int) -> list[tuple[int, str]]:
    """Checks the later seeds. Each comes after more moves than the one before, the last after at most `last`."""
    if not isinstance(data, list):
        raise BadRecord("This record is damaged: its later seeds are no list.")
    found: list[tuple[int, str]] = []
    for pair in data:
        if not isinstance(pair, list) or len(pair) != 2 or type(pair[0]) is not int or not isinstance(pair[1], str):
            raise BadRecord("This record is damaged: a later seed is not of the form [moves, seed].")
        if not (found[-1][0] if found else -1) < pair[0] <= last:
            raise BadRecord("This record is damaged: a later seed does not come between two of its moves.")
        found.append((pair[0], pair[1]))
    return found
