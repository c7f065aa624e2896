/**
 * Board and tray: render a view with the game's drawing and animate changes.
 * docs/author/drawing.md describes the interface of a drawing.
 */

import { h, memo, morph } from "../ui/dom.js";
import { popUps, lookUp, withClauses } from "../ui/explain.js";
import { dyed, gameInfo } from "../ui/games.js";
import * as generic from "./generic.js";
import { walk } from "../ui/keys.js";
import { flash, floatWord, land, later, shake, still, takeOff } from "../ui/motion.js";
import { offerList } from "./offers.js";
import { dialog, keepFocus, seatMark } from "../ui/parts.js";
import { called, clockOf, nameOf, person, presenceOf } from "../ui/people.js";
import { address } from "../transport.js";

/** @typedef {import("../protocol.js").Offer} Offer */

/** Returns the spoken name of a move. */
export const said = (offer) => offer.says || offer.words;

const coarse = matchMedia("(pointer: coarse)");

/** Creates an element for a drawing to fill. */
function place(kind) {
  const node = Object.assign(document.createElement("div"), { className: kind, tabIndex: -1 });
  node.setAttribute("data-walk", "");
  walk(node);
  return node;
}

/** Reports an error on the console and as an event, for the author's page. */
function complain(sentence, error) {
  console.error(sentence, error);
  document.dispatchEvent(new CustomEvent("drawing-failed", { detail: error }));
}

export class Board {
  /** @type {(offer: Offer) => unknown} */ send;
  /** @type {(words: string) => Promise<string>} */ why;
  /** @type {() => unknown} */ painted;
  /** @type {() => unknown} */ again;
  /** @type {(seat: number) => unknown} */ sheet;
  /** @type {boolean} */ replaying;

  /**
   * `send(offer)` sends a decision, `why(words)` resolves to a reason, `painted()` is called after every render,
   * `again()` replays events since the last own decision, `sheet(seat)` opens a player's sheet. A replay has none.
   * @param {Partial<Pick<Board, "send" | "why" | "painted" | "again" | "sheet" | "replaying">>} [how]
   */
  constructor({
    send = () => {},
    why = async () => "",
    painted = () => {},
    again = () => {},
    sheet = () => {},
    replaying = false,
  } = {}) {
    Object.assign(this, { send, why, painted, again, sheet, replaying });
    this.root = place("board");
    this.tray = place("tray");
    /** @type {any} */
    this.drawing = generic;
    this.topics = new Map();
    /** @type {import("../protocol.js").FieldInfo[]} */
    this.fields = [];
    this.state = {};
    this.before = null;
    this.last = null;
    /** The question and the text beside the game's name, as the drawing words them. */
    this.asked = "";
    this.title = "";
    /** A premove: a move requested ahead of time. */
    this.ahead = null;
    this.empty = true;
    for (const root of [this.root, this.tray]) popUps(root, (node) => this.explained(node));
    coarse.addEventListener("change", () => this.redraw());
  }

  /** Loads the game's drawing, if it has one, and its help topics. */
  async load(game, title) {
    this.game = game;
    this.name = title;
    lookUp(game).then((topics) => {
      this.topics = topics;
      this.redraw();
    });
    try {
      const { drawing, style, ...info } = /** @type {any} */ ((await gameInfo(game)) || {});
      this.fields = info.fields || [];
      for (const [rule, value] of Object.entries(dyed(info))) document.documentElement.style.setProperty(rule, value);
      if (!drawing) return;
      const [module] = await Promise.all([import(address(drawing)), style ? stylesheet(style) : null]);
      this.drawing = module;
    } catch (error) {
      complain("Cannot load the drawing of this game. The plain one is shown.", error);
    }
  }

  /** Renders a view. `scene`: { view, offers, you, seats, lines, story, reasons, viewer, … }. */
  show(scene) {
    const fresh = this.last && this.last.view !== scene.view;
    if (fresh) this.before = this.last.view;
    this.last = scene;
    // Lines without facts get an empty object, so that drawings need no check.
    for (const line of [...(scene.lines || []), ...(scene.story || [])]) line.facts ||= {};
    this.fly(fresh || !this.before ? scene.lines || [] : []);
  }

  redraw() {
    if (!this.last) return;
    this.fly([]);
    this.painted();
  }

  fly(lines) {
    const flight = takeOff([this.root, this.tray]);
    this.paint(lines);
    land(flight);
  }

  paint(lines) {
    let afterwards = [];
    try {
      this.fill(this.drawing, this.tools(this.last, lines, afterwards));
    } catch (error) {
      complain("The drawing failed. The plain one is shown.", error);
      this.drawing = generic;
      afterwards = [];
      this.fill(generic, this.tools(this.last, lines, afterwards));
    }
    for (const call of afterwards) call(this.root);
  }

  fill(drawing, tools) {
    const { view, offers } = this.last;
    const board = drawing.board(view, offers, tools);
    const tray = drawing.tray ? drawing.tray(view, offers, tools) : this.plainTray(offers);
    const title = drawing.title?.(view, tools);
    this.asked = (offers.length && drawing.asked?.(view, offers, tools)) || "";
    this.ahead = (offers.length && drawing.standing?.(view, offers, tools)) || null;
    this.title = title === undefined ? view?.phase || "" : title;
    this.empty = ![tray].flat(9).some(Boolean);
    const held = [this.root, this.tray].some((root) => root.contains(document.activeElement));
    morph(this.root, board);
    morph(this.tray, tray || []);
    if (tools.replaying) this.nameTray();
    if (held) keepFocus();
    // A scrollable board must be focusable; one that fits its box is not.
    this.root.tabIndex = this.root.scrollHeight > this.root.clientHeight + 1 ? 0 : -1;
  }

  /** In a replay the parts of several trays are told apart by their player. */
  nameTray() {
    const { seats, viewer } = this.last;
    if (viewer === null) return;
    for (const part of this.tray.children) {
      const label = part.getAttribute("aria-label");
      const name = `${seats[viewer].name}: `;
      if (label && !label.startsWith(name)) part.setAttribute("aria-label", name + label);
    }
  }

  /** Default tray: all legal moves as buttons. */
  plainTray(offers) {
    if (!offers.length) return null;
    this.state.list ||= {};
    return offerList(offers, {
      state: this.state.list,
      send: this.send,
      redraw: () => this.redraw(),
      advice: this.last.advice,
    });
  }

  tools(scene, lines, afterwards) {
    const { advice } = scene;
    const seats = scene.seats;
    return {
      h,
      memo,
      you: scene.you,
      viewer: scene.viewer,
      seats,
      names: seats.map((_, number) => nameOf(scene, number)),
      called: seats.map((_, number) => called(nameOf(scene, number)).short),
      waiting: scene.waiting || [],
      before: this.before,
      lines,
      story: scene.story || lines,
      since: scene.since || [],
      again: this.again,
      state: this.state,
      replaying: this.replaying,
      coarse: coarse.matches,
      sent: Boolean(scene.sent),
      advice: advice || null,
      advised: (offer) => Boolean(advice && offer && offer.move === advice.move),
      lesson: scene.lesson || null,
      mark: seatMark,
      colour: (seat) => `var(--s${seat % 8})`,
      person: (seat, props) => person(scene, seat, props),
      clock: (seat) => clockOf(scene, seat),
      presence: (seat) => presenceOf(scene, seat),
      sheet: this.sheet,
      redraw: () => this.redraw(),
      topic: (name) => this.topics.get(String(name).toLowerCase()),
      reason: (words) => scene.reasons?.get(String(words).toLowerCase()) || "",
      why: this.why,
      send: this.send,
      main: (label, detail, offer, props) => this.button("main", label, detail, offer, props),
      way: (label, detail, offer, props) => this.button("way", label, detail, offer, props),
      choose: (title, offers) => this.choose(title, offers),
      after: (call) => afterwards.push(call),
      motion: { flash, floatWord, later, shake, still },
    };
  }

  /** Renders the red main button ("main") or the cream alternative ("way"). */
  button(kind, label, detail, offer, props = {}) {
    const able = Boolean(offer || props.onclick);
    return h(
      "button",
      {
        type: "button",
        "data-spot": "",
        "data-essential": kind === "main" ? "button" : null,
        "data-main": kind === "main" ? "" : null,
        "data-move": offer ? offer.move : null,
        "aria-disabled": able ? null : "true",
        onclick: () => offer && this.send(offer),
        ...props,
        class: `${kind}-button ${props.class || ""} ${offer && this.last.advice?.move === offer.move ? "advised" : ""}`,
      },
      h("strong", {}, label),
      detail ? h("span", {}, detail) : null,
    );
  }

  /** Asks which of several moves is meant; plays a single one at once. */
  choose(title, offers) {
    if (offers.length === 1) return this.send(offers[0]);
    if (!offers.length) return undefined;
    dialog(title, (close) =>
      h(
        "ul",
        { class: "choices" },
        offers.map((offer, at) =>
          h(
            "li",
            { key: offer.move },
            h(
              "button",
              {
                type: "button",
                class: "choice",
                "data-spot": "",
                "data-key": at < 9 ? at + 1 : null,
                onclick: () => {
                  close();
                  this.send(offer);
                },
              },
              h("strong", {}, said(offer), at < 9 ? h("kbd", { "aria-hidden": "true" }, at + 1) : null),
              h("span", {}, offer.explanation),
            ),
          ),
        ),
      ),
    );
    return undefined;
  }

  /** Tooltip content of an element: its topic, its own text, and why it cannot be played. */
  async explained(node) {
    const name = node.dataset.explain;
    const topic = this.topics.get(name.toLowerCase());
    const no = node.dataset.no || (node.dataset.try ? await this.why(node.dataset.try) : "");
    const says = node.dataset.says;
    if (!topic && !no && !says) return null;
    return [
      h("strong", {}, sentence(node.dataset.called || topic?.name || name)),
      topic ? h("p", {}, topic.text, " ", topic.clause ? h("span", { class: "clause" }, topic.clause) : null) : null,
      says ? h("p", {}, says) : null,
      no ? h("p", { class: "no" }, withClauses(this.game, this.name, no)) : null,
    ];
  }
}

/** Starts a text with a capital letter. @param {string} text */
const sentence = (text) => text[0].toUpperCase() + text.slice(1);

function stylesheet(href) {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address(href);
    link.onload = resolve;
    link.onerror = () => reject(new Error(`no stylesheet ${href}`));
    document.head.append(link);
  });
}
