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

/** By kind of log line: what takes HP after it. */
const CAUSES = {
  attack: ({ unit }) => unit,
  ability: ({ unit }) => unit,
  trap: ({ owner }) => owner,
  tick: ({ effect }) => effect,
};

/** HP lost by each character, by whom or by which effect, and whether it fell, from the log lines. */
export function toll(lines) {
  const losses = new Map();
  const of = (id) => {
    if (!losses.has(id)) losses.set(id, { id, loss: 0, by: new Map(), fell: false });
    return losses.get(id);
  };
  let cause = "";
  let answer = ""; // whose passive struck back
  for (const { kind, facts } of lines) {
    if (CAUSES[kind]) [cause, answer] = [CAUSES[kind](facts), ""];
    else if (kind === "passive") answer = facts.unit;
    else if (kind === "damage" && facts.loss) {
      const by = nameOf(facts.unit === cause && answer ? answer : cause);
      const one = of(facts.unit);
      one.loss += facts.loss;
      if (by) one.by.set(by, (one.by.get(by) || 0) + facts.loss);
    } else if (kind === "death") of(facts.unit).fell = true;
    else if (kind === "revive") of(facts.unit).fell = false;
  }
  return [...losses.values()].filter(({ loss, fell }) => loss || fell);
}

/** Log lines between the end of one's last turn and one's first action of this one; null before the first turn. */
function sinceOwnTurn({ tools, you, byId }) {
  const { story } = tools;
  const own = (line) => byId.get(line.facts.unit)?.seat === you;
  const turns = [...story.keys()].filter((at) => story[at].kind === "turn");
  const ours = turns.filter((at) => own(story[at]));
  const ended = (at) => turns.find((next) => next > at && !own(story[next]));
  const last = ours.filter((at) => ended(at) !== undefined).at(-1);
  if (last === undefined) return null;
  const start = ended(last);
  const now = ours.find((at) => at > start);
  if (now === undefined) return story.slice(start);
  const acts = (line) => own(line) && line.kind in DEEDS && line.kind !== "tick" && line.kind !== "trap";
  const first = story.findIndex((line, at) => at > now && acts(line));
  return story.slice(start, first < 0 ? undefined : first);
}

/** Who lost HP: one's own first, the fallen before the others. */
function tollRows({ h, byId, you }, losses, most) {
  const rank = ({ id, fell, loss }) => (byId.get(id)?.seat === you ? 1e6 : 0) + (fell ? 1e4 : 0) + loss;
  const sorted = losses.sort((a, b) => rank(b) - rank(a));
  const shown = sorted.slice(0, sorted.length > most ? most - 1 : most);
  const rows = shown.map(({ id, loss, by, fell }) => {
    const name = nameOf(id);
    const causes = [...by].sort(([, a], [, b]) => b - a);
    const told = causes.map(([who, points]) => (causes.length > 1 ? `${who} ${points}` : who)).join(", ");
    return h(
      "p",
      { key: id, class: "ul-toll" },
      mini(h, name),
      h("b", { class: byId.get(id)?.seat === you ? "bad" : "good" }, fell ? `${name} fell` : `${name} −${loss}`),
      told ? h("span", { class: "word" }, `${fell ? "to" : "by"} ${told}`) : null,
    );
  });
  const left = sorted.slice(shown.length).map(({ id, loss, fell }) => `${nameOf(id)} ${fell ? "fell" : `−${loss}`}`);
  if (left.length) rows.push(h("p", { key: "more", class: "soft" }, left.join(", ")));
  return rows;
}

export function newsRows(scene, most) {
  const { h, tools, view, you } = scene;
  const ours = you === null ? null : sinceOwnTurn(scene);
  const since = ours || (tools.since?.length ? tools.since : tools.story.slice(-12));
  const more = Boolean(tools.since?.length && tools.again && view.stage !== "over");
  const title = ours ? "Since your last turn" : "Just now";
  const losses = toll(since);
  if (losses.length) return { title, rows: tollRows(scene, losses, most), more, losses: losses.length };
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
  return { title, rows, more, losses: 0 };
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
