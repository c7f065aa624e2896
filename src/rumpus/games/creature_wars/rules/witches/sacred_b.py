"""Sacred witches, the second half: S-50 to S-97."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.witches.base import Witch


class TheSandWitch(Witch):
    clause = "S-50"
    name = "The Sand Witch"
    slug = "the-sand-witch"
    text = ""


class GreenWitch(Witch):
    clause = "S-51"
    name = "Green Witch"
    slug = "green-witch"
    text = ""


class WiccanLittle(Witch):
    clause = "S-52"
    name = "Wiccan Little"
    slug = "wiccan-little"
    text = ""


class CovenCallingWitch(Witch):
    clause = "S-53"
    name = "Coven-Calling Witch"
    slug = "coven-calling-witch"
    text = ""


class WraithWitch(Witch):
    clause = "S-54"
    name = "Wraith Witch"
    slug = "wraith-witch"
    text = ""


class LenoresWitch(Witch):
    clause = "S-55"
    name = "Lenore's Witch"
    slug = "lenores-witch"
    text = ""


class TheWitchOfTheCumaeanSibyl(Witch):
    clause = "S-56"
    name = "The Witch of the Cumaean Sibyl"
    slug = "the-witch-of-the-cumaean-sibyl"
    text = ""


class MedusasWitch(Witch):
    clause = "S-57"
    name = "Medusa's Witch"
    slug = "medusas-witch"
    text = ""


class ChiquitaWitch(Witch):
    clause = "S-58"
    name = "Chiquita Witch"
    slug = "chiquita-witch"
    text = ""


class MidasWitch(Witch):
    clause = "S-59"
    name = "Midas Witch"
    slug = "midas-witch"
    text = ""


class SantaWitch(Witch):
    clause = "S-60"
    name = "Santa Witch"
    slug = "santa-witch"
    text = ""


class DavidsWitch(Witch):
    clause = "S-61"
    name = "David's Witch"
    slug = "davids-witch"
    text = ""


class GoliathWitch(Witch):
    clause = "S-62"
    name = "Goliath Witch"
    slug = "goliath-witch"
    text = ""


class JunosWitch(Witch):
    clause = "S-63"
    name = "Juno's Witch"
    slug = "junos-witch"
    text = ""


class UncagingWitch(Witch):
    clause = "S-64"
    name = "Uncaging Witch"
    slug = "uncaging-witch"
    text = ""


class BuriedWitch(Witch):
    clause = "S-65"
    name = "Buried Witch"
    slug = "buried-witch"
    text = ""


class SkeletalWitch(Witch):
    clause = "S-66"
    name = "Skeletal Witch"
    slug = "skeletal-witch"
    text = ""


class OssuaryWitch(Witch):
    clause = "S-67"
    name = "Ossuary Witch"
    slug = "ossuary-witch"
    text = ""


class PilferingWitch(Witch):
    clause = "S-68"
    name = "Pilfering Witch"
    slug = "pilfering-witch"
    text = ""


class BacklashWitch(Witch):
    clause = "S-69"
    name = "Backlash Witch"
    slug = "backlash-witch"
    text = ""


class BenevolentWitch(Witch):
    clause = "S-70"
    name = "Benevolent Witch"
    slug = "benevolent-witch"
    text = ""


class PrehistoricWitch(Witch):
    clause = "S-71"
    name = "Prehistoric Witch"
    slug = "prehistoric-witch"
    text = ""


class WyrmHatchingWitch(Witch):
    clause = "S-72"
    name = "Wyrm-Hatching Witch"
    slug = "wyrm-hatching-witch"
    text = ""


class HaughtyWitch(Witch):
    clause = "S-73"
    name = "Haughty Witch"
    slug = "haughty-witch"
    text = ""


class HaggelAndWitchel(Witch):
    clause = "S-74"
    name = "Haggel & Witchel"
    slug = "haggel-and-witchel"
    text = ""


class StorytimeWitch(Witch):
    clause = "S-75"
    name = "Storytime Witch"
    slug = "storytime-witch"
    text = ""


class OndusWitch(Witch):
    clause = "S-76"
    name = "Ondu's Witch"
    slug = "ondus-witch"
    text = ""


class TheCovenOfBabel(Witch):
    clause = "S-77"
    name = "The Coven of Babel"
    slug = "the-coven-of-babel"
    text = ""


class ScarecrowWitch(Witch):
    clause = "S-78"
    name = "Scarecrow Witch"
    slug = "scarecrow-witch"
    text = ""


class VegetableMaskWitch(Witch):
    clause = "S-79"
    name = "Vegetable Mask Witch"
    slug = "vegetable-mask-witch"
    text = ""


class AbsolvingWitch(Witch):
    clause = "S-80"
    name = "Absolving Witch"
    slug = "absolving-witch"
    text = ""


class ArnoldLaynesWitch(Witch):
    clause = "S-81"
    name = "Arnold Layne's Witch"
    slug = "arnold-laynes-witch"
    text = ""


class EmilysHidingWitch(Witch):
    clause = "S-82"
    name = "Emily's Hiding Witch"
    slug = "emilys-hiding-witch"
    text = ""


class GoldenVeilWitch(Witch):
    clause = "S-83"
    name = "Golden Veil Witch"
    slug = "golden-veil-witch"
    text = ""


class DarkGlobeWitch(Witch):
    clause = "S-84"
    name = "Dark Globe Witch"
    slug = "dark-globe-witch"
    text = ""


class GnomeWitch(Witch):
    clause = "S-85"
    name = "Gnome Witch"
    slug = "gnome-witch"
    text = ""


class JugbandMarchingWitch(Witch):
    clause = "S-86"
    name = "Jugband Marching Witch"
    slug = "jugband-marching-witch"
    text = ""


class JugbandEncoreWitch(Witch):
    clause = "S-87"
    name = "Jugband Encore Witch"
    slug = "jugband-encore-witch"
    text = ""


class JugbandUnderstudyWitch(Witch):
    clause = "S-88"
    name = "Jugband Understudy Witch"
    slug = "jugband-understudy-witch"
    text = ""


class ScientificWitch(Witch):
    clause = "S-89"
    name = "Scientific Witch"
    slug = "scientific-witch"
    text = ""


class OverdriveWitch(Witch):
    clause = "S-90"
    name = "Overdrive Witch"
    slug = "overdrive-witch"
    text = ""


class StraightWitch(Witch):
    clause = "S-91"
    name = "Straight Witch"
    slug = "straight-witch"
    text = ""


class TheMadcapsWitch(Witch):
    clause = "S-92"
    name = "The Madcap's Witch"
    slug = "the-madcaps-witch"
    text = ""


class ClockworkCrierWitch(Witch):
    clause = "S-93"
    name = "Clockwork Crier Witch"
    slug = "clockwork-crier-witch"
    text = ""


class CrowLaughingWitch(Witch):
    clause = "S-94"
    name = "Crow-Laughing Witch"
    slug = "crow-laughing-witch"
    text = ""


class CrackedCeremonyWitch(Witch):
    clause = "S-95"
    name = "Cracked Ceremony Witch"
    slug = "cracked-ceremony-witch"
    text = ""


class NoGoodTryingWitch(Witch):
    clause = "S-96"
    name = "No Good Trying Witch"
    slug = "no-good-trying-witch"
    text = ""


class ScarecrowsKeeper(Witch):
    clause = "S-97"
    name = "Scarecrow's Keeper"
    slug = "scarecrows-keeper"
    text = ""


SACRED_B: list[Witch] = [
    TheSandWitch(),
    GreenWitch(),
    WiccanLittle(),
    CovenCallingWitch(),
    WraithWitch(),
    LenoresWitch(),
    TheWitchOfTheCumaeanSibyl(),
    MedusasWitch(),
    ChiquitaWitch(),
    MidasWitch(),
    SantaWitch(),
    DavidsWitch(),
    GoliathWitch(),
    JunosWitch(),
    UncagingWitch(),
    BuriedWitch(),
    SkeletalWitch(),
    OssuaryWitch(),
    PilferingWitch(),
    BacklashWitch(),
    BenevolentWitch(),
    PrehistoricWitch(),
    WyrmHatchingWitch(),
    HaughtyWitch(),
    HaggelAndWitchel(),
    StorytimeWitch(),
    OndusWitch(),
    TheCovenOfBabel(),
    ScarecrowWitch(),
    VegetableMaskWitch(),
    AbsolvingWitch(),
    ArnoldLaynesWitch(),
    EmilysHidingWitch(),
    GoldenVeilWitch(),
    DarkGlobeWitch(),
    GnomeWitch(),
    JugbandMarchingWitch(),
    JugbandEncoreWitch(),
    JugbandUnderstudyWitch(),
    ScientificWitch(),
    OverdriveWitch(),
    StraightWitch(),
    TheMadcapsWitch(),
    ClockworkCrierWitch(),
    CrowLaughingWitch(),
    CrackedCeremonyWitch(),
    NoGoodTryingWitch(),
    ScarecrowsKeeper(),
]
