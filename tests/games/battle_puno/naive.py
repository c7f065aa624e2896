"""Battle Puno a second time, as slowly and literally as the rules are written: cards are words, nothing is shared.

It is fed the same picks and decisions as the real one, and must offer the same options and end the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rumpus.core.options import Options
from rumpus.core.rng import Rng

COLOURS = ["red", "blue", "green", "yellow"]
BLACK = ["wild", "wild draw 4", "trade", "wild hit all", "wild chaos", "discard all"]


def colour(card: str) -> str:
    return "black" if card in BLACK else card.split()[0]


def symbol(card: str) -> str:
    return "" if card in BLACK else card.split(maxsplit=1)[1]


def points(card: str) -> int:
    if card in ("trade", "discard all"):
        return 30
    if card in BLACK:
        return 50
    return int(symbol(card)) if symbol(card).isdigit() else 20


def deck_in_order(extra: bool) -> list[str]:
    """BP-37."""
    cards: list[str] = []
    for one in COLOURS:
        cards.append(f"{one} 0")
        for digit in range(1, 10):
            cards += [f"{one} {digit}"] * 2
        for word in ("skip", "reverse", "draw 2"):
            cards += [f"{one} {word}"] * 2
    for card in BLACK:
        if extra or card not in ("trade", "wild chaos", "discard all"):
            cards += [card] * (4 if card in ("wild", "wild draw 4") else 2)
    return cards


@dataclass
class Naive:
    options: Options
    rng: Rng
    scores: list[int] = field(default_factory=list)
    round: int = 0
    over: bool = False
    places: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.mode = self.options.choice("mode")
        self.n = self.options.number("players")
        self.size = self.options.number("hand")
        self.scores = [0] * self.n
        wish = self.options.choice("play_drawn")
        self.play_drawn = wish == "on" or (wish == "by mode" and self.mode == "traditional")
        wish = self.options.choice("overload")
        self.overload = self.mode == "death match" and (wish == "on" or (wish == "by table" and self.n >= 7))
        self.start_round()

    # BP-36
    def shuffle(self, cards: list[str]) -> None:
        for i in range(len(cards) - 1, 0, -1):
            j = self.rng.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]

    # BP-38
    def start_round(self) -> None:
        self.round += 1
        self.hp = [self.options.number("hp")] * self.n
        self.pool = 0
        self.pool_pile: list[str] = []
        self.pile: list[str] = []
        self.inside = list(range(self.n))
        self.fallen: list[int] = []
        self.k = [0] * self.n
        self.direction = 1
        self.turns = 0
        self.penalty = 0
        extra = self.mode != "traditional" or self.options.switch("extra_cards")
        deck = deck_in_order(extra)
        self.shuffle(deck)
        tied = list(range(self.n))
        while True:
            if len(deck) < len(tied):
                deck = deck_in_order(extra)
                self.shuffle(deck)
            lots = {seat: points(deck.pop(0)) for seat in tied}
            tied = [seat for seat in tied if lots[seat] == max(lots.values())]
            if len(tied) == 1:
                break
        starter = tied[0]
        self.deck = deck_in_order(extra)
        self.shuffle(self.deck)
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        for number in range(self.n * self.size):
            self.hands[(starter + number) % self.n].append(self.deck.pop(0))
        while colour(self.deck[0]) == "black":
            self.deck.append(self.deck.pop(0))
            self.shuffle(self.deck)
        self.table = self.deck.pop(0)
        self.counts = False
        self.colour, self.symbol = colour(self.table), symbol(self.table)
        self.on = starter
        if self.symbol == "skip":
            self.on = self.after(starter)
        elif self.symbol == "reverse":
            self.direction = -1
        elif self.symbol == "draw 2":
            self.penalty = 2
        self.begin_turn()

    # BP-30
    def after(self, seat: int) -> int:
        while True:
            seat = (seat + self.direction) % self.n
            if seat in self.inside:
                return seat

    # BP-40
    def begin_turn(self) -> None:
        self.turns += 1
        p = self.on
        if self.overload:
            if len(self.hands[p]) >= self.size + 2:
                self.hp[p] -= self.k[p] * max(1, self.options.number("hp") // 100)
                self.k[p] += 1
                if self.hp[p] <= 0:
                    self.on = self.after(p)
                    self.knock_out(p)
                    self.end_turn(p)
                    return
            else:
                self.k[p] = 0
        if self.penalty:
            self.decision = "answer"
            return
        self.decision = "turn"
        if not self.offers():
            if len(self.inside) == 1:
                self.end_round(p)
            else:
                self.on = self.after(p)
                self.inside.remove(p)
                self.begin_turn()

    def offers(self) -> list[str]:
        """BP-42."""
        p = self.on
        hand = [self.hands[p][-1]] if self.decision == "drawn" else self.hands[p]
        found: list[str] = []
        for card in dict.fromkeys(hand):
            if self.playable(p, card):
                found += self.ways(p, card)
        if self.decision == "answer":
            found.append("take")
        elif self.decision == "drawn":
            found.append("keep")
        elif self.deck or self.mode == "death match":
            found.append("draw")
        return found

    def playable(self, p: int, card: str) -> bool:
        """BP-6, BP-8, BP-10."""
        if len(self.hands[p]) == 1 and card in BLACK and card != "wild":
            return False
        fits = card in BLACK or colour(card) == self.colour or symbol(card) == self.symbol
        if self.decision == "answer":
            if symbol(card) in ("skip", "reverse"):
                return colour(card) == self.colour
            stacks = symbol(card) == "draw 2" or card == "wild draw 4"
            return stacks and fits and self.options.switch("stack_draws")
        return fits

    def ways(self, p: int, card: str) -> list[str]:
        if card in ("wild", "wild draw 4", "wild hit all"):
            return [f"{card} {one}" for one in COLOURS]
        if card == "trade":
            targets: list[int] = []
            other = self.after(p)
            while other != p:
                targets.append(other)
                other = self.after(other)
            return [f"trade {other}" for other in targets] or ["trade"]
        if symbol(card) == "0" and self.mode != "traditional":
            return [f"{card} add", f"{card} reset"]
        return [card]

    def decide(self, words: str) -> None:
        p = self.on
        if words == "take":
            count, self.penalty = self.penalty, 0
            self.draw(p, count)
            self.on = self.after(p)
            self.end_turn(p)
        elif words == "keep":
            self.on = self.after(p)
            self.end_turn(p)
        elif words == "draw":
            self.own_draw(p)
        else:
            self.play(p, words)

    def own_draw(self, p: int) -> None:
        if self.mode != "traditional":
            self.hp[p] -= self.pool
            self.reset()
            if self.mode == "death match" and self.hp[p] <= 0:
                self.on = self.after(p)
                self.knock_out(p)
                self.end_turn(p)
                return
        before = len(self.hands[p])
        self.draw(p, 1)
        if self.play_drawn and len(self.hands[p]) > before:
            self.decision = "drawn"
            if self.playable(p, self.hands[p][-1]):
                return
        self.on = self.after(p)
        self.end_turn(p)

    # BP-41
    def play(self, p: int, words: str) -> None:
        card = next(card for card in [*sorted(BLACK, key=len, reverse=True), *self.hands[p]] if words.startswith(card))
        rest = words[len(card) :].strip()
        if self.decision == "drawn":
            self.hands[p].pop()
        else:
            self.hands[p].remove(card)
        (self.pool_pile if self.counts else self.pile).append(self.table)
        covered, self.table, self.counts = self.table, card, False
        if card == "wild chaos":
            self.colour = COLOURS[self.rng.below(4)]
            self.symbol = str(self.rng.below(10))
        elif card in BLACK:
            self.colour, self.symbol = (rest if rest in COLOURS else self.colour), ""
        else:
            self.colour, self.symbol = colour(card), symbol(card)
        if self.mode != "traditional" and symbol(card).isdigit():
            if rest == "reset":
                self.reset()
            else:
                self.pool += int(symbol(card)) or 10
                self.counts = True
        alone = len(self.inside) == 1
        punished = self.penalty > 0
        if symbol(card) == "reverse":
            self.direction = -self.direction
        if not alone and symbol(card) == "draw 2":
            self.penalty += 2
        if not alone and card == "wild draw 4":
            self.penalty += 4
        if card == "wild hit all":
            other = self.after(p)
            while other != p:
                self.draw(other, 2)
                other = self.after(other)
        if card == "trade" and rest:
            self.hands[p], self.hands[int(rest)] = self.hands[int(rest)], self.hands[p]
        if card == "discard all" and covered != "discard all":
            self.pile += [one for one in self.hands[p] if colour(one) == self.colour]
            self.hands[p] = [one for one in self.hands[p] if colour(one) != self.colour]
        self.on = self.after(p)
        if symbol(card) == "skip" and not punished:
            self.on = self.after(self.on)
        if symbol(card) == "reverse" and not punished and len(self.inside) == 2:
            self.on = p
        if not self.hands[p] and self.mode != "death match":
            self.draw(self.on, self.penalty)
            self.penalty = 0
            self.end_round(p)
        else:
            self.end_turn(p)

    # BP-35
    def reset(self) -> None:
        self.pile += self.pool_pile
        self.pool, self.pool_pile, self.counts = 0, [], False

    # BP-28, BP-32
    def draw(self, p: int, count: int) -> None:
        for _ in range(count):
            if not self.deck and self.mode == "death match":
                if not self.pile and self.pool_pile:
                    self.reset()
                self.deck, self.pile = self.pile, []
                self.shuffle(self.deck)
            if self.deck:
                self.hands[p].append(self.deck.pop(0))

    def knock_out(self, p: int) -> None:
        self.inside.remove(p)
        self.fallen.append(p)
        self.pile += self.hands[p]
        self.hands[p] = []

    def end_turn(self, p: int) -> None:
        if self.mode == "death match":
            if len(self.inside) == 1:
                self.finish_death_match()
                return
            seat = first = p if p in self.inside else self.after(p)
            while True:
                self.draw(seat, self.size - len(self.hands[seat]))
                seat = self.after(seat)
                if seat == first:
                    break
            if self.turns >= self.options.number("max_turns"):
                self.finish_death_match()
                return
        self.begin_turn()

    def finish_death_match(self) -> None:
        keys = [(0, -self.hp[p]) if p in self.inside else (1, -self.fallen.index(p)) for p in range(self.n)]
        self.finish(keys)

    # BP-21, BP-25, BP-26
    def end_round(self, p: int) -> None:
        left = [sum(points(card) for card in hand) for hand in self.hands]
        if self.mode == "traditional":
            self.finish([(0, 0) if seat == p else (1, left[seat]) for seat in range(self.n)])
            return
        for seat in range(self.n):
            self.hp[seat] -= left[seat]
            self.scores[seat] += self.hp[seat]
        best = max(self.scores)
        won = best >= self.options.number("goal") and self.scores.count(best) == 1
        if won or self.round == self.options.number("max_rounds"):
            self.finish([(0, -score) for score in self.scores])
        else:
            self.start_round()

    # BP-33
    def finish(self, keys: list[tuple[int, int]]) -> None:
        self.over = True
        self.places = [1 + sum(other < key for other in keys) for key in keys]
