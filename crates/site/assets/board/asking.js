// Asks the engine about the position that the page shows: first the verdict, then the rules that
// match, the completions and the program, none of which a verdict waits for.
"use strict";

const asking = (() => {
  const { state } = page;
  const { byId } = panel;

  // Of larger boards the number is never known in no time, and the next judgement would wait.
  const COUNTED_AT_ONCE = 230;

  // The server has limits of its own; WebAssembly knows no clock.
  const patience = () => AbortSignal.timeout(15000);

  /** @template {keyof Answers} Q
   *  @param {Q} ask @param {object} more @param {AbortSignal} [signal] */
  async function ask(ask, more = {}, signal) {
    const { width, height, start, end, blocked } = state.board;
    const position = { width, height, start, end, blocked, path: page.shownPath() };
    const answer = await window.deadmove.ask({ ask, ...position, ...more }, signal);
    if (answer.error) { throw new Error(answer.error.message); }
    return answer;
  }

  // Questions so far. An answer to an older one is not shown.
  let asked = 0;
  let busy = false;

  // One question at a time: while the engine works, only the newest position waits.
  async function judge() {
    asked += 1;
    state.waiting = true;
    stop(matching);
    if (busy) { return; }
    busy = true;
    while (state.waiting) {
      const own = asked;
      let wrong = "";
      /** @type {Judged | null} */
      let answer = null;
      try {
        answer = await ask("judge", {}, patience());
      } catch (error) {
        wrong = error instanceof DOMException
          ? "Unknown: the judgement took too long and was given up." : panel.words(error);
      }
      if (asked === own) {
        state.waiting = false;
        page.fault(wrong, "engine");
        state.judged = answer;
      }
    }
    busy = false;
    page.show();
    if (state.judged) {
      match();
      if (state.judged.free <= COUNTED_AT_ONCE) { count(true); }
    }
  }

  // A question that another one replaces.
  /** @typedef {{ running: AbortController | null }} Slot */

  /** @param {Slot} slot */
  function stop(slot) {
    slot.running?.abort();
    slot.running = null;
  }

  // Asks in the place of what the slot was asked before. The answer, or why there is none; null if
  // it was replaced itself.
  /** @template T
   *  @param {Slot} slot @param {(signal: AbortSignal) => Promise<T>} question
   *  @returns {Promise<{ answer: T } | { wrong: string } | null>} */
  async function inPlace(slot, question) {
    stop(slot);
    const own = new AbortController();
    slot.running = own;
    /** @type {{ answer: T } | { wrong: string }} */
    let result;
    try {
      result = { answer: await question(own.signal) };
    } catch (error) {
      result = { wrong: panel.words(error) };
    }
    if (slot.running !== own) { return null; }
    slot.running = null;
    return result;
  }

  /** @type {Slot} */
  const matching = { running: null };

  async function match() {
    stop(matching);
    const { rules } = state;
    if (!rules || !state.judged) { return; }
    const chosen = ruleText.THIS === rules ? { own: [state.rule ?? ""] }
      : ruleText.OWN === rules ? { own: ownRules.all() } : { rules };
    if (chosen.own?.length === 0) {
      state.rulesFault = "There are no rules of yours yet: add one in the playground.";
      page.show();
      return;
    }
    const result = await inPlace(matching, (signal) => ask("match", chosen, signal));
    if (!result) { return; }
    if ("answer" in result) {
      state.matched = result.answer;
      state.rulesFault = "";
      // The rule that is being written is drawn where it matches.
      if (rules === ruleText.THIS && result.answer.matches.length > 0) { state.chosen ??= 0; }
    } else {
      state.matched = null;
      state.rulesFault = result.wrong;
    }
    page.show();
  }

  /** @type {Slot} */
  const programming = { running: null };

  // The program of the command line, if there is one. It may be slow.
  async function program() {
    stop(programming);
    if (!state.program) { return; }
    const result = await inPlace(programming, (signal) => ask("program", {}, signal));
    if (!result) { return; }
    state.said = "answer" in result ? result.answer : { no_answer: result.wrong };
    page.show();
  }

  /** @type {Slot} */
  const counting = { running: null };

  const cancelCount = () => stop(counting);

  /** @param {boolean} quick */
  async function count(quick) {
    if (!state.judged || state.judged.free === 0 || state.judged.verdict !== "live") { return; }
    state.counts = { waiting: true, quick, count: null };
    if (!quick) { page.show(); }
    const result = await inPlace(counting, (signal) => ask("count", { quick }, signal));
    if (!result) { return; }
    state.counts = "answer" in result ? { ...result.answer, quick } : { count: null, limit: result.wrong };
    page.show();
  }

  /** @type {Slot} */
  const usingEdges = { running: null };

  // How often completions use each edge, or no longer that.
  async function edges() {
    stop(usingEdges);
    if (state.edges) {
      state.edges = null;
      page.show();
      return;
    }
    state.edges = { count: null, edges: [], limit: null };
    page.show();
    const { board, path, at } = state;
    const result = await inPlace(usingEdges, (signal) => ask("edges", {}, signal));
    if (!result || state.board !== board || state.path !== path || state.at !== at) { return; }
    state.edges = "answer" in result ? result.answer : { count: null, edges: [], limit: result.wrong };
    page.show();
  }

  async function sets() {
    try {
      const listed = await ask("sets");
      state.program = listed.program ?? null;
      if (state.program) { byId("walk-by").append(panel.make("option", "the program", { value: "program" })); }
      program();
      panel.listRules(listed);
      playground.listSets(listed);
    } catch (error) {
      page.fault(panel.words(error), "engine");
    }
    panel.chooseRules(state.rules);
  }

  return { ask, judge, match, program, count, cancelCount, edges, sets };
})();
