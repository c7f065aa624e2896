"""Tables under changed rules: the same seed and moves, until one is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pigeons.game import Pigeons, Square
from rumpus.core.options import number
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng
from rumpus.devtools import table_migration
from rumpus.devtools.table_migration import migrate_table, migrate_tables
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.lobby import listing_of
from rumpus.table.entries import Base, Began, Entry, Made, Moved, Place, UndoAnswered, UndoAsked
from rumpus.table.table import Table, open_table
from tests.web.local_server import SIXTH

PEOPLE = [Place("person", "Ann", "a"), Place("person", "Ben", "b")]
GAME = Pigeons()


class LaterSquare(Square):
    """Later rules: one card may not be played any more, and at another they fail."""

    barred = 0
    broken = 0

    def moves(self, seat: Seat) -> list[Move]:
        return [card for card in super().moves(seat) if card != self.barred]

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        if move == self.broken:
            raise KeyError(move)
        super().apply(seat, move, rng)

    def rule_against(self, seat: Seat, move: Move) -> str:
        return f"The {move} is too heavy (PG-4)." if move == self.barred else super().rule_against(seat, move)


class Later(Pigeons):
    version = 2
    position = LaterSquare


def with_position(position: type[LaterSquare]) -> Later:
    game = Later()
    game.position = position
    return game


def later(barred: int = 0, broken: int = 0) -> Later:
    return with_position(type("Changed", (LaterSquare,), {"barred": barred, "broken": broken}))


def made(**more: object) -> Made:
    return Made("pigeons", 1, {}, "a seed", [*PEOPLE], "host", **more)  # type: ignore[arg-type]


def played(moves: int, begin: Made | None = None) -> list[tuple[Entry, int]]:
    """A journal in which everybody plays the lowest card."""
    journal: list[tuple[Entry, int]] = [(begin or made(), 1), (Began(), 2)]
    table = open_table("t", GAME, journal)
    for when in range(moves):
        assert table.match is not None
        seat = table.match.position.to_act()[0]
        move = table.match.position.moves(seat)[0]
        entry = Moved(seat, move, words=GAME.format_move(table.match.position, seat, move))
        journal.append((entry, 3 + when))
        table.take(entry, 3 + when)
    return journal


def again(journal: list[tuple[Entry, int]], game: Pigeons) -> tuple[Table, str]:
    new = migrate_table("t", game, journal, SIXTH)
    return open_table("t", game, [(entry, 0) for entry in new.entries]), new.note


def position_of(table: Table) -> Position:
    assert table.match is not None
    return table.match.position


def card_of(journal: list[tuple[Entry, int]], number: int) -> int:
    entry = journal[1 + number][0]
    assert isinstance(entry, Moved)
    return entry.move


def test_moves_that_fit_are_made_again_from_the_same_seed() -> None:
    journal = played(7)
    table, note = again(journal, Later())
    assert note == ""
    assert len(table.steps) == 7
    assert position_of(table).save() == position_of(open_table("t", GAME, journal)).save()
    assert table.made.version == 2
    assert table.names == ["Ann", "Ben"]


def test_it_stops_before_the_first_move_that_does_not_fit() -> None:
    journal = played(7)
    table, note = again(journal, later(barred=card_of(journal, 7)))
    assert len(table.steps) == 6
    assert note == (
        "Your change does not allow move 7 any more: gone back to move 6. "
        f"The {card_of(journal, 7)} is too heavy (PG-4)."
    )


def test_where_not_even_the_first_fits_it_is_the_deal() -> None:
    journal = played(3)
    table, note = again(journal, later(barred=card_of(journal, 1)))
    assert table.steps == []
    assert table.state == "playing"
    assert "any more: gone back to the deal. " in note


def test_a_move_at_which_the_new_rules_fail_names_the_error() -> None:
    journal = played(4)
    table, note = again(journal, later(broken=card_of(journal, 4)))
    assert len(table.steps) == 3
    assert note == f"Your change fails at move 4 (KeyError: {card_of(journal, 4)}): gone back to move 3."


def test_a_deal_that_fails_leaves_an_open_table() -> None:
    class Cardless(LaterSquare):
        def deal(self, rng: Rng) -> None:
            raise ValueError("no cards")

    new = migrate_table("t", with_position(Cardless), played(2), SIXTH)
    assert [type(entry) for entry in new.entries] == [Made]
    assert new.note == "Your change fails at the deal (ValueError: no cards): nothing is dealt."


def test_rules_that_do_not_come_back_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(LaterSquare):
        def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
            while True:
                pass

    monkeypatch.setattr(table_migration, "REPLAY_SECONDS", 0.2)
    new = migrate_table("t", with_position(Endless), played(2), Path(__file__).parent)
    assert "Your change fails at move 1 (test_table_migration.py:" in new.note
    assert "is there a loop that does not end?" in new.note


def test_moves_that_are_called_otherwise_now_are_known_by_their_number() -> None:
    class Renamed(Later):
        """Other words for the same numbers."""

        def format_move(self, position: Position, seat: Seat, move: Move) -> str:
            return f"bid {move}"

    table, note = again(played(4), Renamed())
    assert (len(table.steps), note) == (4, "")
    assert all(step.words.startswith("bid ") for step in table.steps)


def test_moves_that_have_other_numbers_now_are_known_by_their_words() -> None:
    class Shifted(LaterSquare):
        def moves(self, seat: Seat) -> list[Move]:
            return [card + 100 for card in super().moves(seat)]

        def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
            super().apply(seat, move - 100, rng)

        def format_move(self, seat: Seat, move: Move) -> str:
            return f"play {move - 100}"

        def rule_against(self, seat: Seat, move: Move) -> str:
            return super().rule_against(seat, move - 100)

    journal = played(4)
    table, note = again(journal, with_position(Shifted))
    assert note == ""
    assert [step.move for step in table.steps] == [card_of(journal, number) + 100 for number in range(1, 5)]


def test_what_was_taken_back_stays_so() -> None:
    journal = played(3)
    journal += [(UndoAsked(0, 2), 9), (UndoAnswered(1, True), 9)]
    assert len(open_table("t", GAME, journal).steps) == 2
    assert len(again(journal, Later())[0].steps) == 2


def test_a_table_that_waits_for_people_waits_on() -> None:
    waiting = made()
    waiting.places = [PEOPLE[0], Place("open")]
    table, note = again([(waiting, 1)], Later())
    assert (table.state, note) == ("open", "")


def test_unknown_options_start_a_new_table() -> None:
    class Fewer(Later):
        fields = ()  # type: ignore[assignment]

    begin = made()
    begin.options = {"players": 3}
    begin.places = [*PEOPLE, Place("bot", "Cog (easy)", bot="easy")]
    journal = [(begin, 1), (Began(), 2)]
    table, note = again(journal, Fewer())  # type: ignore[arg-type]
    assert [place.name for place in table.places] == ["Ann", "Ben"]
    assert note.startswith("This table does not fit your change (There is no option 'players'")


def test_another_number_of_seats_starts_a_new_table() -> None:
    class More(Later):
        fields = (number("players", 3, 3, 4, "how many pigeons", "PG-1"),)

    table, note = again(played(2), More())
    assert [place.kind for place in table.places] == ["person", "person", "bot"]
    assert table.state == "playing"
    assert table.steps == []
    assert "has 3 seats, this table 2): a new one is dealt" in note


def test_a_match_that_went_on_from_another_one_does_so_again() -> None:
    first = played(4)
    base = Base("a seed", [(entry.seat, entry.move) for entry, _ in first if isinstance(entry, Moved)])
    journal = played(2, made(base=base))
    table, note = again(journal, Later())
    assert (table.inherited_moves, len(table.steps), note) == (4, 2, "")
    table, note = again(journal, later(barred=base.moves[0][1]))
    assert table.inherited_moves == 0


def test_all_tables_of_a_store_are_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> dict[str, str]:
        for name in ("old.db", "new.db"):
            store = SqliteStore(str(tmp_path / name))
            await store.open(LiveTables.__new__(LiveTables))
            if name == "old.db":
                for id, moves in (("one", 3), ("two", 5)):
                    journal = played(moves)
                    entries = [entry for entry, _ in journal]
                    await store.append(id, 0, entries, 5, listing_of(open_table(id, GAME, journal)))
                await store.close()
        changed = later(barred=card_of(played(5), 5))
        notes = await migrate_tables(tmp_path / "old.db", store, changed, SIXTH)
        kept = {id: len(await store.read(id)) for id in ("one", "two")}
        await store.close()
        assert kept == {"one": 5, "two": 6}
        return notes

    monkeypatch.setattr(table_migration, "game_of", lambda name: Later())
    notes = asyncio.run(whole())
    assert list(notes) == ["two"]
    assert "gone back to move 4" in notes["two"]
