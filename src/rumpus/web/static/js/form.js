/** The form of a new table, made from the game's own table of options. */

import { h } from "./dom.js";
import { dialog, nameField, plural, words } from "./parts.js";

const BOT_WORDS = {
  random: "picks blindly",
  greedy: "takes what looks best",
  easy: "thinks a little",
  normal: "a fair opponent",
  hard: "thinks hard",
  exact: "plays perfectly",
};

/** Ask how the table shall be; `make(wish)` gets what the protocol's "make" needs, and may refuse with an Error. */
export function askForTable(game, bots, make) {
  const most = Math.max(...game.seats);
  const usual = usualSeats(game);
  const wish = {
    chairs: Array.from({ length: most }, (_, seat) => (seat === 0 ? "me" : seat < usual ? "open" : "closed")),
    options: {},
    listed: false,
    clock: "none",
    coach: true,
    undo: true,
  };
  let refusal = "";
  let filter = "";

  dialog(`A table of ${game.title}`, (close, redraw) => {
    const set = (name, value, field) => {
      if (String(value) === String(field.default)) delete wish.options[name];
      else wish.options[name] = value;
    };
    const fields = game.fields.filter((field) => field.name !== "players");
    const basic = fields.filter((field) => field.basic);
    const other = fields.filter((field) => !field.basic);
    const shown = other.filter((field) => !filter || `${field.name} ${field.help}`.toLowerCase().includes(filter));
    const taken = wish.chairs.filter((chair) => chair !== "closed").length;

    const submit = async (event) => {
      event.preventDefault();
      refusal = "";
      try {
        await make({ ...wish, chairs: wish.chairs.map(chairOf), clock: CLOCKS[wish.clock].rule });
        close();
      } catch (error) {
        refusal = error.message;
        redraw();
      }
    };

    return h(
      "form",
      { class: "table-form", onsubmit: submit },
      nameField(),
      h(
        "fieldset",
        {},
        h("legend", {}, `Chairs (${plural(taken, "player")})`),
        h(
          "div",
          { class: "chairs" },
          wish.chairs.map((chair, seat) =>
            h(
              "label",
              { class: "field", key: `chair ${seat}` },
              h("span", {}, `Chair ${seat + 1}`),
              h(
                "select",
                {
                  name: `chair${seat}`,
                  onchange: (event) => {
                    wish.chairs[seat] = event.target.value;
                    redraw();
                  },
                },
                option("me", "You", chair),
                option("open", "Open to anybody", chair),
                bots.map((bot) => option(`bot:${bot}`, `Bot: ${bot}${BOT_WORDS[bot] ? `, ${BOT_WORDS[bot]}` : ""}`, chair)),
                option("closed", "Closed", chair),
              ),
            ),
          ),
        ),
        game.seats.includes(taken) ? null : h("p", { class: "hint warn" }, `${game.title} can be played by ${game.seats.join(", ")}.`),
      ),
      h("fieldset", {}, h("legend", {}, "The game"), h("div", { class: "fields" }, basic.map((field) => input(field, wish, set)))),
      other.length
        ? h(
            "details",
            { class: "designer" },
            h("summary", {}, `A designer’s numbers (${other.length})`),
            other.length > 12
              ? h("input", {
                  type: "search",
                  placeholder: "Look for a number …",
                  "aria-label": "Look for a number",
                  value: filter,
                  oninput: (event) => {
                    filter = event.target.value.toLowerCase();
                    redraw();
                  },
                })
              : null,
            h("div", { class: "fields" }, shown.map((field) => input(field, wish, set))),
          )
        : null,
      h(
        "fieldset",
        {},
        h("legend", {}, "The table"),
        h(
          "div",
          { class: "fields" },
          h(
            "label",
            { class: "field" },
            h("span", {}, "Who can find it"),
            h(
              "select",
              { name: "listed", onchange: (event) => (wish.listed = event.target.value === "listed") },
              option("private", "Only whoever has the link", wish.listed ? "listed" : "private"),
              option("listed", "Everybody in the lobby", wish.listed ? "listed" : "private"),
            ),
          ),
          h(
            "label",
            { class: "field" },
            h("span", {}, "Clock"),
            h(
              "select",
              { name: "clock", onchange: (event) => (wish.clock = event.target.value) },
              Object.entries(CLOCKS).map(([name, { text }]) => option(name, text, wish.clock)),
            ),
          ),
          tick("coach", "The coach may be asked for a hint", wish),
          tick("undo", "Moves may be taken back if all agree", wish),
        ),
      ),
      refusal ? h("p", { class: "hint warn", role: "alert" }, refusal) : null,
      h("div", { class: "form-end" }, h("button", { type: "button", class: "quiet", onclick: close }, "Never mind"), h("button", { class: "primary" }, "Make the table")),
    );
  }, "wide");
}

export function usualSeats(game) {
  const players = game.fields.find((field) => field.name === "players");
  return players ? players.default : game.seats[0];
}

const CLOCKS = {
  none: { text: "No clock", rule: undefined },
  move30: { text: "30 seconds a move", rule: { kind: "move", seconds: 30 } },
  move90: { text: "90 seconds a move", rule: { kind: "move", seconds: 90 } },
  day: { text: "A day a move", rule: { kind: "move", seconds: 86400 } },
  game5: { text: "5 minutes a game, +5 s a move", rule: { kind: "game", seconds: 300, plus: 5 } },
  game15: { text: "15 minutes a game, +10 s a move", rule: { kind: "game", seconds: 900, plus: 10 } },
};

function chairOf(chair) {
  return chair.startsWith("bot:") ? { kind: "bot", bot: chair.slice(4) } : { kind: chair };
}

function option(value, text, chosen) {
  return h("option", { value, selected: value === chosen, key: value }, text);
}

function tick(name, text, wish) {
  return h(
    "label",
    { class: "field tick" },
    h("input", { type: "checkbox", name, checked: wish[name], onchange: (event) => (wish[name] = event.target.checked) }),
    h("span", {}, text),
  );
}

function input(field, wish, set) {
  const value = wish.options[field.name] ?? field.default;
  const help = h("small", {}, `${field.help} `, h("span", { class: "clause" }, field.clause));
  const label = h("span", {}, words(field.name, true));
  const key = `field ${field.name}`;
  if (field.kind === "bool") {
    return h(
      "label",
      { class: "field tick", key },
      h("input", { type: "checkbox", name: field.name, checked: value, onchange: (event) => set(field.name, event.target.checked, field) }),
      h("span", {}, words(field.name, true), help),
    );
  }
  if (field.kind === "choice") {
    return h(
      "label",
      { class: "field", key },
      label,
      h("select", { name: field.name, onchange: (event) => set(field.name, event.target.value, field) }, field.choices.map((choice) => option(choice, words(choice), value))),
      help,
    );
  }
  if (field.kind === "int") {
    return h(
      "label",
      { class: "field", key },
      label,
      h("input", {
        type: "number",
        name: field.name,
        min: field.low,
        max: field.high,
        step: 1,
        required: true,
        value,
        "data-draft": "",
        oninput: (event) => event.target.value !== "" && set(field.name, Number(event.target.value), field),
      }),
      help,
    );
  }
  const list = field.kind === "names";
  const id = `suggest-${field.name}`;
  return h(
    "label",
    { class: "field", key },
    label,
    h("input", {
      type: "text",
      name: field.name,
      list: field.choices?.length ? id : null,
      placeholder: list ? "none" : "",
      value: list ? [].concat(value).join(", ") : value,
      "data-draft": "",
      oninput: (event) => {
        const text = event.target.value;
        set(field.name, list ? text.split(",").map((part) => part.trim()).filter(Boolean) : text, field);
      },
    }),
    field.choices?.length ? h("datalist", { id }, field.choices.map((choice) => h("option", { value: choice, key: choice }))) : null,
    help,
  );
}
