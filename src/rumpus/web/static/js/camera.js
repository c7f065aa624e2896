/** What part of a map one sees: it fits if it can, else it is drawn large around who acts; wheel, pinch, drag and keys. */

const LEAST = matchMedia("(pointer: coarse)").matches ? 44 : 40; // a place one must press is never narrower, in px
const PHONE = 54;
const MOST = 110;
const BORDER = 12; // air around the map, in px
const GLIDE = 260;

const cameras = new WeakMap();

/**
 * The camera of a box whose only child is the map; it stays as long as the box does. It sets the map's `transform`, and
 * `--u`, how many px a unit of the picture is; `--cover-top`, `--cover-bottom` and `--cover-right` of the box are what lies
 * over the map, in px. A field is what is shown: `left top width height` of the picture, how wide a place is (`pitch`), and
 * where one lies (`centre`). @param {HTMLElement} node
 */
export function cameraOf(node) {
  if (!cameras.has(node)) cameras.set(node, new Camera(node));
  return cameras.get(node);
}

class Camera {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.map = /** @type {HTMLElement} */ (node.firstElementChild);
    this.field = null;
    this.scale = 0;
    this.x = 0;
    this.y = 0;
    this.moved = false;
    this.dragged = false;
    this.fingers = new Map();
    this.seen = () => {};
    new ResizeObserver(() => this.resized()).observe(node);
    node.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    node.addEventListener("pointerdown", (event) => this.down(event));
    node.addEventListener("pointermove", (event) => this.drag(event));
    // A finger may leave the box before it is lifted.
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    // What ends a drag is no press.
    node.addEventListener("click", (event) => this.dragged && (event.stopPropagation(), event.preventDefault()), { capture: true });
    // Focusing something beyond the edge makes browsers scroll the box; the camera goes there instead.
    node.addEventListener("scroll", () => node.scrollTo(0, 0));
    this.keys = this.keys.bind(this);
    document.addEventListener("keydown", this.keys);
  }

  /** Another map, or the same: show all of it if that is large enough, else the part around this place. */
  show(field, place) {
    if (this.field === field && this.scale) return;
    this.field = field;
    this.moved = false;
    this.settle(place);
  }

  /** The room that is not covered by what lies over the map. */
  room() {
    const box = this.node.getBoundingClientRect();
    const style = getComputedStyle(this.node);
    const top = Number.parseFloat(style.getPropertyValue("--cover-top")) || 0;
    const bottom = Number.parseFloat(style.getPropertyValue("--cover-bottom")) || 0;
    const right = Number.parseFloat(style.getPropertyValue("--cover-right")) || 0;
    return { width: box.width - right, height: box.height - top - bottom, top };
  }

  whole() {
    const { width, height } = this.room();
    return Math.min((width - 2 * BORDER) / this.field.width, (height - 2 * BORDER) / this.field.height, MOST / this.field.pitch);
  }

  settle(place) {
    const { width, height } = this.room();
    if (width <= 2 * BORDER || height <= 2 * BORDER || !this.field) return;
    const fits = this.whole();
    this.place = place || this.place;
    this.scale = fits * this.field.pitch >= LEAST ? fits : (width < 600 ? PHONE : LEAST + 2) / this.field.pitch;
    this.centreOn(this.place);
  }

  /** Another shape begins anew; a tray that grows over the lower edge only pushes what is looked at into sight. */
  resized() {
    if (!this.field) return;
    const { width } = this.room();
    const fits = this.whole() * this.field.pitch >= LEAST;
    if (!this.scale || (!this.moved && (fits || width !== this.wide))) this.settle(this.place);
    else {
      this.put();
      this.follow(this.place);
    }
    this.wide = width;
  }

  /** Everything at once, however small; asked again, back to where one can press. */
  toggleWhole() {
    const fits = this.whole();
    const small = Math.abs(this.scale - fits) < 0.001;
    this.glide();
    if (small && fits * this.field.pitch < LEAST) {
      this.moved = false;
      this.settle(this.place);
      return;
    }
    this.moved = true;
    this.scale = fits;
    this.centreOn(null);
  }

  /** Look at this place, if it is not in sight already. */
  follow(place) {
    this.place = place;
    if (!place || !this.scale || this.inSight(place)) return;
    this.glide();
    this.centreOn(place);
  }

  inSight(place) {
    const [x, y] = this.at(place);
    const { width, height, top } = this.room();
    const air = 0.7 * this.field.pitch * this.scale;
    return x > air && x < width - air && y > top + air && y < top + height - air;
  }

  /** Where the middle of a place lies in the box. */
  at(place) {
    const [x, y] = this.field.centre(place);
    return [this.x + (x - this.field.left) * this.scale, this.y + (y - this.field.top) * this.scale];
  }

  centreOn(place) {
    const { width, height, top } = this.room();
    const [x, y] = place ? this.field.centre(place) : [this.field.left + this.field.width / 2, this.field.top + this.field.height / 2];
    this.x = width / 2 - (x - this.field.left) * this.scale;
    this.y = top + height / 2 - (y - this.field.top) * this.scale;
    this.put();
  }

  zoom(factor, x, y) {
    const before = this.scale;
    const least = Math.min(this.whole(), LEAST / this.field.pitch);
    this.scale = Math.max(least, Math.min(MOST / this.field.pitch, before * factor));
    this.x = x - ((x - this.x) * this.scale) / before;
    this.y = y - ((y - this.y) * this.scale) / before;
    this.moved = true;
    this.put();
  }

  step(factor) {
    const { width, height, top } = this.room();
    this.glide();
    this.zoom(factor, width / 2, top + height / 2);
  }

  /** Never so far that the map leaves the box; one that is smaller stands in the middle. */
  put() {
    const { width, height, top } = this.room();
    const [w, h] = [this.field.width * this.scale, this.field.height * this.scale];
    const held = (at, size, room) => (size + 2 * BORDER <= room ? (room - size) / 2 : Math.min(BORDER, Math.max(room - size - BORDER, at)));
    this.x = held(this.x, w, width);
    this.y = top + held(this.y - top, h, height);
    for (const [rule, value] of Object.entries({ "--u": `${this.scale}px`, transform: `translate(${this.x.toFixed(1)}px, ${this.y.toFixed(1)}px)` })) this.map.style.setProperty(rule, value);
    this.seen();
  }

  /** The next change of place is seen as a movement. */
  glide() {
    this.map.classList.add("glides");
    clearTimeout(this.gliding);
    this.gliding = setTimeout(() => this.map.classList.remove("glides"), GLIDE);
  }

  /** What of the map is in the box, in the units of the picture. */
  frame() {
    const { width, height, top } = this.room();
    return { x: this.field.left - this.x / this.scale, y: this.field.top + (top - this.y) / this.scale, width: width / this.scale, height: height / this.scale };
  }

  // --- wheel, fingers, keys ---

  local(event) {
    const box = this.node.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  wheel(event) {
    if (!this.scale) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), ...this.local(event));
  }

  down(event) {
    if (event.button) return;
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, this.local(event));
  }

  drag(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last || !this.scale) return;
    const now = this.local(event);
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const far = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]);
      this.zoom(far(now) / Math.max(1, far(last)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      this.dragged = true;
    } else if (this.dragged || Math.hypot(now[0] - last[0], now[1] - last[1]) > 7) {
      this.dragged = true;
      this.moved = true;
      this.x += now[0] - last[0];
      this.y += now[1] - last[1];
      this.put();
    } else return;
    this.fingers.set(event.pointerId, now);
  }

  keys(event) {
    if (!this.node.isConnected) {
      document.removeEventListener("keydown", this.keys);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || document.querySelector("dialog[open]")) return;
    if (event.key === "+" || event.key === "=") this.step(1.25);
    else if (event.key === "-" || event.key === "−") this.step(0.8);
    else if (event.key === "0") this.toggleWhole();
    else return;
    event.preventDefault();
  }
}
