/** Transport of an export: sends messages to a worker that the shell keeps. */

import { ROOT, address, pathAt } from "../offline/routes.js";

export { address };

export const alone = true;
/** Long, because a busy worker is silent but not lost. */
export const ANSWER_MS = 60_000;
export const here = () => pathAt(location).path;
export const query = () => new URLSearchParams(pathAt(location).asked);

/** @param {string} path */
export function go(path) {
  location.href = address(path);
}

/** @param {string} path */
export function call(path) {
  history.replaceState(null, "", address(path));
  postToShell({ at: path });
}

/** A page opened without the shell has no service; redirect to the shell. */
if (parent === window) location.replace(`${ROOT}#${here()}`);

/**
 * @param {object} message
 * @param {MessagePort[]} ports
 */
function postToShell(message, ...ports) {
  parent.postMessage(message, location.origin, ports);
}

const { port1: port, port2: other } = new MessageChannel();
/** @type {((text: string) => unknown) | null} */
let listener = null;
/** @type {Map<number, { resolve: (text: string) => void, reject: (why: Error) => void }>} */
const asked = new Map();
let number = 0;
port.onmessage = ({ data }) => {
  if ("said" in data) return listener?.(data.said);
  const question = asked.get(data.number);
  asked.delete(data.number);
  return "text" in data ? question?.resolve(data.text) : question?.reject(new Error(data.why));
};
postToShell({ line: true }, other);
addEventListener("pagehide", () => port.postMessage({ bye: true }));

/**
 * @param {{ opened: () => unknown, heard: (text: string) => unknown, lost: (code: number) => unknown }} whom
 * @returns {{ say: (text: string) => void, close: () => void }}
 */
export function openLine({ opened, heard }) {
  listener = heard;
  port.postMessage({ open: true });
  setTimeout(opened);
  return { say: (text) => port.postMessage({ say: text }), close: () => (listener = null) };
}

/** Paths answered by the workers; all others are files. */
const DYNAMIC = /^\/api\/(games\/[^/]+\/bots|tables\/)/;

/** @param {string} path @returns {Promise<string>} */
export async function read(path) {
  if (DYNAMIC.test(path)) {
    return new Promise((resolve, reject) => {
      asked.set(++number, { resolve, reject });
      port.postMessage({ read: path, number });
    });
  }
  const answer = await fetch(`${address(path)}${path.endsWith("/rules") ? ".md" : ".json"}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/** Attributes of a download link. @param {string} path */
export const saved = (path) => ({
  href: "#",
  onclick: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = await read(path);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = `${JSON.parse(text).game}-${path.split("/")[3]}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
});
