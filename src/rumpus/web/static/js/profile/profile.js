/** The profile page: name and looks, other devices, passkeys, and one's data. */

import { h, morph, one } from "../ui/dom.js";
import { pageHead } from "../ui/head.js";
import { dialog, icon, switches, toast } from "../ui/parts.js";
import { AVATARS, COLOURS, avatarMark } from "../ui/profile.js";
import { NO_STORAGE, canStore, name, rename } from "../ui/storage.js";
import { Connection } from "../socket.js";
import { LinkMaker } from "./another.js";
import { Notifications } from "./notifications.js";
import { addPasskey, passkeysOffered, usePasskey } from "./passkeys.js";
import { ago } from "./times.js";

const page = one("#page");
let online = true;
let known = false;
let busy = false;
let ended = "";

const connection = new Connection({
  onState: (state) => {
    online = state !== "lost";
    known ||= state === "open";
    draw();
  },
  onProfile: (profile, why) => {
    ended = profile ? "" : why;
    if (profile) notifications.load();
    draw();
  },
});
const notifications = new Notifications(connection, act, () => draw());
const links = new LinkMaker(connection, () => draw());

/** Carries out an action of a button, and shows why it was refused. */
async function act(action) {
  if (busy) return;
  busy = true;
  draw();
  try {
    await action();
  } catch (error) {
    if (error.about !== "device") toast(error.message, "warn");
  }
  busy = false;
  draw();
}

/** Sends a change of the profile, and shows the answer. */
const change = (message) => act(async () => connection.signedIn(await connection.ask(message)));

/** @param {string} label @param {() => unknown} onclick @param {string} [kind] */
function button(label, onclick, kind = "") {
  return h("button", { type: "button", class: kind, disabled: busy || !online, onclick }, label);
}

function part(id, title, ...inside) {
  return h(
    "section",
    { class: "profile-part", key: id, "aria-labelledby": `part-${id}` },
    h("h2", { id: `part-${id}` }, title),
    inside,
  );
}

/** A choice among looks, as radio buttons. */
function looks(profile, kind, names) {
  return h(
    "fieldset",
    { class: "looks" },
    h("legend", {}, kind === "avatar" ? "Picture" : "Colour"),
    names.map((value) =>
      h(
        "label",
        { key: value, class: "look", title: value },
        h("input", {
          type: "radio",
          name: kind,
          value,
          checked: profile[kind] === value,
          onchange: () => change({ do: "profile_change", [kind]: value }),
        }),
        avatarMark({ ...profile, [kind]: value }),
        h("span", { class: "unseen" }, value),
      ),
    ),
  );
}

function you({ profile }) {
  return part(
    "you",
    "You",
    h(
      "form",
      {
        class: "profile-name",
        onsubmit: (event) => {
          event.preventDefault();
          rename(String(new FormData(event.target).get("name")));
          act(() => connection.renamed());
        },
      },
      avatarMark(profile),
      h(
        "label",
        {},
        h("span", {}, "Name"),
        h("input", {
          name: "name",
          value: name() || profile.name,
          maxlength: 24,
          autocomplete: "nickname",
          required: true,
        }),
      ),
      h("button", { class: "primary", disabled: busy || !online }, "Save"),
    ),
    looks(profile, "avatar", Object.keys(AVATARS)),
    looks(profile, "colour", COLOURS),
    h("p", { class: "hint" }, "Others see this from the next seat that you take."),
  );
}

function devices({ profile }) {
  const others = profile.devices.filter(({ device }) => device !== profile.device);
  return part(
    "devices",
    "Devices",
    h(
      "ul",
      { class: "profile-list" },
      profile.devices.map(({ device, label, seen }) =>
        h(
          "li",
          { key: device },
          h(
            "span",
            {},
            h("strong", {}, label || "A program"),
            h("small", {}, device === profile.device ? "this device" : ago(seen)),
          ),
          h(
            "button",
            {
              type: "button",
              disabled: busy || !online,
              "aria-label": `Sign out ${device === profile.device ? "this device" : label}`,
              onclick: () => (device === profile.device ? leave(profile) : change({ do: "device_out", device })),
            },
            "Sign out",
          ),
        ),
      ),
    ),
    others.length > 1
      ? button("Sign out all other devices", () => change({ do: "device_out", device: "others" }))
      : null,
  );
}

function passkeys({ profile }) {
  if (!passkeysOffered(connection)) return null;
  return part(
    "passkeys",
    "Passkeys",
    h("p", { class: "hint" }, "A passkey opens this profile on any of your devices, also if you lose all others."),
    h(
      "ul",
      { class: "profile-list" },
      profile.passkeys.map(({ passkey, label, added }) =>
        h(
          "li",
          { key: passkey },
          h("span", {}, h("strong", {}, label || "Passkey"), h("small", {}, `added ${ago(added)}`)),
          button("Remove", () => change({ do: "passkey_out", passkey })),
        ),
      ),
    ),
    button("Add a passkey", () => act(async () => connection.signedIn(await addPasskey(connection)))),
  );
}

function data({ profile }) {
  return part(
    "data",
    "Your data",
    h(
      "div",
      { class: "row" },
      button("Export as JSON", () => act(save)),
      button("Delete profile", () => remove(profile), "danger"),
    ),
  );
}

async function save() {
  const { data: exported } = await connection.ask({ do: "profile_export" });
  const file = URL.createObjectURL(new Blob([JSON.stringify(exported, null, 1)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: file, download: "rumpus-profile.json" });
  link.click();
  URL.revokeObjectURL(file);
}

/** Asks before something that cannot be undone. */
function confirm(title, sentences, label, action) {
  dialog(title, (close) => [
    sentences.map((sentence) => h("p", { key: sentence }, sentence)),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "danger",
          onclick: () => {
            close();
            act(action);
          },
        },
        label,
      ),
      h("button", { type: "button", onclick: close }, "Cancel"),
    ),
  ]);
}

function leave(profile) {
  const way = profile.passkeys.length ? "a passkey or a link from another device" : "a link from another device";
  const last = profile.devices.length === 1 && !profile.passkeys.length;
  confirm(
    "Sign out of this browser?",
    last
      ? ["This is the only device of the profile. Nobody can open it afterwards."]
      : [`To sign in again you need ${way}.`],
    "Sign out",
    async () => {
      await connection.ask({ do: "device_out", device: profile.device });
      connection.signedOut("You are signed out.");
    },
  );
}

function remove(profile) {
  confirm(
    `Delete the profile ${profile.name}?`,
    ["All devices and passkeys are removed.", "Its games stay, with “deleted player” instead of the name."],
    "Delete for ever",
    async () => {
      await connection.ask({ do: "profile_delete" });
      connection.signedOut("The profile is deleted.");
    },
  );
}

/**
 * Parts of the page, in order; each may be null.
 * @type {((context: { connection: Connection, profile: import("../protocol.js").ProfileReply }) => any)[]}
 */
const PARTS = [
  you,
  (context) => part("another", "Use on another device", links.panel(context.profile)),
  devices,
  passkeys,
  () => notifications.panel(part, button),
  data,
];

function without() {
  if (!canStore()) return part("none", "No profile", h("p", { role: "alert" }, NO_STORAGE));
  return part(
    "none",
    "No profile yet",
    ended ? h("p", { role: "alert" }, ended) : null,
    h("p", {}, "You get one when you first take a seat: no form, no e-mail, no password."),
    h(
      "p",
      { class: "hint" },
      "Do you have one on another device? Open this page there, and choose “Use on another device”.",
    ),
    h(
      "div",
      { class: "row" },
      button("Create a profile", () => act(() => connection.makeProfile()), "primary"),
      passkeysOffered(connection) ? button("Sign in with a passkey", () => act(() => usePasskey(connection))) : null,
    ),
  );
}

function draw() {
  const { profile } = connection;
  morph(page, [
    ...pageHead(
      "Profile",
      online,
      h("a", { class: "button quiet", href: "/games" }, icon("list"), "My games"),
      switches(draw),
    ),
    h(
      "main",
      { class: "profile-page" },
      h("h1", { class: "unseen" }, "Profile"),
      profile ? PARTS.map((one) => one({ connection, profile })) : known ? without() : h("p", {}, "One moment …"),
    ),
  ]);
}

draw();
