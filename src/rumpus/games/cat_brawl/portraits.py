"""Portraits of the six cats, five lines each, in several moods."""

from __future__ import annotations

from rich.text import Text

from rumpus.games.cat_brawl.rules.cats import ABYSSINIAN, EXOTIC_SHORTHAIR, MAINE_COON, PERSIAN, RAGDOLL, SIAMESE

WIDTH = 13
HEIGHT = 5

FACES = {
    PERSIAN: (
        r"  /\_____/\  ",
        r" {{  L R  }} ",
        r"{{    v    }}",
        r" {{  MMM  }} ",
        r"  '~'~'~'~'  ",
    ),
    RAGDOLL: (
        r"  /\     /\  ",
        r" /##\___/##\ ",
        r"|# L     R #|",
        r" \#   v   #/ ",
        r"  '-.MMM.-'  ",
    ),
    MAINE_COON: (
        r" '/|     |\' ",
        r" /_|_____|_\ ",
        r"(  L     R  )",
        r"(##   v   ##)",
        r" \\\\MMM//// ",
    ),
    EXOTIC_SHORTHAIR: (
        r"   /\___/\   ",
        r" .'       '. ",
        r"(  (L) (R)  )",
        r"(     ~     )",
        r" '-._MMM_.-' ",
    ),
    SIAMESE: (
        r" |\       /| ",
        r" |#\_____/#| ",
        r"  \ L   R /  ",
        r"   \##v##/   ",
        r"    \MMM/    ",
    ),
    ABYSSINIAN: (
        r" /\       /\ ",
        r"/##\_____/##\ ".rstrip(),
        r"\ ' L ' R ' /",
        r" \'   v   '/ ",
        r"  '. MMM .'  ",
    ),
}
"""Faces by breed: L and R are eyes, M the mouth, v the nose, # markings."""

FUR = ("bright_white", "grey82", "dark_orange3", "tan", "navajo_white1", "orange3")
"""Colours by breed; so are the eyes."""
MARKINGS = {RAGDOLL: "grey50", MAINE_COON: "orange4", SIAMESE: "grey42", ABYSSINIAN: "dark_orange3"}
EYES = ("gold1", "deep_sky_blue1", "green3", "orange1", "dodger_blue1", "chartreuse2")

MOODS = {
    "calm": ("o", "o", " w "),
    "happy": ("^", "^", "‿‿‿"),
    "hurt": (">", "<", " ~ "),
    "smug": ("-", "-", "‿‿‿"),
    "fierce": ("◣", "◢", "vvv"),
    "alone": ("-", "-", " _ "),
    "winner": ("★", "★", "\\_/"),
    "out": ("x", "x", " _ "),
}


def portrait(breed: int, mood: str) -> Text:
    left, right, mouth = MOODS[mood]
    eyes = iter((left, right))
    lips = iter(mouth)
    dead = mood == "out"
    fur = "grey42" if dead else FUR[breed]
    text = Text()
    for row, line in enumerate(FACES[breed]):
        if row:
            text.append("\n")
        for sign in line:
            if sign in "LR":
                text.append(next(eyes), style="grey70" if dead else f"bold {EYES[breed]}")
            elif sign == "M":
                text.append(next(lips), style=fur)
            elif sign == "#":
                text.append("▒", style=fur if dead else MARKINGS.get(breed, fur))
            elif sign == "v":
                text.append("▾", style=fur if dead else "pink1")
            else:
                text.append(sign, style=fur)
    return text
