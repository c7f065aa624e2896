/** `/#/link/TOKEN`: asks before it signs this browser in to a profile. */

import { h } from "../ui/dom.js";
import { dialog, toast } from "../ui/parts.js";
import { avatarMark, deviceLabel } from "../ui/profile.js";
import { NO_STORAGE, canStore, newToken, storedProfile } from "../ui/storage.js";
import { call, here } from "../transport.js";

const LINK = /^#\/link\/(.*)$/;

/** Opens the dialog if the address is a link's. The token leaves the address bar. */
export function openLink(connection) {
  const [, token] = LINK.exec(location.hash) ?? [];
  if (token === undefined) return;
  call(here());
  showLink(connection, token);
}

async function showLink(connection, token) {
  let owner = null;
  let why = canStore() ? "" : NO_STORAGE;
  let busy = false;
  if (!why)
    try {
      owner = await connection.ask({ do: "link_look", token });
    } catch (error) {
      why = error.message;
    }
  const kept = storedProfile();
  const use = async (close, redraw) => {
    if (busy) return;
    busy = true;
    redraw();
    try {
      await connection.enter({ do: "link_use", token, secret: newToken(), device: deviceLabel() });
      toast(`You are signed in as ${owner.name}.`);
      close();
    } catch (error) {
      busy = false;
      owner = null;
      why = error.message;
      redraw();
    }
  };
  dialog(owner ? `Sign in as ${owner.name}?` : "This link does not work", (close, redraw) => {
    const closing = h("button", { type: "button", onclick: close }, owner ? "Not now" : "Close");
    if (!owner) return [h("p", { role: "alert" }, why), h("div", { class: "row" }, closing)];
    if (kept?.id === owner.profile)
      return [
        h("p", {}, `This browser is signed in as ${owner.name} already. The link stays unused.`),
        h("div", { class: "row" }, closing),
      ];
    return [
      h("p", { class: "profile-who" }, avatarMark(owner), h("strong", {}, owner.name)),
      h("p", {}, "Go on only if you made this link yourself. This browser then plays as this profile."),
      kept?.id
        ? h(
            "p",
            { class: "warn" },
            `Its present profile, ${kept.name}, is signed out here. Without another device or a passkey you cannot open it again.`,
          )
        : null,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "primary", disabled: busy, onclick: () => use(close, redraw) },
          `Sign in as ${owner.name}`,
        ),
        closing,
      ),
    ];
  });
}
