/** Where our paths lie in a folder of files: a page is a file, and its path stands behind the question mark. */

/** The folder of the whole export. */
export const ROOT = new URL("../../", import.meta.url);

/** @type {[RegExp, string][]} */
const PAGES = [
  [/^\/$/, "lobby"],
  [/^\/(t|learn|puzzle)\//, "table"],
  [/^\/r\//, "replay"],
  [/^\/rules\//, "rules"],
];

/** The address of one of our paths: /r/ID?at=3 is replay.html?/r/ID&at=3. @param {string} path */
export function address(path) {
  const [, plain, asked = "", clause = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path);
  const page = PAGES.find(([shape]) => shape.test(plain));
  return new URL(page ? `${page[1]}.html?${plain}${asked.replace("?", "&")}${clause}` : plain.slice(1), ROOT).href;
}

/** The path of a page at this place, and what stood behind its question mark. @param {Location} place */
export function pathAt(place) {
  const [plain, ...asked] = place.search.slice(1).split("&");
  return { path: plain || "/", asked: asked.join("&") };
}
