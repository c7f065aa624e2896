/** The twelve in a word, in a line, and their abilities as little pictures: words and pictures only, numbers come from the match. */

/** By name: what it is for in two words, and in a sentence. */
export const ROLES = {
  Bram: ["stands in front", "The wall: walks in first, keeps the others alive."],
  Wren: ["shoots far", "Hits from the other end of the map. Keep others between her and them."],
  Amity: ["heals", "Mends, cleanses, and brings the fallen back."],
  Nyx: ["poisons", "Fast and sneaky: slips in, poisons, and is gone. Falls quickly when caught."],
  Orrin: ["burns groups", "Stays behind the wall and burns whole groups."],
  Sable: ["duels", "Closes in along a line, strikes, and strikes back."],
  Isk: ["slows and holds", "Slows them, freezes them, holds them where you want them."],
  Tamsin: ["sets traps", "The ground is on her side: hidden traps, then all of them at once."],
  Ursa: ["rages", "The more she is hurt, the harder she hits."],
  Lys: ["vanishes", "Quick, hard to hit, turns the map round."],
  Corvin: ["curses", "Silences one, drains another, and lives on it."],
  Halla: ["leads others", "Everyone fights better around her."],
};

/**
 * By ability: a small field of hexes, in steps to the right and down-right from its middle. `me`, `foes`, `friends` stand
 * there; `area` is tinted as far as so many steps around a place; `line` is shot or run along; `land` is a hex to land on.
 */
export const PICTURES = {
  "Iron stance": { me: [0, 0], foes: [[1, 0]], line: [[1, 0], [0, 0]], tint: "harm" },
  "Shield wall": { me: [0, 0], friends: [[-1, 0], [0, 1]], area: [[0, 0], 1], tint: "good" },
  Earthshaker: { me: [0, 0], foes: [[1, 0], [0, 2], [-2, 1]], area: [[0, 0], 2] },
  "Eagle eye": { me: [-2, 1], foes: [[2, -2]], line: [[-2, 1], [2, -2]], tint: "harm" },
  Quickstep: { me: [-2, 1], land: [2, -1], line: [[-2, 1], [2, -1]], tint: "good" },
  "Piercing shot": { me: [-2, 0], foes: [[0, 0], [2, 0]], line: [[-2, 0], [2, 0]] },
  "Gentle hands": { me: [-2, 0], friends: [[1, 0]], line: [[-2, 0], [1, 0]], tint: "good" },
  Cleanse: { me: [0, 0], friends: [[1, -1]], line: [[0, 0], [1, -1]], tint: "good" },
  "Second dawn": { me: [-1, 0], land: [1, 1], friends: [[1, 1]], tint: "good" },
  Envenom: { me: [0, 0], foes: [[1, 0]], line: [[0, 0], [1, 0]], tint: "harm" },
  Backstab: { me: [-2, 1], foes: [[1, 0]], land: [2, -1], line: [[-2, 1], [2, -1]] },
  Outbreak: { me: [-2, 2], foes: [[-1, -1], [2, -1], [1, 0]], glow: true },
  Battery: { me: [0, 0], friends: [[2, -1]], foes: [[-1, -1]], line: [[2, -1], [0, 0]] },
  Firebolt: { me: [-2, 0], foes: [[2, 0]], line: [[-2, 0], [2, 0]] },
  Meteor: { me: [-1, 2], foes: [[0, -2], [1, 0]], area: [[0, 0], 2] },
  Riposte: { me: [0, 0], foes: [[1, 0]], line: [[0, 0], [1, 0]], tint: "harm" },
  Lunge: { me: [-2, 0], foes: [[2, 0]], land: [1, 0], line: [[-2, 0], [1, 0]] },
  Flurry: { me: [0, 0], foes: [[1, 0]], line: [[0, 0], [1, 0]], tint: "harm" },
  Chill: { me: [-2, 1], foes: [[1, 1]], line: [[-2, 1], [1, 1]], tint: "good" },
  Freeze: { me: [-2, 1], foes: [[1, -1]], line: [[-2, 1], [1, -1]], tint: "good" },
  Blizzard: { me: [-2, 2], foes: [[0, 0], [1, -1]], area: [[0, 0], 2], tint: "good" },
  Woodcraft: { me: [0, 0], land: [2, -2], line: [[0, 0], [2, -2]], tint: "good" },
  "Set trap": { me: [-1, 0], traps: [[1, 0]], foes: [[2, -1]] },
  Spring: { me: [-2, 2], traps: [[0, 0]], foes: [[1, -1]], area: [[0, 0], 1] },
  "Blood rage": { me: [0, 0], foes: [[1, 0], [0, -1]], line: [[0, 0], [1, 0]], tint: "harm" },
  Cleave: { me: [0, 0], foes: [[1, 0], [0, 1], [-1, 0]], area: [[0, 0], 1], tint: "harm" },
  "Last stand": { me: [0, 0], foes: [[1, 0], [0, -1], [-1, 1]], area: [[0, 0], 0], tint: "good" },
  Slip: { me: [0, 0], foes: [[1, 0]], line: [[1, 0], [0, 0]], tint: "harm" },
  Vanish: { land: [0, 0], foes: [[2, 0], [-1, -1]] },
  Switch: { me: [-1, 2], friends: [[-2, 0]], foes: [[2, -1]], line: [[-2, 0], [2, -1]] },
  "Blood price": { me: [-1, 0], foes: [[1, 0]], line: [[1, 0], [-1, 0]], tint: "good" },
  Hex: { me: [-2, 0], foes: [[2, -1]], line: [[-2, 0], [2, -1]] },
  Drain: { me: [-2, 0], foes: [[2, -1]], line: [[2, -1], [-2, 0]], tint: "harm" },
  Rally: { me: [0, 0], friends: [[2, 0], [-1, -1]], area: [[0, 0], 2], tint: "good" },
  "Forward!": { me: [-1, 0], friends: [[1, 0]], line: [[-1, 0], [1, 0]], tint: "good" },
  "To me!": { me: [0, 0], friends: [[2, -2], [-2, 1]], area: [[0, 0], 1], tint: "good" },
};
