/** Pan and zoom of a map by wheel, pinch, drag and keys. */

const MIN_PITCH = matchMedia("(pointer: coarse)").matches ? 44 : 40; // minimum width of a pressable hex, in px
const PHONE_PITCH = 54;
const MAX_PITCH = 110;
const MARGIN = 12; // margin around the map, in px
const GLIDE_MS = 260;

/**
 * A map to show. Its sides are in picture units; `pitch` is the width of a hex; `centre` locates a place by name.
 * @typedef {object} Field
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {number} pitch
 * @property {(place: string) => [number, number]} centre
 */

/** @type {WeakMap<HTMLElement, Camera>} */
const cameras = new WeakMap();

/**
 * Returns the camera of a box. The box's only child is the map.
 * Sets the map's `transform` and `--u`, the px per unit of the picture.
 * The box's `--cover-top`, `--cover-bottom` and `--cover-right` are the px covered by overlays.
 * @param {HTMLElement} node
 * @returns {Camera}
 */
export function cameraOf(node) {
  let camera = cameras.get(node);
  if (!camera) {
    camera = new Camera(node);
    cameras.set(node, camera);
  }
  return camera;
}

/** Moves and scales the map in one box. */
export class Camera {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.map = /** @type {HTMLElement} */ (node.firstElementChild);
    /** @type {Field | null} */
    this.shown = null;
    /** The focused place. @type {string | null} */
    this.place = null;
    /** Width of the room at the last resize. @type {number | null} */
    this.wide = null;
    this.scale = 0;
    this.x = 0;
    this.y = 0;
    this.moved = false;
    this.dragged = false;
    this.gliding = 0;
    /** Positions of pressed pointers. @type {Map<number, [number, number]>} */
    this.fingers = new Map();
    /** Called after each move; a drawing may replace it. @type {() => void} */
    this.seen = () => {};
    new ResizeObserver(() => this.resized()).observe(node);
    node.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    node.addEventListener("pointerdown", (event) => this.down(event));
    node.addEventListener("pointermove", (event) => this.drag(event));
    // A pointer may leave the box before it is released.
    for (const end of ["pointerup", "pointercancel"])
      window.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    // The click that ends a drag is ignored.
    const ignore = (/** @type {Event} */ event) => {
      if (!this.dragged) return;
      event.stopPropagation();
      event.preventDefault();
    };
    node.addEventListener("click", ignore, { capture: true });
    // Browsers scroll the box to a focused element; the camera moves there instead.
    node.addEventListener("scroll", () => node.scrollTo(0, 0));
    this.keys = this.keys.bind(this);
    document.addEventListener("keydown", this.keys);
  }

  get field() {
    if (!this.shown) throw new Error("The camera has no map yet. Call show first.");
    return this.shown;
  }

  /**
   * Shows a map: all of it if large enough, else the part around this place.
   * @param {Field} field
   * @param {string | null} [place]
   */
  show(field, place) {
    if (this.shown === field && this.scale) return;
    this.shown = field;
    this.moved = false;
    this.settle(place);
  }

  /** The part of the box without overlays. */
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
    return Math.min(
      (width - 2 * MARGIN) / this.field.width,
      (height - 2 * MARGIN) / this.field.height,
      MAX_PITCH / this.field.pitch,
    );
  }

  /** @param {string | null} [place] */
  settle(place) {
    const { width, height } = this.room();
    if (width <= 2 * MARGIN || height <= 2 * MARGIN || !this.shown) return;
    const fits = this.whole();
    this.place = place || this.place;
    this.scale =
      fits * this.field.pitch >= MIN_PITCH ? fits : (width < 600 ? PHONE_PITCH : MIN_PITCH + 2) / this.field.pitch;
    this.centreOn(this.place);
  }

  /** Refits after a change of shape; a growing tray only pushes the focused place into view. */
  resized() {
    if (!this.shown) return;
    const { width } = this.room();
    const fits = this.whole() * this.field.pitch >= MIN_PITCH;
    if (!this.scale || (!this.moved && (fits || width !== this.wide))) this.settle(this.place);
    else {
      this.put();
      this.follow(this.place);
    }
    this.wide = width;
  }

  /** Toggles between the whole map and the pressable scale. */
  toggleWhole() {
    const fits = this.whole();
    const small = Math.abs(this.scale - fits) < 0.001;
    this.glide();
    if (small && fits * this.field.pitch < MIN_PITCH) {
      this.moved = false;
      this.settle(this.place);
      return;
    }
    this.moved = true;
    this.scale = fits;
    this.centreOn(null);
  }

  /** Moves to this place, unless it is visible. @param {string | null} [place] */
  follow(place) {
    this.place = place || null;
    if (!place || !this.scale || this.inSight(place)) return;
    this.glide();
    this.centreOn(place);
  }

  /**
   * Pans until these places are visible, and zooms out if they need it. If there is no room, the last are left out.
   * @param {string[]} places
   */
  reveal(places) {
    if (!this.scale || !places.length || places.every((place) => this.inSight(place))) return;
    const { width, height, top } = this.room();
    const air = 1.5 * this.field.pitch;
    for (let count = places.length; count; count--) {
      const centres = places.slice(0, count).map((place) => this.field.centre(place));
      const [left, right] = [Math.min(...centres.map(([x]) => x)), Math.max(...centres.map(([x]) => x))];
      const [high, low] = [Math.min(...centres.map(([, y]) => y)), Math.max(...centres.map(([, y]) => y))];
      const fits = Math.min(width / (right - left + air), height / (low - high + air));
      if (fits * this.field.pitch < MIN_PITCH && count > 1) continue;
      this.glide();
      this.scale = Math.min(this.scale, fits);
      this.x = width / 2 - ((left + right) / 2 - this.field.left) * this.scale;
      this.y = top + height / 2 - ((high + low) / 2 - this.field.top) * this.scale;
      this.put();
      return;
    }
  }

  /** True if this place is visible. @param {string} place */
  inSight(place) {
    const [x, y] = this.at(place);
    const { width, height, top } = this.room();
    const air = 0.7 * this.field.pitch * this.scale;
    return x > air && x < width - air && y > top + air && y < top + height - air;
  }

  /**
   * Returns the position of a place's centre in the box.
   * @param {string} place
   * @returns {[number, number]}
   */
  at(place) {
    const [x, y] = this.field.centre(place);
    return [this.x + (x - this.field.left) * this.scale, this.y + (y - this.field.top) * this.scale];
  }

  /** Centres a place, or the whole map. @param {string | null} place */
  centreOn(place) {
    const { width, height, top } = this.room();
    const [x, y] = place
      ? this.field.centre(place)
      : [this.field.left + this.field.width / 2, this.field.top + this.field.height / 2];
    this.x = width / 2 - (x - this.field.left) * this.scale;
    this.y = top + height / 2 - (y - this.field.top) * this.scale;
    this.put();
  }

  /**
   * Scales the map by a factor around a point of the box.
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoom(factor, x, y) {
    const before = this.scale;
    const least = Math.min(this.whole(), MIN_PITCH / this.field.pitch);
    this.scale = Math.max(least, Math.min(MAX_PITCH / this.field.pitch, before * factor));
    this.x = x - ((x - this.x) * this.scale) / before;
    this.y = y - ((y - this.y) * this.scale) / before;
    this.moved = true;
    this.put();
  }

  /** Scales the map by a factor around its middle. @param {number} factor */
  step(factor) {
    const { width, height, top } = this.room();
    this.glide();
    this.zoom(factor, width / 2, top + height / 2);
  }

  /** Clamps the map to the box; a smaller map is centred. */
  put() {
    const { width, height, top } = this.room();
    const [w, h] = [this.field.width * this.scale, this.field.height * this.scale];
    const clamped = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) =>
      size + 2 * MARGIN <= room ? (room - size) / 2 : Math.min(MARGIN, Math.max(room - size - MARGIN, at));
    this.x = clamped(this.x, w, width);
    this.y = top + clamped(this.y - top, h, height);
    for (const [rule, value] of Object.entries({
      "--u": `${this.scale}px`,
      transform: `translate(${this.x.toFixed(1)}px, ${this.y.toFixed(1)}px)`,
    }))
      this.map.style.setProperty(rule, value);
    this.seen();
  }

  /** Animates the next move. */
  glide() {
    this.map.classList.add("glides");
    clearTimeout(this.gliding);
    this.gliding = setTimeout(() => this.map.classList.remove("glides"), GLIDE_MS);
  }

  /** Visible part of the map, in picture units. */
  frame() {
    const { width, height, top } = this.room();
    return {
      x: this.field.left - this.x / this.scale,
      y: this.field.top + (top - this.y) / this.scale,
      width: width / this.scale,
      height: height / this.scale,
    };
  }

  // --- wheel, touch, keys ---

  /**
   * @param {MouseEvent} event
   * @returns {[number, number]}
   */
  local(event) {
    const box = this.node.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.scale) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), ...this.local(event));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button) return;
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, this.local(event));
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last || !this.scale) return;
    const now = this.local(event);
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const far = (/** @type {[number, number]} */ place) => Math.hypot(place[0] - other[0], place[1] - other[1]);
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

  /** @param {KeyboardEvent} event */
  keys(event) {
    if (!this.node.isConnected) {
      document.removeEventListener("keydown", this.keys);
      return;
    }
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(/** @type {Element} */ (event.target).tagName) ||
      document.querySelector("dialog[open]")
    )
      return;
    if (event.key === "+" || event.key === "=") this.step(1.25);
    else if (event.key === "-" || event.key === "−") this.step(0.8);
    else if (event.key === "0") this.toggleWhole();
    else return;
    event.preventDefault();
  }
}
