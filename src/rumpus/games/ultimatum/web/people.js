/** Short texts and ability diagrams of the twelve characters; numbers come from the match. */

/** By name: the role in two words, and in a sentence. */
export const ROLES = {
  Bram: ["stands in front", "The wall: walks in first, keeps the others alive."],
  Wren: ["shoots far", "Hits from the other end of the map. Keep others between her and them."],
  Amity: ["heals", "Heals, cleanses and revives the fallen."],
  Nyx: ["poisons", "Fast and sneaky: slips in, poisons, and is gone. Falls quickly when caught."],
  Orrin: ["burns groups", "Stays behind the wall and burns whole groups."],
  Sable: ["duels", "Closes in along a line, strikes, and strikes back."],
  Isk: ["slows and holds", "Slows and freezes enemies where you want them."],
  Tamsin: ["sets traps", "Sets hidden traps, then springs all of them at once."],
  Ursa: ["rages", "The more she is hurt, the harder she hits."],
  Lys: ["vanishes", "Quick, hard to hit, swaps characters around."],
  Corvin: ["curses", "Silences one enemy, drains another, and heals from it."],
  Halla: ["leads others", "Everyone fights better around her."],
};

/**
 * By ability: positions on a small map around c3.
 * `area` tints all hexes within a number of steps, `line` is a shot or run, `land` the landing hex.
 */
export const PICTURES = {
  "Iron stance": "harm me c3 foes d3 line d3 c3",
  "Shield wall": "good me c3 friends b3 c4 area c3 1",
  Earthshaker: "me c3 foes d3 d5 a4 area c3 2",
  "Eagle eye": "harm me a4 foes d1 line a4 d1",
  Quickstep: "good me a4 land d2 line a4 d2",
  "Piercing shot": "me a3 foes c3 e3 line a3 e3",
  "Gentle hands": "good me a3 friends d3 line a3 d3",
  Cleanse: "good me c3 friends c2 line c3 c2",
  "Second dawn": "good me b3 land d4 friends d4",
  Envenom: "harm me c3 foes d3 line c3 d3",
  Backstab: "me a4 foes d3 land d2 line a4 d2",
  Outbreak: "glow me b5 foes a2 d2 d3",
  Battery: "me c3 friends d2 foes a2 line d2 c3",
  Firebolt: "me a3 foes e3 line a3 e3",
  Meteor: "me c5 foes b1 d3 area c3 2",
  Riposte: "harm me c3 foes d3 line c3 d3",
  Lunge: "me a3 foes e3 land d3 line a3 d3",
  Flurry: "harm me c3 foes d3 line c3 d3",
  Chill: "good me a4 foes d4 line a4 d4",
  Freeze: "good me a4 foes c2 line a4 c2",
  Blizzard: "good me b5 foes c3 c2 area c3 2",
  Woodcraft: "good me c3 land d1 line c3 d1",
  "Set trap": "me b3 traps d3 foes d2",
  Spring: "me b5 traps c3 foes c2 area c3 1",
  "Blood rage": "harm me c3 foes d3 b2 line c3 d3",
  Cleave: "harm me c3 foes d3 c4 b3 area c3 1",
  "Last stand": "good me c3 foes d3 b2 b4 area c3 0",
  Slip: "harm me c3 foes d3 line d3 c3",
  Vanish: "land c3 foes e3 a2",
  Switch: "me c5 friends a3 foes d2 line a3 d2",
  "Blood price": "good me b3 foes d3 line d3 b3",
  Hex: "me a3 foes d2 line a3 d2",
  Drain: "harm me a3 foes d2 line d2 a3",
  Rally: "good me c3 friends e3 a2 area c3 2",
  "Forward!": "good me b3 friends d3 line b3 d3",
  "To me!": "good me c3 friends d1 a4 area c3 1",
};
