/** A keyed DOM diff: patches only differences. Focus, scroll position and typed text stay. */

import { address } from "../transport.js";

const SVG = "http://www.w3.org/2000/svg";
/** Attributes whose values may be application paths. */
const URL_ATTRIBUTES = new Set(["href", "src"]);
const PROPS = new Set(["value", "checked", "disabled", "selected", "indeterminate", "open"]);

/**
 * A description of an element. A memo has no tag until it is built.
 * @typedef {object} VNode
 * @property {string | null} tag
 * @property {Record<string, any>} props
 * @property {Child[]} [children]
 * @property {() => VNode} [memo]
 * @property {unknown[]} [deps]
 *
 * @typedef {VNode | string | number | boolean | null | undefined | Child[]} Child
 * @typedef {VNode | string | number} Content  a child that is shown
 *
 * A node of the page with what the last patch noted in it.
 * @typedef {any} Patched
 */

/**
 * Creates a vnode: h("button", {class: "big", onclick: f, key: 7}, "Play"). Children may be nested lists, texts or
 * numbers; null, false and "" are skipped.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  return { tag, props: props || {}, children };
}

/**
 * Creates a vnode that is rebuilt only when `deps` change: memo("hex a3", [colour, lit], () => h(...)). It must yield
 * one element.
 * @param {string | number} key
 * @param {unknown[]} deps
 * @param {() => any} make
 * @returns {VNode}
 */
export function memo(key, deps, make) {
  return { memo: make, deps, props: { key }, tag: null };
}

/**
 * Patches the children of `parent` to match the vnodes.
 * @param {Element} parent
 * @param {any} vnodes
 */
export function morph(parent, vnodes) {
  const wanted = flat([vnodes], []);
  /** @type {Map<unknown, Patched>} */
  const keyed = new Map();
  /** @type {Patched[]} */
  const loose = [];
  for (const node of /** @type {Patched[]} */ ([...parent.childNodes])) {
    if (node._key !== undefined) keyed.set(node._key, node);
    else loose.push(node);
  }
  /** @type {Set<unknown>} */
  const seen = new Set();
  const nodes = wanted.map((vnode) => patchedNode(parent, vnode, keyed, loose, seen));
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  /** @type {Patched} */
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node !== place && node.parentNode === parent && node.contains(document.activeElement)) {
      // Moving an element loses its focus, so the nodes before it are moved instead.
      while (place !== node) {
        const next = place.nextSibling;
        parent.append(place);
        place = next;
      }
    }
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

/**
 * @param {any[]} items
 * @param {Content[]} into
 */
function flat(items, into) {
  for (const item of items) {
    if (Array.isArray(item)) flat(item, into);
    else if (item !== null && item !== undefined && item !== false && item !== true && item !== "") into.push(item);
  }
  return into;
}

/**
 * Returns the patched node of a vnode: by key, by tag, or new.
 * @param {Element} parent
 * @param {Content} vnode
 * @param {Map<unknown, Patched>} keyed
 * @param {Patched[]} loose
 * @param {Set<unknown>} seen
 * @returns {Patched}
 */
function patchedNode(parent, vnode, keyed, loose, seen) {
  if (typeof vnode !== "object") {
    const text = String(vnode);
    const at = loose.findIndex((node) => node.nodeType === 3);
    const node = at < 0 ? document.createTextNode(text) : loose.splice(at, 1)[0];
    if (node.data !== text) node.data = text;
    return node;
  }
  const key = vnode.props.key;
  let node = null;
  if (key !== undefined) {
    if (seen.has(key)) throw new Error(`two children have the key ${key}`);
    seen.add(key);
    node = keyed.get(key) || null;
  }
  if (vnode.memo) {
    if (node && same(node._deps, vnode.deps)) return node;
    const made = vnode.memo();
    made.props.key = key;
    node = bring(parent, node, made);
    node._deps = vnode.deps;
    return node;
  }
  if (!node && key === undefined) {
    const at = loose.findIndex((old) => old.nodeType === 1 && old._tag === vnode.tag);
    if (at >= 0) node = loose.splice(at, 1)[0];
  }
  return bring(parent, node, vnode);
}

/**
 * @param {Element} parent
 * @param {Patched} node
 * @param {VNode} vnode
 * @returns {Patched}
 */
function bring(parent, node, vnode) {
  // An identical vnode, such as part of a picture, needs no patch.
  if (node?._vnode === vnode) return node;
  if (!node || node._tag !== vnode.tag) {
    const svg = vnode.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
    const tag = vnode.tag ?? "";
    node = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
    node._tag = vnode.tag;
    node._props = {};
  }
  if (vnode.props.key !== undefined) node._key = vnode.props.key;
  dress(node, vnode.props);
  // The content of an island is managed elsewhere.
  if (!vnode.props.island) morph(node, vnode.children);
  node._vnode = vnode;
  return node;
}

/**
 * @param {Patched} node
 * @param {Record<string, any>} props
 */
function dress(node, props) {
  const old = node._props;
  for (const name in old) if (!(name in props)) set(node, name, undefined);
  for (const name in props) {
    // Typed or ticked values are compared with the element, not with the last vnode.
    const before = PROPS.has(name) ? node[name] : old[name];
    if (name !== "key" && name !== "island" && (before !== props[name] || name === "style"))
      set(node, name, props[name]);
  }
  node._props = props;
}

/**
 * @param {Patched} node
 * @param {string} name
 * @param {any} value
 */
function set(node, name, value) {
  if (name.startsWith("on")) {
    listen(node, name.slice(2), value);
  } else if (name === "style") {
    const before = node._style || {};
    const after = value || {};
    for (const rule in before) if (!(rule in after)) node.style.removeProperty(rule);
    for (const rule in after) if (before[rule] !== after[rule]) node.style.setProperty(rule, after[rule]);
    node._style = { ...after };
  } else if (PROPS.has(name) && name in node) {
    if (document.activeElement === node && name === "value" && node.dataset.draft !== undefined) return;
    node[name] = value === undefined ? (name === "value" ? "" : false) : value;
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    node.setAttribute(name, URL_ATTRIBUTES.has(name) && text.startsWith("/") ? address(text) : text);
  }
}

/**
 * Adds one listener per event type and element; patches only replace its callback.
 * @param {Patched} node
 * @param {string} kind
 * @param {((event: Event) => unknown) | undefined} call
 */
function listen(node, kind, call) {
  node._calls ||= {};
  if (!(kind in node._calls)) node.addEventListener(kind, (/** @type {Event} */ event) => node._calls[kind]?.(event));
  node._calls[kind] = call;
}

/**
 * @param {unknown[] | undefined} left
 * @param {unknown[] | undefined} right
 */
function same(left, right) {
  return (
    left !== undefined &&
    right !== undefined &&
    left.length === right.length &&
    left.every((item, at) => Object.is(item, right[at]))
  );
}

/**
 * Returns an element by selector, or throws an error that names it.
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {any}
 */
export function one(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
}
