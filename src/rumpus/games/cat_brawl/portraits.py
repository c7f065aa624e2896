"""Six cats in five lines each, with eyes and a mouth that show what the last round did to them."""

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
"""L and R are eyes, M is the mouth, v the nose, # the markings."""

FUR = {
    PERSIAN: "bright_white",
    RAGDOLL: "grey82",
    MAINE_COON: "dark_orange3",
    EXOTIC_SHORTHAIR: "tan",
    SIAMESE: "navajo_white1",
    ABYSSINIAN: "orange3",
}
MARKINGS = {
    RAGDOLL: "grey50",
    MAINE_COON: "orange4",
    SIAMESE: "grey42",
    ABYSSINIAN: "dark_orange3",
}
EYES = {
    PERSIAN: "gold1",
    RAGDOLL: "deep_sky_blue1",
    MAINE_COON: "green3",
    EXOTIC_SHORTHAIR: "orange1",
    SIAMESE: "dodger_blue1",
    ABYSSINIAN: "chartreuse2",
}

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
    """The face of this breed in this mood, coloured."""
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
