/** What this browser remembers: a name, the secrets of its seats, how it likes to be shown things. */

const PREFIX = "rumpus.";

function get(name, fallback, store = () => localStorage) {
  try {
    const text = store().getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

function put(name, value, store = () => localStorage) {
  try {
    store().setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing can still play until the page is closed.
  }
}

/** `pace`: how fast one wants to see the others decide; `numbers`: the clauses of the rules; `warn`: before a clear mistake. */
export const settings = { theme: "auto", sound: false, motion: "auto", pace: "normal", numbers: false, warn: false, ...get("settings", {}) };

export function change(changes) {
  Object.assign(settings, changes);
  put("settings", settings);
  show();
}

/** Apply what can be applied before anything is drawn. */
export function show() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.motion === "auto") delete root.dataset.motion;
  else root.dataset.motion = settings.motion;
  root.dataset.numbers = settings.numbers ? "on" : "off";
}

export function name() {
  return get("name", "");
}

export function rename(text) {
  put("name", text.trim().slice(0, 24));
}

/** 192 random bits, as text for a link. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** The secret of this browser's seat at a table, or null. */
export function token(table) {
  return get("seats", {})[table]?.token || null;
}

/** Keep a seat; the oldest of many are forgotten. */
export function keepSeat(table, secret, facts = {}) {
  const seats = get("seats", {});
  seats[table] = { ...seats[table], token: secret, ...facts, when: Date.now() };
  const newest = Object.entries(seats).sort((a, b) => b[1].when - a[1].when).slice(0, 60);
  put("seats", Object.fromEntries(newest));
}

export function dropSeat(table) {
  const seats = get("seats", {});
  delete seats[table];
  put("seats", seats);
}

/** The tables this browser has a seat at, newest first: [table, {title, when}]. */
export function seats() {
  return Object.entries(get("seats", {})).sort((a, b) => b[1].when - a[1].when);
}

/** What has begun at a table and is not sent yet, or what was seen there last: for as long as this window lives. */
export function kept(table) {
  return get(`table.${table}`, {}, () => sessionStorage);
}

export function keep(table, facts) {
  put(`table.${table}`, { ...kept(table), ...facts }, () => sessionStorage);
}

/** Whether this person has met that thing of a game before. */
export function met(game, thing) {
  return (get("met", {})[game] || []).includes(thing);
}

export function meet(game, thing) {
  const all = get("met", {});
  put("met", { ...all, [game]: [...(all[game] || []), thing] });
}

/** Whether this browser has sat at a table of that game. */
export function hasPlayed(game) {
  return seats().some(([, facts]) => facts.game === game);
}

/** The games whose lesson was played to its end here. */
export function learnt() {
  return get("learnt", []);
}

export function keepLearnt(game) {
  put("learnt", [...new Set([...learnt(), game])]);
}

/** How many days in a row a puzzle of this game was solved here, up to the last one. */
export function solvedDays(game) {
  return get("solved", {})[game] || { days: 0, last: 0 };
}

/** One was solved on this day; says how many days in a row that makes. */
export function keepSolved(game, day) {
  const { days, last } = solvedDays(game);
  const row = day === last ? days : day === last + 1 ? days + 1 : 1;
  put("solved", { ...get("solved", {}), [game]: { days: row, last: day } });
  return row;
}

/** The table of a lesson that was begun here and is not over yet, or null. */
export function lessonTable(game) {
  return seats().find(([, facts]) => facts.lesson && facts.game === game)?.[0] || null;
}

show();
