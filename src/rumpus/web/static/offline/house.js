/** The worker of the house: tables and whatever is asked of them. Pages come through ports, bots think in another worker. */

import { ROOT } from "./places.js";
import { startPython } from "./python.js";
import { Shelf } from "./shelf.js";

/** The bots' worker; there is one as soon as somebody needs it. */
class Link {
  start() {
    this.ready ||= new Promise((resolve, reject) => {
      this.worker = new Worker(new URL("bots.js", import.meta.url), { type: "module" });
      /** @type {{ resolve: (answer: Uint8Array) => void, reject: (why: Error) => void }[]} In the order of the questions. */
      this.asked = [];
      this.fail = (why) => {
        reject(why);
        for (const one of this.asked.splice(0)) one.reject(why);
      };
      this.worker.onerror = (event) => this.fail(new Error(event.message || "the bots’ worker failed"));
      this.worker.onmessage = ({ data }) => {
        if (data.failed) this.fail(new Error(data.failed));
        else if (data.ready) resolve();
        else this.asked.shift()?.resolve(data.answer);
      };
    });
    return this.ready;
  }

  ask(job) {
    return new Promise((resolve, reject) => {
      if (!this.worker) throw new Error("there is no bots’ worker");
      this.asked.push({ resolve, reject });
      this.worker.postMessage(job);
    });
  }

  stop() {
    this.worker?.terminate();
    this.fail?.(new Error("the bots’ worker was ended"));
    this.worker = this.ready = null;
  }
}

async function open() {
  const python = await startPython();
  const { Porch } = python.pyimport("rumpus.offline.browser");
  const porch = Porch(new Shelf(`rumpus ${ROOT.pathname}`), new Link());
  await porch.open();
  return porch;
}

/** A page, until it says that it goes. */
function serve(porch, port) {
  let pipe = null;
  port.onmessage = async ({ data }) => {
    if (data.say) pipe?.listen(data.say);
    else if (data.read) {
      try {
        port.postMessage({ number: data.number, text: await porch.read(data.read) });
      } catch (error) {
        port.postMessage({ number: data.number, why: lastLine(error) });
      }
    } else {
      pipe?.close();
      pipe?.destroy();
      pipe = data.open ? porch.join((said) => port.postMessage({ said })) : null;
      if (data.bye) port.close();
    }
  };
}

/** Python's own words without the way there. @param {Error} error */
function lastLine(error) {
  const [line] = error.message.trim().split("\n").slice(-1);
  return line.replace(/^[\w.]+: /, "");
}

const opening = open();
self.onmessage = ({ ports }) => opening.then((porch) => serve(porch, ports[0]));
opening.then(
  () => self.postMessage({ ready: true }),
  (error) => self.postMessage({ failed: lastLine(error) }),
);
