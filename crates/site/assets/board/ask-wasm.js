// Asks the engine that comes with this page as WebAssembly, in a worker, so that the page never
// waits. `engine.js` sets `deadmove.engine` (base64), `rules.js` `deadmove.rules` (an object).
// A question that is given up ends the worker; the next question starts another. So that no verdict
// waits for rules or counts, those have a worker of their own. So has the playground, which gives
// up a question at each keystroke: its worker has no rule sets, and starts again at once.
"use strict";

(() => {
  // Runs in the worker: it is turned into text below, so it uses nothing from outside.
  function work() {
    /** @type {any} */
    let exports = null;
    const put = (/** @type {string} */ text) => {
      for (const byte of new TextEncoder().encode(text)) {
        exports.put(byte);
      }
    };
    const take = (/** @type {number} */ length) => {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at += 1) {
        bytes[at] = exports.answer_byte(at);
      }
      return new TextDecoder().decode(bytes);
    };
    self.onmessage = ({ data }) => {
      try {
        if (data.module) {
          exports = new WebAssembly.Instance(data.module, {}).exports;
          put(data.rules);
          const wrong = exports.rules();
          self.postMessage({ ready: true, error: wrong > 0 ? take(wrong) : null });
        } else {
          put(data.question);
          self.postMessage({ id: data.id, answer: take(exports.ask()) });
        }
      } catch (error) {
        self.postMessage({ ready: Boolean(data.module), id: data.id, error: String(error) });
      }
    };
  }

  const source = new Blob([`"use strict";(${work.toString()})();`], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  /** @type {Promise<WebAssembly.Module> | null} */
  let compiled = null;
  function module() {
    if (!compiled) {
      const bytes = Uint8Array.from(atob(window.deadmove.engine ?? ""), (letter) => letter.charCodeAt(0));
      compiled = WebAssembly.compile(bytes);
    }
    return compiled;
  }

  // A worker, and how to ask it. One that is `eager` starts again at once.
  /** @param {() => object} rules */
  function started(rules, eager = false) {
    /** @type {Promise<Worker> | null} */
    let worker = null;
    let next = 0;
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: unknown) => void,
     *               text: string }>} */
    const waiting = new Map();

    /** @param {unknown} error */
    function end(error) {
      if (worker) {
        worker.then((running) => running.terminate(), () => {});
        worker = null;
      }
      for (const { reject } of waiting.values()) {
        reject(error);
      }
      waiting.clear();
    }

    function start() {
      const started = module().then((ready) => new Promise((resolve, reject) => {
        const running = new Worker(address);
        running.onmessage = ({ data }) => {
          if (data.ready) {
            if (data.error) {
              reject(new Error(data.error));
              running.terminate();
              worker = null;
            } else {
              resolve(running);
            }
            return;
          }
          const asked = waiting.get(data.id);
          waiting.delete(data.id);
          if (!asked) { return; }
          if (data.error) { asked.reject(new Error(data.error)); end(new Error(data.error)); return; }
          asked.resolve(JSON.parse(data.answer));
        };
        running.onerror = (event) => {
          const error = new Error(event.message || "the engine cannot be started");
          reject(error);
          end(error);
        };
        running.postMessage({ module: ready, rules: JSON.stringify(rules()) });
      }));
      worker = /** @type {Promise<Worker>} */ (started);
      return worker;
    }

    // Ends the worker, and asks another one what it had not answered.
    function restart() {
      const old = worker;
      worker = null;
      if (old) { old.then((running) => running.terminate(), () => {}); }
      if (waiting.size === 0 && !eager) { return; }
      start().then((running) => {
        waiting.forEach(({ text }, id) => running.postMessage({ id, question: text }));
      }, end);
    }

    /** @param {object} question @param {AbortSignal} [signal] */
    return async (question, signal) => {
      if (!window.deadmove.engine) {
        throw new Error("This site was made without the engine, so the board can draw but not judge.");
      }
      const running = await (worker || start());
      return new Promise((resolve, reject) => {
        const givenUp = new DOMException("given up", "AbortError");
        if (signal && signal.aborted) {
          reject(givenUp);
          return;
        }
        const id = next;
        next += 1;
        const text = JSON.stringify(question);
        waiting.set(id, { resolve, reject, text });
        if (signal) {
          signal.addEventListener("abort", () => {
            const asked = waiting.get(id);
            if (!asked) { return; }
            waiting.delete(id);
            reject(givenUp);
            restart();
          });
        }
        running.postMessage({ id, question: text });
      });
    };
  }

  const all = () => window.deadmove.rules ?? {};
  const [first, second] = [started(all), started(all)];
  const third = started(() => ({ files: {}, sets: [] }), true);
  /** @type {Record<string, typeof first>} */
  const workers = { match: second, count: second, adds: second, strip: second, edges: second, rule: third, beyond: third, prove: third, lift: third };
  /** @type {Ask} */
  const ask = (question, signal) => (workers[question.ask] ?? first)(question, signal);
  window.deadmove = { ...window.deadmove, ask };
})();
