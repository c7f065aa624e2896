/** What happened: numbers that rise from whom they concern, and a few rows of it beside the map. */

import { face } from "./art.js";
import { nameOf } from "./scene.js";

const verbs = { attack: "strikes", tend: "heals", run: "walks", pass: "passes", trap: "steps into a trap", miss: "misses" };

/** Deeds out of the lines: who did what to whom, and what it took. */
function deeds(lines) {
  const found = [];
  let last = null;
  for (const { kind, facts } of lines) {
    if (kind === "run" || kind === "jump" || kind === "pass") {
      last = { who: facts.unit, verb: verbs[kind] || "jumps", quiet: true, hits: [] };
      found.push(last);
    } else if (kind === "attack" || kind === "tend") {
      last = { who: facts.unit, whom: facts.target, verb: verbs[kind], hits: [] };
      found.push(last);
    } else if (kind === "ability") {
      last = { who: facts.unit, verb: facts.ability, hits: [] };
      found.push(last);
    } else if (kind === "trap") {
      last = { who: facts.owner, whom: facts.unit, verb: "trap", hits: [] };
      found.push(last);
    } else if (kind === "tick") {
      last = { who: facts.unit, verb: facts.effect, hits: [] };
      found.push(last);
    } else if (kind === "miss" && last) last.missed = true;
    else if (kind === "damage" && last && facts.loss) last.hits.push([facts.unit, -facts.loss]);
    else if (kind === "heal" && last && facts.points) last.hits.push([facts.unit, facts.points]);
    else if (kind === "death" && last) last.hits.push([facts.unit, "falls"]);
  }
  return found;
}

export function newsRows({ h, tools, view, you }, most) {
  const since = tools.since?.length ? tools.since : tools.story.slice(-12);
  const all = deeds(since);
  const loud = all.filter((deed) => !deed.quiet);
  const rows = (loud.length ? loud : all).slice(-most).map((deed, key) => {
    const falls = deed.hits.filter(([, what]) => what === "falls").map(([id]) => id);
    const sum = deed.hits.filter(([id, what]) => typeof what === "number" && (!deed.whom || id === deed.whom)).reduce((total, [, what]) => total + what, 0);
    const whom = deed.whom || deed.hits.find(([id]) => id !== deed.who)?.[0];
    const word = deed.missed ? "misses" : falls.length ? `${deed.verb}: ${falls.map(nameOf).join(", ")} ${falls.length === 1 ? "falls" : "fall"}` : deed.verb;
    return h(
      "p",
      { key, class: "ul-event" },
      h("span", { class: "ul-mini" }, face(h, nameOf(deed.who))),
      whom && whom !== deed.who ? [h("span", { key: "to", class: "to" }, "→"), h("span", { key: "whom", class: "ul-mini" }, face(h, nameOf(whom)))] : null,
      h("span", { class: "unseen" }, nameOf(deed.who), whom ? `, ${nameOf(whom)}: ` : ": "),
      h("span", { class: "word" }, word),
      sum ? h("b", { class: sum > 0 ? "good" : "bad" }, sum > 0 ? `+${sum}` : `−${-sum}`) : null,
    );
  });
  return { title: tools.since?.length && you !== null ? "Since your last turn" : "Just now", rows, more: Boolean(tools.since?.length && tools.again && view.stage !== "over") };
}

/** Over which hexes somebody has just gone, by who it was. */
export function walked(lines) {
  const ways = new Map();
  for (const { kind, facts } of lines) if (kind === "run") ways.set(facts.unit, [...(ways.get(facts.unit) || []), ...facts.way.split(" ").slice(1)]);
  return ways;
}

/** Damage, healing and misses rise from whom they concern, one after the other. */
export function blows(root, tools) {
  const { motion, lines, before } = tools;
  const place = (id) => {
    const there = root.querySelector(`[data-unit="${CSS.escape(id)}"]`);
    const last = before?.characters?.find((one) => one.id === id)?.hex;
    return there || (last ? root.querySelector(`[data-hex="${CSS.escape(last)}"]`) : null);
  };
  const acts = [];
  for (const { kind, facts } of lines) {
    if (kind === "damage" && facts.loss) acts.push([facts.unit, `−${facts.loss}`, "", true]);
    else if (kind === "damage" && facts.absorbed) acts.push([facts.unit, "blocked", "good", true]);
    else if (kind === "heal" && facts.points) acts.push([facts.unit, `+${facts.points}`, "good", false]);
    else if (kind === "shield") acts.push([facts.unit, `shield ${facts.points}`, "good", false]);
    else if (kind === "miss") acts.push([facts.target, "miss", "good", false]);
    else if (kind === "effect") acts.push([facts.unit, facts.effect, "", false]);
    else if (kind === "ability") acts.push([facts.unit, `${facts.ability}!`, "good", false]);
    else if (kind === "trap") acts.push([facts.unit, "trap!", "", true]);
    else if (kind === "death") acts.push([facts.unit, "falls", "", true]);
  }
  acts.slice(0, 14).forEach(([id, text, mood, hit], number) => {
    motion.later(motion.still() ? 0 : 220 * number, () => {
      const node = place(id);
      motion.floatWord(node, text, mood);
      if (hit && node?.dataset.unit) motion.shake(node.firstElementChild);
    });
  });
}
