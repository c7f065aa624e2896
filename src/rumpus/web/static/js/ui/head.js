/** The head of the pages about people: profile, games, leaderboard and tournaments. */

import { h } from "./dom.js";
import { wordmark } from "./parts.js";
import { avatarMark } from "./profile.js";
import { storedProfile } from "./storage.js";

/** A link to the profile, as its avatar. */
export function profileLink() {
  return h(
    "a",
    { class: "button icon-button", href: "/profile", "aria-label": "Profile", title: "Profile" },
    avatarMark(storedProfile()),
  );
}

/**
 * The head with its tools, and a note below it while the server cannot be reached.
 * @param {string} title
 * @param {boolean} online
 * @param {...unknown} tools
 */
export function pageHead(title, online, ...tools) {
  return [
    h(
      "header",
      { class: "bar" },
      h("a", { href: "/", "aria-label": "Rumpus, to the lobby" }, wordmark(true)),
      h("p", { class: "tagline", "aria-hidden": "true" }, title),
      h("div", { class: "head-tools" }, ...tools),
    ),
    online ? null : h("p", { class: "offline", role: "status" }, "Cannot reach the server. Trying again …"),
  ];
}
