/** "Play a friend": a private table with its clock in one step. Its page shows the link. */

import { h } from "../ui/dom.js";
import { CLOCKS, clockWords } from "../ui/clocks.js";
import { usualSeats } from "./form.js";
import { presetChoice } from "./presets.js";
import { dialog, icon, nameField, toast } from "../ui/parts.js";

/**
 * Asks for a clock and makes the table. `make(request)` gets the fields of the "make" message.
 * @param {import("../protocol.js").GameInfo} game
 * @param {(request: object) => Promise<unknown>} make
 */
export function playFriend(game, make) {
  let clock = "none";
  let options = {};
  let free_text = false;
  let busy = false;
  const seats = game.seats.includes(2) ? 2 : usualSeats(game);
  dialog(
    `Play ${game.title} with a friend`,
    (_, redraw) => {
      const submit = async (event) => {
        event.preventDefault();
        if (busy) return;
        busy = true;
        redraw();
        try {
          const chairs = Array.from({ length: seats }, (_seat, at) => ({ kind: at ? "open" : "me" }));
          await make({ chairs, options, clock: CLOCKS[clock], free_text });
        } catch (error) {
          busy = false;
          toast(error.message, "warn");
          redraw();
        }
      };
      return h(
        "form",
        { class: "friend-form", onsubmit: submit },
        nameField(),
        h(
          "fieldset",
          {},
          h("legend", {}, "Clock"),
          h(
            "div",
            { class: "clock-choices" },
            Object.entries(CLOCKS).map(([name, rule]) =>
              h(
                "label",
                { key: name, class: "clock-choice" },
                h("input", {
                  type: "radio",
                  name: "clock",
                  value: name,
                  checked: name === clock,
                  onchange: () => (clock = name),
                }),
                h("span", {}, clockWords(rule)),
              ),
            ),
          ),
        ),
        game.presets?.length
          ? h(
              "fieldset",
              {},
              h("legend", {}, "Rules"),
              presetChoice(game, options, (chosen) => {
                options = chosen;
                redraw();
              }),
            )
          : null,
        h(
          "label",
          { class: "field tick" },
          h("input", {
            type: "checkbox",
            name: "free_text",
            checked: free_text,
            onchange: (event) => (free_text = event.target.checked),
          }),
          h("span", {}, "Allow free text in the chat"),
        ),
        h("p", { class: "hint" }, "You get a link to send. The game starts when your friend joins."),
        h("button", { class: "primary", disabled: busy }, icon("link"), busy ? "One moment …" : "Create link"),
      );
    },
    "friend",
  );
}
