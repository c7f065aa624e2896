/** A pigeon and a crumb, drawn by hand. */

/** A pigeon that looks to the right, 120 by 110; `up` lifts its wings. */
export const pigeon = (up) => `<g stroke="#1b2030" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">
<path d="M52 92v12M46 104h12M66 92v12M60 104h12" fill="none" stroke="#d8662f"/>
<path d="M4 74l26-16 4 20z" fill="#5d6577"/>
<path d="M18 70c4-22 22-34 44-34 10 0 16-6 18-14 3-12 24-12 26 3 2 12-6 16-8 26-4 26-16 41-42 41-22 0-36-8-38-22z" fill="#9aa4b8"/>
<path d="M80 33c6 8 15 9 22 4-1 9-5 12-6 18-8 4-18-2-20-10z" fill="#3fa37c" stroke="none"/>
<path d="M78 38c6 8 13 9 20 5" fill="none" stroke="#8d5bb0" stroke-width="5"/>
<path d="M105 22l13 5-13 5z" fill="#e9a13c"/><circle cx="96" cy="22" r="4.500" fill="#ff8a3c" stroke-width="2"/>
<path class="pg-wing" d="${up ? "M36 60C26 40 24 20 34 4c10 12 26 24 36 50-8 12-24 14-34 6z" : "M32 62c12-10 30-10 44-4-4 16-16 24-32 22-8-2-12-10-12-18z"}" fill="#c3cad8"/></g>`;

/** Worth its number: a bun, 64 by 56. */
export const CRUMB = `<g stroke="#1b2030" stroke-width="3.500" stroke-linejoin="round"><path d="M8 34c-6-12 4-20 12-20 4-10 18-12 24-4 12-2 18 8 14 16 4 10-4 20-16 18-8 8-30 6-34-10z" fill="#e2a95c"/><path d="M18 22l6 4M34 16l2 6M46 24l-5 4M26 36l6-2" fill="none" stroke="#8a5a22"/></g>`;
