/** Formats lab measures for people. */

const SIGNS = { "-1": "−", 0: "", 1: "+" };

/** Formats a difference with its sign: +3.1. Rates are in percentage points. */
export function signed(value, unit) {
  const [scaled, digits] = unit === "points" ? [value * 100, 1] : [value, 2];
  const shown = Math.abs(scaled).toFixed(digits);
  return `${Number(shown) ? SIGNS[Math.sign(scaled)] : ""}${shown}`;
}

export function half(value, unit) {
  return unit === "points" ? (value * 100).toFixed(1) : value.toFixed(2);
}

/** Formats a value: 59.8 %, or 11.20. */
export function plainly(value, unit) {
  if (value === null) return "–";
  return unit === "points" ? `${(value * 100).toFixed(1)} %` : value.toFixed(2);
}

export function span(seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 90) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} hours`;
}

/** Labels of measures whose names in files are older. */
const LABELS = {
  "decided after": "decided at (share of the game)",
  "farthest behind": "largest deficit overcome",
  "best less second best": "margin of the best move",
  options: "legal moves",
};

/** The name of a measure, as people read it. @param {string} name */
export const labelOf = (name) => LABELS[/** @type {keyof typeof LABELS} */ (name)] ?? name;

export const count = (number) => Math.round(number).toLocaleString("en");

/** True if an experiment ended because it was played as long as it may be. */
export const timeIsUp = (experiment) => experiment.state === "done" && Math.min(...experiment.done) < experiment.most;

/** Deals per second, or nothing before the first deal. */
export const paceWords = (pace) => (pace ? ` · ${pace >= 10 ? count(pace) : pace.toFixed(1)} a second` : "");

const MAX_STEPS = 4;
const MAX_PROPOSALS = 3;

/**
 * Proposes single changes that bring a measure nearest to its target.
 * Extrapolates the measured effect of one step: the field, its new value, and the predicted measure.
 * Limited to a few steps, because a linear extrapolation fails beyond.
 */
export function proposals(game, base, effects, value, wanted) {
  const found = [];
  for (const effect of effects.filter((one) => one.claimed)) {
    const field = game.fields.find((one) => one.name === effect.number);
    const now = base[field.name] ?? field.default;
    const low = Math.max(field.low || 0, now - MAX_STEPS);
    const high = Math.min(field.high, now + MAX_STEPS);
    const after = Math.max(low, Math.min(high, now + Math.round((wanted - value) / effect.value)));
    const expected = value + (after - now) * effect.value;
    if (after !== now) found.push({ field, now, after, expected, off: Math.abs(expected - wanted) });
  }
  return found.sort((one, other) => one.off - other.off).slice(0, MAX_PROPOSALS);
}
