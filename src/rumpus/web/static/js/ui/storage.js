/** Local storage: the name, the secrets of seats and the settings. */

const PREFIX = "rumpus.";
/** Key of the profile: other tabs hear of its changes. */
export const PROFILE_KEY = `${PREFIX}profile`;
/** People whose chat messages are hidden. */
const MAX_MUTED = 500;
export const NO_STORAGE =
  "This browser stores nothing for this site, so it cannot keep a profile. Allow storage, or leave the private window.";

/**
 * Facts of a seat.
 * @typedef {{ token?: string, when: number, game?: string, title?: string, lesson?: boolean, [fact: string]: unknown }} Seat
 */

/**
 * @param {string} name
 * @param {any} fallback
 * @returns {any}
 */
function get(name, fallback, store = () => localStorage) {
  try {
    const text = store().getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function put(name, value, store = () => localStorage) {
  try {
    store().setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage one can still play until the page is closed.
  }
}

/** `pace`: pace of others' decisions; `numbers`: show clause numbers; `warn`: before a clear mistake. */
export const settings = {
  theme: "auto",
  sound: false,
  motion: "auto",
  pace: "normal",
  numbers: false,
  warn: false,
  ...get("settings", {}),
};

/** @param {Partial<typeof settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  put("settings", settings);
  show();
}

/** Applies settings before the first render. */
export function show() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.motion === "auto") delete root.dataset.motion;
  else root.dataset.motion = settings.motion;
  root.dataset.numbers = settings.numbers ? "on" : "off";
}

/** @returns {string} */
export function name() {
  return get("name", "");
}

/** @param {string} text */
export function rename(text) {
  put("name", text.trim().slice(0, 24));
}

/**
 * The profile of this browser. It has no `id` until the server has answered.
 * @typedef {{ secret: string, id?: string, name?: string, avatar?: string, colour?: string }} StoredProfile
 */

/** @returns {StoredProfile | null} */
export function storedProfile() {
  const kept = get("profile", null);
  return kept?.secret ? kept : null;
}

/** Stores the profile. False if this browser stores nothing. @param {StoredProfile} kept */
export function keepProfile(kept) {
  put("profile", kept);
  return storedProfile()?.secret === kept.secret;
}

/** True if this browser stores something now: storage may be switched off or full. */
export function canStore() {
  const probe = { ...settings, probe: newToken() };
  put("settings", probe);
  const stored = get("settings", null)?.probe === probe.probe;
  put("settings", settings);
  return stored;
}

/** Removes the profile, and the seats that were taken with it. */
export function dropProfile() {
  const id = storedProfile()?.id;
  put("profile", null);
  for (const [table, facts] of seats()) if (id && facts.profile === id) dropSeat(table);
}

/** Returns 192 random bits as text for a link. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/**
 * Returns the secret of this browser's seat at a table, or null.
 * @param {string} table
 * @returns {string | null}
 */
export function token(table) {
  return get("seats", {})[table]?.token || null;
}

/**
 * Stores a seat; the oldest seats are evicted.
 * @param {string} table
 * @param {string} secret
 * @param {object} [facts]
 */
export function keepSeat(table, secret, facts = {}) {
  const seats = get("seats", {});
  const { profile = seats[table] ? undefined : storedProfile()?.id } = seats[table] ?? {};
  seats[table] = { ...seats[table], token: secret, profile, ...facts, when: Date.now() };
  const newest = newestFirst(seats).slice(0, 60);
  put("seats", Object.fromEntries(newest));
}

/** @param {string} table */
export function dropSeat(table) {
  const seats = get("seats", {});
  delete seats[table];
  put("seats", seats);
}

/** Tables with a seat of this browser, newest first: [table, {title, when}]. */
export function seats() {
  return newestFirst(get("seats", {}));
}

/** @param {Record<string, Seat>} entries */
function newestFirst(entries) {
  return Object.entries(entries).sort(([, one], [, other]) => other.when - one.when);
}

/**
 * Returns the token of an experiment that this browser began, or null.
 * @param {string} name
 * @returns {string | null}
 */
export function experimentToken(name) {
  return get("experiments", {})[name]?.token || null;
}

/**
 * Stores the token of an experiment; the oldest ones are evicted.
 * @param {string} name
 * @param {string} token
 */
export function keepExperiment(name, token) {
  const all = { ...get("experiments", {}), [name]: { token, when: Date.now() } };
  const newest = newestFirst(all).slice(0, 100);
  put("experiments", Object.fromEntries(newest));
}

/**
 * Session storage of a table: unsent input and the last seen state.
 * @param {string} table
 * @returns {any}
 */
export function kept(table) {
  return get(`table.${table}`, {}, () => sessionStorage);
}

/**
 * @param {string} table
 * @param {object} facts
 */
export function keep(table, facts) {
  put(`table.${table}`, { ...kept(table), ...facts }, () => sessionStorage);
}

/**
 * True if this person has seen the hint for a thing of a game.
 * @param {string} game
 * @param {string} thing
 * @returns {boolean}
 */
export function met(game, thing) {
  return (get("met", {})[game] || []).includes(thing);
}

/**
 * @param {string} game
 * @param {string} thing
 */
export function meet(game, thing) {
  const all = get("met", {});
  put("met", { ...all, [game]: [...(all[game] || []), thing] });
}

/** Keeps whether somebody's chat messages are hidden; the oldest are forgotten. @param {string} who @param {boolean} muted */
export function mute(who, muted) {
  const others = get("muted", []).filter((/** @type {string} */ one) => one !== who);
  put("muted", muted ? [...others, who].slice(-MAX_MUTED) : others);
}

/** @param {string} who @returns {boolean} */
export function isMuted(who) {
  return get("muted", []).includes(who);
}

/** True if this browser has had a seat in that game; a lesson is none. @param {string} game */
export function hasPlayed(game) {
  return seats().some(([, facts]) => facts.game === game && facts.lesson === undefined);
}

/** Games whose lesson was finished here. @returns {string[]} */
export function learnt() {
  return get("learnt", []);
}

/** @param {string} game */
export function keepLearnt(game) {
  put("learnt", [...new Set([...learnt(), game])]);
}

/**
 * Length of the last streak of solved puzzles of a game, in days.
 * @param {string} game
 * @returns {{ days: number, last: number }}
 */
export function solvedDays(game) {
  return get("solved", {})[game] || { days: 0, last: 0 };
}

/**
 * Records a puzzle solved on this day and returns the streak.
 * @param {string} game
 * @param {number} day
 */
export function keepSolved(game, day) {
  const { days, last } = solvedDays(game);
  const row = day === last ? days : day === last + 1 ? days + 1 : 1;
  put("solved", { ...get("solved", {}), [game]: { days: row, last: day } });
  return row;
}

/** Returns the table of an unfinished lesson, or null. @param {string} game */
export function lessonTable(game) {
  return seats().find(([, facts]) => facts.lesson && facts.game === game)?.[0] || null;
}

show();
