/** The map: floor, walls and characters, with previews on top. */

import { cameraOf } from "/static/js/drawing.js";
import { sign } from "./art.js";
import { beyond } from "./edge.js";
import { SIZE, centre, hexName, isHex, outline, spot } from "./geometry.js";
import { marks } from "./marks.js";
import { LIT, nameOf } from "./scene.js";
import { ghost, token } from "./tokens.js";

const BOARD_DEPTH = 7; // visible thickness of the board under the hexes
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function map(scene, over) {
  const { view, h, tools, state, field } = scene;
  const { left, top, width, height } = field;
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
            viewBox: `${left} ${top} ${width} ${height}`,
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
    over,
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
    h(
      "button",
      {
        key: kind,
        type: "button",
        class: `ul-map-button ul-${kind}`,
        "data-spot": "",
        title: label,
        "aria-label": label,
        onclick,
        ...more,
      },
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
