/** Public API for game drawings. Exported names and their meaning are stable. */

export { cameraOf } from "./ui/camera.js";
export { h, memo } from "./ui/dom.js";
export { hide } from "./ui/explain.js";
export { inSight } from "./ui/motion.js";
export { icon, picture, words } from "./ui/picture.js";
