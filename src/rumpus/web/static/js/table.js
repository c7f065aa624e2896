/** A table: one seat's page, or an onlooker's. */

import { Board, said } from "./board.js";
import { h, morph, one } from "./dom.js";
import { ending } from "./ending.js";
import { hide, plainly, showRules } from "./explain.js";
import { showHowOnce } from "./how.js";
import { bar, calledOff, keysHelp, waitingRoom } from "./frame.js";
import { keep, keepLearnt, keepSeat, kept, lessonTable, name, newToken, settings, token } from "./keep.js";
import { shortcuts, walk } from "./keys.js";
import { Meetings } from "./meeting.js";
import { finish, later } from "./motion.js";
import { Veil } from "./lesson.js";
import { offerList, whyNots } from "./offers.js";
import { Pages } from "./pages.js";
import { copyText, dialog, icon, toast } from "./parts.js";
import { listed, nameOf, tick } from "./people.js";
import { playerSheet } from "./player.js";
import { answered, newPuzzle, tellSolved } from "./puzzle.js";
import { GameReview } from "./review.js";
import { Connection } from "./socket.js";
import { sound } from "./sound.js";
import { story } from "./story.js";
import { strip } from "./strip.js";
import { call, go, here } from "./transport.js";

const page = one("#page");
const spoken = one("#spoken");
/** What opens a chair. */
const SECRET = /^[A-Za-z0-9_-]{22,80}$/;
/** A chance so much below the best is a clear mistake, and the milliseconds that one waits to hear of it. */
const MISTAKE = 0.15;
const COACH = 3000;
/** From this width on the story stays open beside the board. */
const pinned = matchMedia("(min-width: 1600px)");
/** How long the strip stays gold after a decision: the next one may be ours again. */
const LINGER = 150;
/** An answer that comes sooner is all that the board shows of a decision; else it shows that one is on its way. */
const PROMPT = 60;
/** How long one moment is shown when what happened is told again, and how many at most. */
const MOMENT = 900;
const MOMENTS = 12;

class Table {
  constructor(id) {
    this.id = id;
    /** @type {import("./protocol.js").Sheet | null} */
    this.sheet = null;
    /** @type {import("./protocol.js").StoryLine[]} */
    this.lines = [];
    this.reasons = [];
    this.advice = null;
    this.thinking = false;
    this.online = true;
    this.missing = "";
    /** The decision that has been sent and not been answered for yet. */
    this.sent = "";
    this.decidedAt = 0;
    this.askedAt = performance.now();
    /** What is open: the story, and how much of it; after the end, the table instead of the result. */
    this.drawer = false;
    this.recent = true;
    this.seen = 0;
    this.looking = false;
    /** The moments since the last decision of one's own, as they looked. */
    this.reel = [];
    this.board = new Board({
      send: (offer) => this.send(offer),
      why: (words) => this.why(words),
      painted: () => this.draw(),
      again: () => this.again(),
      sheet: (seat) => this.players(seat),
    });
    this.veil = new Veil(page);
    /** Why the last try did not fit the step of the lesson. */
    this.wrong = "";
    this.dismissed = false;
    this.meetings = new Meetings(page, () => this.board.topics);
    this.board.root.id = "board";
    this.board.tray.id = "tray";
    this.pages = new Pages(({ sheet, log }) => this.turn(sheet, log), () => this.draw());
    this.connection = new Connection({
      onPage: (sheet, log) => this.come(sheet, log),
      onState: (state, why) => this.heard(state, why),
    });
    this.review = new GameReview(this.connection, () => this.draw());
  }

  /** A link with a secret in it brings its seat along, if it opens one; the secret does not stay in the address. */
  async open() {
    const secret = location.hash.slice(1);
    if (secret) call(here());
    /** The secret of the link, until it is known whether it opens a seat here. */
    this.tried = SECRET.test(secret) ? secret : "";
    if (secret && !this.tried) this.wrongLink("The end of this link is missing: it opens no seat.");
    try {
      if (here().startsWith("/learn/")) await this.learn(this.id);
      if (here().startsWith("/puzzle/")) this.id = await newPuzzle(this.connection, this.id);
      await this.connection.attach(this.id, this.tried || token(this.id));
    } catch (error) {
      this.missing = error.message;
      this.draw();
    }
  }

  /** The lesson of a game, where it was left or from its beginning; then this is its table. */
  async learn(game) {
    const left = lessonTable(game);
    this.id = left && token(left) ? left : await this.newLesson(game);
    call(`/t/${this.id}`);
  }

  async newLesson(game) {
    const secret = newToken();
    const { table } = await this.connection.ask({ do: "learn", game, token: secret, name: name() });
    keepSeat(table, secret, { game, lesson: true });
    return table;
  }

  /** A seat of one's own is never given up for a link that opens none. */
  tryLink(sheet) {
    const { tried } = this;
    this.tried = "";
    if ((sheet.you !== null && sheet.you !== undefined) || sheet.host) keepSeat(this.id, tried);
    else if (tried !== token(this.id)) this.wrongLink("This link opens no seat at this table: it may be of another table, or its end is missing.");
  }

  wrongLink(why) {
    const own = token(this.id);
    dialog("This link does not work", (close) => [
      h("p", {}, why),
      h("p", {}, own ? "The seat that you have had here is still yours." : "You can watch, or open the link again as it was sent to you."),
      h(
        "div",
        { class: "row" },
        own ? h("button", { type: "button", class: "primary", onclick: () => (close(), this.connection.attach(this.id, own).catch((error) => toast(error.message, "warn"))) }, "Take my seat") : null,
        h("button", { type: "button", onclick: close }, "Just watch"),
      ),
    ]);
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

  /** A page has come; the first one waits for the drawing. */
  async come(sheet, log) {
    if (!this.loaded) {
      this.loaded = this.board.load(sheet.game, sheet.title);
      document.title = `${sheet.title} · Rumpus`;
    }
    await this.loaded;
    this.pages.add({ sheet, log });
  }

  /** @param {import("./protocol.js").Sheet} sheet @param {import("./protocol.js").Log} log */
  turn(sheet, log) {
    const before = this.sheet;
    if (before && before.epoch !== sheet.epoch) this.lines = [];
    this.lines.length = Math.min(this.lines.length, log.start);
    for (let at = this.lines.length; at < log.start; at++) this.lines.push({ text: "…" });
    this.lines.push(...log.lines);
    this.sheet = sheet;
    if (this.tried) this.tryLink(sheet);
    if (!before) {
      this.seen = this.lines.length;
      if (token(this.id)) keepSeat(this.id, token(this.id), { title: sheet.title, game: sheet.game });
      const { half } = kept(this.id);
      if (sheet.at && half?.at === sheet.at) Object.assign(this.board.state, half.state);
    }
    const begins = sheet.state === "playing" && before?.state !== "playing";
    if (begins && sheet.you !== null && !sheet.lesson && !sheet.clock) showHowOnce(sheet.game, { play: () => {} });
    const decision = `${sheet.at} ${(sheet.moves || []).length}`;
    const asked = (sheet.moves || []).length > 0;
    const anew = this.decision !== decision;
    if (anew) {
      this.decision = decision;
      this.sent = "";
      this.reasons = [];
      this.advice = null;
      this.wrong = "";
      this.askedAt = performance.now();
      this.board.state.list = {};
      if (asked && settings.warn && sheet.coach && !sheet.lesson) this.opinion().catch(() => null);
    }
    if (sheet.lesson?.puzzle) tellSolved(this, before, sheet);
    else if (sheet.lesson && sheet.lesson.step === sheet.lesson.titles.length) {
      keepLearnt(sheet.game);
      keepSeat(this.id, token(this.id), { lesson: false });
      if (!before) this.dismissed = true;
    }
    if (sheet.rematch && token(this.id)) keepSeat(sheet.rematch, token(this.id), { title: sheet.title, game: sheet.game });
    if (before) this.hearOfRematch(before, sheet);
    if (before && log.lines.length) this.reel.push({ view: sheet.view, lines: log.lines, told: this.lines.length, waiting: sheet.waiting || [] });
    this.fresh = before ? log.lines : [];
    this.draw(true);
    this.announce(before, log.lines);
    if (asked && anew) this.askReasons();
    if (this.board.ahead) this.send(this.board.ahead);
  }

  /** Somebody asks for a rematch, or it is ready: that is told wherever one looks just now. */
  hearOfRematch(before, sheet) {
    const own = sheet.you !== null && sheet.you !== undefined;
    if (!own) return;
    if (sheet.rematch && !before.rematch) {
      if (before.rematch_wish?.agreed.includes(sheet.you)) this.move(sheet.rematch);
      else this.call("The rematch is ready.");
    } else if (sheet.rematch_wish && !before.rematch_wish && sheet.rematch_wish.seat !== sheet.you) {
      this.looking = false;
      this.call(`${nameOf(sheet, sheet.rematch_wish.seat)} asks for a rematch.`);
    }
  }

  /** Said by toast, title, voice and sound. */
  call(text) {
    toast(text);
    this.speak(text);
    this.called = text;
    sound("turn");
  }

  async askReasons() {
    try {
      this.reasons = (await this.connection.ask({ do: "why" })).reasons;
      if (this.reasons.length) this.draw(true);
    } catch {
      // The decision is over already; there is nothing left to explain.
    }
  }

  announce(before, lines) {
    const sheet = this.sheet;
    const asked = (sheet.moves || []).length > 0;
    const wasAsked = before && (before.moves || []).length > 0 && before.at === sheet.at;
    const words = before ? lines.map((line) => line.text) : [];
    const step = sheet.lesson?.say && !this.dismissed ? sheet.lesson.say.replaceAll("**", "") : "";
    if (asked && !wasAsked) words.push(step || `Your turn. ${this.phrase()}`);
    if (sheet.state === "over" && before?.state !== "over") words.push(sheet.view?.outcome || "The game is over.");
    if (words.length) this.speak(words.join(" "));
    document.title = `${asked ? "● Your turn · " : this.called && sheet.state === "over" ? `● ${this.called} · ` : ""}${sheet.title} · Rumpus`;
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

  // --- what is so ---

  /** What may be decided now; nothing while a decision is on its way. */
  offers() {
    const { sheet } = this;
    return this.sent && this.sent === sheet.at ? [] : sheet.moves || [];
  }

  /** The words of the game for where it stands. */
  phase() {
    return this.sheet.view?.phase || "";
  }

  /** What is asked of whoever looks, in a few words. */
  phrase() {
    return this.board.asked || this.phase();
  }

  /** Whether the strip stays as it is for a moment: the next decision may be ours again. */
  lingers() {
    return performance.now() - this.decidedAt < LINGER;
  }

  /** Decided in secret, and nothing has happened since. */
  sealed() {
    const { mark, epoch } = kept(this.id);
    return epoch === this.sheet.epoch && mark !== undefined && mark === this.lines.length;
  }

  /** What happened since the last decision of one's own. */
  since() {
    const { mark, epoch } = kept(this.id);
    return mark === undefined || epoch !== this.sheet.epoch ? [] : this.lines.slice(mark);
  }

  /** Whether there is a decision of one's own to take back. */
  hasDecided() {
    return Number((this.sheet.at || "").split(".")[1]) > 0;
  }

  /** Seconds since somebody else is to decide. */
  waitedFor() {
    return Math.floor((performance.now() - this.askedAt) / 1000);
  }

  /** Whether somebody has been away for so long that a bot may play on. */
  gone(seat) {
    const chair = this.sheet.seats[seat];
    return chair.kind === "person" && !chair.here && !chair.stand_in && this.now() - chair.away >= 1000 * this.sheet.grace;
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
      toast(plainly(error.message), "warn");
      sound("no");
      return null;
    }
  }

  /** @param {import("./protocol.js").Offer} offer */
  async send(offer) {
    hide();
    const { sheet } = this;
    if (this.sent === sheet.at) return;
    if (sheet.lesson?.allow && !sheet.lesson.allow.includes(offer.move)) return this.tryWrong(offer);
    if (settings.warn && sheet.coach && !sheet.lesson && !(await this.isMeant(offer))) return;
    this.sent = sheet.at;
    this.decidedAt = performance.now();
    this.reel = [];
    keep(this.id, { mark: this.lines.length, epoch: sheet.epoch });
    this.pages.open();
    const answer = this.connection.ask({ do: "move", at: sheet.at, move: offer.move });
    this.frame();
    setTimeout(() => this.sent === sheet.at && this.draw(true), PROMPT);
    setTimeout(() => this.draw(), LINGER);
    try {
      await answer;
    } catch (error) {
      if (!error.stale) {
        this.sent = "";
        toast(plainly(error.message), "warn");
        sound("no");
      }
      this.draw(true);
    }
  }

  /** A wrong try in a lesson changes nothing: the server says what is wrong with it. */
  async tryWrong(offer) {
    try {
      await this.connection.ask({ do: "move", at: this.sheet.at, move: offer.move });
    } catch (error) {
      this.wrong = plainly(error.message);
      this.speak(this.wrong);
      sound("no");
      this.draw(true);
    }
  }

  /** Let the lesson do this step. */
  showStep() {
    const offer = this.offers().find(({ move }) => this.sheet.lesson.allow.includes(move));
    if (offer) this.send(offer);
  }

  dismiss() {
    this.dismissed = true;
    this.draw(true);
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
    if (this.thinking || !this.offers().length) return;
    this.thinking = true;
    this.draw();
    const decision = this.decision;
    const answer = await this.opinion().catch((error) => (toast(plainly(error.message), "warn"), null));
    this.thinking = false;
    if (answer && decision === this.decision) {
      this.advice = this.advised(answer);
      this.speak(`The coach says: ${plainly(answer.sentence)}`);
    }
    this.draw(true);
  }

  /** What the coach thinks of the present decision; asked for once. */
  opinion() {
    if (this.heardCoach?.decision !== this.decision) this.heardCoach = { decision: this.decision, answer: this.connection.ask({ do: "hint" }) };
    this.heardCoach.answer.catch(() => (this.heardCoach = null));
    return this.heardCoach.answer;
  }

  /** Before a clear mistake, for whoever wants that: whether it is meant all the same. */
  async isMeant(offer) {
    if (this.judging) return false;
    const { decision } = this;
    this.judging = true;
    this.draw();
    const answer = await Promise.race([this.opinion().catch(() => null), new Promise((resolve) => setTimeout(resolve, COACH, null))]);
    this.judging = false;
    this.draw();
    if (decision !== this.decision) return false;
    const choices = answer?.details?.choices || [];
    const [best, own] = [choices[0], choices.find(({ move }) => move === offer.move)];
    if (!own || typeof own.chance !== "number" || typeof best.chance !== "number" || best.chance - own.chance < MISTAKE) return true;
    const better = (this.sheet.moves || []).find(({ move }) => move === best.move);
    return new Promise((resolve) => {
      const { box } = dialog("Take it back?", (close) => [
        h("p", {}, h("strong", {}, said(offer)), ` wins ${Math.round(100 * own.chance)} of 100. `, better ? [h("strong", {}, said(better)), ` would win ${Math.round(100 * best.chance)}.`] : null),
        h("div", { class: "row" }, h("button", { type: "button", class: "primary", onclick: close }, "Take it back"), h("button", { type: "button", onclick: () => (resolve(true), close()) }, "Do it all the same")),
      ]);
      box.addEventListener("close", () => resolve(false));
    });
  }

  /** The server's advice as board, tray and strip use it. */
  advised({ sentence, details }) {
    const offers = new Map((this.sheet.moves || []).map((offer) => [offer.move, offer]));
    const [best, ...rest] = (details?.choices || []).filter((choice) => offers.has(choice.move));
    if (!best) return { move: null, sentence, chance: null, others: [] };
    const others = rest.map(({ move, chance }) => ({ move, words: offers.get(move).says || offers.get(move).words, chance }));
    return { move: best.move, sentence, chance: best.chance, others };
  }

  hideAdvice() {
    this.advice = null;
    this.draw(true);
  }

  /** What happened since one's last decision, once more on the board. */
  async again() {
    if (!this.reel.length) this.reel = await this.rewind().catch(() => []);
    const reel = this.reel.slice(-MOMENTS);
    if (!reel.length) return this.openStory(true);
    this.showing = true;
    reel.forEach((moment, number) =>
      later(number * MOMENT, () => this.showing && this.board.show({ ...this.scene(), view: moment.view, offers: [], waiting: moment.waiting, lines: moment.lines, story: this.lines.slice(0, moment.told) })),
    );
    later(reel.length * MOMENT, () => this.stopShowing());
    return undefined;
  }

  /** The moments since one's last decision out of the server's film: a page that was loaded anew has seen none of them. */
  async rewind() {
    let left = this.since().filter(({ kind }) => kind).length;
    if (!left) return [];
    const film = (start, count) => this.connection.ask({ do: "replay", seat: this.sheet.you ?? null, start, count });
    const { total } = await film(0, 1);
    const { frames } = await film(Math.max(0, total - MOMENTS), MOMENTS);
    const reel = [];
    let told = this.lines.length;
    for (const { view, lines, waiting } of frames.reverse()) {
      if (left <= 0) break;
      if (lines.length) reel.unshift({ view, lines, told, waiting });
      left -= lines.length;
      told -= lines.length;
    }
    return reel;
  }

  stopShowing() {
    if (!this.showing) return;
    this.showing = false;
    this.draw(true);
  }

  /** Whatever moves has arrived, whatever waits is shown. */
  skip() {
    finish();
    this.stopShowing();
    if (this.pages.tapping) this.pages.tap();
    else this.pages.flush();
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
    if (await this.ask({ do: "drop" })) go("/");
  }

  /** Ask for a rematch, or answer; once everybody is in, one is led to the new table. */
  async rematch(yes) {
    const answer = await this.ask({ do: "rematch", yes });
    if (answer?.table) this.move(answer.table);
  }

  /** On to the rematch, whose chairs the old secrets open. */
  move(id) {
    keepSeat(id, token(this.id), { title: this.sheet.title, game: this.sheet.game });
    go(`/t/${id}`);
  }

  copy(text) {
    copyText(text);
  }

  // --- what can be opened ---

  openStory(recent = this.recent) {
    this.recent = recent;
    this.drawer = !this.drawer;
    this.seen = this.lines.length;
    this.draw();
    if (this.drawer) page.querySelector("#story")?.focus();
  }

  tell(recent) {
    this.recent = recent;
    this.draw();
  }

  /** After the end: the table, or the result over it. */
  look(looking) {
    this.looking = looking;
    this.draw();
  }

  listMoves() {
    const state = {};
    if (!this.offers().length) return;
    dialog("All moves", (close, redraw) => [offerList(this.offers(), { state, redraw, advice: this.advice, send: (offer) => (close(), this.send(offer)) }), whyNots(this.sheet, this.reasons)]);
  }

  players(seat) {
    playerSheet(this.sheet, seat, this.board);
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
    this.speak([...last, this.offers().length ? `Your turn. ${this.phrase()}` : others.length ? `To decide: ${listed(others)}.` : sheet.view?.outcome].join(" "));
  }

  // --- drawing ---

  /** The game's drawing, for what stands around the board. */
  get drawing() {
    return this.board.drawing;
  }

  /** The words beside the game's name. */
  get words() {
    if (!this.sheet?.view) return "";
    return this.sheet.state === "over" ? "The game is over" : this.board.title;
  }

  scene() {
    const { sheet } = this;
    return {
      view: sheet.view,
      offers: this.offers(),
      state: sheet.state,
      you: sheet.you ?? null,
      viewer: sheet.you ?? null,
      seats: sheet.seats,
      clock: sheet.clock,
      now: () => this.now(),
      waiting: sheet.waiting || [],
      lines: this.fresh || [],
      story: this.lines,
      since: this.since(),
      sent: Boolean(this.sent) || this.sealed(),
      advice: this.advice,
      lesson: sheet.lesson?.say && !sheet.lesson.puzzle ? sheet.lesson : null,
      reasons: new Map(this.reasons.map((reason) => [reason.words.toLowerCase(), reason.why])),
    };
  }

  draw(board = false) {
    const { sheet } = this;
    if (!sheet) {
      morph(page, [
        bar(null, this),
        h("main", { class: "lost-table" }, h("h2", {}, this.missing ? "No such table" : "Opening the table …"), this.missing ? [h("p", {}, this.missing), h("a", { class: "button primary", href: "/" }, "To the lobby")] : null),
      ]);
      return;
    }
    const shown = sheet.state === "playing" || sheet.state === "over";
    this.frame();
    if (shown && (board || !this.drawn)) {
      this.drawn = true;
      if (!this.showing) this.board.show(this.scene());
      this.fresh = [];
      this.frame();
    }
    this.veil.show(this.offers().length && sheet.lesson?.allow ? sheet.lesson : null);
    this.meetings.look(sheet.game, sheet.state === "playing" && !this.drawer && !sheet.lesson?.allow);
    if (shown) keep(this.id, { half: { at: sheet.at, state: this.board.state } });
  }

  frame() {
    const { sheet, board } = this;
    const open = sheet.state === "open";
    const over = sheet.state === "over";
    const dropped = sheet.state === "dropped";
    const playing = !open && !dropped;
    // A lesson's sentence needs more room than the bar has.
    const inBar = playing && board.drawing.place === "bar" && !(sheet.lesson && !this.dismissed);
    const told = playing && (this.drawer || (pinned.matches && !over));
    if (told) this.seen = this.lines.length;
    const line = playing ? strip(this) : null;
    const result = over && !this.looking && !answered(this);
    morph(page, [
      bar(sheet, this, inBar ? line : null, this.lines.length - this.seen),
      dropped ? calledOff(sheet) : null,
      open ? h("main", { class: "room-main" }, waitingRoom(sheet, this)) : null,
      playing
        ? h(
            "main",
            {
              class: `table ${inBar ? "strip-in-bar" : ""} ${board.drawing.side === "left" ? "tray-left" : ""} ${board.empty || over ? "no-tray" : ""} ${told ? "with-story" : ""}`,
              key: "table",
              "data-at": sheet.at,
              "data-asked": this.offers().length ? "" : null,
            },
            h("div", { class: "board-frame", key: "board", island: true }),
            inBar ? null : line,
            h("div", { class: "tray-frame", key: "tray", island: true }),
            told ? h("div", { class: "story-veil", key: "veil", onclick: () => this.openStory() }) : null,
            told ? story(this, this.lines, { close: pinned.matches ? null : () => this.openStory(), again: () => (pinned.matches || this.openStory(), this.again()) }) : null,
            result ? ending(sheet, this) : null,
          )
        : null,
    ]);
    for (const root of [board.root, board.tray]) {
      const frame = page.querySelector(`.${root.className}-frame`);
      if (frame && root.parentNode !== frame) frame.append(root);
    }
  }
}

const id = decodeURIComponent(here().split("/")[2] || "");
const table = new Table(id);
walk(page);
/** A place to begin: what the drawing calls home, or the first thing that can be pressed. */
const home = () => [table.board.tray, table.board.root].flatMap((root) => [...root.querySelectorAll("[data-home]")])[0] || page.querySelector(".board [data-spot], .tray [data-spot]") || table.board.root;
const press = (selector) => {
  const button = page.querySelector(selector);
  if (!button) return false;
  button.click();
  return true;
};
/** Whether a key means the page and not the thing in focus. */
const nowhere = (event) => !event.target.closest("button, a, summary, input, select, [data-spot], [data-explain]");
shortcuts({
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [String(number), () => press(`[data-key="${number}"]`)])),
  Enter: (event) => nowhere(event) && press(".tray [data-main]:not([aria-disabled])"),
  " ": (event) => nowhere(event) && (table.skip(), true),
  Escape: () => table.drawer && (table.openStory(), true),
  o: () => (page.querySelector(".tray .option, .tray .option-group summary") ? /** @type {HTMLElement} */ (page.querySelector(".tray .option, .tray .option-group summary")).focus() : table.sheet && table.listMoves()),
  b: () => /** @type {HTMLElement} */ (home()).focus(),
  l: () => table.sheet && table.openStory(),
  "/": () => /** @type {HTMLElement} */ (page.querySelector("#filter"))?.focus(),
  h: () => table.hint(),
  u: () => table.ask({ do: "undo" }),
  r: () => table.sheet && showRules(table.sheet.game, table.sheet.title),
  s: () => table.sayAgain(),
  "?": () => table.keys(),
});
table.board.root.addEventListener("pointerdown", (event) => {
  if (!(/** @type {Element} */ (event.target).closest("button, a, [data-spot], [data-explain]"))) table.skip();
});
pinned.addEventListener("change", () => table.draw());
setInterval(() => {
  const { sheet } = table;
  if (sheet?.state !== "playing") return;
  tick(table.now());
  if (!table.offers().length) table.draw();
}, 1000);
table.draw();
table.open();
