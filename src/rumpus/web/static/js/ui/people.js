/** Player vnodes for a board: marker, name, clock and presence. */

import { h } from "./dom.js";
import { seatMark } from "./parts.js";

export function nameOf(tableView, seat) {
  return tableView.seats[seat]?.name || `Seat ${seat + 1}`;
}

/** Splits "Bix (easy)" into name and kind of bot. */
export function called(name) {
  const [, short, kind = ""] = /^(.*?)(?: \(([^)]*)\))?$/.exec(name);
  return { short, kind };
}

/** Joins names: "Ann", "Ann and Bob", "Ann, Bob and Cog". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A player in one vnode: shape, name, "you", clock and unusual presence. Once per seat. */
export function person(scene, seat, props = {}) {
  const own = seat === (scene.viewer ?? scene.you);
  const acting = (scene.waiting || []).includes(seat);
  const { short, kind } = called(nameOf(scene, seat));
  return h(
    "span",
    {
      ...props,
      class: `person seat-${seat % 8} ${own ? "own" : ""} ${acting ? "acting" : ""} ${props.class || ""}`,
      "data-place": `seat ${seat}`,
    },
    seatMark(seat),
    h("strong", {}, short),
    kind ? h("small", { class: "kind" }, kind) : null,
    own ? h("small", {}, "you") : null,
    clockOf(scene, seat),
    presenceOf(scene, seat),
  );
}

/** Unusual presence of a seat: away, or played by somebody else. */
export function presenceOf(scene, seat) {
  const seatInfo = scene.seats[seat];
  if (scene.state !== "playing" || !seatInfo) return null;
  if (seatInfo.failed) return h("small", { class: "presence" }, "bot failed");
  if (seatInfo.stand_in) return h("small", { class: "presence" }, "a bot is playing");
  if (seatInfo.kind === "person" && !seatInfo.here) return h("small", { class: "presence" }, "away");
  return null;
}

/** A seat's clock; `tick` updates it. */
export function clockOf(scene, seat) {
  const face = scene.clock;
  if (!face || scene.state !== "playing") return null;
  const text = left(face, seat, scene.now());
  return h(
    "time",
    {
      class: `clock ${face.until[seat] ? "runs" : ""}`,
      "data-left": face.left[seat],
      "data-until": face.until[seat],
      "aria-label": `${text} left`,
    },
    text,
  );
}

function left(face, seat, now) {
  return written(face.until[seat] ? Math.max(0, face.until[seat] - now) : face.left[seat]);
}

function written(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= 86400) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Updates all running clocks of the page without a render. */
export function tick(now) {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock.runs"))) {
    const rest = Math.max(0, Number(clock.dataset.until) - now);
    clock.textContent = written(rest);
    clock.toggleAttribute("data-short", rest <= 10_000);
  }
}
