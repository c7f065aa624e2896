/** Characters on the map, with predicted HP. */

import { SIGNS, face, sign } from "./art.js";
import { plural } from "./scene.js";

const HARM = ["poison", "drain", "stun", "snare", "ground", "disarm", "silence"];
export const harmful = (effect) => effect.amount < 0 || HARM.includes(effect.name);

/** Predicted HP from a preview, an inspection or the danger overlay: id → { from, to, word }. */
export function outcomes(scene) {
  const found = new Map();
  const { preview, looked, state, view } = scene;
  const put = (id, from, to, before = "") =>
    found.set(id, {
      from,
      to,
      word:
        to <= 0 && from > 0
          ? `${before}falls`
          : to < from
            ? `${before}−${from - to}`
            : to > from
              ? `${before}+${to - from}`
              : "",
    });
  if (preview?.entry) {
    const facts = preview.entry.offer.forecast || {};
    for (const [id, from, to] of (facts.then || []).slice(0, 1)) put(id, from, to, "then ");
    for (const [id, from, to] of facts.hits || []) put(id, from, to);
    return found;
  }
  const strikers = looked ? [looked] : state.danger ? scene.foes.filter((one) => one.hex) : [];
  if (!strikers.length) return found;
  for (const one of view.characters) {
    if (!one.hex) continue;
    const loss = strikers.reduce(
      (sum, striker) => sum + (striker.strike.includes(one.hex) ? striker.blows?.[one.id] || 0 : 0),
      0,
    );
    if (loss) put(one.id, one.hp, Math.max(0, Math.min(one.hp, one.hp + one.shield - loss)));
  }
  return found;
}

export function token(scene, one) {
  const { h, tools, state } = scene;
  const key = scene.keyAt(one.hex, one.id);
  const lit = scene.lit.get(key);
  const wanted = lit?.entries.some((entry) => scene.wanted(entry));
  const able = scene.deeds.has(one.id);
  const chosen = state.unit === one.id && one.seat === scene.you;
  const fate = scene.fates.get(one.id);
  const hidden = one.effects.some((effect) => effect.name === "invisible");
  const own = one.seat === scene.one?.seat;
  const means = lit ? (lit.kind === "attack" ? `can be ${own ? "healed" : "attacked"}` : "can be a target") : "";
  const gone =
    scene.preview?.entry &&
    chosen &&
    (scene.preview.entry.offer.forecast?.path?.length || scene.preview.kind === "move");
  const advised = scene.advised && (scene.advised.unit === one.id || scene.advised.named.includes(one.id));
  return h(
    "button",
    {
      key: one.id,
      type: "button",
      class: `ul-token seat-${one.seat} ${one.state} ${able ? "able" : ""} ${chosen ? "chosen" : ""} ${lit && wanted ? `lit lit-${lit.kind} ${means === "can be healed" ? "lit-heal" : ""}` : ""} ${scene.looked === one ? "looked" : ""} ${hidden ? "hidden" : ""} ${gone ? "gone" : ""} ${fate ? (own ? "hurt own" : "hurt") : ""} ${advised ? "advised" : ""}`,
      style: scene.at(one.hex),
      "data-unit": one.id,
      "data-name": one.name,
      "data-spot": "",
      "data-fly": `unit ${one.id}`,
      "data-via": scene.walks.get(one.id)?.slice(0, -1).join(" ") || null,
      "data-home": scene.home === one.id ? "" : null,
      "aria-label": `${tools.names[one.seat]}’s ${one.name} on ${one.hex}, ${one.hp} of ${one["most hp"]} HP, ${one.state}${means ? `, ${means}` : ""}${fate?.word ? `: ${fate.word}` : ""}`,
      "aria-pressed": String(chosen || scene.looked === one),
    },
    h("span", { class: "ul-disc" }, face(h, one.name)),
    h("span", { class: "ul-badge" }, tools.mark(one.seat)),
    one.state === "done" ? h("span", { class: "ul-done", "aria-hidden": "true" }, "✓") : null,
    one.charges ? h("span", { class: "ul-charges", "aria-hidden": "true" }, one.charges) : null,
    one.effects.length ? h("span", { class: "ul-effects", "aria-hidden": "true" }, effects(h, one, 2)) : null,
    advised ? h("span", { class: "ul-bulb", "aria-hidden": "true" }, sign(h, "bulb")) : null,
    hpBar(h, one, fate),
    fate?.word
      ? h(
          "span",
          {
            class: `ul-bubble ${fate.to > fate.from ? "good" : fate.to <= 0 ? "falls" : ""} ${own && scene.preview ? "own" : ""}`,
            "aria-hidden": "true",
          },
          fate.word,
        )
      : null,
  );
}

/** Ghost of a walking character at its destination. */
export function ghost(scene) {
  const { h, one, preview } = scene;
  const path = preview?.entry?.offer.forecast?.path || [];
  const end = path.at(-1) || (preview?.kind === "move" || preview?.kind === "place" ? preview.key : "");
  if (!preview?.entry || !end || !one || end === one.hex) return null;
  return h(
    "span",
    { key: "ghost", class: `ul-token ul-ghost seat-${one.seat}`, style: scene.at(end), "aria-hidden": "true" },
    h("span", { class: "ul-disc" }, face(h, one.name)),
    hpBar(h, one, scene.fates.get(one.id)),
  );
}

export function effects(h, one, most, meets = false) {
  return one.effects.slice(0, most).map((effect, key) =>
    h(
      "svg",
      {
        key,
        class: `ul-effect ${harmful(effect) ? "bad" : "fine"}`,
        viewBox: "-1.5 -1.5 15 15",
        "data-meet": meets ? effect.name : null,
      },
      h("path", { d: SIGNS[effect.name] || SIGNS.stun }),
    ),
  );
}

export function hpBar(h, one, fate = null) {
  const most = one["most hp"] || 1;
  const part = (100 * one.hp) / most;
  const left = fate ? (100 * Math.max(0, Math.min(fate.to, one.hp))) / most : part;
  return h(
    "span",
    { class: `ul-hp ${part < 30 ? "low" : ""}`, "aria-hidden": "true" },
    fate && fate.to < fate.from ? h("span", { class: "ul-hp-loss", style: { width: `${part}%` } }) : null,
    h("span", { class: "ul-hp-fill", style: { width: `${left}%` } }),
    h(
      "span",
      { class: "ul-hp-number" },
      fate && fate.to !== fate.from
        ? [h("span", { class: "ul-hp-was" }, `${fate.from} `), `→ ${fate.to <= 0 ? "✕" : fate.to}`]
        : [one.hp, one.shield ? h("b", {}, `+${one.shield}`) : null],
    ),
  );
}

export function effectWords(effect) {
  const size = effect.amount
    ? ` ${effect.amount > 0 && !["poison", "drain", "regrowth"].includes(effect.name) ? "+" : ""}${effect.amount}`
    : "";
  return `${effect.name}${size} (${effect.turns ? plural(effect.turns, "turn") : "this turn"})`;
}
