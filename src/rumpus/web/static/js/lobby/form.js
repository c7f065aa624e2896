/** The form of a new table, generated from the game's options. Errors appear at their control. */

import { CLOCKS, clockWords } from "../ui/clocks.js";
import { h } from "../ui/dom.js";
import { describedBot } from "../ui/bots.js";
import { botsFor } from "../ui/games.js";
import { dialog, nameField, plural, toast } from "../ui/parts.js";
import { alone } from "../transport.js";
import { presetChoice } from "./presets.js";

/**
 * Opens the form with initial options. `make(request)` gets the fields of the "make" message and may throw an Error
 * with `about`.
 * @param {any} game
 * @param {(request: object) => unknown} make
 * @param {{ players?: number, [option: string]: any }} [options]
 */
export function askForTable(game, make, { players, ...options } = {}) {
  const most = Math.max(...game.seats);
  const usual = players ?? usualSeats(game);
  const request = {
    seats: Array.from({ length: most }, (_, seat) =>
      seat === 0 ? "me" : seat < usual ? (alone ? "bot:normal" : "open") : "closed",
    ),
    options,
    listed: false,
    clock: "none",
    coach: true,
    undo: true,
    free_text: false,
  };
  /** Errors by the name of their control; "" holds the others. */
  let wrong = {};
  let filter = "";
  /** Available bots; the list depends on the options. */
  let bots = [];
  let timer = 0;

  const askForBots = () => {
    clearTimeout(timer);
    timer = setTimeout(
      async () => {
        const taken = request.seats.filter((kind) => kind !== "closed").length;
        try {
          // Skip numbers that are not typed yet, and the long text of a map, which no bot depends on.
          const said = Object.entries(request.options).filter(
            ([, value]) => !Number.isNaN(value) && String(value).length < 200,
          );
          const found = await botsFor(game.name, Object.fromEntries(said), taken);
          // Invalid options have no bots; the form reports the error when it is sent.
          if (found.length) bots = found;
          form.redraw();
        } catch (error) {
          toast(error.message, "warn");
        }
      },
      bots.length ? 250 : 0,
    );
  };

  const form = dialog(
    `New ${game.title} game`,
    (close, redraw) => {
      const set = (name, value, field) => {
        delete wrong[name];
        if (String(value) === String(field.default)) delete request.options[name];
        else request.options[name] = value;
        if (game.presets) redraw();
        askForBots();
      };
      const fields = game.fields.filter((field) => field.name !== "players");
      const basic = fields.filter((field) => field.basic);
      const other = fields.filter((field) => !field.basic);
      const shown = other.filter(
        (field) => !filter || field.name in wrong || `${field.label} ${field.help}`.toLowerCase().includes(filter),
      );
      const taken = request.seats.filter((kind) => kind !== "closed").length;
      const takePreset = (chosen) => {
        request.options = chosen;
        wrong = {};
        redraw();
        askForBots();
      };

      const submit = async (event) => {
        event.preventDefault();
        wrong = faults(game, fields, request, taken);
        if (!Object.keys(wrong).length) {
          try {
            const { seats, ...rest } = request;
            await make({ ...rest, chairs: seats.map(seatRequest), clock: CLOCKS[request.clock] });
            return close();
          } catch (error) {
            wrong = { [place(error.about || "", fields)]: labelled(error.message, fields) };
          }
        }
        filter = "";
        redraw();
        show(form.box);
      };

      return h(
        "form",
        { class: "table-form", onsubmit: submit, novalidate: true },
        nameField(),
        h(
          "fieldset",
          {},
          h("legend", {}, `Seats (${plural(taken, "player")})`),
          h(
            "div",
            { class: "seat-kinds" },
            request.seats.map((kind, seat) =>
              control(`chair ${seat + 1}`, `Seat ${seat + 1}`, "", wrong, (marks) =>
                h(
                  "select",
                  {
                    ...marks,
                    onchange: (event) => {
                      request.seats[seat] = event.target.value;
                      wrong = {};
                      redraw();
                      askForBots();
                    },
                  },
                  option("me", "You", kind),
                  alone ? null : option("open", "Free seat", kind),
                  [...new Set([...bots, ...(kind.startsWith("bot:") ? [kind.slice(4)] : [])])].map((bot) =>
                    option(`bot:${bot}`, `Bot: ${describedBot(bot)}`, kind),
                  ),
                  option("closed", "Not used", kind),
                ),
              ),
            ),
          ),
        ),
        basic.length || game.presets?.length
          ? h(
              "fieldset",
              {},
              h("legend", {}, "Game"),
              presetChoice(game, request.options, takePreset),
              h(
                "div",
                { class: "fields" },
                basic.map((field) => input(field, request, set, wrong)),
              ),
            )
          : null,
        other.length
          ? h(
              "details",
              {
                class: "designer",
                ...(other.some((field) => field.name in wrong || field.name in options) ? { open: true } : {}),
              },
              h("summary", {}, `Advanced rules (${other.length})`),
              other.length > 12
                ? h("input", {
                    type: "search",
                    placeholder: "Search these rules …",
                    "aria-label": "Search these rules",
                    value: filter,
                    oninput: (event) => {
                      filter = event.target.value.toLowerCase();
                      redraw();
                    },
                  })
                : null,
              h(
                "div",
                { class: "fields" },
                shown.map((field) => input(field, request, set, wrong)),
              ),
            )
          : null,
        h(
          "fieldset",
          {},
          h("legend", {}, "Table"),
          h(
            "div",
            { class: "fields" },
            alone
              ? null
              : h(
                  "label",
                  { class: "field" },
                  h("span", {}, "Who can join"),
                  h(
                    "select",
                    {
                      name: "listed",
                      onchange: (event) => {
                        request.listed = event.target.value === "listed";
                        if (request.listed) request.free_text = false;
                        redraw();
                      },
                    },
                    option("private", "Anyone with the link", request.listed ? "listed" : "private"),
                    option("listed", "Everyone in the lobby", request.listed ? "listed" : "private"),
                  ),
                ),
            h(
              "label",
              { class: "field" },
              h("span", {}, "Clock"),
              h(
                "select",
                { name: "clock", onchange: (event) => (request.clock = event.target.value) },
                Object.entries(CLOCKS).map(([name, rule]) => option(name, clockWords(rule), request.clock)),
              ),
            ),
            tick("coach", "Allow advice from the coach", request),
            tick("undo", "Allow taking back moves if everyone agrees", request),
            alone || request.listed ? null : tick("free_text", "Allow free text in the chat", request),
          ),
        ),
        h(
          "div",
          { class: "form-end" },
          "" in wrong ? h("p", { class: "hint warn", role: "alert" }, wrong[""]) : null,
          h("button", { type: "button", class: "quiet", onclick: close }, "Cancel"),
          h("button", { class: "primary" }, "Create game"),
        ),
      );
    },
    "wide",
  );
  askForBots();
}

export function usualSeats(game) {
  const players = game.fields.find((field) => field.name === "players");
  return players ? players.default : game.seats[0];
}

function seatRequest(kind) {
  return kind.startsWith("bot:") ? { kind: "bot", bot: kind.slice(4) } : { kind };
}

// --- validation ---

/** Client-side errors by the name of their control. */
function faults(game, fields, request, taken) {
  const found = {};
  const me = request.seats.flatMap((kind, seat) => (kind === "me" ? [seat] : []));
  if (me.length > 1) found[`chair ${me[1] + 1}`] = "You can take only one seat.";
  else if (!game.seats.includes(taken))
    found[`chair ${request.seats.length}`] =
      `${game.title} is for ${game.seats.join(", ").replace(/, (\d+)$/, " or $1")} players, not ${taken}.`;
  for (const field of fields) {
    const value = request.options[field.name];
    if (
      field.kind === "int" &&
      value !== undefined &&
      !(Number.isInteger(value) && value >= (field.low || 0) && value <= field.high)
    ) {
      found[field.name] = `Enter a whole number from ${field.low || 0} to ${field.high}.`;
    }
  }
  return found;
}

/** Returns the control of a server error; "" if the form has none of that name. */
function place(about, fields) {
  if (about === "players") return "chair 1";
  return about.startsWith("chair ") || fields.some((field) => field.name === about) ? about : "";
}

/** Rewords a server error with the form's labels, without clause numbers. */
function labelled(sentence, fields) {
  let said = sentence.replace(/ \([A-Z]+-\d+\)(?=\.$)/, "");
  for (const { name, label } of fields) if (/[._]/.test(name)) said = said.replaceAll(name, `“${label}”`);
  return said;
}

/** Scrolls to the first invalid control and focuses it. */
function show(box) {
  const control = box.querySelector("[aria-invalid]");
  control?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
}

// --- controls ---

function control(name, label, help, wrong, make) {
  const fault = wrong[name];
  const id = `wrong-${name.replaceAll(/\W/g, "-")}`;
  const marks = { name, "aria-invalid": fault ? "true" : null, "aria-describedby": fault ? id : null };
  return h(
    "label",
    { class: "field", key: `field ${name}` },
    h("span", {}, label),
    make(marks),
    fault ? h("small", { class: "wrong", id, role: "alert" }, fault) : null,
    help ? h("small", {}, help) : null,
  );
}

function option(value, text, chosen) {
  return h("option", { value, selected: value === chosen, key: value }, text);
}

function tick(name, text, request) {
  return h(
    "label",
    { class: "field tick" },
    h("input", {
      type: "checkbox",
      name,
      checked: request[name],
      onchange: (event) => (request[name] = event.target.checked),
    }),
    h("span", {}, text),
  );
}

function input(field, request, set, wrong) {
  const value = request.options[field.name] ?? field.default;
  if (field.kind === "bool") {
    const fault = wrong[field.name];
    const id = `wrong-${field.name}`;
    return h(
      "label",
      { class: "field tick", key: `field ${field.name}` },
      h("input", {
        type: "checkbox",
        name: field.name,
        checked: value,
        "aria-invalid": fault ? "true" : null,
        "aria-describedby": fault ? id : null,
        onchange: (event) => set(field.name, event.target.checked, field),
      }),
      h(
        "span",
        {},
        field.label,
        fault ? h("small", { class: "wrong", id, role: "alert" }, fault) : null,
        h("small", {}, field.help),
      ),
    );
  }
  return control(field.name, field.label, field.help, wrong, (marks) => {
    if (field.kind === "choice") {
      return h(
        "select",
        { ...marks, onchange: (event) => set(field.name, event.target.value, field) },
        field.choices.map((choice, at) => option(choice, field.says[at], value)),
      );
    }
    if (field.kind === "int") {
      const typed = (event) => set(field.name, event.target.value === "" ? NaN : Number(event.target.value), field);
      return h("input", {
        ...marks,
        type: "number",
        min: field.low || 0,
        max: field.high,
        step: 1,
        value: Number.isNaN(value) ? "" : value,
        "data-draft": "",
        oninput: typed,
      });
    }
    const list = field.kind === "names";
    const id = `suggest-${field.name}`;
    return [
      h("input", {
        ...marks,
        type: "text",
        list: field.choices?.length ? id : null,
        placeholder: list ? "none" : "",
        value: list ? [].concat(value).join(", ") : value,
        "data-draft": "",
        oninput: (event) => {
          const text = event.target.value;
          set(
            field.name,
            list
              ? text
                  .split(",")
                  .map((part) => part.trim())
                  .filter(Boolean)
              : text,
            field,
          );
        },
      }),
      field.choices?.length
        ? h(
            "datalist",
            { id },
            field.choices.map((choice) => h("option", { value: choice, key: choice })),
          )
        : null,
    ];
  });
}
