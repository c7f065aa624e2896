/** Overlays on the floor: reach, previews of moves, hits and areas, and threats. */

import { SIZE, around, centre } from "./geometry.js";

export function marks(scene) {
  const { h, view, state, looked } = scene;
  return h(
    "g",
    { class: "marks", key: "marks" },
    h(
      "defs",
      {},
      h(
        "pattern",
        { id: "ul-hatch", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        h("path", { class: "hatch", d: "M0 0V9" }),
      ),
    ),
    view["hidden traps"].map((trap, number) =>
      h("path", { key: `trap ${number}`, class: "maybe", d: around(trap.maybe) }),
    ),
    looked
      ? threat(h, [looked])
      : state.danger
        ? threat(
            h,
            scene.foes.filter((one) => one.hex),
          )
        : reach(scene),
    scene.preview ? preview(scene) : null,
  );
}

/** Outline of all lit hexes. */
function reach({ h, lit, state, one }) {
  const hexes = [...lit]
    .filter(([, { kind }]) => kind !== "attack")
    .map(([key]) => key)
    .filter((key) => !key.includes("."));
  if (!hexes.length) return null;
  const kind = state.mode || (lit.get(hexes[0])?.kind ?? "move");
  const with_own = kind === "move" && one?.hex ? [...hexes, one.hex] : hexes;
  return h("path", { key: "reach", class: `reach reach-${kind}`, d: around(with_own) });
}

/** Hexes a character could walk to, filled, and could then strike, hatched. */
function threat(h, several) {
  const walk = new Set(several.flatMap((one) => [...one.reach, one.hex]));
  const strike = new Set(several.flatMap((one) => one.strike));
  const alone = several.length === 1;
  return [
    h("path", {
      key: "strike",
      class: "strike",
      fill: "url(#ul-hatch)",
      d: around([...strike].filter((name) => !alone || !walk.has(name))),
    }),
    alone ? h("path", { key: "walk", class: "walk", d: around([...walk]) }) : null,
    h("path", { key: "far", class: "strike-edge", d: around([...strike, ...(alone ? walk : [])]) }),
  ];
}

function preview(scene) {
  const {
    h,
    one,
    byId,
    preview: { key, kind, entry },
  } = scene;
  if (!one?.hex) return null;
  const facts = entry?.offer.forecast || {};
  const path = (facts.path || []).filter((name) => name !== one.hex);
  const end = path.at(-1) || (kind === "move" ? key : "");
  const from = end || one.hex;
  const target = byId.get(key)?.hex || (kind !== "move" ? key : "");
  const then = (facts.then || []).map(([id]) => byId.get(id)?.hex).filter(Boolean);
  return h(
    "g",
    { class: "preview", key: "preview" },
    facts.area?.length ? h("path", { key: "area", class: "area", d: around(facts.area) }) : null,
    end ? way(h, [one.hex, ...(path.length ? path : [end])]) : null,
    target && target !== from && target !== one.hex && kind !== "place" ? arrow(h, from, target, kind) : null,
    then.slice(0, 1).map((hex) => arrow(h, from, hex, "attack", "then")),
    (facts.moves || []).map(([id, hex]) =>
      id === one.id || !byId.get(id)?.hex || byId.get(id).hex === hex
        ? null
        : arrow(h, byId.get(id).hex, hex, "ability", id),
    ),
  );
}

/** A path hex by hex, with its steps numbered. */
function way(h, names) {
  const places = names.map(centre);
  const d = `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
  return h(
    "g",
    { class: "way", key: "way" },
    h("path", { class: "way-under", d }),
    h("path", { class: "way-line", d }),
    places
      .slice(1, -1)
      .map(([x, y], number) => [
        h("circle", { key: `c${number}`, class: "way-step", cx: x, cy: y, r: 9 }),
        h("text", { key: `t${number}`, class: "way-number", x, y: y + 4.2 }, number + 1),
      ]),
  );
}

/** An arrow between two hexes, short of both centres. */
function arrow(h, from, to, kind, key = "aim") {
  const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / far, (y2 - y1) / far];
  const [start, end] = [Math.min(SIZE * 0.75, far / 4), SIZE * 0.8];
  const [ax, ay, bx, by] = [x1 + dx * start, y1 + dy * start, x2 - dx * end, y2 - dy * end];
  const d = `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`;
  const tip = `M${(bx + dx * 9).toFixed(1)} ${(by + dy * 9).toFixed(1)}L${(bx - dx * 5 - dy * 8).toFixed(1)} ${(by - dy * 5 + dx * 8).toFixed(1)}L${(bx - dx * 5 + dy * 8).toFixed(1)} ${(by - dy * 5 - dx * 8).toFixed(1)}Z`;
  return h(
    "g",
    { key: `arrow ${key}`, class: `arrow-${kind}` },
    h("path", { class: "arrow-under", d }),
    h("path", { class: "arrow-line", d }),
    h("path", { class: "arrow-tip", d: tip }),
  );
}
