"""A table under changed rules: the same seed and moves as far as they fit, and a sentence on what does not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pigeons.game import Pigeons, Square
from rumpus.core.options import number
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Luck
from rumpus.devtools import table_migration
from rumpus.devtools.table_migration import carried, carry_over
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.lobby import listing_of
from rumpus.table.entries import Base, Began, Entry, Made, Moved, Place, UndoAnswered, UndoAsked
from rumpus.table.table import Table, open_table
from tests.web.house import SIXTH

PEOPLE = [Place("person", "Ann", "a"), Place("person", "Ben", "b")]
GAME = Pigeons()


class LaterSquare(Square):
    """Later rules: one card may not be played any more, and at another they fail."""

    barred = 0
    broken = 0

    def moves(self, seat: Seat) -> list[Move]:
        return [card for card in super().moves(seat) if card != self.barred]

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        if move == self.broken:
            raise KeyError(move)
        super().apply(seat, move, luck)

    def forbids(self, seat: Seat, move: Move) -> str:
        return f"The {move} is too heavy (PG-4)." if move == self.barred else super().forbids(seat, move)


class Later(Pigeons):
    version = 2
    position = LaterSquare


def later(barred: int = 0, broken: int = 0) -> Later:
    class Changed(LaterSquare):
        pass

    Changed.barred, Changed.broken = barred, broken
    game = Later()
    game.position = Changed
    return game


def made(**more: object) -> Made:
    return Made("pigeons", 1, {}, "a seed", [*PEOPLE], "host", **more)  # type: ignore[arg-type]


def played(moves: int, begin: Made | None = None) -> list[tuple[Entry, int]]:
    """A book in which everybody plays the lowest card, so many times in all."""
    book: list[tuple[Entry, int]] = [(begin or made(), 1), (Began(), 2)]
    table = open_table("t", GAME, book)
    for when in range(moves):
        assert table.match is not None
        seat = table.match.position.to_act()[0]
        move = table.match.position.moves(seat)[0]
        entry = Moved(seat, move, words=GAME.write(table.match.position, seat, move))
        book.append((entry, 3 + when))
        table.take(entry, 3 + when)
    return book


def again(book: list[tuple[Entry, int]], game: Pigeons) -> tuple[Table, str]:
    new = carried("t", game, book, SIXTH)
    return open_table("t", game, [(entry, 0) for entry in new.entries]), new.note


def position_of(table: Table) -> Position:
    assert table.match is not None
    return table.match.position


def card_of(book: list[tuple[Entry, int]], number: int) -> int:
    entry = book[1 + number][0]
    assert isinstance(entry, Moved)
    return entry.move


def test_moves_that_fit_are_made_again_from_the_same_seed() -> None:
    book = played(7)
    table, note = again(book, Later())
    assert note == ""
    assert len(table.steps) == 7
    assert position_of(table).save() == position_of(open_table("t", GAME, book)).save()
    assert table.made.version == 2
    assert table.names == ["Ann", "Ben"]


def test_it_stops_before_the_first_move_that_does_not_fit() -> None:
    book = played(7)
    changed = later(barred=card_of(book, 7))
    table, note = again(book, changed)
    assert len(table.steps) == 6
    assert note == (
        f"Your change does not allow move 7 any more: gone back to move 6. The {card_of(book, 7)} is too heavy (PG-4)."
    )


def test_where_not_even_the_first_fits_it_is_the_deal() -> None:
    book = played(3)
    changed = later(barred=card_of(book, 1))
    table, note = again(book, changed)
    assert table.steps == []
    assert table.state == "playing"
    assert "any more: gone back to the deal. " in note


def test_a_move_at_which_the_new_rules_fail_names_the_error() -> None:
    book = played(4)
    changed = later(broken=card_of(book, 4))
    table, note = again(book, changed)
    assert len(table.steps) == 3
    assert note == f"Your change fails at move 4 (KeyError: {card_of(book, 4)}): gone back to move 3."


def test_a_deal_that_fails_leaves_an_open_table() -> None:
    class Cardless(LaterSquare):
        def deal(self, luck: Luck) -> None:
            raise ValueError("no cards")

    class Broken(Later):
        position = Cardless

    new = carried("t", Broken(), played(2), SIXTH)
    assert [type(entry) for entry in new.entries] == [Made]
    assert new.note == "Your change fails at the deal (ValueError: no cards): nothing is dealt."


def test_rules_that_do_not_come_back_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(LaterSquare):
        def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
            while True:
                pass

    class Looping(Later):
        position = Endless

    monkeypatch.setattr(table_migration, "PATIENCE", 0.2)
    new = carried("t", Looping(), played(2), Path(__file__).parent)
    assert "Your change fails at move 1 (test_carrying.py:" in new.note
    assert "is there a loop that does not end?" in new.note


def test_moves_that_are_called_otherwise_now_are_known_by_their_number() -> None:
    class Renamed(Later):
        """Other words for the same numbers."""

        def write(self, position: Position, seat: Seat, move: Move) -> str:
            return f"bid {move}"

    table, note = again(played(4), Renamed())
    assert (len(table.steps), note) == (4, "")
    assert all(step.words.startswith("bid ") for step in table.steps)


def test_moves_that_have_other_numbers_now_are_known_by_their_words() -> None:
    class Shifted(LaterSquare):
        def moves(self, seat: Seat) -> list[Move]:
            return [card + 100 for card in super().moves(seat)]

        def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
            super().apply(seat, move - 100, luck)

        def write(self, seat: Seat, move: Move) -> str:
            return f"play {move - 100}"

        def forbids(self, seat: Seat, move: Move) -> str:
            return super().forbids(seat, move - 100)

    class Renumbered(Later):
        position = Shifted

    book = played(4)
    table, note = again(book, Renumbered())
    assert note == ""
    assert [step.move for step in table.steps] == [card_of(book, number) + 100 for number in range(1, 5)]


def test_what_was_taken_back_stays_so() -> None:
    book = played(3)
    book += [(UndoAsked(0, 2), 9), (UndoAnswered(1, True), 9)]
    assert len(open_table("t", GAME, book).steps) == 2
    assert len(again(book, Later())[0].steps) == 2


def test_a_table_that_waits_for_people_waits_on() -> None:
    waiting = made()
    waiting.places = [PEOPLE[0], Place("open")]
    table, note = again([(waiting, 1)], Later())
    assert (table.state, note) == ("open", "")


def test_options_that_are_gone_give_way_to_the_rulebook() -> None:
    class Fewer(Later):
        fields = ()  # type: ignore[assignment]

    begin = made()
    begin.options = {"players": 3}
    begin.places = [*PEOPLE, Place("bot", "Cog (easy)", bot="easy")]
    book = [(begin, 1), (Began(), 2)]
    table, note = again(book, Fewer())  # type: ignore[arg-type]
    assert [place.name for place in table.places] == ["Ann", "Ben"]
    assert note.startswith("The options of this table do not fit your change (there is no option 'players'")


def test_chairs_that_are_added_are_taken_by_bots() -> None:
    class More(Later):
        fields = (number("players", 3, 3, 4, "how many pigeons", "PG-1"),)

    table, note = again(played(2), More())
    assert [place.kind for place in table.places] == ["person", "person", "bot"]
    assert note.startswith("Your change ")


def test_a_match_that_went_on_from_another_one_does_so_again() -> None:
    first = played(4)
    base = Base("a seed", [(entry.seat, entry.move) for entry, _ in first if isinstance(entry, Moved)])
    book = played(2, made(base=base))
    table, note = again(book, Later())
    assert (table.past, len(table.steps), note) == (4, 2, "")
    changed = later(barred=base.moves[0][1])
    table, note = again(book, changed)
    assert table.past == 0


def test_all_tables_of_a_store_are_carried_over(tmp_path: Path) -> None:
    async def whole() -> dict[str, str]:
        for name in ("old.db", "new.db"):
            store = SqliteStore(str(tmp_path / name))
            await store.open(LiveTables.__new__(LiveTables))
            if name == "old.db":
                for id, moves in (("one", 3), ("two", 5)):
                    book = played(moves)
                    entries = [entry for entry, _ in book]
                    await store.append(id, 0, entries, 5, listing_of(open_table(id, GAME, book)))
                await store.close()
        changed = later(barred=card_of(played(5), 5))
        notes = await carry_over(tmp_path / "old.db", store, changed, SIXTH)
        kept = {id: len(await store.read(id)) for id in ("one", "two")}
        await store.close()
        assert kept == {"one": 5, "two": 6}
        return notes

    monkeypatch = pytest.MonkeyPatch()
    with monkeypatch.context() as patched:
        patched.setattr(table_migration, "game_of", lambda name: Later())
        notes = asyncio.run(whole())
    assert list(notes) == ["two"]
    assert "gone back to move 4" in notes["two"]
