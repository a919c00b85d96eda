// Walks: a line that the chosen rules draw, or the program of the command line. It takes a move
// that they allow, and stops where they allow a dead one or none at all.
"use strict";

const walking = (() => {
  const { byId, field, button } = panel;
  const { state } = page;
  /** Quarter turns to the left of going straight, in the order in which moves are tried.
   *  @type {Record<string, number[]>} */
  const ORDERS = { left: [1, 0, 3], straight: [0, 1, 3], right: [3, 0, 1] };
  const AROUND = "RULD";

  let on = false;
  /** @type {number | undefined} */
  let timer;
  let random = numbers(1);

  // Numbers from 0 to 1; the same seed gives the same ones (mulberry32).
  /** @param {number} seed */
  function numbers(seed) {
    let at = seed >>> 0;
    return () => {
      at = (at + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(at ^ (at >>> 15), at | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  }

  /** The move that a walk takes of some that are allowed, after a path.
   *  @param {string} allowed @param {string} path @param {string} order
   *  @param {() => number} draw */
  function chosen(allowed, path, order, draw) {
    if (order === "random") { return allowed[Math.floor(draw() * allowed.length)]; }
    const ahead = AROUND.indexOf(path[path.length - 1] ?? "R");
    const turns = [...ORDERS[order], 2].map((turn) => AROUND[(ahead + turn) % 4]);
    return turns.find((move) => allowed.includes(move)) ?? allowed[0];
  }

  const value = (/** @type {string} */ id) => field(id).value;

  // The letters that are allowed here; null if that is not known yet.
  function allowed() {
    const legal = state.judged?.moves.map(({ move }) => move).join("") ?? "";
    if (value("walk-by") === "program") {
      if (state.said?.no_answer !== undefined) { stop(`The program gives no answer: ${state.said.no_answer}`); }
      return state.said?.allowed ?? null;
    }
    if (state.rules === "") { return legal; }
    if (state.rulesFault) { stop(state.rulesFault); }
    if (!state.matched) { return null; }
    const forbidden = state.matched.matches.map(({ forbids }) => forbids).join("");
    return [...legal].filter((move) => !forbidden.includes(move)).join("");
  }

  // One step, or the end of the walk.
  function step() {
    timer = undefined;
    const { judged } = state;
    const letters = allowed();
    if (!on || !judged || letters === null) { return; }
    if (judged.free === 0) { return stop(judged.verdict === "live" ? "The line is complete." : "The line ends before the board is full."); }
    const who = value("walk-by") === "program" ? "The program" : state.rules === "" ? "Without rules every move" : "The rules";
    if (letters === "") { return stop(`${who} forbid${who === "The program" ? "s" : ""} every move here.`); }
    const move = chosen(letters, page.shownPath(), value("walk-order"), random);
    const verdict = judged.moves.find((each) => each.move === move)?.verdict;
    if (verdict === "dead") {
      stop(`${who === "The rules" ? "The rules allow" : who === "The program" ? "The program allows" : "Nothing forbids"} ${panel.NAMES[move]}, which is dead.`);
      byId("walk-lift").hidden = !lifting.possible();
      byId("walk-lift").dataset.move = move;
      page.select(move);
      return;
    }
    page.play(move);
  }

  /** @param {string} words */
  function stop(words) {
    if (on) { page.endDrag(); }
    on = false;
    window.clearTimeout(timer);
    timer = undefined;
    button("walk").textContent = "Walk";
    button("walk").setAttribute("aria-pressed", "false");
    byId("walk-note").textContent = words;
  }

  function begin() {
    if (state.guessing) { return; }
    random = numbers(Number(value("walk-seed")) + state.at);
    on = true;
    byId("walk-lift").hidden = true;
    byId("walk-note").textContent = "";
    button("walk").textContent = "Stop";
    button("walk").setAttribute("aria-pressed", "true");
    page.beginDrag();
    shown();
  }

  const toggle = () => (on ? stop("") : begin());

  // Called when the page has shown something new: the next step may be due.
  function shown() {
    if (!on || timer !== undefined || !state.judged || allowed() === null) { return; }
    timer = window.setTimeout(step, Number(value("walk-pace")));
  }

  function watch() {
    byId("walk").addEventListener("click", toggle);
    byId("walk-lift").addEventListener("click", () => {
      byId("walk-lift").hidden = true;
      lifting.lift(byId("walk-lift").dataset.move ?? "");
    });
  }

  // Somebody else changed the line.
  function changed() {
    window.clearTimeout(timer);
    timer = undefined;
    byId("walk-lift").hidden = true;
    if (!on) { byId("walk-note").textContent = ""; }
  }

  return { watch, toggle, stop, shown, changed, chosen, numbers };
})();
