"""A name of 5,000 letters is refused in a short sentence by every command, with and without blanks."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.runs import Run
from tests.cli.test_verify import play
from tests.terminal.conftest import Outcome

Rumpus = Callable[..., Outcome]

COMMANDS = [
    "LONG",
    "--LONG",
    "games LONG",
    "rules LONG",
    "rules pigeons --clause LONG",
    "cards pigeons LONG",
    "cards pigeons --kind LONG",
    "play LONG",
    "play pigeons LONG",
    "play pigeons --LONG 3",
    "play pigeons --seats LONG",
    "play pigeons --seats you:LONG,random",
    "play pigeons --players LONG",
    "play pigeons --option LONG",
    "play pigeons --option LONG=3",
    "play pigeons --option players=LONG",
    "play pigeons --option players=@LONG",
    "play whispers --mode LONG",
    "play pigeons --save LONG",
    "play --resume LONG",
    "play --at LONG",
    "play --pace LONG pigeons",
    "tutorial LONG",
    "tutorial pigeons --save LONG",
    "serve --host LONG",
    "serve --store LONG",
    "serve --admin LONG",
    "serve --lab LONG",
    "serve --origin LONG",
    "serve --proxies LONG",
    "serve --log LONG",
    "verify LONG",
    "verify over.record --hash LONG",
    "replay LONG",
    "replay over.record --seat LONG",
    "review LONG",
    "review over.record --seat LONG",
    "puzzles LONG",
    "puzzles make LONG",
    "puzzles make defend_the_city --to LONG",
    "puzzles check LONG",
    "puzzles grade LONG",
    "puzzles play LONG",
    "puzzles play defend_the_city LONG",
    "tournament LONG",
    "tournament defend_the_city --players LONG",
    "tournament defend_the_city --players search:LONG",
    "tournament defend_the_city --players search:2/LONG=1",
    "tournament defend_the_city --players learned:LONG",
    "tournament defend_the_city --players LONG,LONG",
    "tournament defend_the_city --option LONG=1",
    "ladder --game LONG",
    "ladder --verify --out LONG",
    "ladder --out LONG",
    "train LONG",
    "train defend_the_city --to LONG",
    "train defend_the_city --against LONG",
    "exploit LONG cat_brawl",
    "exploit greedy LONG",
    "exploit greedy cat_brawl LONG",
    "exploit greedy defend_the_city LONG",
    "exploit greedy cat_brawl --stand-in LONG",
    "exploit greedy cat_brawl --to LONG",
    "solve LONG",
    "solve defend_the_city LONG",
    "solve defend_the_city --pictures LONG",
    "new LONG",
    "new moon_owls --folder LONG",
    "dev LONG",
    "laws LONG",
    "laws pigeons --law LONG",
    "export LONG",
    "export site --from LONG",
    "store backup LONG",
    "store backup copy.db --store LONG",
    "store restore LONG",
    "store copy LONG new.db",
    "store check --store LONG",
    "store prune --older-than LONG",
    "admin load --admin LONG",
    "admin block LONG",
    "admin unblock LONG",
    "lab LONG",
    "lab run LONG",
    "lab run defend_the_city --players LONG",
    "lab run defend_the_city --strengths LONG",
    "lab run defend_the_city --option LONG",
    "lab run defend_the_city --option LONG=1",
    "lab run cat_brawl --without LONG",
    "lab run defend_the_city --patch LONG",
    "lab run defend_the_city --workers LONG",
    "lab run defend_the_city --out LONG",
    "lab run defend_the_city --seed 2 --out run",
    "lab report LONG",
    "lab report run --out LONG",
    "lab compare cat_brawl --change LONG",
    "lab compare cat_brawl --change LONG=3",
    "lab compare cat_brawl --table LONG",
    "lab value cat_brawl --kind LONG",
    "lab restrict cat_brawl LONG",
    "lab effects cat_brawl --propose LONG",
    "lab exact LONG",
    "lab exact defend_the_city --patch LONG",
    "lab exact defend_the_city --out LONG",
    "lab tune cat_brawl --target LONG --may-change siamese.hp",
    "lab tune cat_brawl --target 'length 8 to 12' --may-change LONG",
    "maps LONG",
    "maps check LONG",
    "turns LONG",
]

LONG_NAMES = {"one word": "x" * 5000, "words": "xy z" * 1250}


@pytest.fixture
def bench(installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    play("coo").write(tmp_path / "over.record")
    Run.begin(tmp_path / "run", Plan(find_game("defend_the_city"), {}, ["greedy"], 10, LONG_NAMES["words"]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("builtins.input", fail)
    for work in ("uvicorn.Server.startup", "rumpus.training.trainer.Trainer", "rumpus.cli.commands.strength._play"):
        monkeypatch.setattr(work, fail)
    return tmp_path


def fail(*_: object, **__: object) -> None:
    raise AssertionError("The work has begun.")


@pytest.mark.parametrize("long", LONG_NAMES)
@pytest.mark.parametrize("words", COMMANDS)
def test_a_long_name_is_not_repeated_in_full(rumpus: Rumpus, bench: Path, words: str, long: str) -> None:
    status, out, err = rumpus(*(word.replace("LONG", LONG_NAMES[long]) for word in shlex.split(words)))
    assert (status, out) == (2, ""), out + err
    assert err.count("\n") == 1
    assert len(err) < 1000, err[:2000]
