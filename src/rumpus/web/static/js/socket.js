/** The websocket connection: reconnects by itself and resends unanswered messages. */

/**
 * @typedef {import("./protocol.js").AnyClientMessage} AnyClientMessage
 * @typedef {import("./protocol.js").AnyServerMessage} AnyServerMessage
 * @typedef {import("./protocol.js").TableView} TableView
 * @typedef {import("./protocol.js").Log} Log
 * @typedef {import("./protocol.js").LobbyRow} Row
 * @typedef {ReturnType<typeof openLine>} Line
 *
 * @typedef {object} Listeners
 * @property {(tableView: TableView, log: Log) => unknown} onPage
 * @property {(tables: Row[]) => unknown} onLobby
 * @property {(state: string, why?: string) => unknown} onState
 *
 * @typedef {object} Pending  a message without a reply
 * @property {AnyClientMessage} message
 * @property {(reply: any) => void} resolve
 * @property {(why: Error) => void} reject
 */

import { ANSWER_MS, alone, openLine } from "./transport.js";

const MESSAGE_TOO_BIG = 1009;
/** Milliseconds of silence before a ping. */
const PING_AFTER_MS = 3000;

export class Connection {
  /**
   * `onPage` gets table messages, `onLobby` lobby messages, `onState` "open", "lost" or "refused".
   * @param {Partial<Listeners>} [listeners]
   */
  constructor({ onPage = () => {}, onLobby = () => {}, onState = () => {} } = {}) {
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
    /** Times of the last received message and the last ping. */
    this.heard = 0;
    this.pinged = 0;
    /** True while disconnected; a reconnect is scheduled. */
    this.down = false;
    this.connect();
    setInterval(() => this.beat(), 500);
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.reopen());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
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
  ask(message) {
    const id = `${this.mine}.${++this.number}`;
    const whole = { ...message, id };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { message: whole, resolve, reject });
      this.send(whole);
    });
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
    const pending = message.id ? this.waiting.get(message.id) : undefined;
    if (message.id && pending) {
      this.waiting.delete(message.id);
      if (message.is === "refused") {
        const { why, stale, about } = message;
        pending.reject(Object.assign(new Error(why), { stale, about, refused: true }));
      } else pending.resolve(message);
      return;
    }
    if (message.is === "hello") {
      this.tries = 0;
      this.offset = message.now - Date.now();
      this.onState("open");
    } else if (message.is === "lobby") {
      this.rows = message.tables;
      this.onLobby(this.rows);
    } else if (message.is === "lobby_news") this.hearOfTables(message.tables, message.gone);
    else if (message.is === "table") {
      this.epoch = message.sheet.epoch || 0;
      this.lines = message.log.start + message.log.lines.length;
      this.onPage(message.sheet, message.log);
    } else if (message.is === "refused") this.onState("refused", message.why);
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
