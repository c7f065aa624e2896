"""The laws that every game keeps, ours or a stranger's: each plays random games and raises where one is broken.

from rumpus.testing.laws import LAWS
for law in LAWS:
    law(game, game.options(), games=20)
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, cast

from rumpus.core.contract import EVERYONE, Event, Move, Plain, Position, Seat, Seen
from rumpus.core.errors import BadRecord, IllegalMove
from rumpus.core.game import Game
from rumpus.core.luck import Luck, Seeded
from rumpus.core.options import Options
from rumpus.core.rulebook import topics_in_play
from rumpus.core.words import fits, tidy
from rumpus.testing.anatomy import anatomy, first_difference
from rumpus.testing.damage import damaged_saves

LONGEST: Final = 200_000
"""More decisions than any game may take."""
MORE_GAMES: Final = 20
ENOUGH: Final = 6
"""So many dreams that are not the real position are looked for, in so many more games at most."""
AT_ONCE: Final = 2.0
"""Seconds in which a damaged save is refused, on the slowest of machines."""


class BrokenLaw(AssertionError):
    """A law does not hold; the message says where."""


def expect(holds: bool, law: str, where: object = "") -> None:
    if not holds:
        raise BrokenLaw(f"{law} [{where}]" if where != "" else law)


def text_of(plain: Plain) -> str:
    """Plain data as JSON in one canonical form: equal text, equal data."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def saved(position: Position) -> str:
    return text_of(position.save())


class RandomGame:
    """One random game of a law, with a name for messages."""

    def __init__(self, game: Game, options: Options, seed: str, listen: bool = False) -> None:
        self.game = game
        self.options = options
        self.name = f"{game.name} {options.changed()} seed {seed}"
        self.luck = Seeded(seed)
        self.chooser = Seeded(seed + "/choices")
        self.position = game.start(options, self.luck, listen=listen)
        self.seats = range(game.seats(options))
        self.made = 0

    def steps(self) -> Iterator[tuple[Seat, Move]]:
        """Random play: yields each decision just before it is carried out."""
        while True:
            acting = self.position.to_act()
            if not acting:
                return
            seat = acting[self.chooser.below(len(acting))]
            moves = self.position.moves(seat)
            expect(len(moves) > 0, "a seat that owes a decision has a move", self.where(seat))
            move = moves[self.chooser.below(len(moves))]
            yield seat, move
            self.position.apply(seat, move, self.luck)
            self.made += 1
            expect(self.made < LONGEST, "random play ends", self.name)

    def now_and_then(self, about: int) -> bool:
        """True once in about so many calls, and always early on."""
        return self.made < 3 or self.chooser.below(about) == 0

    def where(self, seat: Seat | None = None) -> str:
        return f"{self.name}, after {self.made} moves" + ("" if seat is None else f", seat {seat}")


def games_of(game: Game, options: Options, games: int, law: str, listen: bool = False) -> Iterator[RandomGame]:
    for number in range(games):
        yield RandomGame(game, options, f"{law}/{number}", listen)


# --- the laws ---


def random_play_ends(game: Game, options: Options, games: int) -> None:
    """Random play ends with one number per seat; who owes a decision has distinct moves inside the move space."""
    space = game.move_count(options)
    for match in games_of(game, options, games, "ends"):
        for _ in match.steps():
            acting = match.position.to_act()
            expect(acting == sorted(set(acting)), "to_act lists seats upwards, once each", match.where())
            expect(match.position.result() is None, "no result while somebody owes a decision", match.where())
            for seat in match.seats:
                moves = match.position.moves(seat)
                expect(bool(moves) == (seat in acting), "who owes a decision has moves, nobody else", match.where(seat))
                expect(len(set(moves)) == len(moves), "no move is listed twice", match.where(seat))
                expect(all(0 <= move < space for move in moves), "moves lie in the move space", match.where(seat))
        result = match.position.result()
        if result is None:
            raise BrokenLaw(f"a game in which nobody owes a decision has a result [{match.where()}]")
        expect(len(result) == len(match.seats), "one result per seat", match.where())
        expect(all(-1 <= value <= 1 for value in result), "results lie between -1 and 1", match.where())


def a_copy_shares_nothing(game: Game, options: Options, games: int) -> None:
    """Playing on in a copy leaves the original alone, and a copy plays on like the original."""
    for match in games_of(game, options, games, "copy"):
        for seat, move in match.steps():
            if not match.now_and_then(12):
                continue
            before = saved(match.position)
            twin = match.position.copy()
            expect(saved(twin) == before, "a copy is equal", match.where())
            play_on(twin, Seeded("on"), 40)
            expect(saved(match.position) == before, "a copy shares nothing", match.where())
            first, second = match.position.copy(), match.position.copy().copy()
            first.apply(seat, move, Seeded("same"))
            second.apply(seat, move, Seeded("same"))
            expect(saved(first) == saved(second), "a copy goes on identically", match.where())


def a_saved_position_goes_on(game: Game, options: Options, games: int) -> None:
    """load(save()) through JSON text is the same position, to every seat, and goes on identically."""
    for match in games_of(game, options, games, "save"):
        for _ in match.steps():
            if not match.now_and_then(12):
                continue
            text = saved(match.position)
            again = game.load(options, json.loads(text))
            expect(saved(again) == text, "save, load, save gives the same text", match.where())
            for seat in [None, *match.seats]:
                same = text_of(again.view(seat)) == text_of(match.position.view(seat))
                expect(same, "a loaded position looks the same", match.where(seat))
            twin = match.position.copy()
            play_on(again, Seeded("on"), 60)
            play_on(twin, Seeded("on"), 60)
            expect(saved(again) == saved(twin), "a loaded position goes on identically", match.where())


def same_luck_same_events(game: Game, options: Options, games: int) -> None:
    """Same luck and moves give the same events, all of which have words, and listening changes nothing."""
    people = [f"Player {seat}" for seat in range(game.seats(options))]
    for number in range(games):
        seed = f"events/{number}"
        heard, twin = RandomGame(game, options, seed, True), RandomGame(game, options, seed, True)
        silent = RandomGame(game, options, seed, False)
        first = all_events(heard)
        expect(repr(first) == repr(all_events(twin)), "same luck and moves, same events", heard.name)
        for _ in silent.steps():
            pass
        expect(silent.position.take_events() == [], "a position that does not listen notes nothing", heard.name)
        expect(saved(silent.position) == saved(heard.position), "listening changes nothing", heard.name)
        expect(len(first) > 0, "a game has events", heard.name)
        for event in first:
            for seat in [None, *heard.seats]:
                seen = event.seen_by(seat)
                if seen is not None:
                    line = game.tell(seen, people)
                    expect(bool(line.text.strip()), f"the event {seen!r} has words", heard.name)


def notation_reads_back(game: Game, options: Options, games: int) -> None:
    """read(write(m)) == m for every legal move, in any case; the words of one decision differ; noise is refused."""
    for match in games_of(game, options, games, "words"):
        for _ in match.steps():
            if not match.now_and_then(6):
                continue
            for seat in match.position.to_act():
                words: set[str] = set()
                for move in match.position.moves(seat):
                    text = game.write(match.position, seat, move)
                    expect(tidy(text) not in words, f"{text!r} names one move only", match.where(seat))
                    words.add(tidy(text))
                    for typed in (text, text.upper(), f"  {text} "):
                        read = game.read(match.position, seat, typed)
                        expect(read == move, f"{typed!r} reads back as {move}, not {read}", match.where(seat))
                for noise in ("", "\x00", "no such thing at all", "🎲" * 50, "9" * 400):
                    reading_is_refused(game, match.position, seat, noise, match.where(seat))


def forbidden_moves_are_refused(game: Game, options: Options, games: int) -> None:
    """Whatever is not offered is refused in a sentence and changes nothing."""
    space = game.move_count(options)
    for match in games_of(game, options, games, "refuse"):
        for _ in match.steps():
            if not match.now_and_then(10):
                continue
            before = saved(match.position)
            for seat in match.position.to_act():
                number = match.position.moves(seat)[0]
                for odd in (float(number), str(number), True, None, [number]):
                    playing_is_refused(match.position, seat, odd, match.where(seat))
                for nobody in (float(seat), str(seat), True, None, -1, len(match.seats), 10**12):
                    playing_is_refused(match.position, nobody, number, match.where(seat))
            for seat in match.seats:
                offered = match.position.moves(seat)
                tried = [-1, space, space + 10**12, *[match.chooser.below(space) for _ in range(5)]]
                for move in tried:
                    if move not in offered and match.position.why_not(seat, move):
                        playing_is_refused(match.position, seat, move, match.where(seat))
                for move in offered:
                    expect(match.position.why_not(seat, move) == "", "what is offered is allowed", match.where(seat))
                expect(match.position.why_not(seat, -1) != "", "a move that is none is refused", match.where(seat))
            expect(saved(match.position) == before, "a refused move changes nothing", match.where())
        for seat in match.seats:
            playing_is_refused(match.position, seat, 0, match.where(seat))


class Dreams:
    """How many dreams were looked at, and how many of them told something: where nothing is hidden from a seat its
    dream is the real position, and no law about dreams can be broken."""

    def __init__(self) -> None:
        self.looked = 0
        self.telling = 0

    def __str__(self) -> str:
        return f"{self.telling} of {self.looked} dreams were another position than the real one"


def a_dream_looks_real(game: Game, options: Options, games: int) -> None:
    """To its dreamer a dream looks like the real position in everything, can be played to its end, and comes from what
    the dreamer knows alone: two positions it cannot tell apart give it the same dream from the same luck."""
    look_at_dreams(game, options, games)


def look_at_dreams(game: Game, options: Options, games: int) -> Dreams:
    """The same, with its count; where hardly a dream tells anything, more games are searched for some that do."""
    dreams = Dreams()
    for number, match in enumerate(games_of(game, options, games + MORE_GAMES, "dream")):
        searching = number >= games
        if searching and dreams.telling >= ENOUGH:
            break
        for _ in match.steps():
            now = not searching and match.now_and_then(10)
            if not now and dreams.telling >= ENOUGH:
                continue
            before = saved(match.position)
            for seat in match.seats:
                dream = match.position.imagine(seat, Seeded(f"{match.name}/{match.made}/{seat}"))
                telling = saved(dream) != before
                if now or telling:
                    dreams.looked += 1
                    dreams.telling += telling
                    _look_at(dream, match, seat)
            expect(saved(match.position) == before, "dreaming changes nothing", match.where())
    return dreams


def _look_at(dream: Position, match: RandomGame, seat: Seat) -> None:
    game, options, real = match.game, match.options, match.position
    bots = game.bots()
    features, judge = bots.features(options), bots.judge(options)
    looks_the_same(game, options, real, dream, seat, match.where(seat))
    row = features.of(real, seat)
    expect(len(row) == len(features.names), "features have a fixed length", match.where(seat))
    expect(row == features.of(dream, seat), "features show only what the seat knows", match.where(seat))
    again = real.imagine(seat, Seeded("again")), dream.imagine(seat, Seeded("again"))
    expect(saved(again[0]) == saved(again[1]), "a dream depends on what the seat knows", match.where(seat))
    expect(again[0].take_events() == [], "dreams do not listen", match.where(seat))
    for move in dream.moves(seat)[:10]:
        value, other = (judge.appraise(one, seat, move) for one in (dream, again[0]))
        expect(value == other or not bots.open_judge, "an open judge looks at nothing hidden", match.where(seat))
    expect(-1 <= judge.worth(dream, seat) <= 1, "worth lies between -1 and 1", match.where(seat))
    play_on(dream, Seeded("on"), LONGEST)
    expect(dream.result() is not None, "a dream can be played to its end", match.where(seat))


def sealed_answers_show_nothing(game: Game, options: Options, games: int) -> None:
    """What another seat has decided, while it is sealed, changes nothing that a seat sees, hears or dreams."""
    for match in games_of(game, options, games, "sealed", listen=True):
        for seat, _ in match.steps():
            acting = match.position.to_act()
            if len(acting) < 2 or not match.now_and_then(4):
                continue
            match.position.take_events()
            moves = match.position.moves(seat)
            answers = [moves[0], moves[-1], moves[len(moves) // 2]]
            for viewer in [None, *acting]:
                if viewer == seat:
                    continue
                seen: set[str] = set()
                for answer in answers:
                    sealed = match.position.copy()
                    sealed.apply(seat, answer, Seeded("seal"))
                    heard = [str(event.seen_by(viewer)) for event in sealed.take_events()]
                    dream = "" if viewer is None else saved(sealed.imagine(viewer, Seeded("dream")))
                    seen.add(text_of([text_of(sealed.view(viewer)), str(sealed.waiting(viewer)), *heard, dream]))
                expect(len(seen) == 1, "a sealed answer shows nothing", match.where(viewer))


def what_looks_alike_sounds_alike(game: Game, options: Options, games: int) -> None:
    """Where the same decision leaves the real position and a dream looking alike to the dreamer, it heard the same."""
    for match in games_of(game, options, games, "alike", listen=True):
        for seat, move in match.steps():
            match.position.take_events()
            if not match.now_and_then(6):
                continue
            real, dream = match.position.copy(), match.position.imagine(seat, Seeded(match.where()))
            dream.listen()
            real.apply(seat, move, Seeded("alike"))
            dream.apply(seat, move, Seeded("alike"))
            if text_of(real.view(seat)) == text_of(dream.view(seat)):
                heard = [noticed(position.take_events(), seat) for position in (real, dream)]
                expect(heard[0] == heard[1], "what looks alike sounds alike", match.where(seat))


def dreams_vary(game: Game, options: Options, games: int) -> None:
    """Where something is hidden from a seat, its dreams differ."""
    secrets = varied = False
    for match in games_of(game, options, games, "vary", listen=True):
        for _ in match.steps():
            secrets = secrets or any(event.knowers != EVERYONE for event in match.position.take_events())
            if not varied and match.now_and_then(6):
                for seat in match.seats:
                    dreams = {saved(match.position.imagine(seat, Seeded(f"{match.made}/{n}"))) for n in range(4)}
                    varied = varied or len(dreams) > 1
    expect(varied or not secrets, "there are secrets, and yet all dreams are alike", game.name)


def playing_out_is_playing_on(game: Game, options: Options, games: int) -> None:
    """Whoever only plays on and picks moves at random without listing them makes the same moves, to the same result."""
    for match in games_of(game, options, games, "playing out"):
        for _ in match.steps():
            if not match.now_and_then(60):
                continue
            listed, quick = match.position.copy(), match.position.copy()
            quick.be_played_out()
            quick = quick.copy()
            one, other = Seeded("on"), Seeded("on")
            for _ in range(200):
                acting = listed.to_act()
                expect(quick.to_act() == acting, "playing out asks the same seats", match.where())
                if not acting:
                    break
                moves = listed.moves(acting[0])
                move = moves[one.below(len(moves))]
                expect(quick.at_random(acting[0], other) == move, "a random move is any of them", match.where())
                listed.apply(acting[0], move, one)
                quick.apply(acting[0], move, other)
            expect(quick.result() == listed.result(), "playing out leads to the same result", match.where())


def fields_are_kept(game: Game, options: Options, games: int) -> None:
    """Every attribute of a position and of its parts is equal in a copy and after load(save()), but for those that a
    class lists as PASSING; and no attribute of the original, but for those it lists as REMEMBERED, changes when a copy
    is played on."""
    for match in games_of(game, options, games, "fields"):
        for _ in match.steps():
            if not match.now_and_then(20):
                continue
            whole, lasting = anatomy(match.position), anatomy(match.position, passing=False)
            twin = match.position.copy()
            gap = first_difference(lasting, anatomy(twin, passing=False))
            expect(not gap, f"a copy has every attribute, {gap}", match.where())
            again = game.load(options, json.loads(saved(match.position)))
            gap = first_difference(lasting, anatomy(again, passing=False))
            expect(not gap, f"a loaded position has every attribute, {gap}", match.where())
            play_on(twin, Seeded("on"), 40)
            gap = first_difference(whole, anatomy(match.position))
            expect(not gap, f"a copy shares nothing changeable, {gap}", match.where())


def a_damaged_save_is_refused(game: Game, options: Options, games: int) -> None:
    """Whatever a save could not have been is refused in a sentence, at once; what is taken for one can be seen and
    played on."""
    for match in games_of(game, options, games, "damage"):
        for _ in match.steps():
            if match.now_and_then(60):
                for what, plain in damaged_saves(match.position.save(), match.chooser, 5):
                    loading_is_refused_or_works(game, options, plain, f"{what}, {match.where()}")


def events_are_named(game: Game, options: Options, games: int) -> None:
    """A game that names the arguments of its events names those of every kind, one by one."""
    if not game.events:
        return
    for match in games_of(game, options, games, "named", listen=True):
        for event in all_events(match):
            heard = [event.whole(), *([Seen(event.outside, event.outside_args)] if event.outside else [])]
            for seen in heard:
                expect(fits(seen, game.events), f"the arguments of {seen!r} are named", match.name)


LAWS: Final[Sequence[Callable[[Game, Options, int], None]]] = (
    random_play_ends,
    a_copy_shares_nothing,
    a_saved_position_goes_on,
    same_luck_same_events,
    notation_reads_back,
    forbidden_moves_are_refused,
    a_dream_looks_real,
    sealed_answers_show_nothing,
    what_looks_alike_sounds_alike,
    dreams_vary,
    playing_out_is_playing_on,
    events_are_named,
    fields_are_kept,
    a_damaged_save_is_refused,
)


def unseen_topics(game: Game, variants: Sequence[Options], games: int) -> list[str]:
    """The topics (cards, abilities, characters …) that nobody reads of in so many random games a variant.

    Read are the story, what a view shows, the moves that are made, and what the lab's book counts.
    """
    left = {topic.name.lower(): topic.name for options in variants for topic in topics_in_play(game, options)}
    for number in range(games):
        for options in variants:
            people = [f"Player {seat}" for seat in range(game.seats(options))]
            match = RandomGame(game, options, f"topics/{number}", True)
            told = " ".join(read_of(match, people)).lower()
            for name in [name for name in left if name in told]:
                del left[name]
            if not left:
                return []
    return sorted(left.values())


# --- helpers ---


def looks_the_same(game: Game, options: Options, real: Position, dream: Position, seat: Seat, where: str) -> None:
    people = [f"Player {number}" for number in range(game.seats(options))]
    expect(text_of(real.view(seat)) == text_of(dream.view(seat)), "a dream has the same view", where)
    expect(real.moves(seat) == dream.moves(seat), "a dream has the same moves", where)
    expect(real.waiting(seat) == dream.waiting(seat), "a dream waits for the same seats", where)
    for move in real.moves(seat):
        same = game.write(real, seat, move) == game.write(dream, seat, move)
        expect(same, "a dream has the same words", where)
        same = game.explain(real, seat, move, people) == game.explain(dream, seat, move, people)
        expect(same, "a dream has the same explanations", where)
    for move in range(0, game.move_count(options), max(1, game.move_count(options) // 7)):
        same = real.why_not(seat, move) == dream.why_not(seat, move)
        expect(same, "a dream has the same reasons", where)


def play_on(position: Position, luck: Luck, limit: int) -> None:
    """Random moves until the end, or so many."""
    for _ in range(limit):
        acting = position.to_act()
        if not acting:
            return
        moves = position.moves(acting[0])
        position.apply(acting[0], moves[luck.below(len(moves))], luck)


def all_events(match: RandomGame) -> list[Event]:
    events = match.position.take_events()
    for _ in match.steps():
        events.extend(match.position.take_events())
    return events + match.position.take_events()


def read_of(match: RandomGame, people: Sequence[str]) -> Iterator[str]:
    """All that is read in this game, views and moves now and then."""
    game = match.game
    for seat, move in match.steps():
        if match.now_and_then(5):
            yield text_of(match.position.view(seat))
        yield game.say(match.position, seat, move, people)
        yield game.explain(match.position, seat, move, people)
        yield from read_of_events(match, people)
    yield from read_of_events(match, people)


def read_of_events(match: RandomGame, people: Sequence[str]) -> Iterator[str]:
    for event in match.position.take_events():
        yield match.game.tell(event.whole(), people).text
        for _, _, what in match.game.lab().ledger(event):
            yield what


def noticed(events: Sequence[Event], seat: Seat) -> list[str]:
    seen: list[Seen | None] = [event.seen_by(seat) for event in events]
    return [repr(one) for one in seen if one is not None]


def reading_is_refused(game: Game, position: Position, seat: Seat, text: str, where: str) -> None:
    try:
        game.read(position, seat, text)
    except IllegalMove as error:
        expect(len(str(error)) > 5, "a refusal is a sentence", where)
        return
    raise BrokenLaw(f"words that name no move are refused, {text!r} too [{where}]")


def loading_is_refused_or_works(game: Game, options: Options, plain: Plain, where: str) -> None:
    began = time.perf_counter()
    try:
        position = game.load(options, cast(dict[str, Plain], plain))
    except BadRecord as error:
        expect(10 < len(str(error)) < 1000, "a refusal is a sentence", where)
        str(error).encode()
        return
    except Exception as error:
        raise BrokenLaw(f"a damaged save is refused as a BadRecord, not by a {error!r} [{where}]") from error
    finally:
        expect(time.perf_counter() - began < AT_ONCE, "a damaged save is refused at once", where)
    try:
        for seat in [None, *range(game.seats(options))]:
            text_of(position.view(seat))
        for seat in range(game.seats(options)):
            play_on(position.imagine(seat, Seeded("dream")), Seeded("on"), 10)
        again = saved(game.load(options, json.loads(saved(position))))
        expect(again == saved(position), "what was taken for a save can be saved", where)
        expect(bool(position.to_act()) != (position.result() is not None), "it goes on, or it is over", where)
        play_on(position, Seeded("on"), 30)
    except BrokenLaw:
        raise
    except Exception as error:
        raise BrokenLaw(f"a damaged save is refused, or works, without a {error!r} [{where}]") from error


def playing_is_refused(position: Position, seat: object, move: object, where: str) -> None:
    try:
        position.play(seat, move, Seeded("no"))
    except IllegalMove as error:
        expect(len(str(error)) > 5, "a refusal is a sentence", where)
        return
    raise BrokenLaw(f"a move that is not offered is refused, {seat!r}: {move!r} too [{where}]")
