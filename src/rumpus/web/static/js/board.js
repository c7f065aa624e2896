/**
 * The board: asks the game's own drawing (or the generic one) what a view looks like, and lets things fly between
 * one view and the next. docs/drawing.md says what a drawing gets and gives.
 */

import { h, memo, morph } from "./dom.js";
import { popUps, lookUp, withClauses } from "./explain.js";
import { dyed, gameSheet } from "./games.js";
import * as generic from "./generic.js";
import { walk } from "./keys.js";
import { flash, floatWord, land, later, shake, still, takeOff } from "./motion.js";
import { dialog, seatMark } from "./parts.js";

/** @typedef {import("./protocol.js").Offer} Offer */

export class Board {
  /** @type {HTMLElement} */ root;
  /** @type {(offer: Offer) => unknown} */ send;
  /** @type {(words: string) => Promise<string>} */ why;
  /** @type {boolean} */ replaying;

  /**
   * `send(offer)` decides, `why(words)` promises a reason; a replay has neither.
   * @param {HTMLElement} root
   * @param {Partial<Pick<Board, "send" | "why" | "replaying">>} [how]
   */
  constructor(root, { send = () => {}, why = async () => "", replaying = false } = {}) {
    Object.assign(this, { root, send, why, replaying });
    /** @type {any} */
    this.drawing = generic;
    this.topics = new Map();
    this.state = {};
    this.before = null;
    this.last = null;
    root.setAttribute("data-walk", "");
    walk(root);
    popUps(root, (node) => this.explained(node));
  }

  /** Fetch the game's drawing, if it has one, and what can be explained. */
  async load(game, title) {
    this.game = game;
    this.title = title;
    lookUp(game).then((topics) => {
      this.topics = topics;
      this.redraw();
    });
    try {
      const { drawing, style, ...sheet } = (await gameSheet(game)) || {};
      for (const [rule, value] of Object.entries(dyed(sheet))) document.documentElement.style.setProperty(rule, value);
      if (!drawing) return;
      const [module] = await Promise.all([import(drawing), style ? stylesheet(style) : null]);
      this.drawing = module;
    } catch (error) {
      console.error("the drawing of this game cannot be loaded; showing the plain one", error);
    }
  }

  /** Show a view. `scene`: { view, offers, you, seats, lines, story, reasons, viewer }. */
  show(scene) {
    const fresh = this.last && this.last.view !== scene.view;
    if (fresh) this.before = this.last.view;
    this.last = scene;
    // What nobody has named facts of has none; a drawing need not ask.
    for (const line of [...(scene.lines || []), ...(scene.story || [])]) line.facts ||= {};
    const flight = takeOff(this.root);
    this.paint(fresh || !this.before ? scene.lines || [] : []);
    land(flight);
  }

  redraw() {
    if (!this.last) return;
    const flight = takeOff(this.root);
    this.paint([]);
    land(flight);
  }

  paint(lines) {
    const scene = this.last;
    const afterwards = [];
    const tools = this.tools(scene, lines, afterwards);
    try {
      morph(this.root, this.drawing.draw(scene.view, scene.offers, this.send, tools));
    } catch (error) {
      console.error("the drawing failed; showing the plain one", error);
      this.drawing = generic;
      morph(this.root, generic.draw(scene.view, scene.offers, this.send, this.tools(scene, lines, [])));
    }
    for (const call of afterwards) call(this.root);
  }

  tools(scene, lines, afterwards) {
    return {
      h,
      memo,
      you: scene.you,
      viewer: scene.viewer,
      seats: scene.seats,
      names: scene.seats.map((seat, number) => seat.name || `Seat ${number + 1}`),
      waiting: scene.waiting || [],
      before: this.before,
      lines,
      story: scene.story || lines,
      state: this.state,
      replaying: this.replaying,
      mark: seatMark,
      colour: (seat) => `var(--s${seat % 8})`,
      redraw: () => this.redraw(),
      topic: (name) => this.topics.get(String(name).toLowerCase()),
      reason: (words) => scene.reasons?.get(String(words).toLowerCase()) || "",
      why: this.why,
      choose: (title, offers) => this.choose(title, offers),
      after: (call) => afterwards.push(call),
      motion: { flash, floatWord, later, shake, still },
    };
  }

  /** Several moves fit what was pressed: ask which is meant. One: play it. */
  choose(title, offers) {
    if (offers.length === 1) return this.send(offers[0]);
    if (!offers.length) return undefined;
    dialog(title, (close) =>
      h(
        "ul",
        { class: "choices" },
        offers.map((offer) =>
          h(
            "li",
            { key: offer.move },
            h("button", { type: "button", class: "choice", onclick: () => (close(), this.send(offer)) }, h("strong", {}, offer.words), h("span", {}, offer.explanation)),
          ),
        ),
      ),
    );
    return undefined;
  }

  /** What a pop-up says about an element: its topic, its own words, and why it cannot be played. */
  async explained(node) {
    const name = node.dataset.explain;
    const topic = this.topics.get(name.toLowerCase());
    const no = node.dataset.no || (node.dataset.try ? await this.why(node.dataset.try) : "");
    const says = node.dataset.says;
    if (!topic && !no && !says) return null;
    return [
      h("strong", {}, topic ? topic.name : name),
      topic ? h("p", {}, topic.text, " ", topic.clause ? h("span", { class: "clause" }, topic.clause) : null) : null,
      says ? h("p", {}, says) : null,
      no ? h("p", { class: "no" }, withClauses(this.game, this.title, no)) : null,
    ];
  }
}

function stylesheet(href) {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = resolve;
    link.onerror = () => reject(new Error(`no stylesheet ${href}`));
    document.head.append(link);
  });
}
