/** Notifications on the profile page: this device, what and when, a webhook, and vacations. */

import { h } from "../ui/dom.js";
import { toast } from "../ui/parts.js";

/** @typedef {import("../protocol.js").Notifications} Settings */

const KINDS = {
  turn: "Your turn at a table that you do not look at",
  rematch: "A rematch is asked for",
  opponent: "An opponent is found",
  round: "A round of a tournament begins",
};
const DENIED = "Notifications are blocked for this site. Allow them in the browser's settings for it.";
const NO_PUSH =
  "This browser shows no notifications here. They need HTTPS; on an iPhone or iPad, add Rumpus to the home screen first.";
const NIGHT = { begin: 22 * 60, end: 8 * 60 };

/** True if this browser can be sent notifications. */
const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Minutes of the day as an input has them. @param {number} minutes */
const clock = (minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16);

/** @param {string} text */
function minutes(text) {
  const [hours, rest] = text.split(":").map(Number);
  return hours * 60 + rest;
}

/** @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

export class Notifications {
  /**
   * @param {import("../socket.js").Connection} connection
   * @param {(action: () => Promise<unknown>) => unknown} act  carries out an action of a button
   * @param {() => unknown} draw
   */
  constructor(connection, act, draw) {
    this.connection = connection;
    /** Actions one after the other: leaving a field changes a setting, and the button pressed there must act too. */
    this.act = (action) => (this.last = this.last.then(() => act(action)));
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** A webhook's address that is not saved yet. */
    this.typed = "";
    this.draw = draw;
    /** @type {Settings | null} */
    this.settings = null;
  }

  async load() {
    // A server without notifications refuses: the part is not shown.
    this.settings = await this.connection.ask({ do: "notifications" }).catch(() => null);
    this.draw();
  }

  /** @param {import("../protocol.js").AnyClientMessage} message */
  async change(message) {
    this.settings = await this.connection.ask(message);
  }

  /** Changes a setting. The page shows it at once, and what the server has if that refuses. */
  set(setting) {
    if (this.settings) this.settings = { ...this.settings, ...setting };
    return this.act(async () => {
      try {
        await this.change({ do: "notifications_change", ...setting });
      } catch (error) {
        await this.load();
        throw error;
      }
    });
  }

  async turnOn() {
    const worker = await navigator.serviceWorker.register("/service.js");
    if ((await Notification.requestPermission()) !== "granted") throw new Error(DENIED);
    await navigator.serviceWorker.ready;
    const key = bytes(this.settings?.push_key ?? "");
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint = "", keys = {} } = made.toJSON();
    await this.change({ do: "push_on", endpoint, p256dh: keys.p256dh, auth: keys.auth });
  }

  async turnOff() {
    const worker = await navigator.serviceWorker.getRegistration("/service.js");
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
    await this.change({ do: "push_off" });
  }

  /** The part of the page; null without notifications. */
  panel(part, button) {
    const { settings } = this;
    if (!settings) return null;
    const targets = settings.devices.length || settings.webhook;
    return part(
      "notifications",
      "Notifications",
      this.device(settings, button),
      this.kinds(settings),
      this.quiet(settings),
      this.webhook(settings, button),
      targets
        ? button("Send a test", () =>
            this.act(async () => {
              await this.change({ do: "notification_test" });
              toast("A notification is on its way.");
            }),
          )
        : null,
      this.vacation(settings, button),
    );
  }

  device(settings, button) {
    const here = settings.devices.some(({ own }) => own);
    const others = settings.devices.filter(({ own }) => !own).map(({ label }) => label || "a program");
    return [
      others.length ? h("p", { class: "hint" }, `Also on: ${others.join(", ")}.`) : null,
      here
        ? button("Turn off on this device", () => this.act(() => this.turnOff()))
        : settings.push_key && canPush()
          ? button("Turn on on this device", () => this.act(() => this.turnOn()), "primary")
          : h("p", { class: "hint" }, NO_PUSH),
    ];
  }

  kinds(settings) {
    return h(
      "fieldset",
      { class: "notify-kinds" },
      h("legend", {}, "Tell me"),
      Object.entries(KINDS).map(([kind, label]) =>
        h(
          "label",
          { key: kind, class: "check" },
          h("input", {
            type: "checkbox",
            name: `notify-${kind}`,
            checked: settings[kind],
            onchange: (event) => this.set({ [kind]: event.target.checked }),
          }),
          h("span", {}, label),
        ),
      ),
    );
  }

  quiet(settings) {
    const quiet = settings.quiet && settings.quiet.begin !== settings.quiet.end ? settings.quiet : null;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const set = (times) => this.set({ quiet: { begin: 0, end: 0, ...quiet, zone, ...times } });
    const field = (name, label) =>
      h(
        "label",
        {},
        h("span", {}, label),
        h("input", {
          type: "time",
          name: `quiet-${name}`,
          value: clock(quiet[name]),
          onchange: (event) => event.target.value && set({ [name]: minutes(event.target.value) }),
        }),
      );
    return h(
      "fieldset",
      { class: "notify-quiet" },
      h("legend", {}, "Quiet hours"),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          name: "quiet",
          checked: Boolean(quiet),
          onchange: (event) => set(event.target.checked ? NIGHT : { begin: 0, end: 0 }),
        }),
        h("span", {}, "Send nothing at night"),
      ),
      quiet ? h("div", { class: "row" }, field("begin", "From"), field("end", "To")) : null,
    );
  }

  webhook(settings, button) {
    return h(
      "form",
      {
        class: "notify-webhook",
        onsubmit: (event) => {
          event.preventDefault();
          const url = String(new FormData(event.target).get("webhook")).trim();
          this.act(async () => {
            await this.change({ do: "webhook", url });
            this.typed = "";
          });
        },
      },
      h(
        "label",
        {},
        h("span", {}, "Webhook: post JSON to this address too"),
        h("input", {
          type: "url",
          name: "webhook",
          value: this.typed || settings.webhook,
          oninput: (event) => (this.typed = event.target.value),
          placeholder: "https://…",
          maxlength: 1000,
          required: true,
        }),
      ),
      h(
        "div",
        { class: "row" },
        h("button", {}, settings.webhook ? "Change webhook" : "Set webhook"),
        settings.webhook ? button("Remove", () => this.act(() => this.change({ do: "webhook", url: "" }))) : null,
      ),
    );
  }

  vacation(settings, button) {
    if (settings.vacation) {
      const until = new Date(settings.vacation).toLocaleDateString(undefined, { dateStyle: "long" });
      return h(
        "div",
        { class: "notify-vacation" },
        h("p", {}, `You are on vacation until ${until}. Your games with days per move are paused.`),
        button("End the vacation", () => this.act(() => this.change({ do: "vacation", days: 0 }))),
      );
    }
    return h(
      "form",
      {
        class: "notify-vacation",
        onsubmit: (event) => {
          event.preventDefault();
          this.act(() => this.change({ do: "vacation", days: Number(new FormData(event.target).get("days")) }));
        },
      },
      h(
        "label",
        {},
        h("span", {}, `Vacation from now, in days (${settings.vacation_days} left this year)`),
        h("input", { type: "number", name: "days", min: 1, max: Math.max(1, settings.vacation_days), required: true }),
      ),
      h("button", { disabled: !settings.vacation_days }, "Pause my games with days per move"),
    );
  }
}
