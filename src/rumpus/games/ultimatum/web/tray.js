/** The tray: one's squad, attributes, four actions, the forecast and the end of the turn. */

import { portrait, sign } from "./art.js";
import { forecast } from "./forecast.js";
import { KINDS, abilityOf, nameOf, plain, topicText } from "./scene.js";
import { cooldown, figures } from "./sheet.js";
import { hpBar } from "./tokens.js";

export function squadTray(scene) {
  const { h, view, tools, you, one, squad } = scene;
  const seat = view.seats[you];
  return h(
    "div",
    { class: `ul-tray ul-act ${scene.offers.length ? "" : "waits"} ${squad.length > 3 ? "many" : ""}`, key: "act" },
    h("header", { class: "ul-own", key: "own" }, tools.person(you), h("small", {}, seat.out ? "out" : `${seat.hp} HP`)),
    tabs(scene),
    one
      ? [who(scene), actions(scene), h("div", { class: "ul-fore", key: "fore" }, forecast(scene))]
      : h(
          "p",
          { class: "ul-hint", key: "hint" },
          view.stage === "over"
            ? view.outcome
            : seat.out
              ? "Your squad has fallen."
              : tools.replaying
                ? "Choose a character to look closer."
                : "Choose one of your characters.",
        ),
    end(scene),
  );
}

function tabs(scene) {
  const { h, you, state, tools, squad } = scene;
  return h(
    "div",
    { class: `ul-tabs of-${squad.length}`, key: "tabs", "data-essential": `health ${you}` },
    squad.map((one) => {
      const lit = state.mode ? (scene.lit.has(one.id) ? one.id : scene.lit.has(one.name) ? one.name : "") : "";
      const able = scene.deeds.has(one.id);
      const dead = one.state === "dead";
      return scene.button(
        `ul-tab ${one.state.replaceAll(" ", "-")} ${able ? "able" : ""} ${state.unit === one.id ? "chosen" : ""} ${lit ? "lit" : ""} ${scene.advised?.unit === one.id ? "advised" : ""}`,
        () => (lit ? scene.pressLit(lit) : dead ? null : scene.select(one.id)),
        {
          key: one.id,
          "data-name": `tab ${one.name}`,
          "aria-pressed": String(state.unit === one.id),
          "aria-label": `${one.name}, ${one.hp} of ${one["most hp"]} HP, ${one.state}`,
        },
        portrait(h, one.name),
        h("strong", {}, one.name),
        dead
          ? h("small", { class: "ul-fallen" }, "fallen")
          : hpBar(h, one, scene.preview ? scene.fates.get(one.id) : null),
        one.state === "done" || one.state === "placed"
          ? h("span", { class: "ul-done", "aria-hidden": "true" }, "✓")
          : able && tools.you !== null
            ? h("span", { class: "ul-dot", "aria-hidden": "true" })
            : null,
      );
    }),
  );
}

/** The selected character with its current attributes. */
function who({ h, one }) {
  return h(
    "div",
    { class: "ul-who", key: "who" },
    portrait(h, one.name, { "data-explain": one.name, tabindex: 0 }),
    h(
      "div",
      {},
      h("h3", { "aria-level": 2 }, one.name),
      h(
        "small",
        {},
        h("span", { class: "ul-title" }, `${one.title} · `),
        `${one.hp} of ${one["most hp"]} HP${one.shield ? ` + ${one.shield}` : ""}`,
      ),
    ),
    figures(h, one),
  );
}

// --- four actions ---

function actions(scene) {
  const { h } = scene;
  return h(
    "div",
    { class: "ul-actions", key: "actions", "data-essential": scene.offers.length ? "hand" : null },
    KINDS.map((kind, number) => action(scene, kind, number + 1)),
  );
}

const hexes = (count) => `${count} hex${count === 1 ? "" : "es"}`;

/** Effect in a few words, with the current numbers. */
function brief({ one, tools }, kind) {
  if (kind === "move") return `up to ${hexes(one.speed)}`;
  if (kind === "attack")
    return `${one.attack}, ${one.range === 1 ? "next to it" : one.type === "melee" ? `${hexes(one.range)} in a line` : one.name === "Wren" ? `${hexes(one.range)}, all round` : `${hexes(one.range)}, over walls`}`;
  return topicText(tools, abilityOf(one, kind).name);
}

function action(scene, kind, number) {
  const { h, one, deed, state, tools } = scene;
  const ability = abilityOf(one, kind);
  const title = ability?.name || { move: "Walk", attack: "Strike" }[kind];
  const later = tools.lesson?.hide?.includes(kind);
  const can = Boolean(deed?.[kind]?.length) && !later;
  const facts = (one.actions || []).find((other) => other.do === kind);
  const why = later ? "comes later" : can ? "" : plain(facts?.why || (one.state === "done" ? "has acted" : ""));
  const on = !scene.looked && (state.mode === kind || (!state.mode && kind === "move" && can));
  const untargeted = can && deed[kind].length === 1 && !deed[kind][0].named.length;
  return scene.button(
    `ul-do do-${kind} ${on ? "on" : ""} ${scene.advised?.unit === one.id && scene.advised.kind === kind ? "advised" : ""}`,
    () => can && scene.mode(kind),
    {
      key: kind,
      "data-name": { move: "walk", attack: "strike" }[kind] || kind,
      "data-key": can ? number : null,
      "data-explain": ability ? title : null,
      "data-meet": ability && can ? title : null,
      "data-no": can ? null : why || null,
      "aria-disabled": can ? null : "true",
      "aria-pressed": String(state.mode === kind),
      onpointerenter: (event) => {
        if (!untargeted || event.pointerType === "touch") return;
        state.hover = kind;
        tools.redraw();
      },
      onpointerleave: () => {
        if (!state.hover) return;
        state.hover = "";
        tools.redraw();
      },
    },
    h("span", { class: "ul-do-sign" }, sign(h, kind)),
    h(
      "span",
      { class: `ul-do-words ${ability?.wait ? "waits" : ""}` },
      h("strong", {}, title),
      ability?.wait ? cooldown(h, ability) : null,
      h("small", {}, can || ability?.wait ? brief(scene, kind) : why || brief(scene, kind)),
    ),
    can ? h("kbd", { "aria-hidden": "true" }, number) : null,
  );
}

// --- end of the turn ---

function end(scene) {
  const { h, one, deed, finish, tools, state, asking } = scene;
  if (!scene.offers.length) return null;
  const back =
    asking || state.named?.length
      ? scene.button("way-button", () => scene.back(), { key: "back" }, h("strong", {}, "Cancel"))
      : null;
  if (asking)
    return h(
      "div",
      { class: "ul-end", key: "end" },
      back,
      tools.main(commit(scene, asking), "", asking.offer, { key: "main" }),
    );
  const offer = finish && one?.id === scene.view.active ? finish : deed?.pass;
  const essential = {
    key: "pass",
    class: "do-end",
    "data-essential": "button",
    "data-name": offer === finish ? "finish" : "pass",
  };
  return h(
    "div",
    { class: "ul-end", key: "end" },
    back,
    offer ? tools.way(offer === finish ? "End turn" : `Skip ${one.name}`, "", offer, essential) : null,
  );
}

/** Label of the red button. */
function commit({ one, byId, preview }, { kind, named }) {
  if (kind === "move") return "Walk here";
  if (kind === "place") return `Place ${one.name} here`;
  const target = named.length ? nameOf(named[0]) : "";
  if (kind === "attack") return byId.get(named[0])?.seat === one.seat ? `Heal ${target}` : `Strike ${target}`;
  const title = abilityOf(one, kind).name;
  return !named.length ? title : byId.has(preview.key) && named.length === 1 ? `${title}: ${target}` : `${title} here`;
}
