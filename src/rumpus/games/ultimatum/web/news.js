/** Recent events: floating numbers over characters, and a short list beside the map. */

import { mini } from "./art.js";
import { nameOf } from "./scene.js";

/** By kind of log line: whether it gets a row beside others, who acts, on whom, and the action. */
const DEEDS = {
  run: (facts) => ({ who: facts.unit, verb: "walks", quiet: true }),
  jump: (facts) => ({ who: facts.unit, verb: "jumps", quiet: true }),
  pass: (facts) => ({ who: facts.unit, verb: "passes", quiet: true }),
  attack: (facts) => ({ who: facts.unit, whom: facts.target, verb: "strikes" }),
  tend: (facts) => ({ who: facts.unit, whom: facts.target, verb: "heals" }),
  ability: (facts) => ({ who: facts.unit, verb: facts.ability }),
  trap: (facts) => ({ who: facts.owner, whom: facts.unit, verb: "trap" }),
  tick: (facts) => ({ who: facts.unit, verb: facts.effect }),
};

/** Actions from the log lines: actor, target and loss. */
function deeds(lines) {
  const found = [];
  for (const { kind, facts } of lines) {
    const last = found.at(-1);
    if (DEEDS[kind]) found.push({ hits: [], ...DEEDS[kind](facts) });
    else if (!last) continue;
    else if (kind === "miss") last.missed = true;
    else if (kind === "damage" && facts.loss) last.hits.push([facts.unit, -facts.loss]);
    else if (kind === "heal" && facts.points) last.hits.push([facts.unit, facts.points]);
    else if (kind === "death") last.hits.push([facts.unit, "falls"]);
  }
  return found;
}

export function newsRows({ h, tools, view, you }, most) {
  const since = tools.since?.length ? tools.since : tools.story.slice(-12);
  const all = deeds(since);
  const loud = all.filter((deed) => !deed.quiet);
  const rows = (loud.length ? loud : all).slice(-most).map((deed, key) => {
    const falls = deed.hits.filter(([, what]) => what === "falls").map(([id]) => id);
    const sum = deed.hits
      .filter(([id, what]) => typeof what === "number" && (!deed.whom || id === deed.whom))
      .reduce((total, [, what]) => total + what, 0);
    const whom = deed.whom || deed.hits.find(([id]) => id !== deed.who)?.[0];
    const word = deed.missed
      ? "misses"
      : falls.length
        ? `${deed.verb}: ${falls.map(nameOf).join(", ")} ${falls.length === 1 ? "falls" : "fall"}`
        : deed.verb;
    return h(
      "p",
      { key },
      mini(h, nameOf(deed.who)),
      whom && whom !== deed.who ? [h("span", { key: "to" }, "→"), mini(h, nameOf(whom), "whom")] : null,
      h("span", { class: "unseen" }, nameOf(deed.who), whom ? `, ${nameOf(whom)}: ` : ": "),
      h("span", { class: "word" }, word),
      sum ? h("b", { class: sum > 0 ? "good" : "bad" }, sum > 0 ? `+${sum}` : `−${-sum}`) : null,
    );
  });
  return {
    title: tools.since?.length && you !== null ? "Since your last turn" : "Just now",
    rows,
    more: Boolean(tools.since?.length && tools.again && view.stage !== "over"),
  };
}

/** Paths just walked, by character. */
export function walked(lines) {
  const ways = new Map();
  for (const { kind, facts } of lines)
    if (kind === "run") ways.set(facts.unit, [...(ways.get(facts.unit) || []), ...facts.way.split(" ").slice(1)]);
  return ways;
}

/** By kind of log line: whose word floats, its text, its style, and whether it shakes. */
const BLOWS = {
  damage: ({ unit, loss, absorbed }) =>
    loss ? [unit, `−${loss}`, "", true] : absorbed ? [unit, "blocked", "good", true] : null,
  heal: ({ unit, points }) => (points ? [unit, `+${points}`, "good"] : null),
  shield: ({ unit, points }) => [unit, `shield ${points}`, "good"],
  miss: ({ target }) => [target, "miss", "good"],
  effect: ({ unit, effect }) => [unit, effect, ""],
  ability: ({ unit, ability }) => [unit, `${ability}!`, "good"],
  trap: ({ unit }) => [unit, "trap!", "", true],
  death: ({ unit }) => [unit, "falls", "", true],
};

/** Floats damage, healing and misses over their characters, one after the other. */
export function blows(root, tools) {
  const { motion, lines, before } = tools;
  const place = (id) => {
    const there = root.querySelector(`[data-unit="${CSS.escape(id)}"]`);
    const last = before?.characters?.find((one) => one.id === id)?.hex;
    return there || (last ? root.querySelector(`[data-hex="${CSS.escape(last)}"]`) : null);
  };
  const acts = lines.map(({ kind, facts }) => BLOWS[kind]?.(facts)).filter(Boolean);
  acts.slice(0, 14).forEach(([id, text, mood, hit], number) => {
    motion.later(motion.still() ? 0 : 220 * number, () => {
      const node = place(id);
      motion.floatWord(node, text, mood);
      if (hit && node?.dataset.unit) motion.shake(node.firstElementChild);
    });
  });
}
