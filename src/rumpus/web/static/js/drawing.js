/** Public API for game drawings. Exported names and their meaning are stable. */

/**
 * Types for the drawing of a game: `@param {import("/static/js/drawing.js").Offer[]} offers`.
 * @typedef {import("./ui/dom.js").VNode} VNode
 * @typedef {import("./ui/camera.js").Camera} Camera
 * @typedef {import("./ui/camera.js").Field} Field
 * @typedef {import("./protocol.js").Offer} Offer
 * @typedef {import("./protocol.js").LogLine} LogLine
 */

export { cameraOf } from "./ui/camera.js";
export { h, memo } from "./ui/dom.js";
export { hide } from "./ui/explain.js";
export { inSight } from "./ui/motion.js";
export { icon, picture, words } from "./ui/picture.js";
