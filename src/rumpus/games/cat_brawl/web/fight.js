/** The last fight: a sentence per action, and arrows between the cats. */

import { parsed } from "./signs.js";

/** Results of a scratch: kind and wording. The past tense also fits "you". */
const TOLD = {
  hit: { kind: "hit", say: (a, b, { points }, out) => (out ? `${a} put ${b} out.` : `${a} hit ${b}, −${points}.`) },
  unguarded: {
    kind: "hit",
    say: (a, b, { points }, out) => `${a} scratched right through ${whose(b)} guard, ${out ? "out!" : `−${points}.`}`,
  },
  startled: {
    kind: "hit",
    say: (a, b, { points }, out) => (out ? `${a} put ${b} out.` : `${a} startled ${b}, −${points}.`),
  },
  unmoved: { kind: "none", say: (a, b) => `${first(b)} purred on, unmoved.` },
  dodged: { kind: "safe", say: (a, b) => `${first(b)} dodged ${a === "You" ? "you" : a}.` },
  not_reversed: { kind: "safe", say: (a, b) => `${first(b)} dodged ${a === "You" ? "you" : a}.` },
  reversed: { kind: "back", say: (a, b, { points }) => `${first(b)} reflected ${whose(a)} scratch, −${points}.` },
  missed: { kind: "none", say: (a) => `${a} scratched thin air.` },
};
const GAINED = { guard: "guarded and healed", rejuvenation: "used Rejuvenation" };

const first = (name) => (name === "you" ? "You" : name);
const whose = (name) => (name.toLowerCase() === "you" ? "your" : `${name}’s`);

/** The last round from the log; null before the first. */
export function lastFight(story, { called, viewer }) {
  const kinds = story.map((line) => line.kind);
  const end = kinds.lastIndexOf("showed");
  if (end < 0) return null;
  const start = kinds.lastIndexOf("round", end);
  const who = (seat) => (seat === viewer ? "you" : called[seat]);
  const lines = story.slice(end + 1);
  const out = new Set(lines.filter(({ kind }) => kind === "out").map(({ facts }) => facts.seat));
  const blows = [];
  const said = [];
  const gains = new Map();
  for (const { kind, facts } of lines) {
    const told = TOLD[kind];
    if (told) {
      blows.push({ from: facts.seat, to: facts.target, kind: told.kind, points: facts.points || 0 });
      said.push(told.say(first(who(facts.seat)), who(facts.target), facts, out.has(facts.target)));
    }
    if (kind === "gained") {
      const how = `${GAINED[facts.why] || "purred"}, +${facts.points}.`;
      gains.set(how, [...(gains.get(how) || []), first(who(facts.seat))]);
    }
    if (kind === "paid") said.push(`${first(who(facts.seat))} paid ${facts.points} HP for the Critical Hit.`);
  }
  for (const [how, cats] of gains)
    said.push(`${cats.length > 1 ? `${cats.slice(0, -1).join(", ")} and ${cats.at(-1)}` : cats[0]} ${how}`);
  return {
    round: start < 0 ? null : story[start].facts.round,
    blows,
    sentence: said.join(" ") || "A quiet round: nobody was scratched.",
  };
}

/** All rounds of two cats with their actions and results, oldest first. */
export function rounds(story) {
  const found = [];
  let now = null;
  for (const { kind, facts } of story) {
    if (kind === "round") {
      now = { round: facts.round, did: [null, null], change: [0, 0] };
      found.push(now);
    }
    if (!now) continue;
    if (kind === "showed") now.did[facts.seat] = facts.movement;
    if (kind === "hit" || kind === "unguarded" || kind === "startled") now.change[facts.target] -= facts.points;
    if (kind === "reversed") now.change[facts.seat] -= facts.points;
    if (kind === "gained") now.change[facts.seat] += facts.points;
    if (kind === "paid") now.change[facts.seat] -= facts.points;
  }
  return found.filter(({ did }) => did.some(Boolean));
}

/** The strategy a cat showed in the last round, or null. */
export const shown = (seat) => (seat.strategy ? parsed(seat.strategy) : null);

const SVG = "http://www.w3.org/2000/svg";

/** Draws arrows between the cats; a crowded box shows only the words. */
export function arrows(root, blows) {
  const svg = root.querySelector(".cb-arrows");
  if (!svg) return;
  const frame = svg.getBoundingClientRect();
  const centre = (seat) => {
    const box = root.querySelector(`[data-cat="${seat}"] .cb-face`)?.getBoundingClientRect();
    return (
      box && {
        x: box.left + box.width / 2 - frame.left,
        y: box.top + box.height / 2 - frame.top,
        r: Math.min(box.width, box.height) / 2,
      }
    );
  };
  const crowded = frame.width < 620;
  const parts = [];
  for (const { from, to, kind } of blows) {
    const [a, b] = [centre(from), centre(to)];
    if (!a || !b || kind === "none") continue;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy);
    if (!frame.width || !length || (crowded && length > a.r * 4.2)) continue;
    const [ux, uy] = [dx / length, dy / length];
    const room = crowded ? 0.75 : 1.05;
    const [x1, y1, x2, y2] = [
      a.x + ux * a.r * room,
      a.y + uy * a.r * room,
      b.x - ux * b.r * room,
      b.y - uy * b.r * room,
    ];
    const bend = Math.min(26, length / 9);
    const [mx, my] = [(x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend];
    const [tx, ty] = [x2 - mx, y2 - my];
    const tip = Math.hypot(tx, ty) || 1;
    const barb = (angle) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const size = crowded ? 13 : 22;
      return `${x2 + (size * (-tx * c + ty * s)) / tip} ${y2 + (size * (-tx * s - ty * c)) / tip}`;
    };
    const shaft = `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`;
    const head = `M${barb(0.6)}L${x2} ${y2}L${barb(-0.6)}`;
    for (const layer of ["edge", "fill"]) {
      for (const [name, d] of [
        ["shaft", shaft],
        ["barbs", head],
      ]) {
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", `cb-arrow ${kind} ${layer} ${name}`);
        path.setAttribute("d", d);
        parts.push(path);
      }
    }
  }
  svg.replaceChildren(...parts);
}
