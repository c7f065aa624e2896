/** Cat Brawl: a ring of cats with moods, a strategy put together by hand, and a fight that says who hit whom and why. */

import { icon } from "../js/picture.js";

export const css = true;
export const listed = () => false;

export function phrase(view, options) {
  if (view.phase === "pick a cat") return "pick your cat";
  if (view.phase === "prelude") return "use an ability before the round, or keep it";
  if (view.phase === "postlude") return "use an ability after the round, or keep it";
  return options.length ? "choose your strategy" : "";
}

// --- the cats ---

const BREEDS = ["Persian", "Ragdoll", "Maine Coon", "Exotic Shorthair", "Siamese", "Abyssinian"];
const round = (x, y) => `<ellipse cx="0" cy="0" rx="${x}" ry="${y}" fill="FUR"/>`;
const FLUFF = `<path d="M-60 6c-9-7-7-16-3-22C-60-50-34-62 0-62s60 12 63 46c4 6 6 15-3 22 5 8 1 15-6 18 1 9-6 13-14 13C30 47 15 50 0 50s-30-3-40-13c-8 0-15-4-14-13-7-3-11-10-6-18z" fill="FUR"/>`;
const EARS = (tip, out, inner) => `<path d="M-${out} -26L-${tip} -76L-14 -46zM${out} -26L${tip} -76L14 -46z" fill="EAR"/><path d="M-${out - 7} -34L-${tip - 4} -62L-24 -46zM${out - 7} -34L${tip - 4} -62L24 -46z" fill="${inner}" stroke="none"/>`;

/** Coat, ears, what is drawn on the face, the colour of the eyes: every breed can be told by its shape alone. */
const CATS = [
  { fur: "#fbf4e8", ear: "#fbf4e8", eye: "#f28c28", ears: EARS(48, 54, "#f2a6a0"), head: FLUFF, marks: `<path d="M-10-60c2 10 8 14 10 22 2-8 8-12 10-22" fill="#e6d6bf" stroke="none"/><path d="M-44 78c6-12 14-14 20-8 6-8 18-8 24 0 6-8 18-8 24 0 6-6 14-4 20 8" fill="#fffdf8" stroke-width="3"/>` },
  { fur: "#f7e6cf", ear: "#7d5a44", eye: "#4aa3df", ears: EARS(50, 54, "#d99a8c"), head: round(60, 50), marks: `<path d="M-56-12c4-30 28-38 46-38L0-6l10-44c18 0 42 8 46 38-8 14-22 18-34 14L0-10l-22 12c-12 4-26 0-34-14z" fill="#9c7257" stroke="none"/><path d="M0-8L-16 30H16z" fill="#fffaf2" stroke="none"/>` },
  { fur: "#a8703f", ear: "#8a5730", eye: "#8fd05a", ears: `${EARS(56, 56, "#d99a8c")}<path d="M-56-76l-7-13M-53-78l0-14M56-76l7-13M53-78l0-14" stroke-width="4"/>`, head: FLUFF, marks: `<path d="M-22-56l5 18M0-60v20M22-56l-5 18M-58-4h16M-56 8h14M58-4H42M56 8H42" stroke="#5d3718" stroke-width="6"/><path d="M-46 60c8 14 22 4 24 20 8-12 16-12 22 2 6-14 14-14 22-2 2-16 16-6 24-20" fill="#e0bd94" stroke-width="3"/><path d="M-26 16c6-8 46-8 52 0 2 16-12 26-26 26s-28-10-26-26z" fill="#f1d9b8" stroke="none"/>` },
  { fur: "#f0983c", ear: "#f0983c", eye: "#ffd15c", ears: EARS(42, 52, "#f2a6a0"), head: round(66, 52), marks: `<path d="M-18-50l3 15M0-52v16M18-50l-3 15" stroke="#b8601a" stroke-width="6"/><ellipse cx="0" cy="22" rx="30" ry="19" fill="#fff1dc" stroke="none"/><circle cx="-44" cy="18" r="9" fill="#ff7d5c" opacity=".5" stroke="none"/><circle cx="44" cy="18" r="9" fill="#ff7d5c" opacity=".5" stroke="none"/>` },
  { fur: "#efe0c8", ear: "#3d3236", eye: "#5cc0ff", ears: EARS(62, 50, "#8a5d62"), head: `<path d="M-52-20c2-22 26-34 52-34s50 12 52 34c0 26-26 66-52 68-26-2-52-42-52-68z" fill="FUR"/>`, marks: `<path d="M0-30c22 0 34 18 30 36C24 30 12 47 0 47S-24 30-30 6C-34-12-22-30 0-30z" fill="#4a3c40" stroke="none"/>` },
  { fur: "#c9713a", ear: "#a8562a", eye: "#cfe36b", ears: EARS(66, 54, "#f0b48c"), head: `<path d="M-56-12c2-28 28-40 56-40s54 12 56 40c-2 30-28 58-56 58s-54-28-56-58z" fill="FUR"/>`, marks: `<path d="M-22-36l8-12 14 10 14-10 8 12" fill="none" stroke="#6b3213" stroke-width="5"/><path d="M-24 18c8-6 40-6 48 0-2 16-12 25-24 25s-22-9-24-25z" fill="#f4d3ab" stroke="none"/><path d="M-48 4l6 4M-50 14l8 2M48 4l-6 4M50 14l-8 2" stroke="#6b3213" stroke-width="4"/>` },
];

const eyes = (colour, x, y, pupil) => `<ellipse cx="-23" cy="-3" rx="${x}" ry="${y}" fill="${colour}"/><ellipse cx="23" cy="-3" rx="${x}" ry="${y}" fill="${colour}"/><ellipse cx="-22" cy="-2" rx="${pupil}" ry="${y - 3}" fill="#1b2030" stroke="none"/><ellipse cx="22" cy="-2" rx="${pupil}" ry="${y - 3}" fill="#1b2030" stroke="none"/><circle cx="-19" cy="-6" r="2.500" fill="#fff" stroke="none"/><circle cx="25" cy="-6" r="2.500" fill="#fff" stroke="none"/>`;
/** A light line under dark ones, so that a face can be read on a dark mask too. */
const line = (path, width = 5) => `<path d="${path}" fill="none" stroke="#fffaf0" stroke-width="${width + 4}" opacity=".75"/><path d="${path}" fill="none" stroke-width="${width}"/>`;
const SMILE = line("M-12 25c5 7 10 6 12 0 2 6 7 7 12 0", 4);
const MOODS = {
  calm: (eye) => eyes(eye, 11, 12, 4) + SMILE,
  happy: () => `${line("M-34 0c6-11 18-11 23 0M11 0c5-11 17-11 23 0")}<path d="M-12 24h24c0 16-24 16-24 0z" fill="#d8536b" stroke-width="4"/><circle cx="-40" cy="14" r="7" fill="#ff8d8d" opacity=".6" stroke="none"/><circle cx="40" cy="14" r="7" fill="#ff8d8d" opacity=".6" stroke="none"/>`,
  angry: (eye) => `${eyes(eye, 11, 10, 3)}${line("M-38-22l24 10M38-22L14-12", 6)}<path d="M-20 34c6-13 34-13 40 0z" fill="#7a1f2b" stroke-width="4"/><path d="M-12 28l4 7 4-8M12 28l-4 7-4-8" fill="#fff" stroke-width="2"/>`,
  stern: (eye) => `${eyes(eye, 11, 9, 4)}${line("M-36-11h24M36-11H12", 6)}${line("M-10 28h20", 4)}`,
  worried: (eye) => `${eyes(eye, 12, 14, 2.5)}${line("M-36-20l16-8M36-20l-16-8", 5)}${line("M-10 32c5-8 15-8 20 0", 4)}<path d="M52-34c8 11 8 17 0 17s-8-6 0-17z" fill="#7fc4ff" stroke-width="3"/>`,
  hurt: () => `${line("M-34-11l20 9-20 9M34-11L14-2l20 9", 6)}${line("M-16 32c4-8 8 2 12-4s8 4 12-2 6 2 8 4", 4)}<g transform="translate(30 -38) rotate(24)"><rect x="-15" y="-6" width="30" height="12" rx="5" fill="#ffd9a8" stroke-width="3"/><path d="M-3-3v6M3-3v6" stroke-width="2"/></g>`,
  out: () => `${line("M-32-11l17 17M-15-11l-17 17M32-11L15 6M15-11l17 17", 6)}<path d="M-10 27h20v7c0 12-14 12-14 0v-7" fill="#e8798b" stroke-width="3"/>`,
};

const portraits = new Map();
function portrait(breed, mood) {
  const key = `${breed} ${mood}`;
  if (!portraits.has(key)) {
    const cat = CATS[breed];
    const paint = (text) => text.replaceAll("FUR", cat.fur).replaceAll("EAR", cat.ear);
    portraits.set(
      key,
      `<g stroke="#1b2030" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"><path d="M-56 92c-6-40 22-58 56-58s62 18 56 58z" fill="${cat.fur}"/><g class="cb-headshape">${paint(cat.ears)}${paint(cat.head)}${cat.marks}
<path d="M-6 12H6L0 19z" fill="#f28f8f" stroke-width="3"/>${MOODS[mood](cat.eye)}
<path d="M-40 18l-30-5M-40 25l-30 6M40 18l30-5M40 25l30 6" stroke-width="3"/></g></g>`,
    );
  }
  return icon("-82 -98 164 190", portraits.get(key), { class: `cb-cat mood-${mood}` });
}

const head = (breed, mood = "calm") => h0("span", { class: "cb-headonly" }, portrait(breed, mood));
let h0 = null;

// --- signs ---

const SIGNS = {
  purr: `<path d="M12 21C4 15 2 11 2 8a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 3-2 7-10 13z" fill="#e0557c" stroke="#1b2030" stroke-width="1.800" stroke-linejoin="round"/>`,
  guard: `<path d="M12 2l8.500 2.700v6.300c0 5.600-3.500 9.200-8.500 11-5-1.800-8.500-5.400-8.500-11V4.700z" fill="#2f9e77" stroke="#1b2030" stroke-width="1.800" stroke-linejoin="round"/><path d="M12 5v14c3.400-1.500 5.600-4.200 5.600-8V6.800z" fill="#8fe0bd"/>`,
  scratch: `<g fill="#e8732c" stroke="#1b2030" stroke-width="1.400" stroke-linejoin="round"><path d="M3 4c5 4 6 10 4.500 18C5 16 3 11 3 4z"/><path d="M10 2c5 5 6 12 4.500 20.500C12 16 10 10 10 2z"/><path d="M17 4c5 4 6 10 4.500 18C19 16 17 11 17 4z"/></g>`,
  out: `<path d="M5 5l14 14M19 5L5 19" stroke="#a1260d" stroke-width="4" stroke-linecap="round"/>`,
};
const sign = (name) => icon("0 0 24 24", SIGNS[name], { class: "cb-sign" });
const MOVEMENTS = ["purr", "guard", "scratch"];
const CARDS = {
  "Double Purring": ["purr", "double", "×2"],
  "Guaranteed Purring": ["purr", "guaranteed", "✓"],
  "Purr and Draw": ["purr", "draw", "draw"],
  "Reverse Scratch": ["guard", "reverse", "↩"],
  "Guard and Heal": ["guard", "heal", "+HP"],
  "Guard and Draw": ["guard", "draw", "draw"],
  "Can't Reverse": ["scratch", "noreverse", "no ↩"],
  "Can't Guard": ["scratch", "noguard", "no guard"],
  "Double Scratch": ["scratch", "double", "×2"],
};
const NAMES = Object.keys(CARDS);
const POWERS = {
  Rejuvenation: `<path d="M12 2c1 6 4 9 10 10-6 1-9 4-10 10-1-6-4-9-10-10 6-1 9-4 10-10z" fill="currentColor"/>`,
  Gentleman: `<path d="M7 4h10v10h5v4H2v-4h5z" fill="currentColor"/>`,
  Hunting: `<circle cx="12" cy="16" r="5.500" fill="currentColor"/><circle cx="5" cy="10" r="2.700" fill="currentColor"/><circle cx="9.500" cy="5.500" r="2.700" fill="currentColor"/><circle cx="14.500" cy="5.500" r="2.700" fill="currentColor"/><circle cx="19" cy="10" r="2.700" fill="currentColor"/>`,
  Recycling: `<path d="M4 13a8 8 0 0 1 13-7M20 11a8 8 0 0 1-13 7" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 7h6V1zM10 17H4v6z" fill="currentColor"/>`,
  Loneliness: `<path d="M15 2a10 10 0 1 0 7 14A9 9 0 0 1 15 2z" fill="currentColor"/>`,
  Spotlight: `<path d="M12 1l3.200 7 7.600.800-5.700 5.100 1.600 7.600-6.700-3.900-6.700 3.900 1.600-7.600L1.200 8.800 8.800 8z" fill="currentColor"/>`,
  Attacker: `<path d="M5 10h3V5h3v5h1V4h3v6h1V6h3v9c0 4-3 7-7 7s-7-3-7-7z" fill="currentColor"/>`,
  "Critical Hit": `<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="3"/><circle cx="12" cy="12" r="3.500" fill="currentColor"/><path d="M12 0v6M12 18v6M0 12h6M18 12h6" stroke="currentColor" stroke-width="2.500"/>`,
  hidden: `<path d="M8 8a4 4 0 1 1 6 3.500c-1.500 1-2 1.500-2 3.500" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="12" cy="20" r="2" fill="currentColor"/>`,
};

// --- what has happened ---

const TOLD = {
  hit: ([, , points]) => ["hit", `hits: −${points} HP`],
  unguarded: ([, , points]) => ["hit", `right through the guard: −${points} HP`],
  startled: ([, , points]) => ["hit", `startles the purr: −${points} HP`],
  startled_already: () => ["none", "startled already: no more is lost"],
  unmoved: () => ["none", "purrs on, unmoved"],
  dodged: () => ["safe", "dodged"],
  not_reversed: () => ["safe", "dodged, but not reversed"],
  reversed: ([, , points]) => ["back", `turned around: −${points} HP for the attacker`],
  missed: () => ["none", "scratches the air"],
};
const ALONE = {
  gained: ([, points, , why]) => ["purr", why === 4 ? `guards and heals: +${points} HP` : why === 7 ? `Rejuvenation: +${points} HP` : `purrs: +${points} HP`],
  paid: ([, points]) => ["scratch", `pays ${points} HP for the Critical Hit`],
  out: () => ["out", "is out"],
  too_late: () => ["out", "is out before its scratch"],
};

/** The last fight, as the story tells it: everything since the strategies were shown. */
function lastFight(story) {
  const at = story.map((line) => line.kind).lastIndexOf("showed");
  if (at < 0) return null;
  const rows = [];
  for (const { kind, args, clause } of story.slice(at + 1)) {
    if (TOLD[kind]) rows.push({ from: args[0], to: args[1], said: TOLD[kind](args), clause });
    else if (ALONE[kind]) rows.push({ from: args[0], to: null, said: ALONE[kind](args), clause });
  }
  return { at, rows };
}

/** How a cat feels, from its HP and from what happened to it. */
function moodOf(view, seat, wish) {
  if (seat.out) return "out";
  if (view.outcome) return view.winner === seat.seat ? "happy" : "worried";
  if (wish) return { purr: "happy", guard: "stern", scratch: "angry" }[wish];
  if (seat.change < 0) return "hurt";
  const did = seat.strategy?.split(" ")[0];
  if (did === "scratch") return "angry";
  if (did === "guard") return "stern";
  if (seat.change > 0 || did === "purr") return "happy";
  return seat.hp <= 3 ? "worried" : "calm";
}

// --- the drawing ---

export function draw(view, options, send, tools) {
  const { h, state, viewer } = tools;
  h0 = h;
  const fight = lastFight(tools.story);
  const strategies = options.some(({ words }) => /^(purr|guard|scratch)/.test(words));
  if (!strategies) Object.assign(state, { movement: "", target: null, card: "" });
  const plan = strategies ? planned(view, options, tools) : null;
  tools.after((root) => act(root, tools));
  const picking = view.phase === "pick a cat";
  return h(
    "div",
    { class: "cb" },
    h("p", { class: "cb-round" }, h("strong", {}, view.round ? `Round ${view.round}` : "Before the brawl"), h("span", {}, view.phase), h("span", {}, `${view.win_hp} HP win at once`)),
    h("ol", { class: `cb-ring cats-${view.seats.length}` }, view.seats.map((seat) => cat(view, seat, plan, tools))),
    picking ? null : h("div", { class: "cb-between" }, story(view, fight, tools), piles(view, tools)),
    picking ? picker(options, send, tools) : null,
    h(
      "div",
      { class: `cb-decide ${view.hand?.length ? "" : "bare"}` },
      plan ? planner(view, options, plan, send, tools) : null,
      options.length && !picking && !plan ? powers(view, options, send, tools) : null,
      !options.length && viewer !== null && view.sealed ? h("p", { class: "cb-sealed" }, h("span", {}, "Sealed: ", h("strong", {}, view.sealed)), h("small", {}, "It is shown when everyone has decided.")) : null,
      viewer !== null && view.hand && !picking ? hand(view, options, plan, tools) : null,
    ),
  );
}

function cat(view, seat, plan, tools) {
  const { h, names, mark, colour, waiting, viewer, state, redraw } = tools;
  const number = seat.seat;
  const acting = waiting.includes(number);
  const who = h("span", { class: "cb-who" }, mark(number), h("strong", {}, names[number]), number === viewer ? h("small", {}, "you") : null);
  if (seat.cat === null) return h("li", { key: number, class: `cb-seat empty ${acting ? "acting" : ""}`, style: { "--seat": colour(number) } }, h("span", { class: "cb-mystery", "aria-hidden": "true" }, "?"), who, h("small", {}, acting ? "is picking a cat" : "has picked"));
  const mood = moodOf(view, seat, number === viewer ? plan?.movement : "");
  const aims = plan?.movement === "scratch" && plan.targets.includes(number);
  const aimed = aims && plan.target === number;
  const [did, ...rest] = (seat.strategy || "").split(" ");
  const used = rest.find((word) => word.startsWith("+"));
  const against = rest.find((word) => /^\d$/.test(word));
  const card = used ? NAMES.find((name) => CARDS[name][0] === did && CARDS[name][1] === used.slice(1)) : "";
  return h(
    "li",
    { key: number, class: `cb-seat ${acting ? "acting" : ""} ${seat.out ? "gone" : ""} ${aims ? "aim" : ""} ${aimed ? "aimed" : ""} ${number === viewer ? "own" : ""}`, "data-cat": number, style: { "--seat": colour(number) } },
    acting ? h("span", { class: "cb-think" }, number === viewer ? "your decision" : "deciding …") : null,
    h(
      aims ? "button" : "div",
      {
        key: aims ? "aim" : "face",
        class: "cb-face",
        type: aims ? "button" : null,
        tabindex: aims ? null : 0,
        role: aims ? null : "img",
        "data-spot": aims ? "" : null,
        "data-target": aims ? number : null,
        "aria-pressed": aims ? String(aimed) : null,
        "aria-label": `${names[number]}, ${seat.cat}, ${seat.hp} HP, ${mood}`,
        "data-explain": seat.cat,
        onclick: aims ? () => ((state.target = number), redraw()) : null,
      },
      portrait(seat.breed, mood),
      did ? h("span", { class: `cb-did ${did}` }, sign(did), card ? h("b", {}, CARDS[card][2]) : null, against !== undefined ? tools.mark(Number(against)) : null) : null,
      seat.change ? h("span", { class: `cb-change ${seat.change < 0 ? "minus" : "plus"}` }, seat.change < 0 ? `−${-seat.change}` : `+${seat.change}`) : null,
      aims ? h("span", { class: "cb-aim" }, sign("scratch")) : null,
    ),
    who,
    h("span", { class: "cb-breed" }, seat.cat),
    h(
      "span",
      { class: `cb-hp ${seat.hp <= 3 ? "low" : ""}`, role: "meter", "aria-label": `HP of ${names[number]}`, "aria-valuemin": 0, "aria-valuemax": view.win_hp, "aria-valuenow": Math.max(0, Math.min(view.win_hp, seat.hp)) },
      h("i", { style: { width: `${Math.max(0, Math.min(100, (100 * seat.hp) / view.win_hp))}%` } }),
      h("b", {}, `${Math.max(0, seat.hp)} HP`),
    ),
    h(
      "span",
      { class: "cb-row" },
      power(seat.ability, seat.ready_in, seat.uses.includes(seat.ability), tools),
      seat.bonus === "none" ? null : power(seat.bonus, seat.bonus_ready_in, seat.uses.includes(seat.bonus), tools),
      h("span", { class: "cb-cards", "aria-label": `${seat.cards} cards`, role: "img", "data-place": `cards ${number}` }, h("i", {}), h("b", {}, seat.cards)),
    ),
  );
}

/** An ability in its ring: full and gold when it can be used, a number of rounds when it rests. */
function power(name, rest, active, { h }) {
  const share = rest ? Math.max(8, 100 - 33 * rest) : 100;
  const says = name === "hidden" ? "A secret bonus ability: Attacker or Critical Hit." : rest ? `Rests: ready in ${rest} ${rest === 1 ? "round" : "rounds"}.` : active ? "In use this round." : "Ready.";
  return h(
    "span",
    { class: `cb-power ${rest ? "rests" : "ready"} ${active ? "active" : ""}`, key: `power ${name}`, tabindex: 0, role: "img", "data-explain": name === "hidden" ? "Bonus ability" : name, "data-says": says, "aria-label": `${name}. ${says}` },
    h("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, h("circle", { cx: 20, cy: 20, r: 17, class: "cb-ring-back" }), h("circle", { cx: 20, cy: 20, r: 17, class: "cb-ring-fill", pathLength: 100, "stroke-dasharray": `${share} 100`, transform: "rotate(-90 20 20)" })),
    icon("0 0 24 24", POWERS[name] || POWERS.hidden, { class: "cb-power-sign" }),
    rest ? h("b", {}, rest) : null,
  );
}

/** "Bix (easy)" is Bix where there is little room. */
const short = (name) => name.replace(/ \([^)]*\)$/, "");

function story(view, fight, { h, names }) {
  const breed = (seat) => view.seats[seat].breed;
  return h(
    "section",
    { class: "cb-fight", "aria-label": "The last fight" },
    fight?.rows.length
      ? h(
          "ol",
          {},
          fight.rows.map((row, number) =>
            h(
              "li",
              { key: `${fight.at} ${number}`, class: `said-${row.said[0]}` },
              head(breed(row.from), row.said[0] === "out" ? "out" : row.to === null ? "happy" : "angry"),
              row.to === null ? sign(row.said[0] === "out" ? "out" : row.said[0]) : [h("span", { class: "cb-claws", "aria-hidden": "true" }, sign(row.said[0] === "safe" || row.said[0] === "back" ? "guard" : "scratch")), head(breed(row.to), row.said[0] === "hit" ? "hurt" : "stern")],
              h("span", { class: "cb-said" }, h("strong", {}, row.to === null ? short(names[row.from]) : `${short(names[row.from])} → ${short(names[row.to])}`), " ", row.said[1], h("small", {}, row.clause)),
            ),
          ),
        )
      : h("p", { class: "cb-quiet" }, fight ? "A quiet round: nobody was scratched." : "Strategies are chosen in secret and shown together."),
  );
}

function piles(view, { h }) {
  const top = view.pile.slice(-3);
  return h(
    "div",
    { class: "cb-piles" },
    h("span", { class: "cb-bank", "data-place": "bank", role: "img", "aria-label": "Chance cards to draw" }, h("i", {}), h("small", {}, "chance cards")),
    h(
      "span",
      { class: "cb-used", "data-place": "pile", tabindex: 0, role: "img", "aria-label": `Used pile: ${view.pile.length} cards`, "data-explain": "Used cards", "data-says": view.pile.length ? view.pile.join(", ") : "No card has been used yet." },
      h("span", { class: "cb-heap" }, top.map((name, at) => h("span", { key: view.pile.length - top.length + at, class: `cb-mini ${CARDS[name][0]}` }, sign(CARDS[name][0]), h("b", {}, CARDS[name][2])))),
      h("small", {}, `used: ${view.pile.length}`),
    ),
  );
}

// --- deciding ---

function picker(options, send, { h, topic }) {
  if (!options.length) return h("p", { class: "cb-quiet" }, "Everyone picks a cat; the picks are shown together.");
  return h(
    "section",
    { class: "cb-pick", "aria-label": "Pick a cat" },
    options.map((option) => {
      const breed = BREEDS.findIndex((name) => name.toLowerCase() === option.words);
      const name = BREEDS[breed] || option.words;
      return h("button", { key: option.words, type: "button", class: "cb-choice", "data-spot": "", "data-pick": option.words, onclick: () => send(option) }, portrait(Math.max(0, breed), "calm"), h("span", {}, h("strong", {}, name), h("small", {}, option.explanation || topic(name)?.text)));
    }),
  );
}

function powers(view, options, send, { h, viewer }) {
  const own = view.seats[viewer];
  return h(
    "section",
    { class: "cb-powers", "aria-label": "Use an ability?" },
    options.map((option) => {
      const name = Object.keys(POWERS).find((power) => power.toLowerCase() === option.words) || (option.words === "decline" ? "" : own.ability);
      return h("button", { key: option.words, type: "button", class: `cb-use ${name ? "" : "no"}`, "data-spot": "", "data-use": option.words, onclick: () => send(option) }, name ? icon("0 0 24 24", POWERS[name], { class: "cb-power-sign" }) : null, h("span", {}, h("strong", {}, name ? option.words : "Not now"), h("small", {}, option.explanation)));
    }),
  );
}

/** The strategy so far, put together here; nothing is sent before the last button. */
function planned(view, options, { state }) {
  const can = (movement) => options.filter(({ words }) => words.split(" ")[0] === movement);
  const targets = [...new Set(can("scratch").map(({ words }) => Number(words.split(" ")[1])))];
  if (state.movement && !can(state.movement).length) state.movement = "";
  if (targets.length === 1) state.target = targets[0];
  else if (!targets.includes(state.target)) state.target = null;
  if (state.card && CARDS[state.card][0] !== state.movement) state.card = "";
  const written = (card) => `${state.movement}${state.movement === "scratch" ? ` ${state.target}` : ""}${card ? ` +${CARDS[card][1]}` : ""}`;
  const find = (card) => options.find(({ words }) => words === written(card));
  return { movement: state.movement, target: state.target, card: state.card, targets, can, find, option: state.movement ? find(state.card) : null };
}

const title = (words) => words[0].toUpperCase() + words.slice(1);

/** Why a movement, perhaps with a card, cannot be made now; of a scratch, the first reason there is for any target. */
function whyNot(movement, card, { reason, names }) {
  const end = card ? ` +${CARDS[card][1]}` : "";
  return (movement === "scratch" ? names.map((_, seat) => `scratch ${seat}${end}`) : [`${movement}${end}`]).map(reason).find(Boolean) || "";
}

function planner(view, options, plan, send, tools) {
  const { h, state, names, mark, redraw } = tools;
  const pick = (changes) => {
    Object.assign(state, changes);
    redraw();
  };
  const says = { purr: "gain HP, unless attacked", guard: "dodge every scratch", scratch: "deal damage to one cat" };
  const what = !plan.movement ? "Choose a movement" : plan.movement === "scratch" && plan.target === null ? "Whom? Press a cat or a name" : `${plan.movement[0].toUpperCase()}${plan.movement.slice(1)}${plan.movement === "scratch" ? ` ${names[plan.target]}` : ""}${plan.card ? ` with ${plan.card}` : ""}`;
  return h(
    "section",
    { class: "cb-plan", "aria-label": "Your strategy" },
    h(
      "div",
      { class: "cb-moves", role: "group", "aria-label": "Movement" },
      MOVEMENTS.map((movement) => h("button", { key: movement, type: "button", class: `cb-move ${movement} ${plan.movement === movement ? "chosen" : ""}`, "aria-pressed": String(plan.movement === movement), "data-spot": "", "data-move": movement, "data-explain": title(movement), "data-says": `${title(says[movement])}.`, "data-no": plan.can(movement).length ? null : whyNot(movement, "", tools) || null, "aria-disabled": plan.can(movement).length ? null : "true", onclick: () => plan.can(movement).length && pick({ movement }) }, sign(movement), h("span", {}, h("strong", {}, movement), h("small", {}, says[movement])))),
    ),
    plan.movement === "scratch"
      ? h("div", { class: "cb-targets", role: "group", "aria-label": "Target" }, plan.targets.map((seat) => h("button", { key: seat, type: "button", class: `cb-target ${plan.target === seat ? "chosen" : ""}`, "aria-pressed": String(plan.target === seat), "data-spot": "", "data-whom": seat, onclick: () => pick({ target: seat }) }, mark(seat), names[seat])))
      : null,
    h("div", { class: "cb-commit" }, h("p", {}, h("strong", {}, what), plan.option ? h("span", {}, plan.option.explanation) : null), h("button", { type: "button", class: "primary cb-go", "data-spot": "", "data-go": "", disabled: !plan.option, onclick: () => plan.option && send(plan.option) }, "Seal it")),
  );
}

function hand(view, options, plan, tools) {
  const { h, state, redraw } = tools;
  const seen = new Map();
  const cards = [...view.hand].sort((a, b) => NAMES.indexOf(a) - NAMES.indexOf(b));
  return h(
    "section",
    { class: "cb-hand-box", "aria-label": "Your hand" },
    h("h3", {}, "Your hand ", h("small", {}, cards.length ? "a card goes with the movement of its sign" : "no cards"), view.hunger ? h("small", {}, ` · ${view.hunger} ${view.hunger === 1 ? "round" : "rounds"} without claws`) : null),
    h(
      "div",
      { class: "cb-hand" },
      cards.map((name) => {
        const count = (seen.get(name) || 0) + 1;
        seen.set(name, count);
        const [movement, , short] = CARDS[name];
        const fits = plan && plan.can(movement).length > 0;
        const chosen = plan?.card === name && count === 1;
        return h(
          "button",
          {
            key: `${name} ${count}`,
            type: "button",
            class: `cb-card ${movement} ${chosen ? "chosen" : ""} ${plan?.movement && plan.movement !== movement ? "other" : ""}`,
            "data-spot": "",
            "data-fly": `${name} ${count}`,
            "data-from": "bank",
            "data-to": "pile",
            "data-card": name,
            "data-explain": name,
            "data-no": plan && !fits ? whyNot(movement, name, tools) || null : null,
            "aria-disabled": fits ? null : "true",
            "aria-pressed": plan ? String(chosen) : null,
            onclick: () => {
              if (!fits) return;
              Object.assign(state, chosen ? { card: "" } : { card: name, movement });
              redraw();
            },
          },
          h("span", { class: "cb-card-signs" }, sign(movement), h("b", {}, short)),
          h("span", { class: "cb-card-name" }, name),
        );
      }),
    ),
  );
}

// --- blows ---

function act(root, { lines, motion }) {
  let wait = 0;
  const at = (seat) => root.querySelector(`[data-cat="${seat}"]`);
  const later = (call) => {
    motion.later(wait, call);
    if (!motion.still()) wait += 380;
  };
  for (const { kind, args } of lines) {
    if (TOLD[kind]) {
      later(() => {
        const [from, to] = [at(args[0]), at(args[1])];
        if (!from || !to) return;
        if (!motion.still()) {
          const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
          from.animate([{ transform: "none", zIndex: 3 }, { transform: `translate(${(b.left - a.left) * 0.45}px, ${(b.top - a.top) * 0.45 - 10}px) rotate(${b.left > a.left ? 6 : -6}deg)`, offset: 0.4, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: 420, easing: "ease-in-out" });
        }
        const [outcome] = TOLD[kind](args);
        if (outcome === "hit") motion.shake(to, 12);
        motion.floatWord(outcome === "back" ? from : to, outcome === "hit" || outcome === "back" ? `−${args[2]}` : outcome === "safe" ? "dodged" : "–", outcome === "safe" ? "good" : "");
      });
    } else if (kind === "gained") later(() => motion.floatWord(at(args[0]), `+${args[1]}`, "good"));
    else if (kind === "paid") later(() => motion.floatWord(at(args[0]), `−${args[1]}`));
    else if (kind === "used") later(() => motion.flash(at(args[0])));
    else if (kind === "out") later(() => motion.floatWord(at(args[0]), "out!"));
  }
}
