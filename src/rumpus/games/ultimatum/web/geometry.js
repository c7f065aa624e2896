/** Hex geometry: positions, neighbours and outlines. It contains no rules. */

export const SIZE = 30; // from the centre of a hex to a corner, in picture units
export const WIDE = Math.sqrt(3) * SIZE;

export const hexName = (row, column) => String.fromCharCode(97 + column) + (row + 1);
export const spot = (name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
export const isHex = (word) => /^[a-z]\d{1,2}$/.test(word);

export const DIRECTIONS = {
  E: (row, column) => [row, column + 1],
  NE: (row, column) => [row - 1, column + (row % 2)],
  NW: (row, column) => [row - 1, column + (row % 2) - 1],
  W: (row, column) => [row, column - 1],
  SW: (row, column) => [row + 1, column + (row % 2) - 1],
  SE: (row, column) => [row + 1, column + (row % 2)],
};

/** The two corners of each side, in sixths of a turn clockwise from the top. */
const SIDES = { NE: [0, 1], E: [1, 2], SE: [2, 3], SW: [3, 4], W: [4, 5], NW: [5, 0] };

/** @returns {[number, number]} */
export function centre(name) {
  const [row, column] = spot(name);
  return [WIDE * (column + 0.5 + (row % 2) / 2), SIZE * (1 + 1.5 * row)];
}

function corner([x, y], number, r = SIZE) {
  const w = (Math.sqrt(3) / 2) * r;
  const [dx, dy] = [
    [0, -r],
    [w, -r / 2],
    [w, r / 2],
    [0, r],
    [-w, r / 2],
    [-w, -r / 2],
  ][number];
  return `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
}

/** Path of one hex. */
export function outline(name, r = SIZE) {
  const middle = centre(name);
  return `M${[0, 1, 2, 3, 4, 5].map((number) => corner(middle, number, r)).join("L")}Z`;
}

/** Closed outline of a set of hexes, as many rings as needed. */
export function around(names) {
  const inside = new Set(names);
  const next = new Map();
  for (const name of inside) {
    const [row, column] = spot(name);
    const middle = centre(name);
    for (const [way, [from, to]] of Object.entries(SIDES)) {
      const [r, c] = DIRECTIONS[way](row, column);
      if (c >= 0 && inside.has(hexName(r, c))) continue;
      const start = corner(middle, from);
      if (!next.has(start)) next.set(start, []);
      next.get(start).push(corner(middle, to));
    }
  }
  let path = "";
  for (const [start, ends] of next) {
    while (ends.length) {
      let at = ends.pop();
      path += `M${start}`;
      while (at !== start) {
        path += `L${at}`;
        at = next.get(at).pop();
      }
      path += "Z";
    }
  }
  return path;
}

/** All hexes of a map. Walls connected to the outside by walls only are filling. */
export class Field {
  constructor({ rows, columns }) {
    this.rows = rows;
    this.columns = columns;
    this.names = rows.flatMap((row, y) => [...row].map((_, x) => hexName(y, x)));
    this.filling = this.outside();
    this.shown = this.names.filter((name) => !this.filling.has(name));
    const places = this.shown.map(centre);
    const xs = places.map(([x]) => x);
    const ys = places.map(([, y]) => y);
    this.left = Math.min(...xs) - WIDE / 2;
    this.top = Math.min(...ys) - SIZE;
    this.width = Math.max(...xs) + WIDE / 2 - this.left;
    this.height = Math.max(...ys) + SIZE - this.top;
    this.box = `${this.left} ${this.top} ${this.width} ${this.height}`;
    this.edge = around(this.shown);
    this.pitch = WIDE;
    this.centre = centre;
  }

  sign(name) {
    const [row, column] = spot(name);
    return this.rows[row]?.[column] || "";
  }

  outside() {
    const found = new Set();
    const last = [this.rows.length - 1, this.columns - 1];
    const queue = this.names.filter((name) => {
      const [row, column] = spot(name);
      return this.sign(name) === "#" && (row === 0 || column === 0 || row === last[0] || column === last[1]);
    });
    while (queue.length) {
      const name = queue.pop();
      if (found.has(name)) continue;
      found.add(name);
      for (const step of Object.values(DIRECTIONS)) {
        const [row, column] = step(...spot(name));
        if (this.rows[row]?.[column] === "#") queue.push(hexName(row, column));
      }
    }
    return found;
  }
}

const fields = new Map();

/** Returns the cached field of a map: maps do not change in a match. */
export function fieldOf(map) {
  const key = map.rows.join("\n");
  if (!fields.has(key)) fields.set(key, new Field(map));
  return fields.get(key);
}

/** Steps between two hexes without obstacles. */
export function distance(a, b) {
  const [[row, column], [row2, column2]] = [spot(a), spot(b)];
  const q = column - (row - (row % 2)) / 2 - (column2 - (row2 - (row2 % 2)) / 2);
  const r = row - row2;
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}
