/** Words for tournaments in lists and on their page. */

import { clockWords } from "../ui/clocks.js";
import { plural } from "../ui/parts.js";

/** @typedef {import("../protocol.js").TournamentRow | import("../protocol.js").TournamentReply} AnyTournament */

/** @type {Record<string, string>} */
export const FORMATS = { swiss: "Swiss", round_robin: "Round robin", knockout: "Knock-out" };

/** @param {number} time */
export const timeWords = (time) =>
  new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** "round 2 of 3", or when it starts. @param {AnyTournament} tournament @param {number} players @param {number} round */
export function stateWords({ state, rounds = 0, start_at: at = 0, start_with: enough = 0 }, players, round) {
  if (state === "over") return "over";
  if (state === "cancelled") return "cancelled";
  if (state === "running") return `round ${round} of ${rounds}`;
  if (at) return `starts ${timeWords(at)}`;
  return enough ? `starts with ${enough} players, ${players} are there` : `${plural(players, "player")}, open to join`;
}

/** "Swiss · best of 3 · 5 minutes per game". @param {AnyTournament} tournament */
export function kindWords({ format, best_of: bestOf = 1, clock }) {
  return [FORMATS[format], bestOf > 1 ? `best of ${bestOf}` : "", clockWords(clock)].filter(Boolean).join(" · ");
}

/** Points as people write them: "1½". @param {number} [points] */
export function pointWords(points = 0) {
  const whole = Math.floor(points);
  if (points === whole) return String(whole);
  return points - whole === 0.5 ? `${whole || ""}½` : String(points);
}
