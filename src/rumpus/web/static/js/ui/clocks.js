/** Clocks that the lobby offers, and their words. */

/** @typedef {import("../protocol.js").MakeClock} MakeClock */

/** @type {Record<string, MakeClock | undefined>} */
export const CLOCKS = {
  none: undefined,
  move30: { kind: "move", seconds: 30 },
  move90: { kind: "move", seconds: 90 },
  day: { kind: "move", seconds: 86400 },
  days3: { kind: "move", seconds: 3 * 86400 },
  days7: { kind: "move", seconds: 7 * 86400 },
  game5: { kind: "game", seconds: 300, plus: 5 },
  game15: { kind: "game", seconds: 900, plus: 10 },
};

/** @param {number} seconds */
function span(seconds) {
  if (seconds === 86400) return "1 day";
  if (seconds % 86400 === 0) return `${seconds / 86400} days`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds % 60 === 0 && seconds > 90) return `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

/** Describes a clock: "30 seconds per move". @param {MakeClock | null} [rule] */
export function clockWords(rule) {
  if (!rule) return "No clock";
  const said = `${span(rule.seconds)} per ${rule.kind}${rule.plus ? `, +${rule.plus}\u00a0s per\u00a0move` : ""}`;
  return said[0].toUpperCase() + said.slice(1);
}
