/** The replay page: shows a match from any seat and continues from any frame. */

import { Board } from "../table/board.js";
import { h, morph, one } from "../ui/dom.js";
import { showRules } from "../ui/explain.js";
import { bar, keysHelp, recordLink } from "../table/frame.js";
import { keepSeat, name, newToken, token } from "../ui/storage.js";
import { shortcuts, walk } from "../ui/keys.js";
import { dialog, icon, iconButton, seatMark, toast } from "../ui/parts.js";
import { nameOf } from "../ui/people.js";
import { GameReview, marks, remark, reviewButton } from "../table/review.js";
import { Connection } from "../socket.js";
import { story } from "../table/log.js";
import { call, go, here, query } from "../transport.js";

const page = one("#page");
const spoken = one("#spoken");
/** From this width on, the log stays open beside the board. */
const pinned = matchMedia("(min-width: 1600px)");
const SPEEDS = { 0.5: "slow", 1: "normal", 2: "fast", 5: "very fast" };

class Film {
  constructor(id) {
    this.id = id;
    this.tableView = null;
    this.at = 0;
    this.total = 0;
    this.frames = [];
    this.view = "onlooker";
    this.playing = false;
    this.speed = 1;
    this.gone = "";
    this.boards = new Map();
    this.drawer = false;
    /** Text beside the game's name. */
    this.words = "";
    this.connection = new Connection({
      onPage: (tableView) => this.opened(tableView),
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

  async opened(tableView) {
    const first = !this.tableView;
    this.tableView = tableView;
    if (!first) return this.draw();
    document.title = `Replay of ${tableView.title} · Rumpus`;
    const params = query();
    this.view =
      params.get("seat") ??
      (tableView.you !== null && tableView.you !== undefined
        ? String(tableView.you)
        : tableView.state === "over"
          ? "all"
          : "onlooker");
    if (params.has("review") && tableView.state === "over") this.review.ask();
    await this.rewind(Number(params.get("at")) || 0);
  }

  /** Loads the replay as seen from the selected view. */
  async rewind(at) {
    const view = this.view;
    this.frames = [];
    this.total = 0;
    this.boards = new Map();
    await this.fetch(0);
    if (view !== this.view) return; // the view has changed since
    await this.go(Math.min(at, this.total - 1));
  }

  async fetch(start) {
    const view = this.view;
    /** @type {import("../protocol.js").Replay} */
    const message = { do: "replay", start, count: 60 };
    if (this.view === "all") message.everything = true;
    else if (this.view !== "onlooker") message.seat = Number(this.view);
    try {
      const answer = await this.connection.ask(message);
      if (view !== this.view) return; // a late reply for a view that is no longer shown
      this.total = answer.total;
      answer.frames.forEach((frame, number) => {
        this.frames[answer.start + number] = frame;
      });
    } catch (error) {
      this.gone = error.message;
      toast(error.message, "warn");
    }
  }

  /** Shows a frame and fetches missing frames. */
  async go(at) {
    const wanted = Math.max(0, Math.min(this.total - 1, at));
    if (!this.frames[wanted]) await this.fetch(wanted);
    this.at = wanted;
    if (wanted === this.total - 1) this.playing = false;
    const next = this.frames.findIndex((frame, number) => number > wanted && !frame);
    if (this.playing && !this.frames[wanted + 10] && next < 0 && wanted + 10 < this.total)
      this.fetch(this.frames.length);
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
    const { tableView } = this;
    dialog("Play from here", (close) => [
      h(
        "p",
        {},
        "This creates a new table that starts at this moment, with new luck. Bots play the other seats. Which seat do you take?",
      ),
      h(
        "div",
        { class: "row" },
        tableView.seats.map((seat, number) =>
          h(
            "button",
            {
              type: "button",
              key: number,
              onclick: async () => {
                close();
                const secret = newToken();
                try {
                  const answer = await this.connection.ask({
                    do: "play_on",
                    token: secret,
                    number: frame.number,
                    seat: number,
                    name: name(),
                  });
                  keepSeat(answer.table, secret, { title: tableView.title, game: tableView.game });
                  go(`/t/${answer.table}`);
                } catch (error) {
                  toast(error.message, "warn");
                }
              },
            },
            seatMark(number),
            nameOf(tableView, number),
          ),
        ),
      ),
    ]);
  }

  links() {
    dialog("Link to this position", () =>
      h(
        "div",
        { class: "share" },
        h(
          "label",
          {},
          h("span", {}, "Opens the replay at this position"),
          h("input", { readonly: true, value: location.href, onfocus: (event) => event.target.select() }),
        ),
      ),
    );
  }

  keys() {
    dialog("Keyboard shortcuts", () => [
      h(
        "dl",
        { class: "keys" },
        [
          ["← →", "previous or next move"],
          ["Home, End", "start and end"],
          ["Space", "play or pause"],
          ["1 … 9", "that seat’s view"],
          ["0", "a spectator’s view"],
          ["a", "all cards face up"],
        ].map(([key, what]) => h("div", { key }, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what))),
      ),
      h("h3", {}, "At a table"),
      keysHelp(),
    ]);
  }

  changeView(view) {
    const { tableView } = this;
    if (view === this.view || (view !== "onlooker" && view !== "all" && !tableView.seats[Number(view)])) return;
    if (tableView.state !== "over" && view !== "onlooker" && Number(view) !== tableView.you)
      return toast("Other seats’ cards are shown when the game is over.", "warn");
    this.view = view;
    this.rewind(this.at);
  }

  openStory() {
    this.drawer = !this.drawer;
    this.draw();
    if (this.drawer) page.querySelector("#story")?.focus();
  }

  /** The game's drawing module, for the parts around the board. */
  get drawing() {
    return [...this.boards.values()][0]?.drawing;
  }

  draw() {
    const { tableView } = this;
    if (!tableView || !this.total) {
      morph(page, [
        bar(tableView, this),
        h(
          "main",
          { class: "lost-table" },
          h("h2", {}, this.gone ? "No replay" : "Loading the replay …"),
          this.gone ? [h("p", {}, this.gone), h("a", { class: "button primary", href: "/" }, "To the lobby")] : null,
        ),
      ]);
      return;
    }
    const frame = this.frames[this.at];
    const over = tableView.state === "over";
    const past = this.frames.slice(0, this.at + 1).flatMap((item) => item?.lines || []);
    const mover = frame?.seat;
    const told = this.drawer || pinned.matches;
    const judged = frame ? remark(this.review, frame.number) : null;
    morph(page, [
      bar(tableView, this),
      h(
        "main",
        { class: `table film ${told ? "with-story" : ""}` },
        h("div", {
          class: "boards",
          key: `boards ${this.view}`,
          island: true,
          tabindex: this.view === "all" ? 0 : null,
          role: "group",
          "aria-label": "Board",
        }),
        h(
          "section",
          { class: "strip wait", key: "strip", "aria-label": "Move" },
          h(
            "p",
            {},
            mover !== undefined && mover !== null
              ? [
                  seatMark(mover),
                  // What happened tells the move again.
                  judged || !this.sentence()
                    ? [h("strong", {}, `${nameOf(tableView, mover)}:`), frame.says || frame.words, ". "]
                    : null,
                ]
              : null,
            judged,
            h("span", {}, this.at ? this.sentence() : "The start. Press play, or drag the slider."),
          ),
        ),
        told ? h("div", { class: "story-veil", key: "veil", onclick: () => this.openStory() }) : null,
        told ? story(this, past, { close: pinned.matches ? null : () => this.openStory() }) : null,
        h(
          "div",
          { class: "replay-bar", role: "group", "aria-label": "Replay", key: "film" },
          iconButton("first", "To the start", () => this.go(0)),
          iconButton("back", "Previous move", () => this.go(this.at - 1)),
          iconButton(this.playing ? "pause" : "play", this.playing ? "Pause" : "Play", () => this.play()),
          iconButton("next", "Next move", () => this.go(this.at + 1)),
          iconButton("last", "To the end", () => this.go(this.total - 1)),
          h(
            "span",
            { class: "review-slider" },
            h("input", {
              type: "range",
              min: 0,
              max: this.total - 1,
              value: String(this.at),
              "aria-label": "Move number",
              oninput: (event) => this.go(Number(event.target.value)),
            }),
            marks(this.review, this.total),
          ),
          over ? reviewButton(this.review) : null,
          h(
            "output",
            {},
            this.review.own ? `${this.review.moment(frame?.number ?? 0)} · ` : "",
            `${this.at} / ${this.total - 1}`,
          ),
          h(
            "label",
            {},
            h("span", { class: "unseen" }, "Speed"),
            h(
              "select",
              { "aria-label": "Speed", onchange: (event) => (this.speed = Number(event.target.value)) },
              Object.entries(SPEEDS).map(([value, text]) =>
                h("option", { value, key: value, selected: Number(value) === this.speed }, text),
              ),
            ),
          ),
          h(
            "label",
            {},
            h("span", { class: "unseen" }, "Point of view"),
            h(
              "select",
              { "aria-label": "Point of view", onchange: (event) => this.changeView(event.target.value) },
              h(
                "option",
                { value: "onlooker", key: "onlooker", selected: this.view === "onlooker" },
                "A spectator’s view",
              ),
              tableView.seats.map((seat, number) =>
                over || number === tableView.you
                  ? h(
                      "option",
                      { value: String(number), key: number, selected: this.view === String(number) },
                      `${nameOf(tableView, number)}’s view`,
                    )
                  : null,
              ),
              over
                ? h("option", { value: "all", key: "all", selected: this.view === "all" }, "All cards face up")
                : null,
            ),
          ),
          over && this.at < this.total - 1
            ? h(
                "button",
                { type: "button", class: "primary", onclick: () => this.goOn() },
                icon("play"),
                "Play from here",
              )
            : null,
          over ? recordLink(tableView) : null,
          h("a", { class: "button quiet", href: `/t/${tableView.table}` }, "To the table"),
        ),
      ),
    ]);
    this.paint(frame, past);
  }

  async paint(frame, story) {
    if (!frame) return;
    const place = page.querySelector(".boards");
    const boards = this.boards;
    const views =
      this.view === "all" ? frame.others.map((view, seat) => [String(seat), view]) : [[this.view, frame.view]];
    for (const [key, view] of views) {
      let board = boards.get(key);
      if (!board) {
        const section = document.createElement("section");
        morph(
          section,
          h("h2", {}, this.view === "all" ? [seatMark(Number(key)), nameOf(this.tableView, Number(key))] : null),
        );
        board = new Board({ replaying: true });
        section.append(board.root, board.tray);
        place.append(section);
        boards.set(key, board);
        board.ready = board.load(this.tableView.game, this.tableView.title);
      }
      await board.ready;
      if (boards !== this.boards || frame !== this.frames[this.at]) return; // the position has changed since
      board.show({
        view,
        offers: [],
        you: null,
        viewer: key === "onlooker" ? null : Number(key),
        state: "replay",
        seats: this.tableView.seats,
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
/** Goes some frames on, unless the key moves between things of the board. True if it did. */
function step(event, frames) {
  if (event.target.closest("[data-spot]")) return false;
  film.go(film.at + frames);
  return true;
}

shortcuts({
  ArrowLeft: (event) => step(event, -1),
  ArrowRight: (event) => step(event, 1),
  Home: () => film.go(0),
  End: () => film.go(film.total - 1),
  " ": (event) => {
    if (/** @type {Element} */ (event.target).tagName === "BUTTON") return false;
    film.play();
    return true;
  },
  a: () => film.tableView && film.changeView("all"),
  0: () => film.tableView && film.changeView("onlooker"),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [
      String(number),
      () => film.tableView && film.changeView(String(number - 1)),
    ]),
  ),
  l: () => film.tableView && film.openStory(),
  r: () => film.tableView && showRules(film.tableView.game, film.tableView.title),
  "?": () => film.keys(),
});
film.draw();
film.open();
