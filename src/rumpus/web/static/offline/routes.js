/** Maps application paths to files: each page is a file with the path in its query. */

/** Root folder of the export. */
export const ROOT = new URL("../../", import.meta.url);

/** @type {[RegExp, string][]} */
const PAGES = [
  [/^\/$/, "lobby"],
  [/^\/(t|learn|puzzle)\//, "table"],
  [/^\/r\//, "replay"],
  [/^\/rules\//, "rules"],
];

/** Returns the URL of a path: /r/ID?at=3 is replay.html?/r/ID&at=3. @param {string} path */
export function address(path) {
  const [, plain = "", asked = "", clause = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? [];
  const page = PAGES.find(([shape]) => shape.test(plain));
  return new URL(page ? `${page[1]}.html?${plain}${asked.replace("?", "&")}${clause}` : plain.slice(1), ROOT).href;
}

/** Returns the application path and the query of a location. @param {Location} place */
export function pathAt(place) {
  const [plain, ...asked] = place.search.slice(1).split("&");
  return { path: plain || "/", asked: asked.join("&") };
}
