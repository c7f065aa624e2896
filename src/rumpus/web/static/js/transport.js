/**
 * Transport to a server over the network, and the addresses of paths.
 * `rumpus export` replaces this module by one with the same exports; pages do not know the difference.
 */

/** True in a single-user export: no tables of others, no invitations, no lab. */
export const alone = false;

/** Milliseconds to wait for an answer before the connection counts as lost. */
export const ANSWER_MS = 4000;

/** URL of an application path, such as /t/ID or /static/art/icon.svg. @param {string} path */
export const address = (path) => path;

/** Application path of this page, such as /t/ID. */
export const here = () => location.pathname;

/** Query parameters of this page. */
export const query = () => new URLSearchParams(location.search);

/** Navigates to another page. @param {string} path */
export function go(path) {
  location.href = path;
}

/** Replaces the path in the address bar. @param {string} path */
export function call(path) {
  history.replaceState(null, "", path);
}

/**
 * Opens a message connection.
 * @param {{ opened: () => unknown, heard: (text: string) => unknown, lost: (code: number) => unknown }} whom
 * @returns {{ say: (text: string) => void, close: () => void }} messages sent while it is not open are lost
 */
export function openLine({ opened, heard, lost }) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const ws = new WebSocket(`${scheme}://${location.host}/ws`);
  ws.onopen = opened;
  ws.onmessage = (event) => heard(event.data);
  ws.onclose = (event) => lost(event.code);
  return {
    say: (text) => ws.readyState === WebSocket.OPEN && ws.send(text),
    close() {
      ws.onclose = ws.onmessage = null;
      ws.close();
    },
  };
}

/** Fetches the text at a path. @param {string} path @returns {Promise<string>} */
export async function read(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/** Attributes of a download link. @param {string} path */
export const saved = (path) => ({ href: path, download: "" });
