/** A keyed morph of the DOM: say what should be there, and only what differs is touched. Focus, scroll and typing stay. */

import { address } from "./transport.js";

const SVG = "http://www.w3.org/2000/svg";
/** Their values may be paths of ours. */
const PLACES = new Set(["href", "src"]);
const PROPS = new Set(["value", "checked", "disabled", "selected", "indeterminate", "open"]);

/** A wish for an element: h("button", {class: "big", onclick: f, key: 7}, "Play"). Children may be nested lists, texts, numbers; null, false and "" are left out. */
export function h(tag, props, ...children) {
  return { tag, props: props || {}, children };
}

/** A part that is made anew only when `deps` change: memo("hex a3", [colour, lit], () => h(...)). It has to yield one element. */
export function memo(key, deps, make) {
  return { memo: make, deps, props: { key }, tag: null };
}

/** Make the children of `parent` what the wishes say. */
export function morph(parent, wishes) {
  const wanted = flat([wishes], []);
  const keyed = new Map();
  const loose = [];
  for (const node of [...parent.childNodes]) {
    if (node._key !== undefined) keyed.set(node._key, node);
    else loose.push(node);
  }
  const seen = new Set();
  const nodes = wanted.map((wish) => fitting(parent, wish, keyed, loose, seen));
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node !== place && node.parentNode === parent && node.contains(document.activeElement)) {
      // An element that is moved loses the focus, so whatever stands before this one is moved instead.
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

/** The node for a wish: the old one with its key, an old one of its kind, or a new one; brought up to date. */
function fitting(parent, wish, keyed, loose, seen) {
  if (typeof wish !== "object") {
    const text = String(wish);
    const at = loose.findIndex((node) => node.nodeType === 3);
    const node = at < 0 ? document.createTextNode(text) : loose.splice(at, 1)[0];
    if (node.data !== text) node.data = text;
    return node;
  }
  const key = wish.props.key;
  let node = null;
  if (key !== undefined) {
    if (seen.has(key)) throw new Error(`two children have the key ${key}`);
    seen.add(key);
    node = keyed.get(key) || null;
  }
  if (wish.memo) {
    if (node && same(node._deps, wish.deps)) return node;
    const made = wish.memo();
    made.props.key = key;
    node = bring(parent, node, made);
    node._deps = wish.deps;
    return node;
  }
  if (!node && key === undefined) {
    const at = loose.findIndex((old) => old.nodeType === 1 && old._tag === wish.tag);
    if (at >= 0) node = loose.splice(at, 1)[0];
  }
  return bring(parent, node, wish);
}

function bring(parent, node, wish) {
  // The very same wish, part of a picture for one, is fulfilled already.
  if (node?._wish === wish) return node;
  if (!node || node._tag !== wish.tag) {
    const svg = wish.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
    node = svg ? document.createElementNS(SVG, wish.tag) : document.createElement(wish.tag);
    node._tag = wish.tag;
    node._props = {};
  }
  if (wish.props.key !== undefined) node._key = wish.props.key;
  dress(node, wish.props);
  // What is inside an island belongs to somebody else.
  if (!wish.props.island) morph(node, wish.children);
  node._wish = wish;
  return node;
}

function dress(node, props) {
  const old = node._props;
  for (const name in old) if (!(name in props)) set(node, name, undefined);
  for (const name in props) {
    // What a person has typed or ticked is compared with the element itself, not with what we said before.
    const before = PROPS.has(name) ? node[name] : old[name];
    if (name !== "key" && name !== "island" && (before !== props[name] || name === "style")) set(node, name, props[name]);
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
    node.setAttribute(name, PLACES.has(name) && text.startsWith("/") ? address(text) : text);
  }
}

/** One listener per kind of event and element; morphing only exchanges what it calls. */
function listen(node, kind, call) {
  node._calls ||= {};
  if (!(kind in node._calls)) node.addEventListener(kind, (event) => node._calls[kind]?.(event));
  node._calls[kind] = call;
}

function same(left, right) {
  return left !== undefined && left.length === right.length && left.every((item, at) => Object.is(item, right[at]));
}

/** An element by selector, or an error that names it. */
export function one(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
}
