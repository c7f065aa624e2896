/** A match again: scrub, step, play at a speed, from any seat or with all cards open, and go on from any moment. */

import { Board } from "./board.js";
import { h, morph, one } from "./dom.js";
import { showRules } from "./explain.js";
import { bar, keysHelp, recordLink } from "./frame.js";
import { keepSeat, name, newToken, token } from "./keep.js";
import { shortcuts, walk } from "./keys.js";
import { dialog, icon, iconButton, seatMark, toast } from "./parts.js";
import { nameOf } from "./people.js";
import { GameReview, marks, remark, reviewButton } from "./review.js";
import { Connection } from "./socket.js";
import { story } from "./story.js";
import { call, go, here, query } from "./transport.js";

const page = one("#page");
const spoken = one("#spoken");
/** From this width on the story stays open beside the board. */
const pinned = matchMedia("(min-width: 1600px)");
const SPEEDS = { "0.5": "slow", 1: "normal", 2: "fast", 5: "very fast" };

class Film {
  constructor(id) {
    this.id = id;
    this.sheet = null;
    this.at = 0;
    this.total = 0;
    this.frames = [];
    this.view = "onlooker";
    this.playing = false;
    this.speed = 1;
    this.gone = "";
    this.boards = new Map();
    this.drawer = false;
    /** The words beside the game's name. */
    this.words = "";
    this.connection = new Connection({
      onPage: (sheet) => this.opened(sheet),
      onState: () => this.draw(),
    });
    this.review = new GameReview(this.connection, () => this.draw());
  }

  async open() {
    try {
      await this.connection.attach(this.id, token(this.id));
    } catch (error) {
      this.gone = error.message;
      this.draw();
    }
  }

  async opened(sheet) {
    const first = !this.sheet;
    this.sheet = sheet;
    if (!first) return this.draw();
    document.title = `Replay of ${sheet.title} · Rumpus`;
    const wished = query();
    this.view = wished.get("seat") ?? (sheet.you !== null && sheet.you !== undefined ? String(sheet.you) : sheet.state === "over" ? "all" : "onlooker");
    if (wished.has("review") && sheet.state === "over") this.review.ask();
    await this.rewind(Number(wished.get("at")) || 0);
  }

  /** Ask for the film as somebody saw it. */
  async rewind(at) {
    const view = this.view;
    this.frames = [];
    this.total = 0;
    this.boards = new Map();
    await this.fetch(0);
    if (view !== this.view) return; // another view was asked for meanwhile
    await this.go(Math.min(at, this.total - 1));
  }

  async fetch(start) {
    const view = this.view;
    /** @type {import("./protocol.js").Replay} */
    const message = { do: "replay", start, count: 60 };
    if (this.view === "all") message.everything = true;
    else if (this.view !== "onlooker") message.seat = Number(this.view);
    try {
      const answer = await this.connection.ask(message);
      if (view !== this.view) return; // an answer for eyes that nobody looks through any more
      this.total = answer.total;
      answer.frames.forEach((frame, number) => (this.frames[answer.start + number] = frame));
    } catch (error) {
      this.gone = error.message;
      toast(error.message, "warn");
    }
  }

  /** Show a moment; what lies between is fetched when it is needed. */
  async go(at) {
    const wanted = Math.max(0, Math.min(this.total - 1, at));
    if (!this.frames[wanted]) await this.fetch(wanted);
    this.at = wanted;
    if (wanted === this.total - 1) this.playing = false;
    const next = this.frames.findIndex((frame, number) => number > wanted && !frame);
    if (this.playing && !this.frames[wanted + 10] && next < 0 && wanted + 10 < this.total) this.fetch(this.frames.length);
    call(`${here()}?${new URLSearchParams({ seat: this.view, at: String(wanted) })}`);
    this.draw();
    spoken.textContent = this.sentence();
  }

  sentence() {
    const frame = this.frames[this.at];
    return frame ? (frame.lines || []).map((line) => line.text).join(" ") : "";
  }

  play() {
    this.playing = !this.playing;
    if (this.playing && this.at >= this.total - 1) this.at = -1;
    clearTimeout(this.timer);
    this.draw();
    this.tick();
  }

  async tick() {
    if (!this.playing) return;
    await this.go(this.at + 1);
    if (this.playing) this.timer = setTimeout(() => this.tick(), 1300 / this.speed);
  }

  async goOn() {
    const frame = this.frames[this.at];
    const { sheet } = this;
    dialog("Play on from here", (close) => [
      h("p", {}, "A new table begins at this moment, with new luck. You take one seat, bots the others. Which seat?"),
      h(
        "div",
        { class: "row" },
        sheet.seats.map((seat, number) =>
          h(
            "button",
            {
              type: "button",
              key: number,
              onclick: async () => {
                close();
                const secret = newToken();
                try {
                  const answer = await this.connection.ask({ do: "play_on", token: secret, number: frame.number, seat: number, name: name() });
                  keepSeat(answer.table, secret, { title: sheet.title, game: sheet.game });
                  go(`/t/${answer.table}`);
                } catch (error) {
                  toast(error.message, "warn");
                }
              },
            },
            seatMark(number),
            nameOf(sheet, number),
          ),
        ),
      ),
    ]);
  }

  links() {
    dialog("Link to this moment", () => h("div", { class: "share" }, h("label", {}, h("span", {}, "Opens the replay here"), h("input", { readonly: true, value: location.href, onfocus: (event) => event.target.select() }))));
  }

  keys() {
    dialog("Keys", () => [
      h("dl", { class: "keys" }, [["← →", "one move back or on"], ["Home, End", "first and last moment"], ["Space", "play or pause"], ["1 … 9", "that seat’s view"], ["0", "an onlooker’s view"], ["a", "all cards open"]].map(([key, what]) => h("div", { key }, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)))),
      h("h3", {}, "At a table"),
      keysHelp(),
    ]);
  }

  look(view) {
    const { sheet } = this;
    if (view === this.view || (view !== "onlooker" && view !== "all" && !sheet.seats[Number(view)])) return;
    if (sheet.state !== "over" && view !== "onlooker" && Number(view) !== sheet.you) return toast("Other seats’ cards are shown when the game is over.", "warn");
    this.view = view;
    this.rewind(this.at);
  }

  openStory() {
    this.drawer = !this.drawer;
    this.draw();
    if (this.drawer) page.querySelector("#story")?.focus();
  }

  /** The game's drawing, for what stands around the boards. */
  get drawing() {
    return [...this.boards.values()][0]?.drawing;
  }

  draw() {
    const { sheet } = this;
    if (!sheet || !this.total) {
      morph(page, [bar(sheet, this), h("main", { class: "lost-table" }, h("h2", {}, this.gone ? "No replay" : "Winding the film …"), this.gone ? [h("p", {}, this.gone), h("a", { class: "button primary", href: "/" }, "To the lobby")] : null)]);
      return;
    }
    const frame = this.frames[this.at];
    const over = sheet.state === "over";
    const past = this.frames.slice(0, this.at + 1).flatMap((item) => item?.lines || []);
    const mover = frame?.seat;
    const told = this.drawer || pinned.matches;
    morph(page, [
      bar(sheet, this),
      h(
        "main",
        { class: `table film ${told ? "with-story" : ""}` },
        h("div", { class: "boards", key: `boards ${this.view}`, island: true, tabindex: this.view === "all" ? 0 : null, role: "group", "aria-label": "What was to be seen" }),
        h("section", { class: "strip wait", key: "strip", "aria-label": "What happened" }, h("p", {}, mover !== undefined && mover !== null ? [seatMark(mover), h("strong", {}, `${nameOf(sheet, mover)}:`), frame.says || frame.words, ". "] : null, frame ? remark(this.review, frame.number) : null, h("span", {}, this.sentence()))),
        told ? h("div", { class: "story-veil", key: "veil", onclick: () => this.openStory() }) : null,
        told ? story(this, past, { close: pinned.matches ? null : () => this.openStory() }) : null,
        h(
          "div",
          { class: "replay-bar", role: "group", "aria-label": "Replay", key: "film" },
          iconButton("first", "First moment", () => this.go(0)),
          iconButton("back", "One move back", () => this.go(this.at - 1)),
          iconButton(this.playing ? "pause" : "play", this.playing ? "Pause" : "Play", () => this.play()),
          iconButton("next", "One move on", () => this.go(this.at + 1)),
          iconButton("last", "Last moment", () => this.go(this.total - 1)),
          h("span", { class: "review-slider" }, h("input", { type: "range", min: 0, max: this.total - 1, value: String(this.at), "aria-label": "Moment", oninput: (event) => this.go(Number(event.target.value)) }), marks(this.review, this.total)),
          over ? reviewButton(this.review) : null,
          h("output", {}, `${this.at} / ${this.total - 1}`),
          h("label", {}, h("span", { class: "unseen" }, "Speed"), h("select", { "aria-label": "Speed", onchange: (event) => (this.speed = Number(event.target.value)) }, Object.entries(SPEEDS).map(([value, text]) => h("option", { value, key: value, selected: Number(value) === this.speed }, text)))),
          h(
            "label",
            {},
            h("span", { class: "unseen" }, "Whose view"),
            h(
              "select",
              { "aria-label": "Whose view", onchange: (event) => this.look(event.target.value) },
              h("option", { value: "onlooker", key: "onlooker", selected: this.view === "onlooker" }, "An onlooker’s view"),
              sheet.seats.map((seat, number) => (over || number === sheet.you ? h("option", { value: String(number), key: number, selected: this.view === String(number) }, `${nameOf(sheet, number)}’s view`) : null)),
              over ? h("option", { value: "all", key: "all", selected: this.view === "all" }, "All cards open") : null,
            ),
          ),
          over && this.at < this.total - 1 ? h("button", { type: "button", class: "primary", onclick: () => this.goOn() }, icon("play"), "Play on from here") : null,
          over ? recordLink(sheet) : null,
          h("a", { class: "button quiet", href: `/t/${sheet.table}` }, "To the table"),
        ),
      ),
    ]);
    this.paint(frame, past);
  }

  async paint(frame, story) {
    if (!frame) return;
    const place = page.querySelector(".boards");
    const boards = this.boards;
    const views = this.view === "all" ? frame.others.map((view, seat) => [String(seat), view]) : [[this.view, frame.view]];
    for (const [key, view] of views) {
      let board = boards.get(key);
      if (!board) {
        const section = document.createElement("section");
        morph(section, h("h3", {}, this.view === "all" ? [seatMark(Number(key)), nameOf(this.sheet, Number(key))] : null));
        board = new Board({ replaying: true });
        section.append(board.root, board.tray);
        place.append(section);
        boards.set(key, board);
        board.ready = board.load(this.sheet.game, this.sheet.title);
      }
      await board.ready;
      if (boards !== this.boards || frame !== this.frames[this.at]) return; // somebody has moved on meanwhile
      board.show({
        view,
        offers: [],
        you: null,
        viewer: key === "onlooker" ? null : Number(key),
        state: "replay",
        seats: this.sheet.seats,
        waiting: frame.waiting || [],
        lines: frame.lines || [],
        story,
        reasons: new Map(),
      });
      if (this.words !== board.title) {
        this.words = board.title;
        this.draw();
      }
    }
  }
}

const film = new Film(decodeURIComponent(here().split("/")[2] || ""));
walk(page);
shortcuts({
  ArrowLeft: (event) => (event.target.closest("[data-spot]") ? false : (film.go(film.at - 1), true)),
  ArrowRight: (event) => (event.target.closest("[data-spot]") ? false : (film.go(film.at + 1), true)),
  Home: () => film.go(0),
  End: () => film.go(film.total - 1),
  " ": (event) => (event.target.tagName === "BUTTON" ? false : (film.play(), true)),
  a: () => film.sheet && film.look("all"),
  0: () => film.sheet && film.look("onlooker"),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [String(number), () => film.sheet && film.look(String(number - 1))])),
  l: () => film.sheet && film.openStory(),
  r: () => film.sheet && showRules(film.sheet.game, film.sheet.title),
  "?": () => film.keys(),
});
film.draw();
film.open();
