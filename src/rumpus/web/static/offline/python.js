/** Starts Pyodide in a worker and unpacks our sources. */

import { ROOT } from "./routes.js";

const SITE = "/lib/python3.14/site-packages";

export async function startPython() {
  const folder = new URL("pyodide/", ROOT);
  const sources = fetch(new URL("python.zip", ROOT));
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const python = await loadPyodide({ indexURL: folder.href });
  const answer = await sources;
  if (!answer.ok) throw new Error(`python.zip: ${answer.status}`);
  python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: SITE });
  return python;
}
