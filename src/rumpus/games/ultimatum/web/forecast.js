/** Forecast beside the map: of the previewed move, of an enemy, or of the current position. */

import { mini, sign } from "./art.js";
import { isDense, sheetOf } from "./rails.js";
import { abilityOf, nameOf, plain, plural, topicText } from "./scene.js";
import { effectWords, harmful } from "./tokens.js";

export function forecast(scene) {
  const { h, looked, state, preview } = scene;
  const body = looked
    ? reachOf(scene)
    : preview?.entry
      ? moveOf(scene)
      : state.mode
        ? aimOf(scene)
        : state.danger
          ? dangerOf(scene)
          : stateOf(scene);
  if (!body) return null;
  const { icon, title, rows, kind = "" } = body;
  return h(
    "section",
    { class: `ul-forecast ${kind}`, key: "forecast", "aria-live": "polite" },
    h("h4", { "aria-level": 2 }, icon ? sign(h, icon) : null, h("span", {}, title)),
    looked && isDense(scene.foes.length) ? sheetOf(scene, looked) : null,
    rows.filter(Boolean).map((row, key) =>
      h(
        "p",
        { key, class: row.tone || "" },
        (row.faces || []).map((name, number) => mini(h, name, number)),
        row.icon ? sign(h, row.icon) : null,
        h("span", {}, row.text),
      ),
    ),
  );
}

const change = (from, to) => (to <= 0 ? "falls" : `${from} → ${to}`);

function moveOf(scene) {
  const {
    one,
    you,
    preview: { kind, entry, key },
    byId,
  } = scene;
  const facts = entry.offer.forecast || {};
  const hits = (facts.hits || []).map(([id, from, to]) => ({ id, from, to, own: byId.get(id)?.seat === you }));
  const rows = hits.map(({ id, from, to, own }) => ({
    faces: [nameOf(id)],
    text: `${own && to <= from ? "your own " : ""}${nameOf(id)} ${change(from, to)}`,
    tone: to > from ? "good" : own ? "bad" : to <= 0 ? "good" : "",
  }));
  if (kind === "move") return walkOf(scene, facts, rows);
  const ability = abilityOf(one, kind);
  const count = hits.filter(({ from, to }) => to < from).length;
  const title =
    kind === "place"
      ? `${one.name} starts here`
      : kind === "attack"
        ? `${hits[0]?.to > hits[0]?.from ? "Heal" : "Strike"} ${nameOf(key)}`
        : count > 1
          ? `${ability.name} hits ${count}`
          : ability.name;
  for (const [id, from, to] of facts.shields || [])
    if (to > from) rows.push({ faces: [nameOf(id)], text: `${nameOf(id)}: shield ${to}`, tone: "good" });
  rows.push(...given(facts.gives || []));
  if (!rows.length) rows.push({ text: plain(entry.offer.explanation) });
  if (ability?.cooldown)
    rows.push({
      text: `Then it rests for ${plural(ability.cooldown, "phase")}.`,
      tone: "soft",
    });
  return { icon: kind === "place" ? "move" : kind, title, rows: rows.slice(0, 7), kind: `of-${kind}` };
}

/** Effects, each with all who would get it. */
function given(gives) {
  const found = new Map();
  for (const [id, name, amount, turns] of gives) {
    const words = effectWords({ name, amount, turns });
    found.set(words, [...(found.get(words) || []), nameOf(id)]);
  }
  return [...found].slice(0, 2).map(([text, faces]) => ({ faces: faces.slice(0, 5), text }));
}

function walkOf(scene, facts, rows) {
  const { one, preview } = scene;
  const end = facts.path?.at(-1) || preview.key;
  const then = facts.then || [];
  const dangers = scene.dangers(end, one);
  const most = dangers.slice(0, 5);
  const worst = dangers.reduce((sum, { loss }) => sum + loss, 0);
  return {
    icon: "move",
    title: "Walk here",
    kind: "of-move",
    rows: [
      facts.path?.length ? { text: `${facts.path.length} of ${one.speed} hexes` } : null,
      ...rows,
      ...then.slice(0, 2).map(([id, from, to]) => ({
        faces: [nameOf(id)],
        text: `then strike ${nameOf(id)}: ${change(from, to)}`,
        tone: "good",
      })),
      then.length > 2 ? { text: `or strike ${then.length - 2} more` } : null,
      worst
        ? {
            icon: "skull",
            text: `in reach of ${dangers.length === 1 ? nameOf(dangers[0].one.id) : `${dangers.length} enemies`}: −${worst} at worst`,
            tone: "bad",
          }
        : { text: "no enemy can strike here", tone: "soft" },
      dangers.length > 1
        ? { faces: most.map((danger) => danger.one.name), text: most.map(({ loss }) => loss).join(" + "), tone: "bad" }
        : null,
    ],
  };
}

/** Hint for a chosen action without a target. */
function aimOf(scene) {
  const { one, state, tools } = scene;
  const ability = abilityOf(one, state.mode);
  return {
    icon: state.mode,
    title: ability?.name || { move: "Walk", attack: "Strike" }[state.mode],
    kind: `of-${state.mode}`,
    rows: [{ text: (ability && topicText(tools, ability.name)) || "Choose a lit target." }],
  };
}

function reachOf(scene) {
  const { looked, squad } = scene;
  const struck = squad.filter((one) => one.hex && looked.blows?.[one.id] && looked.strike.includes(one.hex));
  return {
    icon: "eye",
    title: struck.length
      ? `${looked.name} can strike ${struck.length} of yours`
      : `${looked.name} cannot strike any of yours`,
    kind: "of-look",
    rows: struck.slice(0, 6).map((one) => ({ faces: [one.name], ...struckBy(one, looked.blows[one.id]) })),
  };
}

/** What a hit leaves of a character. */
function struckBy(one, loss) {
  if (loss <= one.shield) return { text: `${one.name}: the shield absorbs it` };
  return { text: `${one.name} ${change(one.hp, Math.max(0, one.hp + one.shield - loss))}`, tone: "bad" };
}

function dangerOf(scene) {
  const rows = scene.squad
    .filter((one) => one.hex)
    .map((one) => ({ one, found: scene.dangers(one.hex, one) }))
    .filter(({ found }) => found.length)
    .map(({ one, found }) => ({
      faces: [one.name],
      text: `${one.name} −${found.reduce((sum, { loss }) => sum + loss, 0)} by ${found.length}`,
      tone: "bad",
    }));
  return {
    icon: "skull",
    title: "Enemy threat range",
    kind: "of-look",
    rows: rows.length ? rows.slice(0, 6) : [{ text: "None of yours is in reach." }],
  };
}

/** Effects on the selected character and its passive, if nothing is aimed at. */
function stateOf({ one, tools, deed }) {
  if (!one || one.state === "dead") return null;
  const text = topicText(tools, one.passive);
  const rows = one.effects
    .slice(0, 3)
    .map((effect) => ({ text: effectWords(effect), tone: harmful(effect) ? "bad" : "good" }));
  if (one.charges) rows.push({ text: `${plural(one.charges, "charge")} for the next attack` });
  if (deed && !rows.length && !text) return null;
  return { icon: "", title: one.passive, kind: "of-state", rows: [text ? { text } : null, ...rows] };
}
