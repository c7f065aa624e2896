"""Sacred witches, the first half: S-01 to S-49."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.witches.base import Witch


class WitchOfDespair(Witch):
    clause = "S-01"
    name = "Witch of Despair"
    slug = "witch-of-despair"
    text = ""


class WitchOfTheHesperus(Witch):
    clause = "S-02"
    name = "Witch of the Hesperus"
    slug = "witch-of-the-hesperus"
    text = ""


class VengefulWitch(Witch):
    clause = "S-03"
    name = "Vengeful Witch"
    slug = "vengeful-witch"
    text = ""


class MoonCharmWitch(Witch):
    clause = "S-04"
    name = "Moon Charm Witch"
    slug = "moon-charm-witch"
    text = ""


class PropheticWitch(Witch):
    clause = "S-05"
    name = "Prophetic Witch"
    slug = "prophetic-witch"
    text = ""


class ShiftingWitch(Witch):
    clause = "S-06"
    name = "Shifting Witch"
    slug = "shifting-witch"
    text = ""


class DemocraticWitch(Witch):
    clause = "S-07"
    name = "Democratic Witch"
    slug = "democratic-witch"
    text = ""


class ScaryWitch(Witch):
    clause = "S-08"
    name = "Scary Witch"
    slug = "scary-witch"
    text = ""


class FrostWitch(Witch):
    clause = "S-09"
    name = "Frost Witch"
    slug = "frost-witch"
    text = ""


class HecticWitch(Witch):
    clause = "S-10"
    name = "Hectic Witch"
    slug = "hectic-witch"
    text = ""


class WickedWitch(Witch):
    clause = "S-11"
    name = "Wicked Witch"
    slug = "wicked-witch"
    text = ""


class VenomWitch(Witch):
    clause = "S-12"
    name = "Venom Witch"
    slug = "venom-witch"
    text = ""


class FeigglehornesWitch(Witch):
    clause = "S-13"
    name = "Feigglehorne's Witch"
    slug = "feigglehornes-witch"
    text = ""


class ForebodingWitch(Witch):
    clause = "S-14"
    name = "Foreboding Witch"
    slug = "foreboding-witch"
    text = ""


class MatchmakingWitch(Witch):
    clause = "S-15"
    name = "Matchmaking Witch"
    slug = "matchmaking-witch"
    text = ""


class SunWitch(Witch):
    clause = "S-16"
    name = "Sun Witch"
    slug = "sun-witch"
    text = ""


class GluttonousWitch(Witch):
    clause = "S-17"
    name = "Gluttonous Witch"
    slug = "gluttonous-witch"
    text = ""


class WitchOfSlothing(Witch):
    clause = "S-18"
    name = "Witch of Slothing"
    slug = "witch-of-slothing"
    text = ""


class ProudWitch(Witch):
    clause = "S-19"
    name = "Proud Witch"
    slug = "proud-witch"
    text = ""


class LuckyWitch(Witch):
    clause = "S-20"
    name = "Lucky Witch"
    slug = "lucky-witch"
    text = ""


class WishingWitch(Witch):
    clause = "S-21"
    name = "Wishing Witch"
    slug = "wishing-witch"
    text = ""


class ShamanicWitch(Witch):
    clause = "S-22"
    name = "Shamanic Witch"
    slug = "shamanic-witch"
    text = ""


class VortexWitch(Witch):
    clause = "S-23"
    name = "Vortex Witch"
    slug = "vortex-witch"
    text = ""


class GrimWitch(Witch):
    clause = "S-24"
    name = "Grim Witch"
    slug = "grim-witch"
    text = ""


class HallucinatingWitch(Witch):
    clause = "S-25"
    name = "Hallucinating Witch"
    slug = "hallucinating-witch"
    text = ""


class TheBigBadWitch(Witch):
    clause = "S-26"
    name = "The Big Bad Witch"
    slug = "the-big-bad-witch"
    text = ""


class WitchOfTheEmperor(Witch):
    clause = "S-27"
    name = "Witch of the Emperor"
    slug = "witch-of-the-emperor"
    text = ""


class WitchOfTheBoneLegion(Witch):
    clause = "S-28"
    name = "Witch of the Bone Legion"
    slug = "witch-of-the-bone-legion"
    text = ""


class WitchOfTheHiredLegion(Witch):
    clause = "S-29"
    name = "Witch of the Hired Legion"
    slug = "witch-of-the-hired-legion"
    text = ""


class BeguilingWitch(Witch):
    clause = "S-30"
    name = "Beguiling Witch"
    slug = "beguiling-witch"
    text = ""


class RageWitch(Witch):
    clause = "S-31"
    name = "Rage Witch"
    slug = "rage-witch"
    text = ""


class JestingWitch(Witch):
    clause = "S-32"
    name = "Jesting Witch"
    slug = "jesting-witch"
    text = ""


class TheHighWitch(Witch):
    clause = "S-33"
    name = "The High Witch"
    slug = "the-high-witch"
    text = ""


class ShadyWitch(Witch):
    clause = "S-34"
    name = "Shady Witch"
    slug = "shady-witch"
    text = ""


class QuestingWitch(Witch):
    clause = "S-35"
    name = "Questing Witch"
    slug = "questing-witch"
    text = ""


class BerserkerWitch(Witch):
    clause = "S-36"
    name = "Berserker Witch"
    slug = "berserker-witch"
    text = ""


class PandorasWitch(Witch):
    clause = "S-37"
    name = "Pandora's Witch"
    slug = "pandoras-witch"
    text = ""


class OddWitch(Witch):
    clause = "S-38"
    name = "Odd Witch"
    slug = "odd-witch"
    text = ""


class WitchOfTheFirehawks(Witch):
    clause = "S-39"
    name = "Witch of the Firehawks"
    slug = "witch-of-the-firehawks"
    text = ""


class TalismanicWitch(Witch):
    clause = "S-40"
    name = "Talismanic Witch"
    slug = "talismanic-witch"
    text = ""


class ChthonicWitch(Witch):
    clause = "S-41"
    name = "Chthonic Witch"
    slug = "chthonic-witch"
    text = ""


class NecromancingWitch(Witch):
    clause = "S-42"
    name = "Necromancing Witch"
    slug = "necromancing-witch"
    text = ""


class SepulchralWitch(Witch):
    clause = "S-43"
    name = "Sepulchral Witch"
    slug = "sepulchral-witch"
    text = ""


class CircesWitch(Witch):
    clause = "S-44"
    name = "Circe's Witch"
    slug = "circes-witch"
    text = ""


class AngitiasWitch(Witch):
    clause = "S-45"
    name = "Angitia's Witch"
    slug = "angitias-witch"
    text = ""


class MinervasWitch(Witch):
    clause = "S-46"
    name = "Minerva's Witch"
    slug = "minervas-witch"
    text = ""


class ChangelingWitch(Witch):
    clause = "S-47"
    name = "Changeling Witch"
    slug = "changeling-witch"
    text = ""


class SinEaterWitch(Witch):
    clause = "S-48"
    name = "Sin-Eater Witch"
    slug = "sin-eater-witch"
    text = ""


class CharlottesWitch(Witch):
    clause = "S-49"
    name = "Charlotte's Witch"
    slug = "charlottes-witch"
    text = ""


SACRED_A: list[Witch] = [
    WitchOfDespair(),
    WitchOfTheHesperus(),
    VengefulWitch(),
    MoonCharmWitch(),
    PropheticWitch(),
    ShiftingWitch(),
    DemocraticWitch(),
    ScaryWitch(),
    FrostWitch(),
    HecticWitch(),
    WickedWitch(),
    VenomWitch(),
    FeigglehornesWitch(),
    ForebodingWitch(),
    MatchmakingWitch(),
    SunWitch(),
    GluttonousWitch(),
    WitchOfSlothing(),
    ProudWitch(),
    LuckyWitch(),
    WishingWitch(),
    ShamanicWitch(),
    VortexWitch(),
    GrimWitch(),
    HallucinatingWitch(),
    TheBigBadWitch(),
    WitchOfTheEmperor(),
    WitchOfTheBoneLegion(),
    WitchOfTheHiredLegion(),
    BeguilingWitch(),
    RageWitch(),
    JestingWitch(),
    TheHighWitch(),
    ShadyWitch(),
    QuestingWitch(),
    BerserkerWitch(),
    PandorasWitch(),
    OddWitch(),
    WitchOfTheFirehawks(),
    TalismanicWitch(),
    ChthonicWitch(),
    NecromancingWitch(),
    SepulchralWitch(),
    CircesWitch(),
    AngitiasWitch(),
    MinervasWitch(),
    ChangelingWitch(),
    SinEaterWitch(),
    CharlottesWitch(),
]
