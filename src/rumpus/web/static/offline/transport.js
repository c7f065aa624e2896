/** How a page of an export reaches its tables: by messages to a worker, which the page around it keeps. */

import { ROOT, address, pathAt } from "../offline/places.js";

export { address };

export const alone = true;
/** A worker that thinks is silent for a while; it is not gone. */
export const patience = 60_000;
export const here = () => pathAt(location).path;
export const query = () => new URLSearchParams(pathAt(location).asked);

export function go(path) {
  location.href = address(path);
}

export function call(path) {
  history.replaceState(null, "", address(path));
  tellShell({ at: path });
}

/** A page that was opened by itself has nobody to ask. */
if (parent === window) location.replace(`${ROOT}#${here()}`);

function tellShell(message, ...ports) {
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
  const { resolve, reject } = asked.get(data.number);
  asked.delete(data.number);
  return "text" in data ? resolve(data.text) : reject(new Error(data.why));
};
tellShell({ line: true }, other);
addEventListener("pagehide", () => port.postMessage({ bye: true }));

export function openLine({ opened, heard }) {
  listener = heard;
  port.postMessage({ open: true });
  setTimeout(opened);
  return { say: (text) => port.postMessage({ say: text }), close: () => (listener = null) };
}

/** What the workers have to find out; all else lies there as a file. */
const LIVING = /^\/api\/(games\/[^/]+\/bots|tables\/)/;

export async function read(path) {
  if (LIVING.test(path)) {
    return new Promise((resolve, reject) => {
      asked.set(++number, { resolve, reject });
      port.postMessage({ read: path, number });
    });
  }
  const answer = await fetch(`${address(path)}${path.endsWith("/rules") ? ".md" : ".json"}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

export const saved = (path) => ({
  href: "#",
  onclick: async (event) => {
    event.preventDefault();
    const text = await read(path);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = `${JSON.parse(text).game}-${path.split("/")[3]}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
});
