/** "Use on another device": a link and its QR code, with a countdown. */

import { h } from "../ui/dom.js";
import { copyText, icon } from "../ui/parts.js";
import { here } from "../transport.js";
import { span } from "./times.js";

/** Milliseconds between two looks at whether the link was used. */
const LOOK_MS = 3000;

export class LinkMaker {
  /** @param {import("../socket.js").Connection} connection @param {() => unknown} redraw */
  constructor(connection, redraw) {
    this.connection = connection;
    this.redraw = redraw;
    /** The open link, its QR code as an SVG, and the devices there were before. */
    this.link = "";
    this.picture = "";
    this.expires = 0;
    this.before = new Set();
    this.why = "";
    setInterval(() => this.link && this.redraw(), 1000);
    setInterval(() => this.look(), LOOK_MS);
  }

  async make() {
    this.link = this.why = "";
    try {
      const { token, expires } = await this.connection.ask({ do: "link_new" });
      this.before = new Set(this.connection.profile?.devices.map(({ device }) => device));
      this.expires = expires;
      this.link = `${location.origin}${here().replace(/profile$/, "")}#/link/${token}`;
      // In the body: addresses are logged, and this link is a secret.
      const answer = await fetch("/api/qr", { method: "POST", body: this.link });
      this.picture = answer.ok ? `data:image/svg+xml,${encodeURIComponent(await answer.text())}` : "";
    } catch (error) {
      this.why = error.message;
    }
    this.redraw();
  }

  get left() {
    return this.expires - this.connection.now();
  }

  async look() {
    if (!this.link || this.left < 0 || document.hidden) return;
    await this.connection.signIn();
  }

  panel({ devices }) {
    const arrived = this.link && devices.find(({ device }) => !this.before.has(device));
    if (arrived) {
      this.link = "";
      this.why = `${arrived.label || "A device"} is signed in now.`;
    }
    const again = h(
      "button",
      { type: "button", onclick: () => this.make() },
      this.link || this.why ? "New link" : "Create link",
    );
    const said = this.why ? h("p", { role: "status" }, this.why) : null;
    if (!this.link)
      return [
        said ??
          h("p", { class: "hint" }, "A link signs one more device in to this profile. It works once, for ten minutes."),
        again,
      ];
    if (this.left < 0) return [h("p", { role: "status" }, "This link has expired."), again];
    return [
      h("p", {}, "Open this link on the other device, or scan the code there."),
      this.picture
        ? h("img", { class: "qr", src: this.picture, alt: "QR code of the link", width: 240, height: 240 })
        : null,
      h(
        "div",
        { class: "share" },
        h(
          "label",
          {},
          h("span", {}, "Link for one device"),
          h("input", { readonly: true, value: this.link, onfocus: (event) => event.target.select() }),
        ),
        h("button", { type: "button", onclick: () => copyText(this.link) }, icon("link"), "Copy"),
      ),
      h("p", { class: "hint warn" }, "Whoever opens it becomes you. Send it to nobody else."),
      h("p", { class: "hint" }, "Works once. Expires in ", h("time", { class: "countdown" }, span(this.left)), "."),
    ];
  }
}
