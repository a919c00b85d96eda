// Rules from a position: a dead move is lifted to rules that are proved for every board, and the
// first of them is opened in the playground, with the reason of the move on the board.
"use strict";

const lifting = (() => {
  const { byId, make } = panel;
  const { state } = page;

  /** @type {AbortController | null} */
  let running = null;

  // Proofs for every board are about boards from corner to opposite corner.
  const possible = () => {
    const { width, height, start, end, blocked } = state.board;
    return state.judged?.verdict === "live" && blocked.length === 0
      && position.same(start, [1, 1]) && position.same(end, [width, height]);
  };

  /** @param {string} words */
  function say(words, busy = false) {
    byId("lifting-note").textContent = words;
    byId("lifting").hidden = words === "";
    byId("lifting-cancel").hidden = !busy;
  }

  function cancel() {
    running?.abort();
    running = null;
    say("");
  }

  /** @param {string} move */
  async function lift(move) {
    cancel();
    const own = new AbortController();
    running = own;
    const name = panel.NAMES[move];
    say(`Looking for rules that forbid ${name} here …`, true);
    try {
      const { rules } = await asking.ask("lift", { move }, own.signal);
      if (running !== own) { return; }
      say(rules.length > 0 ? "" : `No rule was found: nothing around the line proves on every board that ${name} is dead.`);
      if (rules.length === 0) { return; }
      page.select(move);
      playground.open(rules[0]);
      list(rules);
    } catch (error) {
      if (running === own) { say(panel.words(error)); }
    } finally {
      if (running === own) { running = null; }
    }
  }

  // The rules to choose from, the simplest first.
  /** @param {string[]} rules */
  function list(rules) {
    byId("lifted").hidden = rules.length < 2;
    byId("lifted-rules").replaceChildren(...rules.map((text, at) => {
      const open = make("button", String(at + 1), { type: "button", "aria-label": `Lifted rule ${at + 1}` });
      open.addEventListener("click", () => playground.open(text));
      return open;
    }));
  }

  function watch() {
    byId("lifting-cancel").addEventListener("click", cancel);
  }

  return { watch, lift, possible, cancel };
})();
