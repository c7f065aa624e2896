/** SVG art of Defend the City: the wall, the defender and the enemies. */

export const SWORD = `<path d="M5 19l3-3M4 14l6 6" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><path d="M8 14L19 3h2v2L10 16z" fill="currentColor" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>`;
export const SHIELD = `<path d="M12 2.5l8 2.5v6c0 5.5-3.4 9-8 10.5C7.400 20 4 16.500 4 11V5z" fill="currentColor" stroke="currentColor" stroke-width="1.500" stroke-linejoin="round"/>`;

/** The wall and its foreground, 900 by 330. */
export const SCENE = `
<rect width="900" height="330" class="dc-sky"/>
<circle cx="700" cy="92" r="58" class="dc-sun"/>
<path d="M0 210c120-46 240-40 360-6s260 24 540-28v160H0z" class="dc-hill"/>
<path d="M0 268c160 8 300-6 420-42 90-26 190-30 270-8s150 6 210-10v130H0z" class="dc-hill near"/>
<g stroke="#1b2030" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">
<path d="M-10 300V92h26V66h24v26h26V66h24v26h26V66h24v26h26V66h24v26h22v208z" fill="#8d93a5"/>
<path d="M150 300V136h16v-22h22v22h20v-22h22v22h16v164z" fill="#a7adbd"/>
<path d="M14 128h34M84 150h36M10 182h28M70 206h40M168 170h30M186 214h34M160 250h26" fill="none" stroke-width="4" opacity=".45"/>
<path d="M44 300v-72c0-22 15-37 34-37s34 15 34 37v72z" fill="#4b2f22"/><path d="M78 193v105M46 248h64" stroke-width="4" fill="none"/>
<path d="M54 66V8" fill="none"/><path d="M54 10l58 18-58 18z" fill="#2f6fb0"/>
</g>
<path d="M0 292c220-16 620-18 900 4v40H0z" class="dc-ground"/>`;

/** Cracks of the wall, in order of appearance. */
export const CRACKS = [
  `<path d="M196 300l-12-34 18-22-14-30" fill="none" stroke="#1b2030" stroke-width="6" stroke-linejoin="round"/>`,
  `<path d="M128 300l10-46-20-26 12-40-10-30" fill="none" stroke="#1b2030" stroke-width="6" stroke-linejoin="round"/>`,
  `<path d="M22 300l14-52-18-34 16-46-12-40" fill="none" stroke="#1b2030" stroke-width="6" stroke-linejoin="round"/>`,
];

export const DEFENDER = `
<ellipse cx="100" cy="212" rx="62" ry="12" fill="#1b2030" opacity=".3"/>
<g stroke="#1b2030" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">
<path d="M76 206v-26M122 206v-26" stroke-width="20"/><path d="M76 204v-24M122 204v-24" stroke="#4b2f22" stroke-width="11"/>
<path d="M60 182c-3-62 8-92 40-92s43 30 40 92z" fill="#2f6fb0"/><path d="M64 158h72" stroke="#ffc845" stroke-width="8"/>
<circle cx="100" cy="62" r="31" fill="#f1c9a5"/>
<path d="M64 60c0-48 72-48 72 0z" fill="#cfd6e2"/><path d="M96 18c14-16 38-10 34 12-12-9-22-7-26 3z" fill="#e9552f"/>
<path d="M98 68h11M120 68h11" stroke-width="6"/><path d="M108 82h16" stroke-width="4"/>
<g class="dc-blade"><path d="M140 124l62-58" stroke-width="18"/><path d="M140 124l62-58" stroke="#eef2f8" stroke-width="9"/><path d="M134 108l26 28" stroke-width="9"/><circle cx="138" cy="126" r="10" fill="#f1c9a5"/></g>
<g class="dc-guard"><path d="M18 92h62v44c0 26-15 41-31 50-16-9-31-24-31-50z" fill="#ffc845"/><path d="M49 94v88M20 126h58" stroke="#c33c1d" stroke-width="9"/></g>
</g>`;

/** Enemies face left. Each kind has its own shape: horns, tusks, a big shield, a hood, a crown. */
const BODY = (coat, skin) => `
<ellipse cx="100" cy="212" rx="62" ry="12" fill="#1b2030" opacity=".3"/>
<g stroke="#1b2030" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">
<path d="M78 206v-26M124 206v-26" stroke-width="20"/><path d="M78 204v-24M124 204v-24" stroke="${coat}" stroke-width="10"/>
<path d="M60 182c-3-62 8-92 40-92s43 30 40 92z" fill="${coat}"/><circle cx="98" cy="64" r="31" fill="${skin}"/>`;
const BLADE = `<g class="dc-blade"><path d="M62 124L6 62" stroke-width="18"/><path d="M62 124L6 62" stroke="#b9c0cf" stroke-width="9"/><path d="M44 136l28-26" stroke-width="9"/><circle cx="64" cy="126" r="10" fill="#7c9b5a"/></g>`;
export const ENEMIES = {
  uniform: `${BODY("#3a3f52", "#7c9b5a")}
<path d="M72 44L52 16l4 38M124 44l20-28-4 38" fill="#7c9b5a"/><path d="M72 58l16 8M114 58l-14 8" stroke-width="6"/><path d="M78 84l6-8 6 8 6-8 6 8 6-8" fill="none" stroke-width="4"/>
<path d="M66 152h70" stroke="#9a5b2c" stroke-width="9"/>${BLADE}</g>`,
  brute: `${BODY("#6d3325", "#c9764a")}
<path d="M52 118c10-34 86-34 96 0" fill="#8a4432"/><path d="M66 60c4-34 60-34 64 0-20-10-44-10-64 0z" fill="#3a2a22"/>
<path d="M74 66l14 5M112 66l-12 5" stroke-width="7"/><path d="M76 84h42" stroke-width="5"/><path d="M80 86l3-18 8 16M106 86l5-18 4 16" fill="#fffaf0" stroke-width="4"/>
<g class="dc-blade"><path d="M62 130L22 76" stroke-width="16"/><path d="M62 130L22 76" stroke="#9a6a3c" stroke-width="7"/><path d="M-4 56c2-26 36-36 48-12s-8 52-22 48-28-14-26-36z" fill="#9a6a3c"/><path d="M2 44l-12-8M24 28l2-14M46 46l14-6M6 74l-14 6" stroke-width="6"/><circle cx="62" cy="130" r="11" fill="#c9764a"/></g></g>`,
  wary: `${BODY("#31596b", "#e0b48a")}
<path d="M62 66c-4-52 76-52 72 0l-10-6H74z" fill="#8a97a8"/><path d="M98 24V8" stroke-width="7"/>
<path d="M76 70h12M108 70h-8" stroke-width="6"/><path d="M84 88c6-4 12-4 16 0" fill="none" stroke-width="4"/>
<path d="M134 132l44-84" stroke-width="15"/><path d="M134 132l44-84" stroke="#9a6a3c" stroke-width="6"/><path d="M170 62l6-34 18 28z" fill="#b9c0cf"/>
<g class="dc-blade"><path d="M8 84h74v58c0 30-18 46-37 56-19-10-37-26-37-56z" fill="#6e86a8"/><path d="M22 98h46v42c0 20-11 30-23 38-12-8-23-18-23-38z" fill="#a9bdd8"/><circle cx="45" cy="132" r="11" fill="#ffc845"/></g></g>`,
  cunning: `${BODY("#4d2f63", "#e8c9a8")}
<path d="M52 92c-4-80 22-84 48-84s54 12 46 88c-8-30-20-42-48-42s-40 14-46 38z" fill="#6a4288"/>
<path d="M74 62l14 6M116 62l-14 6" stroke-width="6"/><path d="M82 82c10 8 18 6 26-2" fill="none" stroke-width="4"/><path d="M92 88l5 14 6-14" fill="#2b2130"/>
<path d="M60 150h80" stroke="#ffc845" stroke-width="8"/>${BLADE.replace("#7c9b5a", "#e8c9a8")}</g>`,
  "by hand": `${BODY("#8c2f2f", "#d9a784")}
<path d="M60 44l-4-36 22 18 20-24 20 24 22-18-4 36z" fill="#ffc845"/><path d="M74 64l16 6M116 64l-16 6" stroke-width="6"/><path d="M80 84c10-6 20-6 30 0" fill="none" stroke-width="4"/>
<path d="M64 152h72" stroke="#ffc845" stroke-width="9"/>${BLADE.replace("#7c9b5a", "#d9a784")}</g>`,
};

/** Heads of the enemies in the tally, 24 by 24. */
export const HEADS = {
  come: `<path d="M7 9L3 2l6 4M17 9l4-7-6 4" fill="currentColor"/><circle cx="12" cy="13" r="8" fill="currentColor"/>`,
  now: `<g stroke="#1b2030" stroke-width="1.600" stroke-linejoin="round"><path d="M7 9L3 2l6 4M17 9l4-7-6 4" fill="#7c9b5a"/><circle cx="12" cy="13" r="8" fill="#7c9b5a"/><path d="M7.500 11l3 1.500M16.500 11l-3 1.500M9 17l1.500-2 1.500 2 1.500-2 1.500 2" fill="none"/></g>`,
  slain: `<path d="M12 3c-5 0-8 3.400-8 7.600 0 2.600 1.300 4.600 3 5.800V20h10v-3.600c1.700-1.200 3-3.200 3-5.800C20 6.400 17 3 12 3z" fill="currentColor"/><path d="M7 9l3.600 3.600M10.600 9L7 12.600M13.400 9l3.600 3.600M17 9l-3.600 3.600M10 20v-2.500M14 20v-2.500" class="dc-hollow"/>`,
};
