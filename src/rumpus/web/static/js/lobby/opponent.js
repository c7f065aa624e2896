/** "Find an opponent": the queue of a game, open challenges, and their lists in the lobby. */

import { CLOCKS, clockWords } from "../ui/clocks.js";
import { h } from "../ui/dom.js";
import { changeWords } from "../ui/options.js";
import { dialog, icon, nameField, toast } from "../ui/parts.js";
import { avatarMark } from "../ui/profile.js";
import { ratingWords } from "../ui/ratings.js";
import { keepSeat, name, newToken } from "../ui/storage.js";
import { alone, go } from "../transport.js";
import { changesOf, pictureOf } from "../ui/games.js";
import { STANDARD, numberField, presetNames, select } from "./fields.js";
import { usualSeats } from "./form.js";

/** Seconds after which a bot may sit down; 0: never. */
const BOT_AFTER = { 15: "after 15 s", 30: "after 30 s", 60: "after 60 s", 0: "never" };
const HOURS = { 1: "1 hour", 24: "1 day", 168: "1 week" };
/** Shown ratings that mean "anybody". */
const ANYBODY = 10_000;
/** Milliseconds between two looks at the challenges. */
const POLL_MS = 5000;

/** @typedef {import("../socket.js").Connection} Connection */

export class Opponents {
  /** @param {Connection} connection @param {() => void} redraw */
  constructor(connection, redraw) {
    this.connection = connection;
    this.redraw = redraw;
    /** @type {import("../protocol.js").ChallengeInfo[]} */
    this.challenges = [];
    /** Own open challenges of this page, by id: their tables are opened by themselves. @type {Map<string, string>} */
    this.own = new Map();
    /** The search under way. @type {any} */
    this.search = null;
    this.busy = false;
    if (!alone) setInterval(() => document.hidden || this.refresh(), POLL_MS);
    setInterval(() => this.search?.box.redraw(), 1000);
  }

  // --- the dialog ---

  /** @param {import("../protocol.js").GameInfo} game */
  ask(game) {
    const counts = game.seats.filter((count) => count > 1);
    const wish = { preset: STANDARD, seats: counts.includes(2) ? 2 : usualSeats(game), clock: "none", bot: 30 };
    const offer = { low: "", high: "", hours: 24 };
    const box = dialog(
      `Find an opponent for ${game.title}`,
      (close, redraw) => {
        /** @param {(token: string) => Promise<unknown>} work */
        const once = async (work) => {
          if (this.busy) return;
          this.busy = true;
          redraw();
          try {
            await work(newToken());
          } catch (error) {
            toast(error.message, "warn");
          }
          this.busy = false;
          redraw();
        };
        const submit = (event) => {
          event.preventDefault();
          once((token) => this.seek(game, wish, token, close));
        };
        return h(
          "form",
          { class: "friend-form", onsubmit: submit },
          nameField(),
          h(
            "div",
            { class: "seek-selects" },
            game.presets?.length
              ? select("Rules", presetNames(game), wish.preset, (chosen) => (wish.preset = chosen))
              : null,
            select("Clock", clockNames(), wish.clock, (chosen) => (wish.clock = chosen)),
            counts.length > 1
              ? select(
                  "Players",
                  Object.fromEntries(counts.map((count) => [count, String(count)])),
                  wish.seats,
                  (chosen) => (wish.seats = Number(chosen)),
                )
              : null,
            select("A bot sits down", BOT_AFTER, wish.bot, (chosen) => (wish.bot = Number(chosen))),
          ),
          h("button", { class: "primary", disabled: this.busy }, icon("people"), "Find an opponent"),
          counts.includes(2)
            ? h(
                "details",
                { class: "offer" },
                h("summary", {}, "Or leave an open challenge"),
                h("p", { class: "hint" }, "It is listed in the lobby, for two players. You need not wait here."),
                h(
                  "div",
                  { class: "seek-selects" },
                  numberField("Lowest rating", offer.low, (text) => (offer.low = text)),
                  numberField("Highest rating", offer.high, (text) => (offer.high = text)),
                  select("Open for", HOURS, offer.hours, (chosen) => (offer.hours = Number(chosen))),
                ),
                h(
                  "button",
                  {
                    type: "button",
                    disabled: this.busy,
                    onclick: () => once((token) => this.offer(game, wish, offer, token, close)),
                  },
                  "Leave the challenge",
                ),
              )
            : null,
          h("a", { href: `/leaderboard#${game.name}` }, "Leaderboard"),
        );
      },
      "friend",
    );
    return box;
  }

  // --- the queue ---

  async seek(game, wish, token, close) {
    const message = {
      do: /** @type {const} */ ("seek"),
      game: game.name,
      token,
      preset: wish.preset === STANDARD ? "" : wish.preset,
      seats: wish.seats,
      clock: CLOCKS[wish.clock] ?? null,
      bot_after: wish.bot,
      name: name(),
    };
    const answer = await this.connection.ask(message);
    close();
    if (answer.is === "found") this.enter(answer.table, token, game);
    else this.wait(game, message, answer);
  }

  /** Shows that one waits, and for how long. Closing the dialog leaves the queue. */
  wait(game, message, { since, bot_at: botAt = 0 }) {
    const box = dialog(`Looking for an opponent in ${game.title}`, (close) => {
      const now = this.connection.now();
      const left = Math.ceil((botAt - now) / 1000);
      return h(
        "div",
        { class: "seeking" },
        h("p", { class: "seek-time", role: "timer" }, written(Math.max(0, now - since))),
        h("p", { role: "status" }, "The game begins as soon as somebody else looks for the same game."),
        botAt ? h("p", { class: "hint" }, left > 0 ? `A bot sits down in ${left} s.` : "A bot sits down now.") : null,
        h("button", { type: "button", onclick: close }, "Cancel"),
      );
    });
    const search = { game, message, box };
    this.search = search;
    box.box.addEventListener("close", () => {
      if (this.search !== search) return;
      this.search = null;
      this.connection.ask({ do: "seek_end" }).catch(() => null);
    });
  }

  /** Takes a message of the server that answers no request. */
  hear(message) {
    const { search } = this;
    if (!search) return;
    this.search = null;
    search.box.close();
    if (message.is === "found") this.enter(message.table, search.message.token, search.game);
    else toast(message.why, "warn");
  }

  /** After a lost connection: the same token keeps the place in the queue. */
  async resume() {
    const { search } = this;
    if (!search) return;
    try {
      const answer = await this.connection.ask(search.message);
      if (answer.is === "found") this.hear(answer);
    } catch (error) {
      this.hear({ is: "seek_over", why: error.message });
    }
  }

  enter(table, token, game) {
    if (token) keepSeat(table, token, { title: game.title, game: game.name });
    go(`/t/${table}`);
  }

  // --- challenges ---

  async offer(game, wish, { low, high, hours }, token, close) {
    const preset = game.presets?.find(({ name }) => name === wish.preset);
    const answer = await this.connection.ask({
      do: "challenge_new",
      game: game.name,
      token,
      options: preset ? changesOf(preset) : {},
      clock: CLOCKS[wish.clock] ?? null,
      low: low === "" ? -ANYBODY : Number(low),
      high: high === "" ? ANYBODY : Number(high),
      hours,
      name: name(),
    });
    close();
    this.take(answer);
    toast("Your challenge is listed in the lobby.");
  }

  async refresh() {
    try {
      this.take(await this.connection.ask({ do: "challenges" }));
    } catch {
      // The next look tells.
    }
  }

  /** @param {import("../protocol.js").Challenges} answer */
  take({ challenges }) {
    for (const { challenge, yours, table = "", game, title } of challenges)
      if (yours && table && this.own.has(challenge)) return this.enter(table, "", { name: game, title });
    for (const { challenge, yours, table } of challenges) if (yours && !table) this.own.set(challenge, challenge);
    this.challenges = challenges;
    return this.redraw();
  }

  async answer(work) {
    try {
      await work();
    } catch (error) {
      toast(error.message, "warn");
      await this.refresh();
    }
  }

  accept({ challenge, game, title }) {
    return this.answer(async () => {
      const token = newToken();
      const found = await this.connection.ask({ do: "challenge_accept", challenge, token, name: name() });
      this.enter(found.table, token, { name: game, title });
    });
  }

  withdraw({ challenge }) {
    return this.answer(async () => {
      this.own.delete(challenge);
      this.take(await this.connection.ask({ do: "challenge_out", challenge }));
    });
  }

  /** The list of challenges; null if there are none. @param {import("../protocol.js").GameInfo[]} games */
  list(games) {
    if (!this.challenges.length) return null;
    return h(
      "section",
      { class: "challenges" },
      h("h2", {}, "Challenges", h("small", {}, "accept and play")),
      h(
        "ul",
        {},
        this.challenges.map((one) => this.row(one, games)),
      ),
    );
  }

  row(challenge, games) {
    const { game, title, name: whose, rating, clock, options, low, high, yours = false, table = "" } = challenge;
    const info = games.find((one) => one.name === game);
    const words = [
      clockWords(clock),
      ...changeWords(info, options).slice(0, 1),
      Object.keys(options).length > 1 ? `${Object.keys(options).length - 1} more changes` : "",
      rangeWords(low, high),
    ];
    const fits = challenge.open_to_you ?? true;
    const [label, act] = table
      ? ["Open", () => go(`/t/${table}`)]
      : yours
        ? ["Withdraw", () => this.withdraw(challenge)]
        : ["Accept", () => this.accept(challenge)];
    return h(
      "li",
      { class: `table-row challenge ${table ? "gold" : ""}`, key: challenge.challenge },
      h("img", { src: pictureOf(games, game), alt: "", width: 54, height: 40 }),
      h(
        "span",
        { class: "who" },
        h("strong", {}, title),
        h(
          "small",
          { class: "challenger" },
          avatarMark(challenge),
          yours ? "you" : whose,
          rating ? ` · ${ratingWords(rating)}` : "",
        ),
        h("small", {}, words.filter(Boolean).join(" · ")),
      ),
      h(
        "button",
        {
          type: "button",
          disabled: !table && !yours && !fits,
          title: fits ? null : "Your rating is outside of its range",
          "aria-label": `${label} ${yours ? "your challenge" : `the challenge of ${whose}`} in ${title}`,
          onclick: act,
        },
        label,
      ),
    );
  }
}

// --- parts of the form ---

function clockNames() {
  return Object.fromEntries(Object.entries(CLOCKS).map(([name, rule]) => [name, clockWords(rule)]));
}

/** "ratings 900–1100", or "" for anybody. */
function rangeWords(low, high) {
  if (low <= -ANYBODY && high >= ANYBODY) return "";
  if (low <= -ANYBODY) return `ratings up to ${high}`;
  return high >= ANYBODY ? `ratings from ${low}` : `ratings ${low}–${high}`;
}

function written(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
