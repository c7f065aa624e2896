/** Web worker of the bots: runs one job after the other. */

import { startPython } from "./python.js";

const starting = startPython().then((python) => python.pyimport("rumpus.offline.bots").carry_out);
self.onmessage = async ({ data }) => {
  const answer = (await starting)(data);
  self.postMessage({ answer });
};
starting.then(
  () => self.postMessage({ ready: true }),
  (error) => self.postMessage({ failed: error.message }),
);
