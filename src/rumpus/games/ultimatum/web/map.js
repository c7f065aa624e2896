/** The map: floor, walls and characters, with previews on top. */

import { cameraOf } from "/static/js/drawing.js";
import { face, sign } from "./art.js";
import { SIZE, centre, hexName, isHex, outline, spot } from "./geometry.js";
import { marks } from "./marks.js";
import { LIT, nameOf } from "./scene.js";
import { ghost, token } from "./tokens.js";

const BOARD_DEPTH = 7; // visible thickness of the board under the hexes
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function map(scene) {
  const { view, h, tools, state, field } = scene;
  const { width, height } = field;
  const press = (event) => {
    const node = event.target.closest("[data-unit], [data-hex]");
    if (node) scene.press(node.dataset.hex || null, node.dataset.unit || null);
  };
  // Mouse hover or keyboard focus previews the move there.
  const hover = (event) => {
    if (event.pointerType === "touch") return;
    const node = event.target.closest?.("[data-unit], [data-hex]");
    const key = node ? scene.keyAt(node.dataset.hex || null, node.dataset.unit || null) : "";
    if (key === (state.over || "")) return;
    state.over = key;
    tools.redraw();
  };
  const leave = () => {
    if (!state.over) return;
    state.over = "";
    tools.redraw();
  };
  tools.after((root) => moveCamera(root, scene));
  return h(
    "div",
    { class: "ul-stage", key: "stage" },
    h(
      "div",
      {
        class: "ul-view",
        key: "view",
        onpointerover: hover,
        onpointerleave: leave,
        onfocusin: (event) => event.target.matches(":focus-visible") && hover(event),
      },
      h(
        "div",
        {
          class: "ul-map",
          style: { "--w": String(width), "--h": String(height) },
          onclick: press,
          onkeydown: (event) => {
            if ((event.key === "Enter" || event.key === " ") && event.target.dataset.hex) {
              event.preventDefault();
              press(event);
            } else if (event.key in ARROWS) step(scene, event);
          },
        },
        view.characters.filter((one) => one.hex && one.state !== "dead").map((one) => token(scene, one)),
        h(
          "svg",
          {
            class: "ul-ground",
            viewBox: field.box,
            role: "group",
            "aria-label": `Map ${view.map.name}`,
          },
          tools.memo("base", [field], () => base(h, field)),
          h("g", { class: "hexes", key: "hexes" }, hexes(scene)),
          marks(scene),
        ),
        ghost(scene),
        labels(scene),
      ),
    ),
    edges(scene),
    buttons(scene),
  );
}

/** Edge of the board: one outline without filling, and its thickness below. */
function base(h, field) {
  return h(
    "g",
    { class: "base" },
    h("path", { class: "lip", d: field.edge, transform: `translate(0 ${BOARD_DEPTH})` }),
    h("path", { class: "rim", d: field.edge }),
  );
}

function hexes(scene) {
  const { view, tools, field } = scene;
  const traps = new Map(view.traps.map((trap) => [trap.hex, trap.owner]));
  const maybe = new Map();
  for (const trap of view["hidden traps"]) for (const hex of trap.maybe) maybe.set(hex, trap.owner);
  const advised = scene.advised && scene.advised.unit === scene.one?.id ? scene.advised.named.at(-1) : "";
  return field.names
    .filter((name) => !field.filling.has(name) || scene.lit.has(name))
    .map((name) => {
      const entry = scene.lit.get(name);
      const lit = entry ? (entry.entries.some((one) => scene.wanted(one)) ? entry.kind : "") : "";
      const facts = {
        name,
        sign: field.sign(name),
        owner: tools.names[Number(field.sign(name)) - 1] || "",
        lit,
        chosen: scene.one?.hex === name && !scene.looked,
        aimed: Boolean(scene.preview?.entry && scene.preview.key === name),
        trap: traps.get(name) || "",
        guess: maybe.get(name) || "",
        home: scene.home === name,
        who: scene.one?.name,
        filling: field.filling.has(name),
        advised: advised === name,
      };
      return tools.memo(name, Object.values(facts), () => hex(tools.h, facts));
    });
}

function hex(h, { name, sign: ground, owner, lit, chosen, aimed, trap, guess, who, home, filling, advised }) {
  const [x, y] = centre(name);
  const wall = ground === "#";
  const seat = ground >= "1" && ground <= "9" ? Number(ground) - 1 : -1;
  const says = [
    wall ? "A wall: it blocks movement and aiming." : seat < 0 || !owner ? "Floor." : `Floor, where ${owner} starts.`,
    lit ? `${who} ${LIT[lit]}.` : "",
    trap ? `A trap of your ${nameOf(trap)} lies here.` : "",
    guess ? `A trap of ${nameOf(guess)} may lie here.` : "",
  ].filter(Boolean);
  return h(
    "g",
    {
      class: `hex ${wall ? "wall" : ""} ${filling ? "filling" : ""} ${lit ? `lit lit-${lit}` : ""} ${chosen ? "chosen" : ""} ${aimed ? "aimed" : ""} ${advised ? "advised" : ""}`,
      "data-hex": name,
      "data-name": name,
      "data-stop": name,
      "data-home": home ? "" : null,
      "data-spot": wall && !lit ? null : "",
      tabindex: lit ? 0 : wall ? null : -1,
      role: lit ? "button" : "img",
      "aria-label": `${name}. ${says.join(" ")}`,
    },
    h("path", { class: `floor tone-${(spot(name)[0] + 2 * spot(name)[1]) % 3}`, d: outline(name) }),
    seat >= 0 ? h("path", { class: `spawn seat-${seat}`, d: outline(name, SIZE - 4) }) : null,
    wall && !filling
      ? [
          h("path", { class: "rock", d: `M${x - 23} ${y + 17}l4-25 11-9 9 5 9-5 10 14 3 20z` }),
          h("path", { class: "rock-light", d: `M${x - 14} ${y - 5}l7-7 4 9-6 8zM${x + 4} ${y - 6}l6-3 5 8-7 3z` }),
        ]
      : null,
    h("text", { class: "coordinate", x, y: y + SIZE - 5 }, name),
    trap
      ? h("path", {
          class: "trap",
          d: `M${x - 16} ${y + 7}a16 13 0 0 1 32 0zM${x - 16} ${y + 7}l5-9 5.5 9 5.5-10 5.5 10 5.5-9 5 9`,
        })
      : null,
    lit === "move" || lit === "place" ? h("circle", { class: "dot", cx: x, cy: y, r: 4.5 }) : null,
  );
}

/** Labels of hidden traps: one outline around the possible hexes, with one name. */
function labels(scene) {
  const { view, h } = scene;
  const owners = new Map();
  for (const trap of view["hidden traps"]) owners.set(trap.owner, [...(owners.get(trap.owner) || []), ...trap.maybe]);
  return [...owners].map(([owner, places]) => {
    const count = view["hidden traps"].filter((trap) => trap.owner === owner).length;
    const lowest = places.reduce((best, name) => (centre(name)[1] > centre(best)[1] ? name : best), places[0]);
    return h(
      "span",
      { key: `trap ${owner}`, class: "ul-label", style: scene.at(lowest) },
      count === 1 ? "a trap is hidden in here" : `${count} traps are hidden in here`,
    );
  });
}

function buttons(scene) {
  const { h, state } = scene;
  const button = (kind, label, onclick, more = {}) =>
    scene.button(
      `ul-map-button ul-${kind}`,
      onclick,
      { key: kind, title: label, "aria-label": label, ...more },
      sign(h, kind),
    );
  const camera = (event) => cameraOf(event.currentTarget.closest(".ul-stage").querySelector(".ul-view"));
  return h(
    "div",
    { class: "ul-map-buttons", key: "buttons" },
    button("plus", "Zoom in", (event) => camera(event).step(1.25)),
    button("minus", "Zoom out", (event) => camera(event).step(0.8)),
    button("whole", "Whole map", (event) => camera(event).toggleWhole()),
    scene.view.stage === "act" || scene.view.stage === "more"
      ? button("skull", "Enemy threat range", () => scene.set({ danger: !state.danger, look: "" }), {
          "aria-pressed": String(Boolean(state.danger)),
        })
      : null,
  );
}

/** An arrow key moves to the next hex or character that way; past the edge it leaves the map. */
function step(scene, event) {
  const from = event.target.dataset.hex || scene.byId.get(event.target.dataset.unit)?.hex;
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows } = scene.view.map;
  const [down, right] = ARROWS[event.key];
  let [row, column] = spot(from);
  do [row, column] = [row + down, column + right];
  while (rows[row]?.[column] === "#");
  if (!rows[row]?.[column]) return;
  const name = hexName(row, column);
  const there = scene.byHex.get(name);
  const map = event.currentTarget;
  const next =
    (there && map.querySelector(`[data-unit="${CSS.escape(there.id)}"]`)) || map.querySelector(`[data-hex="${name}"]`);
  event.preventDefault();
  event.stopPropagation();
  next.focus({ preventScroll: true });
  cameraOf(map.parentElement).follow(name);
}

/** What each camera followed last. */
const followed = new WeakMap();
/** The targets each camera was moved for last. */
const aimedAt = new WeakMap();

/** Moves the camera to the current character when it changes; edge faces point to off-screen ones. */
function moveCamera(root, scene) {
  const node = root.querySelector(".ul-view");
  if (!node) return;
  const { state, tools } = scene;
  const camera = cameraOf(node);
  const news = tools.lines.findLast?.(({ facts }) => scene.byId.get(facts?.unit)?.hex)?.facts.unit;
  const about = state.aim || state.look || (news && !scene.offers.length ? news : state.unit) || news;
  const hex =
    (isHex(about || "") ? about : scene.byId.get(about)?.hex) ||
    scene.deed?.place[0]?.named[0] ||
    [...scene.byHex.keys()].find((name) => scene.byHex.get(name).seat === scene.you) ||
    null;
  camera.seen = () => beyond(node.parentElement, camera, scene);
  camera.show(scene.field, hex);
  const seen = `${state.decision} ${about} ${hex}`;
  if (followed.get(camera) !== seen) {
    followed.set(camera, seen);
    camera.follow(hex);
  }
  const aims = state.mode && !state.aim ? scene.targets : [];
  const aimed = `${state.decision} ${state.unit} ${state.mode} ${aims.join()}`;
  if (aims.length && aimedAt.get(camera) !== aimed)
    camera.reveal([...aims.slice(0, 1), scene.one.hex, ...aims.slice(1)]);
  aimedAt.set(camera, aimed);
  camera.seen();
}

// --- off-screen: faces at the edge of the map, and a small map ---

const FACE = 46;
const MAX_FACES = 6;

/** A disc on a hex of a small map. */
export function spotted(h, name, kind, r, key = name) {
  const [cx, cy] = centre(name);
  return h("circle", { key, class: kind, cx, cy, r });
}

/** The floor and the walls of a small map. */
export const smallFloor = (h, field) => [
  h("path", { key: "floor", class: "mini-floor", d: field.edge }),
  field.shown.filter((name) => field.sign(name) === "#").map((name) => spotted(h, name, "mini-wall", 24)),
];

/** Renders a hidden edge face for every character, and the minimap. */
function edges(scene) {
  const { h, view, field, tools } = scene;
  const placed = view.characters.filter((one) => one.hex);
  return [
    h(
      "div",
      { class: "ul-edges", key: "edges", "aria-hidden": "true" },
      placed.map((one) =>
        h(
          "button",
          {
            key: one.id,
            type: "button",
            tabindex: -1,
            class: `ul-edge seat-${one.seat} ${scene.aims(one) ? "lit" : ""}`,
            "data-edge": one.id,
            onclick: () => scene.meet(one),
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
        { viewBox: field.box },
        tools.memo("mini", [field], () => h("g", {}, smallFloor(h, field))),
        placed.map((one) => spotted(h, one.hex, `mini-one seat-${one.seat}`, 27, one.id)),
        h("rect", { class: "mini-frame", key: "frame" }),
      ),
    ),
  ];
}

/** Places the faces of off-screen characters at the edge, and the frame in the minimap. */
function beyond(stage, camera, scene) {
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
  const wide = scene.field.pitch * camera.scale;
  const targets = scene.targets.map((hex) => camera.at(hex));
  const [small, buttons] = [".ul-mini-map", ".ul-map-buttons"].map((kind) =>
    stage.querySelector(kind).getBoundingClientRect(),
  );
  /** True if a square of this size around a place overlaps a rectangle. */
  const under = (one, [x, y], size) =>
    one.width &&
    Math.abs(one.left + one.width / 2 - box.left - x) < (one.width + size) / 2 &&
    Math.abs(one.top + one.height / 2 - box.top - y) < (one.height + size) / 2;
  const near = ([x, y], [x2, y2], far) => Math.hypot(x - x2, y - y2) < far;
  stage.classList.toggle(
    "over-target",
    targets.some((place) => under(small, place, 1.2 * wide)),
  );
  // Faces that overlap each other, the buttons or a target move along the edge, or are left out.
  for (const [number, { node, place, side }] of out.entries()) {
    const axis = side ? 1 : 0;
    const limit = axis ? top + height - FACE / 2 : width - FACE / 2;
    const hits = () =>
      targets.some((target) => near(target, place, (FACE + wide) / 2)) ||
      out.slice(0, number).some((other) => near(other.place, place, FACE - 4)) ||
      [small, buttons].some((one) => under(one, place, FACE));
    for (let tries = 0; tries < 30 && hits(); tries++)
      place[axis] = place[axis] + FACE > limit ? FACE / 2 + (axis ? top : 0) + 2 : place[axis] + FACE / 2;
    node.classList.toggle("shown", !hits());
    node.style.setProperty("translate", `${(place[0] - FACE / 2).toFixed(0)}px ${(place[1] - FACE / 2).toFixed(0)}px`);
  }
}
