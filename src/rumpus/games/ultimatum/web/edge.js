/** Off-screen indicators: faces at the edge of the map, and a minimap. */

import { face } from "./art.js";
import { centre } from "./geometry.js";

const FACE = 46;
const MAX_FACES = 6;

/** True if the chosen action can name this character. */
const aims = (scene, one) => Boolean(scene.state.mode && scene.lit.has(one.id));

/** Renders a hidden edge face for every character, and the minimap. */
export function edges(scene) {
  const { h, view, field, tools } = scene;
  return [
    h(
      "div",
      { class: "ul-edges", key: "edges", "aria-hidden": "true" },
      view.characters
        .filter((one) => one.hex)
        .map((one) =>
          h(
            "button",
            {
              key: one.id,
              type: "button",
              tabindex: -1,
              class: `ul-edge seat-${one.seat} ${aims(scene, one) ? "lit" : ""}`,
              "data-edge": one.id,
              onclick: () => (aims(scene, one) ? scene.pressLit(one.id) : scene.select(one.id)),
            },
            face(h, one.name),
          ),
        ),
    ),
    h(
      "div",
      { class: "ul-mini-map", key: "mini", "aria-hidden": "true" },
      h(
        "svg",
        { viewBox: `${field.left} ${field.top} ${field.width} ${field.height}` },
        tools.memo("mini", [field], () =>
          h(
            "g",
            {},
            h("path", { class: "mini-floor", d: field.edge }),
            field.shown
              .filter((name) => field.sign(name) === "#")
              .map((name) =>
                h("circle", { key: name, class: "mini-wall", cx: centre(name)[0], cy: centre(name)[1], r: 24 }),
              ),
          ),
        ),
        view.characters
          .filter((one) => one.hex)
          .map((one) =>
            h("circle", {
              key: one.id,
              class: `mini-one seat-${one.seat}`,
              cx: centre(one.hex)[0],
              cy: centre(one.hex)[1],
              r: 27,
            }),
          ),
        h("rect", { class: "mini-frame", key: "frame" }),
      ),
    ),
  ];
}

/** Places the faces of off-screen characters at the edge, and the frame in the minimap. */
export function beyond(stage, camera, scene) {
  const { width, height, top } = camera.room();
  if (!camera.scale || width <= 0 || height <= 0) return;
  const frame = camera.frame();
  const rect = stage.querySelector(".mini-frame");
  for (const [name, value] of Object.entries(frame)) rect?.setAttribute(name, String(value));
  const out = [];
  for (const node of stage.querySelectorAll("[data-edge]")) {
    const hex = scene.byId.get(node.dataset.edge)?.hex;
    const [x, y] = hex ? camera.at(hex) : [0, 0];
    const inside = !hex || (x > 0 && x < width && y > top && y < top + height);
    node.classList.remove("shown");
    if (inside) continue;
    const place = [
      Math.max(FACE / 2 + 2, Math.min(width - FACE / 2 - 2, x)),
      Math.max(top + FACE / 2 + 2, Math.min(top + height - FACE / 2 - 2, y)),
    ];
    out.push({ node, place, side: x <= 0 || x >= width, far: Math.hypot(place[0] - x, place[1] - y) });
  }
  // In a crowd only the nearest are shown; the minimap shows all.
  out.sort((a, b) => a.far - b.far).splice(MAX_FACES);
  stage.classList.toggle("all-seen", frame.width >= scene.field.width - 1 && frame.height >= scene.field.height - 1);
  const box = stage.getBoundingClientRect();
  const targets = scene.targets.map((hex) => camera.at(hex));
  const mini = stage.querySelector(".ul-mini-map").getBoundingClientRect();
  const [left, high, hex] = [mini.left - box.left, mini.top - box.top, 0.6 * scene.field.pitch * camera.scale];
  const under = ([x, y]) =>
    x > left - hex && x < left + mini.width + hex && y > high - hex && y < high + mini.height + hex;
  stage.classList.toggle("over-target", targets.some(under));
  const covered = [...stage.querySelectorAll(".ul-mini-map, .ul-map-buttons")]
    .map((node) => node.getBoundingClientRect())
    .filter((other) => other.width);
  const near = (FACE + scene.field.pitch * camera.scale) / 2;
  // Faces that overlap each other, the buttons or a target move along the edge, or are left out.
  for (const [number, { node, place, side }] of out.entries()) {
    const axis = side ? 1 : 0;
    const limit = axis ? top + height - FACE / 2 : width - FACE / 2;
    const hits = () =>
      targets.some(([left, above]) => Math.hypot(left - place[0], above - place[1]) < near) ||
      out
        .slice(0, number)
        .some((other) => Math.hypot(other.place[0] - place[0], other.place[1] - place[1]) < FACE - 4) ||
      covered.some(
        (other) =>
          Math.abs(other.left + other.width / 2 - box.left - place[0]) < (other.width + FACE) / 2 &&
          Math.abs(other.top + other.height / 2 - box.top - place[1]) < (other.height + FACE) / 2,
      );
    for (let tries = 0; tries < 30 && hits(); tries++)
      place[axis] = place[axis] + FACE > limit ? FACE / 2 + (axis ? top : 0) + 2 : place[axis] + FACE / 2;
    node.classList.toggle("shown", !hits());
    node.style.setProperty("translate", `${(place[0] - FACE / 2).toFixed(0)}px ${(place[1] - FACE / 2).toFixed(0)}px`);
  }
}
