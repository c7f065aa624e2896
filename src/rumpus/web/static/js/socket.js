/** The websocket connection: reconnects by itself and resends unanswered messages. */

/**
 * @typedef {import("./protocol.js").AnyClientMessage} AnyClientMessage
 * @typedef {import("./protocol.js").AnyServerMessage} AnyServerMessage
 * @typedef {import("./protocol.js").TableView} TableView
 * @typedef {import("./protocol.js").Log} Log
 * @typedef {import("./protocol.js").LobbyRow} Row
 * @typedef {import("./protocol.js").ProfileReply} ProfileReply
 * @typedef {ReturnType<typeof openLine>} Line
 *
 * @typedef {object} Listeners
 * @property {(tableView: TableView, log: Log) => unknown} onPage
 * @property {(tables: Row[]) => unknown} onLobby
 * @property {(state: string, why?: string) => unknown} onState
 * @property {(profile: ProfileReply | null, why: string) => unknown} onProfile
 * @property {(message: import("./protocol.js").Found | import("./protocol.js").SeekOver) => unknown} onFound
 * @property {(tournament: import("./protocol.js").TournamentReply) => unknown} onTournament
 * @property {(message: import("./protocol.js").ChatMessage) => unknown} onChat
 *
 * @typedef {object} Pending  a message without a reply
 * @property {AnyClientMessage} message
 * @property {(reply: any) => void} resolve
 * @property {(why: Error) => void} reject
 */

import { deviceLabel, randomLook } from "./ui/profile.js";
import { PROFILE_KEY, dropProfile, keepProfile, name, newToken, rename, storedProfile } from "./ui/storage.js";
import { ANSWER_MS, alone, openLine } from "./transport.js";

const MESSAGE_TOO_BIG = 1009;
/** Milliseconds of silence before a ping. */
const PING_AFTER_MS = 3000;
/** Requests that take a seat. Before the first one, this browser gets a profile. */
const SEATING = new Set([
  "make",
  "learn",
  "puzzle",
  "sit",
  "play_on",
  "seek",
  "challenge_new",
  "challenge_accept",
  "tournament_new",
  "tournament_join",
]);
/** The server's name for people without one. */
const NO_NAME = "Guest";
const OUT_ELSEWHERE = "Another tab of this browser has signed out of the profile.";
const DATA_DELETED =
  "The data of this site was deleted in this browser, and with it the profile. Sign in again by a link from another device, or by a passkey.";

export class Connection {
  /**
   * `onPage` gets table messages, `onLobby` lobby messages, `onState` "open", "lost" or "refused". `onProfile` gets the
   * profile, or null with the reason why there is none any more.
   * @param {Partial<Listeners>} [listeners]
   */
  constructor({
    onPage = () => {},
    onLobby = () => {},
    onState = () => {},
    onProfile = () => {},
    onFound = () => {},
    onTournament = () => {},
    onChat = () => {},
  } = {}) {
    this.onTournament = onTournament;
    this.onFound = onFound;
    this.onChat = onChat;
    this.onProfile = onProfile;
    this.onPage = onPage;
    this.onLobby = onLobby;
    this.onState = onState;
    this.number = 0;
    this.mine = Math.random().toString(36).slice(2, 10);
    /** @type {Map<string, Pending>} */
    this.waiting = new Map();
    /** @type {string | null} */
    this.table = null;
    /** @type {string | null} */
    this.token = null;
    this.lobby = false;
    /** @type {Row[]} */
    this.rows = [];
    this.epoch = 0;
    this.lines = 0;
    this.tries = 0;
    this.offset = 0;
    this.closed = false;
    /** @type {ProfileReply | null} */
    this.profile = null;
    /** True if the server offers passkeys to this page. */
    this.passkeys = false;
    /** @type {Promise<unknown> | null} */
    this.making = null;
    /** Times of the last received message and the last ping. */
    this.heard = 0;
    this.pinged = 0;
    /** True while disconnected; a reconnect is scheduled. */
    this.down = false;
    this.connect();
    setInterval(() => this.beat(), 500);
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.reopen());
    document.addEventListener("visibilitychange", () => {
      this.tellLooking();
      if (!document.hidden) this.hurry();
    });
    addEventListener("storage", ({ key }) => (key === PROFILE_KEY || key === null) && this.storageChanged(!key));
  }

  connect() {
    clearTimeout(this.timer);
    this.down = false;
    this.heard = this.pinged = performance.now();
    const line = openLine({
      heard: (text) => {
        this.heard = performance.now();
        this.hear(JSON.parse(text));
      },
      lost: (code) => {
        if (code === MESSAGE_TOO_BIG) this.refuseLongest();
        this.lost(line);
      },
      opened: () => {
        this.signIn();
        if (document.hidden) this.tellLooking();
        if (this.lobby) this.send({ do: "lobby" });
        if (this.table) this.sendAttach();
        for (const { message } of this.waiting.values()) this.send(message);
      },
    });
    this.line = line;
  }

  /** Rejects the longest pending message: resending it would close the connection again. */
  refuseLongest() {
    const length = (/** @type {Pending} */ pending) => JSON.stringify(pending.message).length;
    const [[longest] = [""]] = [...this.waiting].sort(([, one], [, other]) => length(other) - length(one));
    if (longest) this.hear({ is: "refused", id: longest, why: "This message is too long for the server." });
  }

  /** Heartbeat: a broken connection raises no event, so a missing pong closes it. */
  beat() {
    const now = performance.now();
    if (this.closed || this.down) return;
    if (this.heard <= this.pinged && now - this.pinged > ANSWER_MS) {
      this.line?.close();
      this.lost(this.line);
    } else if (this.heard > this.pinged && now - this.heard > PING_AFTER_MS) {
      this.pinged = now;
      this.send({ do: "ping" });
    }
  }

  /** @param {Line | undefined} line */
  lost(line) {
    if (line !== this.line || this.closed) return;
    this.down = true;
    this.onState("lost");
    const wait = Math.min(5000, 150 * 2 ** this.tries++) * (0.7 + 0.6 * Math.random());
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Closes the connection and tries a new one: after the network goes, only that tells whether the server is there. */
  reopen() {
    if (this.closed || this.down || alone) return;
    this.line?.close();
    this.lost(this.line);
  }

  /** Tells whether somebody looks at this page: notifications reach people at hidden ones too. */
  tellLooking() {
    if (!alone) this.send({ do: "looking", looking: !document.hidden });
  }

  /** Reconnects at once when the browser wakes up. */
  hurry() {
    if (!this.closed && this.down) {
      this.tries = 0;
      this.connect();
    } else this.beat();
  }

  /** @param {AnyClientMessage} message */
  send(message) {
    this.line?.say(JSON.stringify(message));
  }

  /**
   * Sends a message and returns its reply. A refusal is an Error with the server's sentence.
   * @param {AnyClientMessage} message
   * @returns {Promise<any>}
   */
  async ask(message) {
    if (SEATING.has(message.do)) await this.ensureProfile();
    return this.request(message);
  }

  /**
   * @param {AnyClientMessage} message
   * @returns {Promise<any>}
   */
  request(message) {
    const id = `${this.mine}.${++this.number}`;
    const whole = { ...message, id };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { message: whole, resolve, reject });
      this.send(whole);
    });
  }

  // --- the profile ---

  get signInId() {
    return `${this.mine}.in`;
  }

  /** Signs in by the stored profile. The server reads messages in order, so that later ones are the profile's. */
  signIn() {
    const kept = alone ? null : storedProfile();
    if (kept?.id) this.send({ do: "sign_in", profile: kept.id, secret: kept.secret, id: this.signInId });
  }

  /** Makes a profile if this browser has none. Without storage, or if it is refused, one plays as a guest. */
  async ensureProfile() {
    if (alone || storedProfile()?.id) return;
    this.making ??= this.makeProfile().finally(() => (this.making = null));
    await this.making.catch(() => null);
  }

  /** Makes a profile. Two tabs that do so at once use one secret, and get one profile. */
  async makeProfile() {
    const kept = storedProfile() ?? { secret: newToken() };
    if (keepProfile(kept))
      await this.enter({
        do: "profile_new",
        secret: kept.secret,
        name: name(),
        ...randomLook(),
        device: deviceLabel(),
      });
  }

  /**
   * Enters a profile with a new secret, and keeps it.
   * @param {import("./protocol.js").ProfileNew | import("./protocol.js").LinkUse | import("./protocol.js").PasskeyUse} message
   */
  async enter(message) {
    const reply = await this.request(message);
    dropProfile();
    this.keep(message.secret, reply);
    return reply;
  }

  /** @param {string} secret @param {ProfileReply} reply */
  keep(secret, reply) {
    const { profile: id, name, avatar, colour } = reply;
    keepProfile({ secret, id, name, avatar, colour });
    if (name !== NO_NAME) rename(name);
    this.profile = reply;
    this.onProfile(reply, "");
  }

  /**
   * Takes a reply about the profile. A name typed here since then goes to the server, else its name comes here.
   * @param {ProfileReply} reply
   */
  async signedIn(reply) {
    const kept = storedProfile();
    if (!kept) return;
    const typed = name() && kept.name !== undefined && name() !== kept.name;
    this.keep(kept.secret, typed ? { ...reply, name: name() } : reply);
    if (typed) this.keep(kept.secret, await this.request({ do: "profile_change", name: name() }).catch(() => reply));
  }

  /** Tells the server a name that was typed. */
  async renamed() {
    if (this.profile && name() !== storedProfile()?.name) await this.signedIn(this.profile);
  }

  /** Forgets the profile of this browser. @param {string} why */
  signedOut(why) {
    dropProfile();
    this.profile = null;
    this.onProfile(null, why);
  }

  /** Called when another tab has stored something. @param {boolean} deleted */
  storageChanged(deleted) {
    if (storedProfile()?.id) this.signIn();
    else if (this.profile) {
      this.profile = null;
      this.onProfile(null, deleted ? DATA_DELETED : OUT_ELSEWHERE);
      this.reopen();
    }
  }

  watchLobby() {
    this.lobby = true;
    this.send({ do: "lobby" });
  }

  /**
   * Subscribes to a table.
   * @param {string} table
   * @param {string | null} [token]
   */
  attach(table, token = null) {
    Object.assign(this, { table, token, epoch: 0, lines: 0 });
    return this.ask(this.attachment());
  }

  attachment() {
    /** @type {import("./protocol.js").Attach} */
    const message = { do: "attach", table: this.table ?? "", epoch: this.epoch, lines: this.lines };
    if (this.token) message.token = this.token;
    return message;
  }

  sendAttach() {
    const attaching = [...this.waiting.values()].some(({ message }) => message.do === "attach");
    if (!attaching) this.send(this.attachment());
  }

  /** @param {AnyServerMessage} message */
  hear(message) {
    if (message.id === this.signInId) {
      if (message.is === "profile") this.signedIn(message);
      // Any other refusal passes: the store may be away, and the next connection signs in.
      else if (message.is === "refused" && message.about) this.signedOut(message.why);
      return;
    }
    const pending = message.id ? this.waiting.get(message.id) : undefined;
    if (message.id && pending) {
      this.waiting.delete(message.id);
      if (message.is === "refused") {
        const { why, stale, about } = message;
        if (about === "device" && this.profile) this.signedOut(why);
        pending.reject(Object.assign(new Error(why), { stale, about, refused: true }));
      } else pending.resolve(message);
      return;
    }
    if (message.is === "hello") {
      this.tries = 0;
      this.offset = message.now - Date.now();
      this.passkeys = message.passkeys ?? false;
      this.onState("open");
    } else if (message.is === "lobby") {
      this.rows = message.tables;
      this.onLobby(this.rows);
    } else if (message.is === "lobby_news") this.hearOfTables(message.tables, message.gone);
    else if (message.is === "table") {
      this.epoch = message.sheet.epoch || 0;
      this.lines = message.log.start + message.log.lines.length;
      this.onPage(message.sheet, message.log);
    } else if (message.is === "found" || message.is === "seek_over") this.onFound(message);
    else if (message.is === "tournament") this.onTournament(message);
    else if (message.is === "chat") this.onChat(message);
    else if (message.is === "refused") this.onState("refused", message.why);
  }

  /**
   * Merges changed rows. Listed tables keep their position; new ones come first.
   * @param {Row[]} changed
   * @param {string[]} gone
   */
  hearOfTables(changed, gone) {
    const news = new Map(changed.map((row) => [row.table, row]));
    const kept = this.rows.filter((row) => !gone.includes(row.table)).map((row) => news.get(row.table) ?? row);
    for (const row of kept) news.delete(row.table);
    this.rows = [...news.values(), ...kept];
    this.onLobby(this.rows);
  }

  /** Server time in milliseconds. */
  now() {
    return Date.now() + this.offset;
  }
}
