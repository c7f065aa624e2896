/** A table: one seat's page, or an onlooker's. */

import { Board } from "./board.js";
import { h, morph, one } from "./dom.js";
import { hide, showRules } from "./explain.js";
import { banner, calledOff, ending, failure, fairness, head, keysHelp, listed, nameOf, seatStrip, story, waitingRoom, wish } from "./frame.js";
import { keepSeat, name, newToken, token } from "./keep.js";
import { shortcuts, walk } from "./keys.js";
import { inSight } from "./motion.js";
import { offerPanel } from "./offers.js";
import { copyText, dialog, toast } from "./parts.js";
import { Connection } from "./socket.js";
import { sound } from "./sound.js";

const page = one("#page");
const spoken = one("#spoken");

class Table {
  constructor(id) {
    this.id = id;
    /** @type {import("./protocol.js").Sheet | null} */
    this.sheet = null;
    /** @type {import("./protocol.js").StoryLine[]} */
    this.lines = [];
    this.state = { filter: "", group: "", all: false, thinking: false };
    this.reasons = [];
    this.advice = null;
    this.online = true;
    this.gone = "";
    this.sent = "";
    this.boardRoot = Object.assign(document.createElement("div"), { className: "board", id: "board", tabIndex: -1 });
    this.board = new Board(this.boardRoot, { send: (offer) => this.send(offer), why: (words) => this.why(words) });
    this.connection = new Connection({
      onPage: (sheet, log) => this.turn(sheet, log),
      onState: (state, why) => this.heard(state, why),
    });
  }

  /** A link with a secret in it brings its seat along; the secret does not stay in the address. */
  async open() {
    if (location.hash.length > 20) {
      keepSeat(this.id, location.hash.slice(1));
      history.replaceState(null, "", location.pathname);
    }
    try {
      await this.connection.attach(this.id, token(this.id));
    } catch (error) {
      this.gone = error.message;
      this.draw();
    }
  }

  now() {
    return this.connection.now();
  }

  heard(state, why) {
    if (state === "refused") toast(why, "warn");
    this.online = state !== "lost";
    this.draw();
  }

  // --- a new page ---

  /** @param {import("./protocol.js").Sheet} sheet @param {import("./protocol.js").Log} log */
  async turn(sheet, log) {
    const before = this.sheet;
    if (before && before.epoch !== sheet.epoch) this.lines = [];
    this.lines.length = Math.min(this.lines.length, log.start);
    for (let at = this.lines.length; at < log.start; at++) this.lines.push({ text: "…" });
    this.lines.push(...log.lines);
    this.sheet = sheet;
    if (!before) {
      document.title = `${sheet.title} · Rumpus`;
      if (token(this.id)) keepSeat(this.id, token(this.id), { title: sheet.title, game: sheet.game });
      await this.board.load(sheet.game, sheet.title);
    }
    const decision = `${sheet.at} ${(sheet.moves || []).length}`;
    const asked = (sheet.moves || []).length > 0;
    if (this.decision !== decision) {
      this.decision = decision;
      this.sent = "";
      this.reasons = [];
      this.advice = null;
      Object.assign(this.state, { filter: "", group: "", all: false });
      if (asked) this.askReasons();
    }
    if (sheet.rematch && token(this.id)) keepSeat(sheet.rematch, token(this.id), { title: sheet.title, game: sheet.game });
    this.fresh = before ? log.lines : [];
    this.draw(true);
    this.announce(before, log.lines);
  }

  async askReasons() {
    try {
      this.reasons = (await this.connection.ask({ do: "why" })).reasons;
      this.draw(true);
    } catch {
      // The decision is over already; there is nothing left to explain.
    }
  }

  announce(before, lines) {
    const sheet = this.sheet;
    const asked = (sheet.moves || []).length > 0;
    const wasAsked = before && (before.moves || []).length > 0 && before.at === sheet.at;
    const words = before ? lines.map((line) => line.text) : [];
    if (asked && !wasAsked) words.push("Your turn.", this.phrase());
    if (sheet.state === "over" && before?.state !== "over") words.push(sheet.view?.outcome || "The game is over.");
    if (words.length) this.speak(words.join(" "));
    document.title = `${asked ? "● Your turn · " : ""}${sheet.title} · Rumpus`;
    if (!before) return;
    if (sheet.state === "over" && before.state !== "over") sound("end");
    else if (asked && !wasAsked) sound("turn");
    else if (lines.length) sound("move");
  }

  speak(text) {
    const line = document.createElement("p");
    line.textContent = text;
    spoken.append(line);
    while (spoken.childElementCount > 6) spoken.firstElementChild.remove();
  }

  /** What is asked of whoever looks, in a few words. */
  phrase() {
    const { sheet, board } = this;
    const own = board.drawing.phrase?.(sheet.view, sheet.moves || [], { names: sheet.seats.map((_, seat) => nameOf(sheet, seat)) });
    const phase = sheet.view?.phase || "";
    return own || (phase === "turn" ? "" : phase);
  }

  // --- doing ---

  /**
   * Ask the server for something; a refusal is shown as a sentence.
   * @param {import("./protocol.js").AnyClientMessage} message
   */
  async ask(message) {
    try {
      return await this.connection.ask(message);
    } catch (error) {
      toast(error.message, "warn");
      sound("no");
      return null;
    }
  }

  /** @param {import("./protocol.js").Offer} offer */
  async send(offer) {
    hide();
    const at = this.sheet.at;
    if (this.sent === at) return;
    this.sent = at;
    this.draw();
    try {
      await this.connection.ask({ do: "move", at, move: offer.move });
    } catch (error) {
      if (!error.stale) {
        this.sent = "";
        toast(error.message, "warn");
        sound("no");
      }
      this.draw();
    }
  }

  async why(words) {
    try {
      const { reasons } = await this.connection.ask({ do: "why", words });
      return reasons[0]?.why || "";
    } catch (error) {
      return error.message;
    }
  }

  async hint() {
    if (this.state.thinking) return;
    this.state.thinking = true;
    this.draw();
    const decision = this.decision;
    const advice = await this.ask({ do: "hint" });
    this.state.thinking = false;
    if (advice && decision === this.decision) {
      this.advice = advice;
      this.speak(`The coach says: ${advice.sentence}`);
    }
    this.draw();
  }

  async sit(seat) {
    const secret = token(this.id) || newToken();
    keepSeat(this.id, secret, { title: this.sheet.title, game: this.sheet.game });
    this.connection.token = secret;
    await this.ask({ do: "sit", token: secret, name: name(), seat });
  }

  renamed() {
    clearTimeout(this.renaming);
    if (this.sheet.you !== null && this.sheet.you !== undefined) this.renaming = setTimeout(() => this.ask({ do: "name", name: name() }), 600);
  }

  leave() {
    dialog("Leave the table?", (close) => [
      h("p", {}, "A bot will play on for you. You can come back and take your seat again at any time."),
      h("div", { class: "row" }, h("button", { type: "button", class: "primary", onclick: () => (close(), this.ask({ do: "leave" })) }, "Let a bot play on"), h("button", { type: "button", onclick: close }, "Stay")),
    ]);
  }

  async drop() {
    if (await this.ask({ do: "drop" })) location.href = "/";
  }

  async rematch() {
    const answer = await this.ask({ do: "rematch" });
    if (answer) {
      keepSeat(answer.table, token(this.id), { title: this.sheet.title, game: this.sheet.game });
      location.href = `/t/${answer.table}`;
    }
  }

  copy(text) {
    copyText(text);
  }

  links() {
    const secret = token(this.id);
    const shared = `${location.origin}/t/${this.id}`;
    const box = (label, link, warning) =>
      h("div", { class: "share" }, h("label", {}, h("span", {}, label), h("input", { readonly: true, value: link, onfocus: (event) => event.target.select() })), h("button", { type: "button", onclick: () => copyText(link) }, "Copy"), warning ? h("p", { class: "hint warn" }, warning) : null);
    dialog("Links", () => [
      box("For friends: sit down or watch", shared),
      secret && this.sheet.you !== null && this.sheet.you !== undefined
        ? box("For your other devices: your own seat", `${shared}#${secret}`, "Whoever has this link plays for you. Keep it to yourself.")
        : null,
    ]);
  }

  keys() {
    dialog("Keys", () => keysHelp());
  }

  sayAgain() {
    const { sheet } = this;
    if (!sheet) return;
    const last = this.lines.slice(-3).map((line) => line.text);
    const others = (sheet.waiting || []).map((seat) => nameOf(sheet, seat));
    this.speak([...last, (sheet.moves || []).length ? `Your turn. ${this.phrase()}` : others.length ? `To decide: ${listed(others)}.` : sheet.view?.outcome].join(" "));
  }

  // --- drawing ---

  draw(board = false) {
    const { sheet } = this;
    if (!sheet) {
      morph(page, [
        head(null, this),
        h("main", { class: "lost-table" }, h("h2", {}, this.gone ? "No such table" : "Opening the table …"), this.gone ? [h("p", {}, this.gone), h("a", { class: "button primary", href: "/" }, "To the lobby")] : null),
      ]);
      return;
    }
    const sealed = this.sent === sheet.at && (sheet.moves || []).length > 0;
    const shown = sealed ? { ...sheet, moves: [] } : sheet;
    const open = sheet.state === "open";
    const covers = this.board.drawing.listed || (() => true);
    morph(page, [
      head(sheet, this),
      this.online ? null : h("p", { class: "offline", role: "status" }, "The connection is lost; trying again …"),
      sheet.notice && this.online && sheet.state !== "dropped" ? h("p", { class: "offline", role: "status" }, sheet.notice) : null,
      sheet.state === "dropped"
        ? calledOff(sheet)
        : h(
            "main",
            { class: `table-main ${open ? "is-open" : ""}`, "data-at": sheet.at },
            open ? waitingRoom(sheet, this) : [seatStrip(sheet, this), banner(shown, this), failure(sheet, this), wish(sheet, this)],
            open ? null : h("div", { class: "board-frame", key: "board", island: true }),
            open
              ? null
              : h(
                  "aside",
                  { class: "side", key: "side" },
                  sheet.state === "over" ? ending(sheet, this) : offerPanel(shown, { state: this.state, send: (offer) => this.send(offer), redraw: () => this.draw(), listed: covers, reasons: this.reasons, advice: this.advice }),
                  story(sheet, this.lines),
                  sheet.state === "over" ? null : h("div", { class: "below" }, fairness(sheet)),
                ),
          ),
    ]);
    const frame = page.querySelector(".board-frame");
    if (frame && this.boardRoot.parentNode !== frame) frame.append(this.boardRoot);
    if (frame && (board || sealed || !this.drawn)) {
      this.drawn = true;
      this.board.show({
        view: sheet.view,
        offers: shown.moves || [],
        you: sheet.you ?? null,
        viewer: sheet.you ?? null,
        seats: sheet.seats,
        waiting: sheet.waiting || [],
        lines: this.fresh || [],
        story: this.lines,
        reasons: new Map(this.reasons.map((reason) => [reason.words.toLowerCase(), reason.why])),
      });
      this.fresh = [];
    }
    const acting = page.querySelector(".seat.acting");
    if (acting !== this.acting) inSight(page.querySelector(".seat-strip"), (this.acting = acting));
    const log = page.querySelector("#story");
    if (log && this.lines.length !== this.scrolled) {
      this.scrolled = this.lines.length;
      log.scrollTop = log.scrollHeight;
    }
  }
}

const id = decodeURIComponent(location.pathname.split("/")[2] || "");
const table = new Table(id);
walk(page);
shortcuts({
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [
      String(number),
      () => {
        const button = page.querySelector(`[data-key="${number}"]`);
        if (!button) return false;
        button.click();
        return true;
      },
    ]),
  ),
  o: () => page.querySelector(".option, .option-group summary")?.focus(),
  b: () => /** @type {HTMLElement} */ (table.boardRoot.querySelector("[data-home]") || table.boardRoot.querySelector("[data-spot]") || table.boardRoot).focus(),
  l: () => page.querySelector("#story")?.focus(),
  "/": () => page.querySelector("#filter")?.focus(),
  h: () => table.hint(),
  u: () => table.ask({ do: "undo" }),
  r: () => table.sheet && showRules(table.sheet.game, table.sheet.title),
  s: () => table.sayAgain(),
  "?": () => table.keys(),
});
setInterval(() => {
  const { sheet } = table;
  if (sheet && sheet.state === "playing" && (sheet.clock || sheet.seats.some((seat) => seat.kind === "person" && !seat.here))) table.draw();
}, 1000);
table.draw();
table.open();
