"""Sinful witches: X-01 to X-17."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.witches.base import Witch


class CataclysmicWitch(Witch):
    clause = "X-01"
    name = "Cataclysmic Witch"
    slug = "cataclysmic-witch"
    text = ""


class TitanomachyWitch(Witch):
    clause = "X-02"
    name = "Titanomachy Witch"
    slug = "titanomachy-witch"
    text = ""


class TiamatsWitch(Witch):
    clause = "X-03"
    name = "Tiamat's Witch"
    slug = "tiamats-witch"
    text = ""


class WitchOfEndor(Witch):
    clause = "X-04"
    name = "Witch of Endor"
    slug = "witch-of-endor"
    text = ""


class LycaonsWitch(Witch):
    clause = "X-05"
    name = "Lycaon's Witch"
    slug = "lycaons-witch"
    text = ""


class WitchOfTheAncientCall(Witch):
    clause = "X-06"
    name = "Witch of the Ancient Call"
    slug = "witch-of-the-ancient-call"
    text = ""


class WitchOfWrath(Witch):
    clause = "X-07"
    name = "Witch of Wrath"
    slug = "witch-of-wrath"
    text = ""


class SkeletorsPersonalWitch(Witch):
    clause = "X-08"
    name = "Skeletor's Personal Witch"
    slug = "skeletors-personal-witch"
    text = ""


class TheBeastsWitch(Witch):
    clause = "X-09"
    name = "The Beast's Witch"
    slug = "the-beasts-witch"
    text = ""


class ApocalypticWitch(Witch):
    clause = "X-10"
    name = "Apocalyptic Witch"
    slug = "apocalyptic-witch"
    text = ""


class LilithsWitch(Witch):
    clause = "X-11"
    name = "Lilith's Witch"
    slug = "liliths-witch"
    text = ""


class CannibalisticWitch(Witch):
    clause = "X-12"
    name = "Cannibalistic Witch"
    slug = "cannibalistic-witch"
    text = ""


class RichardWitchson(Witch):
    clause = "X-13"
    name = "Richard Witchson"
    slug = "richard-witchson"
    text = ""


class TheWitchWhoStoleGrinch(Witch):
    clause = "X-14"
    name = "The Witch Who Stole Grinch"
    slug = "the-witch-who-stole-grinch"
    text = ""


class TheWitchOfTantalus(Witch):
    clause = "X-15"
    name = "The Witch of Tantalus"
    slug = "the-witch-of-tantalus"
    text = ""


class BadensWitch(Witch):
    clause = "X-16"
    name = "Baden's Witch"
    slug = "badens-witch"
    text = ""


class WitchOfTheLongReprieve(Witch):
    clause = "X-17"
    name = "Witch of the Long Reprieve"
    slug = "witch-of-the-long-reprieve"
    text = ""


SINFUL_WITCHES: list[Witch] = [
    CataclysmicWitch(),
    TitanomachyWitch(),
    TiamatsWitch(),
    WitchOfEndor(),
    LycaonsWitch(),
    WitchOfTheAncientCall(),
    WitchOfWrath(),
    SkeletorsPersonalWitch(),
    TheBeastsWitch(),
    ApocalypticWitch(),
    LilithsWitch(),
    CannibalisticWitch(),
    RichardWitchson(),
    TheWitchWhoStoleGrinch(),
    TheWitchOfTantalus(),
    BadensWitch(),
    WitchOfTheLongReprieve(),
]
