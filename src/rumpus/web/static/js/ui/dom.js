/** A keyed DOM diff: patches only differences. Focus, scroll position and typed text stay. */

import { address } from "../transport.js";

const SVG = "http://www.w3.org/2000/svg";
/** Attributes whose values may be application paths. */
const URL_ATTRIBUTES = new Set(["href", "src"]);
const PROPS = new Set(["value", "checked", "disabled", "selected", "indeterminate", "open"]);

/**
 * Creates a vnode: h("button", {class: "big", onclick: f, key: 7}, "Play"). Children may be nested lists, texts or
 * numbers; null, false and "" are skipped.
 */
export function h(tag, props, ...children) {
  return { tag, props: props || {}, children };
}

/**
 * Creates a vnode that is rebuilt only when `deps` change: memo("hex a3", [colour, lit], () => h(...)). It must yield
 * one element.
 */
export function memo(key, deps, make) {
  return { memo: make, deps, props: { key }, tag: null };
}

/** Patches the children of `parent` to match the vnodes. */
export function morph(parent, vnodes) {
  const wanted = flat([vnodes], []);
  const keyed = new Map();
  const loose = [];
  for (const node of [...parent.childNodes]) {
    if (node._key !== undefined) keyed.set(node._key, node);
    else loose.push(node);
  }
  const seen = new Set();
  const nodes = wanted.map((vnode) => patchedNode(parent, vnode, keyed, loose, seen));
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
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

function flat(items, into) {
  for (const item of items) {
    if (Array.isArray(item)) flat(item, into);
    else if (item !== null && item !== undefined && item !== false && item !== true && item !== "") into.push(item);
  }
  return into;
}

/** Returns the patched node of a vnode: by key, by tag, or new. */
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

function bring(parent, node, vnode) {
  // An identical vnode, such as part of a picture, needs no patch.
  if (node?._vnode === vnode) return node;
  if (!node || node._tag !== vnode.tag) {
    const svg = vnode.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
    node = svg ? document.createElementNS(SVG, vnode.tag) : document.createElement(vnode.tag);
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

/** Adds one listener per event type and element; patches only replace its callback. */
function listen(node, kind, call) {
  node._calls ||= {};
  if (!(kind in node._calls)) node.addEventListener(kind, (event) => node._calls[kind]?.(event));
  node._calls[kind] = call;
}

function same(left, right) {
  return left !== undefined && left.length === right.length && left.every((item, at) => Object.is(item, right[at]));
}

/** Returns an element by selector, or throws an error that names it. */
export function one(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
}
