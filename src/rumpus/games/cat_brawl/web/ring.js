/** The ring: every cat with its name, health and abilities. */

import { h } from "/static/js/drawing.js";
import { shown } from "./fight.js";
import { CARDS, parsed, portrait, power, sign } from "./signs.js";

/** Positions on the ellipse in per cent, clockwise from one's own at the bottom, and the side of the plate. */
const PLACES = {
  2: [
    [16, 50, "below"],
    [84, 50, "below"],
  ],
  3: [
    [50, 80, "left"],
    [20, 30, "left"],
    [80, 30, "right"],
  ],
  4: [
    [50, 82, "left"],
    [19, 48, "left"],
    [50, 19, "right"],
    [81, 48, "right"],
  ],
  5: [
    [50, 82, "left"],
    [22, 66, "left"],
    [30, 22, "left"],
    [70, 22, "right"],
    [78, 66, "right"],
  ],
  6: [
    [53, 81, "left"],
    [28, 74, "left"],
    [28, 28, "left"],
    [49, 18, "right"],
    [72, 28, "right"],
    [72, 74, "right"],
  ],
};

/** Mood of a cat, from its HP and the last events. */
function mood(view, seat, wish) {
  if (seat.out) return "out";
  if (view.outcome) return view.winner === seat.seat ? "happy" : "worried";
  if (wish) return { purr: "happy", guard: "stern", scratch: "angry" }[wish];
  if (seat.change < 0) return "hurt";
  const did = seat.strategy ? parsed(seat.strategy).movement : "";
  if (did === "scratch") return "angry";
  if (did === "guard") return "stern";
  if (seat.change > 0 || did === "purr") return "happy";
  return seat.hp <= 3 ? "worried" : "calm";
}

export function ring(view, plan, tools) {
  const count = view.seats.length;
  const own = tools.viewer ?? 0;
  return h(
    "ol",
    { class: `cb-ring cats-${count} ${plan?.movement ? "aiming" : ""}`, "aria-label": "The cats" },
    view.seats.map((seat) => {
      const [x, y, side] = PLACES[count][(seat.seat - own + count) % count];
      return cat(view, seat, plan, tools, { x, y, side });
    }),
  );
}

function cat(view, seat, plan, tools, { x, y, side }) {
  const { names, viewer, waiting, person, colour, state, redraw, advised, offers } = tools;
  const number = seat.seat;
  const place = { "--x": x, "--y": y, "--seat": colour(number) };
  const acting = waiting.includes(number);
  if (seat.cat === null) {
    return h(
      "li",
      {
        key: number,
        class: `cb-seat plate-${side} empty ${number === viewer ? "own" : ""}`,
        "data-cat": number,
        "data-name": `cat ${number}`,
        style: place,
      },
      h("span", { class: "cb-face", "aria-hidden": "true" }, h("span", { class: "cb-mystery" }, "?")),
      h(
        "div",
        { class: "cb-plate" },
        h("span", { class: "cb-who" }, person(number)),
        h(
          "span",
          { class: "cb-breed", "data-essential": `health ${number}` },
          acting ? "is picking a cat" : "has picked",
        ),
      ),
    );
  }
  const aims = plan?.movement === "scratch" && plan.targets.includes(number);
  const aimed = aims && plan.target === number;
  const advice = aims && offers.some((offer) => advised(offer) && parsed(offer.words).target === number);
  const look = mood(view, seat, number === viewer ? plan?.movement : "");
  const did = shown(seat);
  return h(
    "li",
    {
      key: number,
      class: `cb-seat plate-${side} ${acting ? "acting" : ""} ${seat.out ? "gone" : ""} ${aims ? "aim" : ""} ${aimed ? "aimed" : ""} ${number === viewer ? "own" : ""}`,
      "data-cat": number,
      "data-name": `cat ${number}`,
      style: place,
    },
    h(
      "button",
      {
        class: `cb-face ${advice ? "advised" : ""}`,
        type: "button",
        "data-spot": aims ? "" : null,
        "data-target": aims ? number : null,
        "aria-pressed": aims ? String(aimed) : null,
        "aria-label": aims
          ? `Scratch ${names[number]}, ${seat.cat}, ${seat.hp} HP`
          : `${names[number]}, ${seat.cat}, ${seat.hp} HP, ${look}`,
        "data-explain": aims ? null : seat.cat,
        onclick: () => {
          if (!aims) return tools.sheet(number);
          state.target = number;
          redraw();
        },
      },
      portrait(seat.breed, look),
      did
        ? h(
            "span",
            { class: `cb-did ${did.movement}` },
            sign(did.movement),
            did.card ? h("b", {}, CARDS[did.card].short) : null,
            did.target !== null ? tools.mark(did.target) : null,
          )
        : null,
      seat.change
        ? h(
            "span",
            { class: `cb-change ${seat.change < 0 ? "minus" : "plus"}` },
            seat.change < 0 ? `−${-seat.change}` : `+${seat.change}`,
          )
        : null,
    ),
    h(
      "div",
      { class: "cb-plate" },
      h("span", { class: "cb-who" }, person(number), h("small", { class: "cb-breed" }, seat.cat)),
      seat.out
        ? h("span", { class: "cb-out", "data-essential": `health ${number}` }, "out")
        : health(view, seat, aimed ? plan.offer?.forecast : number === viewer ? ownForecast(plan) : null, tools),
      seat.out
        ? null
        : h(
            "span",
            { class: "cb-row" },
            power(seat.ability, seat.ready_in, seat.uses.includes(seat.ability)),
            seat.bonus === "none" ? null : power(seat.bonus, seat.bonus_ready_in, seat.uses.includes(seat.bonus)),
            h(
              "span",
              {
                class: "cb-cards",
                "aria-label": `${seat.cards} ${seat.cards === 1 ? "card" : "cards"}`,
                role: "img",
                "data-place": `cards ${number}`,
              },
              h("b", {}, seat.cards),
            ),
          ),
    ),
  );
}

/** Forecast of one's own bar after a purr or a guard. */
const ownForecast = (plan) =>
  plan?.offer && plan.offer.forecast?.target === undefined && plan.offer.forecast?.to !== plan.offer.forecast?.from
    ? plan.offer.forecast
    : null;

function health(view, seat, forecast, { names }) {
  const share = (hp) => `${Math.max(0, Math.min(100, (100 * hp) / view.win_hp))}%`;
  const to = forecast ? forecast.to : seat.hp;
  return h(
    "span",
    {
      class: `cb-hp ${seat.hp <= 3 ? "low" : ""}`,
      role: "meter",
      "data-essential": `health ${seat.seat}`,
      "aria-label": `HP of ${names[seat.seat]}`,
      "aria-valuemin": 0,
      "aria-valuemax": view.win_hp,
      "aria-valuenow": Math.max(0, Math.min(view.win_hp, seat.hp)),
    },
    h("i", { style: { width: share(Math.max(seat.hp, to)) }, class: to === seat.hp ? "" : "changes" }),
    h("i", { style: { width: share(Math.min(seat.hp, to)) } }),
    h("b", {}, to === seat.hp ? `${Math.max(0, seat.hp)} HP` : `${seat.hp} → ${to <= 0 ? "out" : to}`),
  );
}
