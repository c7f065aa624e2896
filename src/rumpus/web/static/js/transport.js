/**
 * How a page reaches its tables, and where things lie: here at a server, over the network. What `rumpus export` writes
 * has another file in this place, with the same names in it; no page knows which of the two it has.
 */

/** Whether there is nobody else here: no tables of others, no links for friends, no lab. */
export const alone = false;

/** Milliseconds that the other end has to answer, before it counts as gone. */
export const patience = 4000;

/** Where the browser finds one of our paths, such as /t/ID or /static/art/icon.svg. */
export const address = (path) => path;

/** The path of this page, such as /t/ID. */
export const here = () => location.pathname;

/** What stands behind its question mark. */
export const query = () => new URLSearchParams(location.search);

/** On to another page. */
export function go(path) {
  location.href = path;
}

/** This page is called so from now on. */
export function call(path) {
  history.replaceState(null, "", path);
}

/**
 * A line on which both ends say whole messages.
 * @param {{ opened: () => unknown, heard: (text: string) => unknown, lost: (code: number) => unknown }} whom
 * @returns {{ say: (text: string) => void, close: () => void }} what is said while it is not open is lost
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

/** The text at one of our paths. @param {string} path @returns {Promise<string>} */
export async function read(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/** What a link to a file has besides its address, so that it is saved and not shown. @param {string} path */
export const saved = (path) => ({ href: path, download: "" });
