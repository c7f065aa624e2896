/** All that a game's drawing may import, ours or a stranger's: what stands here keeps its name and its meaning. */

export { cameraOf } from "./camera.js";
export { h, memo } from "./dom.js";
export { hide } from "./explain.js";
export { inSight } from "./motion.js";
export { icon, picture, words } from "./picture.js";
