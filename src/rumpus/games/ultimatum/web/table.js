/** Ultimatum: the map between one's squad and the others; before that, draft and placement. */

import { draftAsked, draftBoard, draftTray, meetAsked, meetBoard, meetTray, meeting, standingOffer } from "./draft.js";
import { map } from "./map.js";
import { blows, news, others, squadSheet, walked } from "./rails.js";
import { Scene, abilityOf, nameOf } from "./scene.js";
import { outcomes } from "./tokens.js";
import { squadTray } from "./tray.js";

export const place = "bar";
export const side = "left";

const scenes = new WeakMap();
const lastOffers = new WeakMap();

/** Returns the scene shared by board, tray and strip of one render. */
function sceneOf(view, offers, tools) {
  if (!scenes.has(tools)) {
    // Keep the last offers while a decision is pending, to avoid flicker.
    if (offers.length) lastOffers.set(view, offers);
    const scene = new Scene(view, tools.sent ? lastOffers.get(view) || offers : offers, tools);
    scene.fates = outcomes(scene);
    scene.walks = walked(tools.lines);
    scenes.set(tools, scene);
  }
  return scenes.get(tools);
}

const drafting = (view) => view.stage === "ban" || view.stage === "pick";

export function board(view, offers, tools) {
  const scene = sceneOf(view, offers, tools);
  if (drafting(view)) return draftBoard(scene);
  if (meeting(scene)) return meetBoard(scene);
  if (tools.lines.length) tools.after((root) => blows(root, tools));
  keys(scene);
  return tools.h(
    "div",
    { class: `ul ul-${view.stage}` },
    // Squads before the map, and characters before its floor: so a screen reader meets them first.
    tools.h("aside", { class: "ul-rail", key: "rail" }, others(scene), news(scene)),
    map(scene),
  );
}

export function tray(view, offers, tools) {
  const scene = sceneOf(view, offers, tools);
  if (drafting(view)) return draftTray(scene);
  if (scene.you === null) return null;
  return meeting(scene) ? meetTray(scene) : squadTray(scene);
}

export function title(view) {
  if (drafting(view)) return view.phase;
  return view.number ? `${view.map.name} · phase ${view.number} of ${view.limit}` : view.map.name;
}

export function asked(view, offers, tools) {
  const scene = sceneOf(view, offers, tools);
  if (drafting(view)) return draftAsked(scene);
  if (meeting(scene)) return meetAsked(scene);
  const { one, state, looked, preview, asking } = scene;
  if (looked) return `What ${looked.name} can do. Choose one of yours to continue.`;
  if (!one) return "Choose one of your characters";
  if (view.stage === "place") return `${one.name}: choose a lit hex to start on`;
  if (asking?.kind === "move") return `Walk ${one.name} here?`;
  const ability = abilityOf(one, state.mode)?.name;
  if (ability && asking) return `${ability}: ${asking.named.length ? "here?" : "now?"}`;
  if (ability)
    return state.named.length
      ? `${ability}, ${state.named.map(nameOf).join(", ")}: choose the next target`
      : `${ability}: choose a lit target · Esc cancels`;
  if (state.mode === "attack" || preview?.kind === "attack")
    return preview ? `${one.name} strikes ${nameOf(preview.key)}?` : `Choose a target for ${one.name}`;
  return view.stage === "more" ? `${one.name} can still act` : `${one.name}: choose a hex or action`;
}

/** A player's squad in full. */
export function sheet(view, seat) {
  return squadSheet(view, seat);
}

export function standing(view, offers, tools) {
  return standingOffer({ view, offers, tools, state: tools.state });
}

let back = () => false;
let listening = false;

/** Escape undoes the last input. */
function keys(scene) {
  back = () => scene.back();
  if (listening) return;
  listening = true;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]") && back()) event.preventDefault();
  });
}
