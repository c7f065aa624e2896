/** The table page, for a seat or a spectator. */

import { Board, said } from "./board.js";
import { h, morph, one } from "../ui/dom.js";
import { ending } from "./ending.js";
import { hide, plainly, showRules } from "../ui/explain.js";
import { guideOf, showHowOnce } from "../ui/how.js";
import { Chat } from "./chat.js";
import { bar, calledOff, keysHelp } from "./frame.js";
import { waitingRoom } from "./room.js";
import { keep, keepLearnt, keepSeat, kept, lessonTable, name, newToken, settings, token } from "../ui/storage.js";
import { shortcuts, walk } from "../ui/keys.js";
import { Meetings } from "./meeting.js";
import { finish, later, still } from "../ui/motion.js";
import { Veil } from "./lesson.js";
import { offerList, whyNots } from "./offers.js";
import { Pages } from "./pages.js";
import { copyText, dialog, toast } from "../ui/parts.js";
import { listed, nameOf, tick } from "../ui/people.js";
import { playerSheet } from "./player.js";
import { answered, newPuzzle, reportSolved } from "./puzzle.js";
import { askRatings } from "../ui/ratings.js";
import { GameReview } from "./review.js";
import { Connection } from "../socket.js";
import { sound } from "../ui/sound.js";
import { story } from "./log.js";
import { strip } from "./strip.js";
import { alone, call, go, here } from "../transport.js";

const page = one("#page");
const spoken = one("#spoken");
/** Format of a seat's secret. */
const SECRET = /^[A-Za-z0-9_-]{22,80}$/;
/** Loss of win probability that makes a clear mistake. Advice is awaited for ADVICE_MS. */
const MISTAKE_MARGIN = 0.15;
const ADVICE_MS = 3000;
/** From this width on, the log stays open beside the board. */
const pinned = matchMedia("(min-width: 1600px)");
/** Milliseconds the strip stays gold after a decision: the next one may be ours too. */
const LINGER_MS = 150;
/** Milliseconds before the board shows that a decision is pending. */
const PENDING_AFTER_MS = 60;
/** Milliseconds that a lesson shows its move before it plays it. */
const SHOWN_MS = 1200;
/** Milliseconds per frame when recent events are replayed, and the maximum of frames. */
const FRAME_MS = 900;
const MAX_FRAMES = 12;

class Table {
  constructor(id) {
    this.id = id;
    /** @type {import("../protocol.js").TableView | null} */
    this.tableView = null;
    /** @type {import("../protocol.js").LogLine[]} */
    this.lines = [];
    this.reasons = [];
    this.advice = null;
    this.thinking = false;
    this.online = true;
    this.missing = "";
    /** How the game is won, for the waiting room. */
    this.guide = null;
    /** The decision sent but not yet answered. */
    this.sent = "";
    /** The decision that an undo has brought back. */
    this.takenBack = "";
    this.decidedAt = 0;
    this.askedAt = performance.now();
    /** Open panels: the log and its length. After the end, the board instead of the result. */
    this.drawer = false;
    this.recent = true;
    this.seen = 0;
    this.looking = false;
    /** Frames since the last own decision. */
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
    /** The step to be shown once its moves are there. */
    this.stepToShow = -1;
    /** The move that a lesson shows before it plays it. */
    this.shown = null;
    this.dismissed = false;
    this.chat = new Chat(this);
    this.meetings = new Meetings(page, () => this.board.topics);
    this.board.root.id = "board";
    this.board.tray.id = "tray";
    this.pages = new Pages(
      ({ tableView, log }) => this.turn(tableView, log),
      () => this.draw(),
    );
    this.connection = new Connection({
      onPage: (tableView, log) => this.come(tableView, log),
      onState: (state, why) => this.heard(state, why),
      onProfile: (_, why) => why && toast(why, "warn"),
      onChat: (message) => this.chat.heard(message),
    });
    this.review = new GameReview(this.connection, () => this.draw());
  }

  /** Opens the table. A secret in the URL is tried as a seat and removed from the URL. */
  async open() {
    const secret = location.hash.slice(1);
    if (secret) call(here());
    /** The secret of the link, until the server has checked it. */
    this.tried = SECRET.test(secret) ? secret : "";
    if (secret && !this.tried) this.wrongLink("The end of this link is missing, so it opens no seat.");
    try {
      if (here().startsWith("/learn/")) await this.learn(this.id);
      if (here().startsWith("/puzzle/")) this.id = await newPuzzle(this.connection, this.id);
      await this.connection.attach(this.id, this.tried || token(this.id));
    } catch (error) {
      this.missing = error.message;
      this.draw();
    }
  }

  /** Opens the lesson of a game, resumed or new. */
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

  /** Tries the link's secret. An own seat is never replaced by an invalid one. */
  tryLink(tableView) {
    const { tried } = this;
    this.tried = "";
    const seated = tableView.you !== null && tableView.you !== undefined;
    const { profile } = tableView.seats[tableView.you] ?? {};
    // Our profile opens its seat with any secret. Then only a kept one tells whether this one is right.
    const ours = profile && profile === this.connection.profile?.profile;
    const own = token(this.id);
    if (ours ? !own || own === tried : seated || tableView.host) {
      if (!ours) keepSeat(this.id, tried);
    } else if (tried !== own)
      this.wrongLink("This link opens no seat at this table. It may belong to another table, or its end is missing.");
  }

  wrongLink(why) {
    const own = token(this.id);
    dialog("This link does not work", (close) => [
      h("p", {}, why),
      h(
        "p",
        {},
        own
          ? "The seat you had here is still yours."
          : "You can watch, or open the link again exactly as it was sent to you.",
      ),
      h(
        "div",
        { class: "row" },
        own
          ? h(
              "button",
              {
                type: "button",
                class: "primary",
                onclick: () => {
                  close();
                  this.connection.attach(this.id, own).catch((error) => toast(error.message, "warn"));
                },
              },
              "Back to my seat",
            )
          : null,
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

  // --- new pages ---

  /** Receives a page; the first one waits for the drawing to load. */
  async come(tableView, log) {
    if (!this.loaded) {
      this.loaded = this.board.load(tableView.game, tableView.title);
      document.title = `${tableView.title} · Rumpus`;
    }
    await this.loaded;
    this.pages.add({ tableView, log });
  }

  /** Fetches the ratings of the players; they are drawn when they come. */
  async askRatings(tableView) {
    const found = await askRatings(this.connection, tableView).catch(() => false);
    if (found) this.draw();
  }

  /** @param {import("../protocol.js").TableView} tableView @param {import("../protocol.js").Log} log */
  turn(tableView, log) {
    const before = this.tableView;
    if (before && before.epoch !== tableView.epoch) this.lines = [];
    this.lines.length = Math.min(this.lines.length, log.start);
    for (let at = this.lines.length; at < log.start; at++) this.lines.push({ text: "…" });
    this.lines.push(...log.lines);
    this.tableView = tableView;
    if (before?.state !== tableView.state || before.seats.some(({ name }, seat) => name !== tableView.seats[seat].name))
      this.askRatings(tableView);
    if (this.tried) this.tryLink(tableView);
    // The seat may be gone because another device has signed this one out: the answer says so.
    if (before?.seats[before.you]?.profile && tableView.you === null) this.connection.signIn();
    if (!before) {
      this.seen = this.lines.length;
      const { profile } = tableView.seats[tableView.you] ?? {};
      if (token(this.id)) keepSeat(this.id, token(this.id), { title: tableView.title, game: tableView.game, profile });
      const { half } = kept(this.id);
      if (tableView.at && half?.at === tableView.at) Object.assign(this.board.state, half.state);
    }
    if (tableView.state === "open" && !before) this.loadGuide(tableView.game);
    const begins = tableView.state === "playing" && before?.state !== "playing";
    if (begins && tableView.you !== null && !tableView.lesson && !tableView.clock)
      showHowOnce(tableView.game, { play: () => {} });
    const decision = `${tableView.at} ${(tableView.moves || []).length}`;
    const asked = (tableView.moves || []).length > 0;
    const anew = this.decision !== decision;
    if (anew) {
      this.decision = decision;
      this.sent = "";
      this.reasons = [];
      this.advice = null;
      this.shown = null;
      this.wrong = "";
      this.askedAt = performance.now();
      this.board.state.list = {};
    }
    if (tableView.lesson?.puzzle) reportSolved(this, before, tableView);
    else if (tableView.lesson && tableView.lesson.step === tableView.lesson.titles.length) {
      keepLearnt(tableView.game);
      keepSeat(this.id, token(this.id), { lesson: false });
      if (!before) this.dismissed = true;
    }
    if (tableView.rematch && token(this.id))
      keepSeat(tableView.rematch, token(this.id), { title: tableView.title, game: tableView.game });
    if (before) this.hearOfRematch(before, tableView);
    if (before && log.lines.length)
      this.reel.push({
        view: tableView.view,
        lines: log.lines,
        told: this.lines.length,
        waiting: tableView.waiting || [],
      });
    this.fresh = before ? log.lines : [];
    this.draw(true);
    this.announce(before, log.lines);
    if (asked && anew) this.askReasons();
    // A decision that was taken back, or a puzzle, is the person's own.
    if (before && before.epoch !== tableView.epoch) this.takenBack = decision;
    if (this.board.ahead && this.takenBack !== decision && !tableView.lesson?.puzzle) {
      this.send(this.board.ahead, true);
      this.draw(true); // the question is never shown
    } else if (asked && anew && this.warns()) this.opinion().catch(() => null);
    if (asked && tableView.lesson?.step === this.stepToShow) this.showStep();
  }

  async loadGuide(game) {
    this.guide = await guideOf(game).catch(() => null);
    this.draw();
  }

  /** Announces a rematch that is requested or ready. */
  hearOfRematch(before, tableView) {
    const own = tableView.you !== null && tableView.you !== undefined;
    if (!own) return;
    if (tableView.rematch && !before.rematch) {
      if (before.rematch_wish?.agreed.includes(tableView.you)) this.move(tableView.rematch);
      else this.call("The rematch is ready.");
    } else if (tableView.rematch_wish && !before.rematch_wish && tableView.rematch_wish.seat !== tableView.you) {
      this.looking = false;
      this.call(`${nameOf(tableView, tableView.rematch_wish.seat)} asks for a rematch.`);
    }
  }

  /** Announces by toast, title, screen reader and sound. */
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
      // The decision is over; no explanation is needed.
    }
  }

  announce(before, lines) {
    const tableView = this.tableView;
    const asked = (tableView.moves || []).length > 0;
    const wasAsked = before && (before.moves || []).length > 0 && before.at === tableView.at;
    const words = before ? lines.map((line) => line.text) : [];
    const step = tableView.lesson?.say && !this.dismissed ? tableView.lesson.say.replaceAll("**", "") : "";
    if (asked && !wasAsked) words.push(step || `Your turn. ${this.phrase()}`);
    if (tableView.state === "over" && before?.state !== "over")
      words.push(tableView.view?.outcome || "The game is over.");
    if (words.length) this.speak(words.join(" "));
    document.title = `${asked ? "● Your turn · " : this.called && tableView.state === "over" ? `● ${this.called} · ` : ""}${tableView.title} · Rumpus`;
    if (!alone) (asked ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.())?.catch(() => {});
    if (!before) return;
    if (tableView.state === "over" && before.state !== "over") sound("end");
    else if (asked && !wasAsked) sound("turn");
    else if (lines.length) sound("move");
  }

  speak(text) {
    const line = document.createElement("p");
    line.textContent = text;
    spoken.append(line);
    while (spoken.childElementCount > 6) spoken.firstElementChild.remove();
  }

  // --- queries ---

  /** Legal moves now; none while a decision is pending. */
  offers() {
    const { tableView } = this;
    return this.sent && this.sent === tableView.at ? [] : tableView.moves || [];
  }

  /** The game's name of the current phase. */
  phase() {
    return this.tableView.view?.phase || "";
  }

  /** The current question in a few words. */
  phrase() {
    return this.board.asked || this.phase();
  }

  /** True if the strip stays gold for a moment: the next decision may be ours. */
  lingers() {
    return performance.now() - this.decidedAt < LINGER_MS;
  }

  /** True after a secret decision until the next event. */
  sealed() {
    const { mark, epoch } = kept(this.id);
    return epoch === this.tableView.epoch && mark !== undefined && mark === this.lines.length;
  }

  /** Log lines since the last own decision. */
  since() {
    const { mark, epoch } = kept(this.id);
    return mark === undefined || epoch !== this.tableView.epoch ? [] : this.lines.slice(mark);
  }

  /** True if there is an own decision to undo. */
  hasDecided() {
    return Number((this.tableView.at || "").split(".")[1]) > 0;
  }

  /** Seconds since somebody else is to decide. */
  waitedFor() {
    return Math.floor((performance.now() - this.askedAt) / 1000);
  }

  /**
   * The absent player for whom a bot can take over first, among those the game waits for, and in how many seconds.
   * Null for spectators, and if nobody is missing.
   */
  absentee() {
    const { seats, waiting = [], wish, you, grace } = this.tableView;
    if (you === null || you === undefined) return null;
    const needed = (_, seat) => waiting.includes(seat) || (wish && !wish.agreed.includes(seat));
    const left = ({ away = 0 }) => Math.max(0, Math.ceil(grace - (this.now() - away) / 1000));
    const absent = seats
      .map((info, seat) => ({ ...info, seat, left: left(info) }))
      .filter(needed)
      .filter(({ seat, kind, here, stand_in }) => seat !== you && kind === "person" && !here && !stand_in);
    return absent.sort((one, other) => one.left - other.left)[0] || null;
  }

  // --- actions ---

  /**
   * Sends a request to the server and shows a refusal as a sentence.
   * @param {import("../protocol.js").AnyClientMessage} message
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

  /** True if the coach looks for clear mistakes before a move is sent. */
  warns() {
    return settings.warn && this.tableView.coach && !this.tableView.lesson;
  }

  /**
   * Sends a decision. One that the person has settled for good (`standing`) is never questioned.
   * @param {import("../protocol.js").Offer} offer
   */
  async send(offer, standing = false) {
    hide();
    const { tableView } = this;
    if (this.sent === tableView.at) return;
    if (tableView.lesson?.allow && !tableView.lesson.allow.includes(offer.move)) return this.tryWrong(offer);
    if (!standing && this.warns() && !(await this.isMeant(offer))) return;
    this.sent = tableView.at;
    this.decidedAt = performance.now();
    this.reel = [];
    keep(this.id, { mark: this.lines.length, epoch: tableView.epoch });
    this.pages.open();
    const answer = this.connection.ask({ do: "move", at: tableView.at, move: offer.move });
    this.frame();
    setTimeout(() => this.sent === tableView.at && this.draw(true), PENDING_AFTER_MS);
    setTimeout(() => this.draw(), LINGER_MS);
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

  /** Sends a wrong try in a lesson: it changes nothing, and the server explains the error. */
  async tryWrong(offer) {
    try {
      await this.connection.ask({ do: "move", at: this.tableView.at, move: offer.move });
    } catch (error) {
      this.wrong = plainly(error.message);
      this.speak(this.wrong);
      sound("no");
      this.draw(true);
    }
  }

  /** Lets the lesson play this step, as soon as its moves are there. The move is lit and named before it is played. */
  showStep() {
    const { allow = [], step } = this.tableView.lesson;
    const offer = this.offers().find(({ move }) => allow.includes(move));
    this.stepToShow = offer ? -1 : step;
    if (!offer) return;
    if (still() || this.shown) {
      this.shown = null;
      this.advice = null;
      this.send(offer);
      return;
    }
    const { decision } = this;
    this.shown = offer;
    this.advice = { move: offer.move, best: "", more: [] };
    this.draw(true);
    later(SHOWN_MS, () => decision === this.decision && this.shown && this.showStep());
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
    const answer = await this.opinion().catch((error) => {
      toast(plainly(error.message), "warn");
      return null;
    });
    this.thinking = false;
    if (answer && decision === this.decision) {
      this.advice = this.advised(answer);
      this.speak(plainly(answer.sentence));
    }
    this.draw(true);
  }

  /** The coach's advice on the current decision; fetched once. */
  opinion() {
    if (this.heardCoach?.decision !== this.decision)
      this.heardCoach = { decision: this.decision, answer: this.connection.ask({ do: "hint" }) };
    this.heardCoach.answer.catch(() => (this.heardCoach = null));
    return this.heardCoach.answer;
  }

  /** Asks for confirmation before a clear mistake, if the setting is on. */
  async isMeant(offer) {
    if (this.judging) return false;
    const { decision } = this;
    this.judging = true;
    this.draw();
    const answer = await Promise.race([
      this.opinion().catch(() => null),
      new Promise((resolve) => setTimeout(resolve, ADVICE_MS, null)),
    ]);
    this.judging = false;
    this.draw();
    if (decision !== this.decision) return false;
    const choices = answer?.details?.choices || [];
    const [best, own] = [choices[0], choices.find(({ move }) => move === offer.move)];
    if (
      !own ||
      typeof own.chance !== "number" ||
      typeof best.chance !== "number" ||
      best.chance - own.chance < MISTAKE_MARGIN
    )
      return true;
    const better = (this.tableView.moves || []).find(({ move }) => move === best.move);
    return new Promise((resolve) => {
      const { box } = dialog("Are you sure?", (close) => [
        h(
          "p",
          {},
          h("strong", {}, said(offer)),
          ` wins ${Math.round(100 * own.chance)} % of the time. `,
          better ? [h("strong", {}, said(better)), ` wins ${Math.round(100 * best.chance)} %.`] : null,
        ),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "primary", onclick: close }, "Choose again"),
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                resolve(true);
                close();
              },
            },
            "Play it anyway",
          ),
        ),
      ]);
      box.addEventListener("close", () => resolve(false));
    });
  }

  /** The server's advice in the form that board, tray and strip use. */
  advised({ sentence, details }) {
    const { summary, reason, comparison, choices = [] } = details || {};
    const legal = new Set((this.tableView.moves || []).map(({ move }) => move));
    const best = choices.find(({ move }) => legal.has(move));
    return { move: best ? best.move : null, best: summary || sentence, more: [reason, comparison].filter(Boolean) };
  }

  hideAdvice() {
    this.advice = null;
    this.draw(true);
  }

  /** Replays the events since the last own decision on the board. */
  async again() {
    if (!this.reel.length) this.reel = await this.rewind().catch(() => []);
    const reel = this.reel.slice(-MAX_FRAMES);
    if (!reel.length) return this.openStory(true);
    this.showing = true;
    reel.forEach(({ view, waiting, lines, told }, number) => {
      later(number * FRAME_MS, () => {
        if (!this.showing) return;
        const story = this.lines.slice(0, told);
        this.board.show({ ...this.scene(), view, offers: [], waiting, lines, story });
      });
    });
    later(reel.length * FRAME_MS, () => this.stopShowing());
    return undefined;
  }

  /** Fetches the frames since the last own decision; a reloaded page has none. */
  async rewind() {
    let left = this.since().filter(({ kind }) => kind).length;
    if (!left) return [];
    const film = (start, count) =>
      this.connection.ask({ do: "replay", seat: this.tableView.you ?? null, start, count });
    const { total } = await film(0, 1);
    const { frames } = await film(Math.max(0, total - MAX_FRAMES), MAX_FRAMES);
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

  /** Finishes animations and shows waiting pages. */
  skip() {
    finish();
    this.stopShowing();
    if (this.pages.tapping) this.pages.tap();
    else this.pages.flush();
  }

  /** Sits down. A newcomer first sees how the game is won, while no clock runs. */
  async join(seat) {
    const ready = { play: () => this.sit(seat), playWords: "I’m ready" };
    if (!(await showHowOnce(this.tableView.game, ready))) this.sit(seat);
  }

  async sit(seat) {
    await this.connection.ensureProfile();
    const secret = token(this.id) || newToken();
    keepSeat(this.id, secret, { title: this.tableView.title, game: this.tableView.game });
    this.connection.token = secret;
    await this.ask({ do: "sit", token: secret, name: name(), seat });
  }

  renamed() {
    clearTimeout(this.renaming);
    if (this.tableView.you !== null && this.tableView.you !== undefined)
      this.renaming = setTimeout(() => this.ask({ do: "name", name: name() }), 600);
  }

  leave() {
    dialog("Leave the table?", (close) => [
      h("p", {}, "A bot will play for you. You can come back and take your seat again at any time."),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: () => {
              close();
              this.ask({ do: "leave" });
            },
          },
          "Let a bot play",
        ),
        h("button", { type: "button", onclick: close }, "Stay"),
      ),
    ]);
  }

  async drop() {
    if (await this.ask({ do: "drop" })) go("/");
  }

  /** Requests or answers a rematch; once all accept, the new table opens. */
  async rematch(yes) {
    const answer = await this.ask({ do: "rematch", yes });
    if (answer?.table) this.move(answer.table);
  }

  /** Opens the rematch. The old secrets open its seats. */
  move(id) {
    if (token(this.id)) keepSeat(id, token(this.id), { title: this.tableView.title, game: this.tableView.game });
    go(`/t/${id}`);
  }

  copy(text) {
    copyText(text);
  }

  // --- dialogs and drawers ---

  openStory(recent = this.recent) {
    this.recent = recent;
    this.drawer = !this.drawer;
    this.seen = this.lines.length;
    this.draw();
    if (this.drawer) page.querySelector("#story")?.focus();
  }

  showRecent(recent) {
    this.recent = recent;
    this.draw();
  }

  /** Switches between the board and the result after the end. */
  showBoard(looking) {
    this.looking = looking;
    this.draw();
  }

  listMoves() {
    const state = {};
    if (!this.offers().length) return;
    dialog("All moves", (close, redraw) => [
      offerList(this.offers(), {
        state,
        redraw,
        advice: this.advice,
        send: (offer) => {
          close();
          this.send(offer);
        },
      }),
      whyNots(this.tableView, this.reasons),
    ]);
  }

  players(seat) {
    playerSheet(this.tableView, seat, this.board);
  }

  links() {
    const secret = token(this.id);
    const shared = `${location.origin}/t/${this.id}`;
    const box = (label, link, warning) =>
      h(
        "div",
        { class: "share" },
        h(
          "label",
          {},
          h("span", {}, label),
          h("input", { readonly: true, value: link, onfocus: (event) => event.target.select() }),
        ),
        h("button", { type: "button", onclick: () => copyText(link) }, "Copy"),
        warning ? h("p", { class: "hint warn" }, warning) : null,
      );
    dialog("Links", () => [
      box("For friends: join or watch", shared),
      secret && this.tableView.you !== null && this.tableView.you !== undefined
        ? box(
            "For your other devices: opens your seat",
            `${shared}#${secret}`,
            "Anyone with this link can play for you. Keep it to yourself.",
          )
        : null,
    ]);
  }

  keys() {
    dialog("Keyboard shortcuts", () => keysHelp());
  }

  sayAgain() {
    const { tableView } = this;
    if (!tableView) return;
    const last = this.lines.slice(-3).map((line) => line.text);
    const others = (tableView.waiting || []).map((seat) => nameOf(tableView, seat));
    this.speak(
      [
        ...last,
        this.offers().length
          ? `Your turn. ${this.phrase()}`
          : others.length
            ? `Waiting for ${listed(others)}.`
            : tableView.view?.outcome,
      ].join(" "),
    );
  }

  // --- render ---

  /** The game's drawing module, for the parts around the board. */
  get drawing() {
    return this.board.drawing;
  }

  /** Text beside the game's name. */
  get words() {
    if (!this.tableView?.view) return "";
    return this.tableView.state === "over" ? "The game is over" : this.board.title;
  }

  scene() {
    const { tableView } = this;
    return {
      view: tableView.view,
      offers: this.offers(),
      state: tableView.state,
      you: tableView.you ?? null,
      viewer: tableView.you ?? null,
      seats: tableView.seats,
      clock: tableView.clock,
      now: () => this.now(),
      waiting: tableView.waiting || [],
      lines: this.fresh || [],
      story: this.lines,
      since: this.since(),
      sent: Boolean(this.sent) || this.sealed(),
      advice: this.advice,
      lesson: tableView.lesson?.say && !tableView.lesson.puzzle ? tableView.lesson : null,
      reasons: new Map(this.reasons.map((reason) => [reason.words.toLowerCase(), reason.why])),
    };
  }

  draw(board = false) {
    const { tableView } = this;
    if (!tableView) {
      morph(page, [
        bar(null, this),
        h(
          "main",
          { class: "lost-table" },
          h("h2", {}, this.missing ? "Table not found" : "Opening the table …"),
          this.missing
            ? [h("p", {}, this.missing), h("a", { class: "button primary", href: "/" }, "To the lobby")]
            : null,
        ),
      ]);
      return;
    }
    const shown = tableView.state === "playing" || tableView.state === "over";
    this.frame();
    if (shown && (board || !this.drawn)) {
      this.drawn = true;
      if (!this.showing) this.board.show(this.scene());
      this.fresh = [];
      this.frame();
    }
    this.veil.show(this.offers().length && tableView.lesson?.allow ? tableView.lesson : null);
    this.meetings.update(tableView.game, tableView.state === "playing" && !this.drawer && !tableView.lesson?.allow);
    this.chat.place();
    if (shown) keep(this.id, { half: { at: tableView.at, state: this.board.state } });
  }

  frame() {
    const { tableView, board } = this;
    const open = tableView.state === "open";
    const over = tableView.state === "over";
    const dropped = tableView.state === "dropped";
    const playing = !open && !dropped;
    // The text of a lesson needs more room than the bar has.
    // A lesson and a request need more room than the bar has.
    const inBar = playing && board.drawing.place === "bar" && !(tableView.lesson && !this.dismissed) && !tableView.wish;
    const told = playing && (this.drawer || (pinned.matches && !over));
    if (told) this.seen = this.lines.length;
    const line = playing ? strip(this) : null;
    const result = over && !this.looking && !answered(this);
    morph(page, [
      bar(tableView, this, inBar ? line : null, this.lines.length - this.seen),
      dropped ? calledOff(tableView) : null,
      open ? h("main", { class: "room-main" }, waitingRoom(tableView, this)) : null,
      playing
        ? h(
            "main",
            {
              class: `table ${inBar ? "strip-in-bar" : ""} ${board.drawing.side === "left" ? "tray-left" : ""} ${board.empty || over ? "no-tray" : ""} ${told ? "with-story" : ""}`,
              key: "table",
              "data-at": tableView.at,
              "data-asked": this.offers().length ? "" : null,
            },
            h("div", { class: "board-frame", key: "board", island: true }),
            inBar ? null : line,
            h("div", { class: "tray-frame", key: "tray", island: true }),
            told ? h("div", { class: "story-veil", key: "veil", onclick: () => this.openStory() }) : null,
            told
              ? story(this, this.lines, {
                  close: pinned.matches ? null : () => this.openStory(),
                  again: () => {
                    if (!pinned.matches) this.openStory();
                    this.again();
                  },
                })
              : null,
            result ? ending(tableView, this) : null,
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
/** The initial focus: the drawing's home element, or the first control. */
const home = () =>
  [table.board.tray, table.board.root].flatMap((root) => [...root.querySelectorAll("[data-home]")])[0] ||
  page.querySelector(".board [data-spot], .tray [data-spot]") ||
  table.board.root;
const press = (selector) => {
  const button = page.querySelector(selector);
  if (!button) return false;
  button.click();
  return true;
};
/** True if a key press is for the page and not for the focused element. */
const isPageKey = (event) => !event.target.closest("button, a, summary, input, select, [data-spot], [data-explain]");
shortcuts({
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [String(number), () => press(`[data-key="${number}"]`)]),
  ),
  Enter: (event) => isPageKey(event) && press(".tray [data-main]:not([aria-disabled])"),
  " ": (event) => {
    if (!isPageKey(event)) return false;
    table.skip();
    return true;
  },
  Escape: () => {
    if (!table.drawer) return false;
    table.openStory();
    return true;
  },
  o: () =>
    page.querySelector(".tray .option, .tray .option-group summary")
      ? /** @type {HTMLElement} */ (page.querySelector(".tray .option, .tray .option-group summary")).focus()
      : table.tableView && table.listMoves(),
  b: () => /** @type {HTMLElement} */ (home()).focus(),
  l: () => table.tableView && table.openStory(),
  c: () => table.chat.possible && table.chat.openPopover(),
  "/": () => /** @type {HTMLElement} */ (page.querySelector("#filter"))?.focus(),
  h: () => table.hint(),
  u: () => table.ask({ do: "undo" }),
  r: () => table.tableView && showRules(table.tableView.game, table.tableView.title),
  s: () => table.sayAgain(),
  "?": () => table.keys(),
});
table.board.root.addEventListener("pointerdown", (event) => {
  if (!(/** @type {Element} */ (event.target).closest("button, a, [data-spot], [data-explain]"))) table.skip();
});
pinned.addEventListener("change", () => table.draw());
setInterval(() => {
  const { tableView } = table;
  if (tableView?.state !== "playing") return;
  tick(table.now());
  if (!table.offers().length || table.absentee()) table.draw();
}, 1000);
table.draw();
table.open();
