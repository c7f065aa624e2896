/** Web worker of the game service: serves tables to pages over message ports; bots run in another worker. */

import { ROOT } from "./routes.js";
import { startPython } from "./python.js";
import { Database } from "./database.js";

/** Connection to the bots' worker, which is started on demand. */
class Link {
  start() {
    this.ready ||= new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
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
  const { BrowserService } = python.pyimport("rumpus.offline.browser");
  const service = BrowserService(new Database(`rumpus ${ROOT.pathname}`), new Link());
  await service.open();
  return service;
}

/** Serves a page until it disconnects. */
function serve(service, port) {
  let pipe = null;
  port.onmessage = async ({ data }) => {
    if (data.say) pipe?.listen(data.say);
    else if (data.read) {
      try {
        port.postMessage({ number: data.number, text: await service.read(data.read) });
      } catch (error) {
        port.postMessage({ number: data.number, why: lastLine(error) });
      }
    } else {
      pipe?.close();
      pipe?.destroy();
      pipe = data.open ? service.join((said) => port.postMessage({ said })) : null;
      if (data.bye) port.close();
    }
  };
}

/** Returns the last line of a Python error, without the traceback. @param {Error} error */
function lastLine(error) {
  const [line] = error.message.trim().split("\n").slice(-1);
  return line.replace(/^[\w.]+: /, "");
}

const opening = open();
self.onmessage = ({ ports }) => opening.then((service) => serve(service, ports[0]));
opening.then(
  () => self.postMessage({ ready: true }),
  (error) => self.postMessage({ failed: lastLine(error) }),
);
