/** Words for options and their changes. */

/** Formats the value of an option. */
export function valueWords(field, value) {
  if (field?.kind === "bool") return value ? "on" : "off";
  if (field?.kind === "names" && value.length > 3) return `${value.length} of ${field.choices.length}`;
  const at = field?.choices?.indexOf(value) ?? -1;
  return at >= 0 ? field.says[at] : String(value);
}

/** Lists differences from the rulebook: ["Gull: HP 8 → 9"]. */
export function changeWords(game, changes, base = {}) {
  return Object.entries(changes).map(([name, value]) => {
    const field = game?.fields.find((one) => one.name === name);
    if (field?.kind === "names") return `${field.label} ${valueWords(field, value)}`;
    return `${field?.label || name} ${valueWords(field, base[name] ?? field?.default)} → ${valueWords(field, value)}`;
  });
}
