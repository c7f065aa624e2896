/** The frame around every board: seats, whose turn it is, the story, the waiting room, the end. */

import { h } from "./dom.js";
import { clauseButton, showRules } from "./explain.js";
import { icon, iconButton, nameField, seatMark, switches, wordmark } from "./parts.js";

export function nameOf(sheet, seat) {
  return sheet.seats[seat]?.name || `Seat ${seat + 1}`;
}

/** "Ann", "Ann and Bob", "Ann, Bob and Cog". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export function head(sheet, table) {
  return h(
    "header",
    { class: "table-head" },
    h("a", { href: "/", class: "home", "aria-label": "Rumpus, the lobby" }, wordmark(true)),
    h("div", { class: "table-title" }, h("h1", {}, sheet?.title || "A table"), sheet?.view ? h("span", { class: "phase" }, sheet.view.phase) : null),
    h(
      "div",
      { class: "head-tools" },
      sheet ? iconButton("book", "Rules", () => showRules(sheet.game, sheet.title)) : null,
      sheet ? iconButton("link", "Links", () => table.links()) : null,
      iconButton("keys", "Keys", () => table.keys()),
      switches(() => table.draw()),
    ),
  );
}

// --- seats ---

export function seatStrip(sheet, table) {
  return h(
    "ul",
    { class: "seat-strip", "aria-label": "Players" },
    sheet.seats.map((seat, number) => {
      const acting = sheet.state === "playing" && (sheet.waiting || []).includes(number);
      const away = sheet.state === "playing" && seat.kind === "person" && !seat.here && !seat.stand_in;
      const gone = away ? Math.max(0, Math.floor((table.now() - seat.away) / 1000)) : 0;
      return h(
        "li",
        { class: `seat seat-${number % 8} ${acting ? "acting" : ""} ${away ? "away" : ""} ${number === sheet.you ? "own" : ""}`, key: number, "data-place": `seat ${number}` },
        seatMark(number),
        h(
          "span",
          { class: "seat-name" },
          h("strong", {}, seat.kind === "open" ? "free chair" : seat.name),
          h("small", {}, status(sheet, seat, number, acting, away, gone)),
        ),
        clock(sheet, number, table.now()),
        away && sheet.you !== undefined && sheet.you !== null && number !== sheet.you && gone >= sheet.grace
          ? h("button", { type: "button", class: "small", onclick: () => table.ask({ do: "stand_in", seat: number }) }, "Let a bot play on")
          : null,
      );
    }),
  );
}

function status(sheet, seat, number, acting, away, gone) {
  const parts = [];
  if (number === sheet.you) parts.push("you");
  if (seat.stand_in) parts.push(`bot (${seat.stand_in}) plays on`);
  else if (away) parts.push(gone < sheet.grace ? `away for ${gone} s` : "away");
  if (seat.failed) parts.push("the bot has failed");
  else if (acting) parts.push("to decide");
  return parts.join(" · ") || (seat.kind === "bot" ? "bot" : seat.kind === "open" ? "" : "here");
}

function clock(sheet, number, now) {
  const face = sheet.clock;
  if (!face || sheet.state !== "playing") return null;
  const left = face.until[number] ? Math.max(0, face.until[number] - now) : face.left[number];
  const seconds = Math.ceil(left / 1000);
  const text = seconds >= 3600 ? `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return h("time", { class: `clock ${face.until[number] ? "runs" : ""} ${seconds <= 10 && face.until[number] ? "short" : ""}`, "aria-label": `${text} left` }, text);
}

// --- whose turn it is ---

export function banner(sheet, table) {
  if (sheet.state === "open") return null;
  const over = sheet.state === "over";
  const mine = (sheet.moves || []).length > 0;
  const own = sheet.you !== undefined && sheet.you !== null;
  if (own && sheet.seats[sheet.you].stand_in && !over) {
    return h(
      "div",
      { class: "banner wait" },
      h("p", {}, "A bot is playing for you."),
      h("button", { type: "button", class: "primary", onclick: () => table.ask({ do: "back" }) }, "Take your seat back"),
    );
  }
  if (over) return h("div", { class: "banner over" }, h("p", {}, sheet.view?.outcome || "The game is over."));
  const deciding = (sheet.waiting || []).filter((seat) => seat !== sheet.you);
  const others = deciding.map((seat) => nameOf(sheet, seat));
  const marks = deciding.map((seat) => seatMark(seat));
  const tools = [
    mine && sheet.coach ? iconButton("bulb", "Ask the coach for a hint", () => table.hint(), { disabled: table.state.thinking }) : null,
    own && sheet.undo ? iconButton("undo", "Take my last move back", () => table.ask({ do: "undo" })) : null,
    own ? iconButton("door", "Leave, and let a bot play on", () => table.leave()) : null,
  ];
  return h(
    "div",
    { class: `banner ${mine ? "turn" : "wait"}` },
    h("p", {}, mine ? [h("strong", {}, "Your turn"), h("span", {}, table.phrase())] : own ? [marks, `Waiting for ${listed(others) || "the others"} …`] : [icon("eye"), "You are watching.", others.length ? [marks, `To decide: ${listed(others)}.`] : null]),
    h("div", { class: "head-tools" }, tools),
  );
}

/** A bot has failed: whoever sits here, or made the table, chooses another. */
export function failure(sheet, table) {
  const seat = sheet.seats.findIndex((one) => one.failed);
  if (seat < 0 || sheet.state !== "playing") return null;
  const own = sheet.you !== undefined && sheet.you !== null;
  const choice = (bot, look) => h("button", { type: "button", class: look, onclick: () => table.ask({ do: "replace", seat, bot }) }, `Go on with ${bot}`);
  return h(
    "div",
    { class: "wish", role: "alert", "data-failed": seat },
    h("p", {}, `The bot of ${nameOf(sheet, seat)} has failed. The game waits for another one.`),
    own || sheet.host ? [choice("normal", "primary"), choice("greedy", "")] : null,
  );
}

export function wish(sheet, table) {
  if (!sheet.wish) return null;
  const { seat, agreed } = sheet.wish;
  const asked = sheet.you !== null && sheet.you !== undefined && !agreed.includes(sheet.you);
  return h(
    "div",
    { class: "wish", role: "alert" },
    h("p", {}, seat === sheet.you ? "You have asked to take your move back. Waiting for the others …" : `${nameOf(sheet, seat)} would like to take the last move back.`),
    asked ? h("button", { type: "button", class: "primary", onclick: () => table.ask({ do: "agree", yes: true }) }, "That’s fine") : null,
    asked ? h("button", { type: "button", onclick: () => table.ask({ do: "agree", yes: false }) }, "Rather not") : null,
  );
}

// --- the story ---

export function story(sheet, lines) {
  return h(
    "section",
    { class: "story", key: "story", "aria-label": "What happened" },
    h("h2", {}, "What happened"),
    h(
      "ol",
      { id: "story", tabindex: 0 },
      lines.map((line, number) => h("li", { key: number, class: line.kind ? "" : "note" }, line.text, " ", clauseButton(sheet.game, sheet.title, line.clause))),
    ),
  );
}

// --- before the game ---

export function waitingRoom(sheet, table) {
  const seated = sheet.you !== null && sheet.you !== undefined;
  const free = sheet.seats.some((seat) => seat.kind === "open");
  const link = `${location.origin}/t/${sheet.table}`;
  return h(
    "section",
    { class: "room" },
    h("h2", {}, free ? "Waiting for players" : "Here we go …"),
    h("p", { class: "hint" }, "The game begins when every chair is taken."),
    h("div", { class: "row" }, nameField(() => table.renamed())),
    h(
      "ul",
      { class: "room-chairs" },
      sheet.seats.map((seat, number) =>
        h(
          "li",
          { class: `room-chair seat-${number % 8}`, key: number },
          seatMark(number),
          h("strong", {}, seat.kind === "open" ? "A free chair" : seat.name),
          number === sheet.you ? h("small", {}, "you") : null,
          seat.kind === "open" && !seated ? h("button", { type: "button", class: "primary", onclick: () => table.sit(number) }, "Sit here") : null,
          seat.kind === "open" && sheet.host ? h("button", { type: "button", onclick: () => table.ask({ do: "fill", seat: number, bot: "normal" }) }, "Put a bot here") : null,
          seat.kind === "bot" && sheet.host ? h("button", { type: "button", class: "quiet", onclick: () => table.ask({ do: "fill", seat: number }) }, "Free it") : null,
        ),
      ),
    ),
    h(
      "div",
      { class: "share" },
      h("label", {}, h("span", {}, sheet.listed ? "Everybody in the lobby sees this table; friends can also come by its link:" : "Whoever has this link can sit down:"), h("input", { readonly: true, value: link, onfocus: (event) => event.target.select() })),
      h("button", { type: "button", onclick: () => table.copy(link) }, icon("link"), "Copy the link"),
    ),
    h(
      "div",
      { class: "row" },
      sheet.host && free ? h("button", { type: "button", class: "primary", onclick: () => table.ask({ do: "start" }) }, "Start now, bots on the free chairs") : null,
      seated && !sheet.host ? h("button", { type: "button", onclick: () => table.ask({ do: "leave" }) }, "Leave my chair") : null,
      sheet.host ? h("button", { type: "button", class: "quiet", onclick: () => table.drop() }, "Call it off") : null,
    ),
    house(sheet),
    fairness(sheet),
  );
}

function house(sheet) {
  const changed = Object.entries(sheet.options || {});
  if (!changed.length) return null;
  return h("p", { class: "hint" }, "House rules: ", changed.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", "), ".");
}

// --- after the game ---

export function calledOff(sheet) {
  const record = h("a", { class: "button", href: `/api/tables/${sheet.table}/record`, download: "" }, icon("save"), "Record");
  return h(
    "main",
    { class: "lost-table" },
    h("h2", {}, sheet.notice ? "This game has ended" : "This table was called off"),
    sheet.notice ? h("p", {}, sheet.notice) : null,
    h("div", { class: "row" }, h("a", { class: "button primary", href: "/" }, "To the lobby"), sheet.notice ? record : null),
  );
}

const FARED = { won: "You win!", drew: "A draw", lost: "You lose" };

export function ending(sheet, table) {
  const ranks = sheet.seats.map((seat, number) => ({ seat, number, place: sheet.places[number] })).sort((a, b) => a.place - b.place);
  const own = sheet.you !== null && sheet.you !== undefined;
  const numbers = sheet.numbers;
  return h(
    "section",
    { class: "ending", "aria-label": "The end" },
    h("h2", {}, own ? FARED[sheet.fared] || `You come ${sheet.fared}` : "The game is over"),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["", "Moves", "Thinking"].map((text, at) => h("th", { scope: "col", key: at }, text || h("span", { class: "unseen" }, "Player"))))),
      h(
        "tbody",
        {},
        ranks.map(({ seat, number }) =>
          h(
            "tr",
            { key: number, class: seat.fared },
            h("th", { scope: "row" }, seatMark(number), seat.name, h("small", {}, seat.fared)),
            h("td", {}, numbers ? numbers.moves[number] : ""),
            h("td", {}, numbers ? `${numbers.seconds[number]} s` : ""),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      own && !sheet.rematch ? h("button", { type: "button", class: "primary", onclick: () => table.rematch() }, icon("again"), "Once more") : null,
      sheet.rematch ? h("a", { class: "button primary", href: `/t/${sheet.rematch}` }, icon("again"), "To the rematch") : null,
      h("a", { class: "button", href: `/r/${sheet.table}` }, icon("play"), "Replay"),
      h("a", { class: "button", href: `/api/tables/${sheet.table}/record`, download: "" }, icon("save"), "Record"),
      h("a", { class: "button quiet", href: "/" }, "Lobby"),
    ),
    fairness(sheet),
  );
}

export function fairness(sheet) {
  return h(
    "details",
    { class: "fair" },
    h("summary", {}, "A fair deal"),
    h("p", {}, "All chance in this match comes from one secret seed. This is its SHA-256, fixed before the first move:"),
    h("code", { class: "hash" }, sheet.promise),
    sheet.seed
      ? [h("p", {}, "And this was the seed:"), h("code", { class: "hash" }, sheet.seed), h("p", {}, "Anybody can check it: download the record and run ", h("code", {}, `rumpus verify RECORD --hash ${sheet.promise.slice(0, 8)}…`), ".")]
      : h("p", {}, "The seed itself is shown when the game is over."),
  );
}

export function keysHelp() {
  const rows = [
    ["Arrow keys", "walk over the board, the cards, the options"],
    ["Enter or Space", "press what is in focus"],
    ["1 … 9", "choose that option"],
    ["o", "go to the options"],
    ["b", "go to the board"],
    ["/", "narrow the options down by typing"],
    ["h", "ask the coach for a hint"],
    ["u", "ask to take your last move back"],
    ["l", "go to the story"],
    ["r", "the rules"],
    ["s", "say again what matters now"],
    ["?", "this page"],
  ];
  return h("dl", { class: "keys" }, rows.map(([key, what]) => h("div", { key }, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what))));
}
