/** The pictures of "How you win", one for each cell of how.toml, 240 by 140. */

const card = (x, y, number) =>
  `<rect x="${x}" y="${y}" width="50" height="72" rx="9" fill="#fffcf5" stroke="#1b2030" stroke-width="3"/><text x="${x + 25}" y="${y + 48}" font-size="30" text-anchor="middle" class="how-words dark">${number}</text>`;

export const pictures = [
  `${card(36, 34, "?")}${card(95, 34, 7)}${card(154, 34, "?")}`,
  `${card(40, 50, 7)}${card(100, 34, 9)}${card(160, 18, 16)}`,
];
