// What happens on the page: the state, what changes it, and when the engine is asked. Drawing is
// in draw.js, texts in panel.js, boards and lines in position.js.
"use strict";

(() => {
  const { position, draw, panel } = window.deadmove;
  const { byId } = panel;

  // Of larger boards the number is never known in no time, and the next judgement would wait.
  const COUNTED_AT_ONCE = 230;

  const state = {
    ...position.fromFragment(""),
    judged: null, waiting: false, selected: null, step: 0, matched: null, peeked: null,
    witness: null, counts: null, animation: null, asked: 0, program: null, said: null,
  };
  const history = [];

  const shownPath = () => state.path.slice(0, state.at);
  const liveEnd = () => position.cells(state.board, shownPath()).at(-1);

  function question(ask, more = {}) {
    const { width, height, start, end, blocked } = state.board;
    return { ask, width, height, start, end, blocked, path: shownPath(), ...more };
  }

  // ---- showing

  function view() {
    const matched = state.peeked ?? state.matched;
    const match = matched !== null && state.judged ? state.judged.matches[matched] : null;
    return { ...state, whole: state.selected === "whole", match };
  }

  function showBoard() {
    const shown = view();
    byId("board").replaceChildren(draw.drawing(shown));
    panel.why(shown);
  }

  // Lists are made again; what had the focus keeps it.
  function show() {
    const focused = document.activeElement && document.activeElement.dataset.key;
    render();
    if (focused) {
      const same = document.querySelector(`[data-key="${CSS.escape(focused)}"]`);
      if (same) { same.focus({ preventScroll: true }); }
    }
  }

  function render() {
    const shown = view();
    showBoard();
    byId("status").textContent = panel.status(shown);
    byId("status").className = `status ${state.judged ? state.judged.verdict : ""}`;
    panel.moves(byId("moves"), shown, { play, select });
    panel.matches(byId("matches"), shown, { match, peek });
    panel.line(byId("line"), shown, {});
    panel.program(shown);
    byId("count").textContent = panel.counted(shown);
    byId("cancel").hidden = !(state.counts && state.counts.waiting && !state.counts.quick);
    const judged = state.judged;
    byId("turn").hidden = !(judged && judged.turning_point !== null && judged.turning_point < state.at);
    byId("finish").disabled = byId("witness").disabled = !(judged && judged.witness);
    byId("witness").textContent = state.witness || state.animation ? "Hide it" : "Show one";
    byId("count-now").disabled = !judged || judged.free === 0 || judged.verdict !== "live";
    for (const [id, off] of [
      ["first", state.at === 0], ["previous", state.at === 0], ["back", state.at === 0],
      ["next", state.at === state.path.length], ["last", state.at === state.path.length],
      ["undo", history.length === 0],
    ]) {
      byId(id).disabled = off;
    }
    showStep();
  }

  // Scrolls the list, never the page: on a phone the board would leave the screen.
  function showStep() {
    const list = byId("line");
    const current = list.querySelector("[aria-current]");
    if (current) {
      const top = current.offsetTop;
      const seen = top >= list.scrollTop && top + current.offsetHeight <= list.scrollTop + list.clientHeight;
      if (!seen) { list.scrollTop = top - list.clientHeight / 2; }
    }
  }

  // What is wrong with an address or a file stays until the next one; what is wrong with the engine
  // until it answers.
  const faults = { input: "", engine: "" };

  function fault(text, kind = "input") {
    faults[kind] = text;
    const all = [faults.input, faults.engine].filter((each) => each !== "").join(" ");
    if (byId("fault").textContent !== all) { byId("fault").textContent = all; }
    byId("fault").hidden = all === "";
  }

  // ---- changing the position

  // Another position. What was shown about the old one goes.
  function change(next, { remember = true } = {}) {
    if (remember) {
      history.push({ board: state.board, path: state.path, at: state.at });
      if (history.length > 1000) { history.shift(); }
    }
    stopAnimation();
    cancelCount();
    Object.assign(state, next, {
      judged: null, selected: null, step: 0, matched: null, peeked: null, witness: null, counts: null,
      said: null,
    });
    judge();
    askProgram();
    show();
    window.clearTimeout(addressing);
    addressing = window.setTimeout(updateAddress, 150);
    window.deadmove.exchange.boardChanged();
  }

  // Browsers refuse to change the address many times in a second, so it follows a little later.
  let addressing = null;
  // The fragment that was read or written last. Another one is somebody's new address, which the
  // page has not read yet and must not replace.
  let fragment = "";

  function updateAddress() {
    if (window.location.hash !== fragment) { return; }
    try {
      window.history.replaceState(null, "", position.toFragment(state));
      fragment = window.location.hash;
    } catch (error) {
      addressing = window.setTimeout(updateAddress, 5000);
    }
  }

  function play(letter) {
    const path = shownPath() + letter;
    if (position.legalLength(state.board, path) < path.length) { return false; }
    const goesOn = state.path[state.at] === letter;
    change({ path: goesOn ? state.path : path, at: state.at + 1 }, { remember: !goesOn });
    return true;
  }

  function takeBack() {
    if (state.at > 0) { change({ path: state.path.slice(0, state.at - 1), at: state.at - 1 }); }
  }

  function goTo(at) {
    const inside = Math.max(0, Math.min(at, state.path.length));
    if (inside !== state.at) { change({ at: inside }, { remember: false }); }
  }

  // A place in the history, to go back to.
  const mark = () => ({ board: state.board, path: state.path, at: state.at, undos: history.length });

  function backTo({ board, path, at, undos }) {
    history.length = Math.min(history.length, undos);
    if (path !== state.path || at !== state.at) { change({ board, path, at }, { remember: false }); }
  }

  function undo() {
    const before = history.pop();
    if (before) { change(before, { remember: false }); }
  }

  // ---- asking

  let inFlight = null;

  // The server has limits of its own; WebAssembly knows no clock.
  const patience = () => AbortSignal.timeout(15000);

  // One question at a time: while the engine works, only the newest position waits.
  async function judge() {
    state.asked += 1;
    state.waiting = true;
    if (inFlight) { return; }
    while (true) {
      const asked = state.asked;
      inFlight = asked;
      let answer = null;
      let wrong = "";
      try {
        answer = await window.deadmove.ask(question("judge", { rules: state.rules || null }), patience());
        if (answer.error) { wrong = answer.error.message; }
      } catch (error) {
        wrong = error.name === "AbortError" || error.name === "TimeoutError"
          ? "Unknown: the judgement took too long and was given up." : error.message;
      }
      inFlight = null;
      if (state.asked !== asked) { continue; }
      state.waiting = false;
      fault(wrong, "engine");
      if (answer && !answer.error) {
        state.judged = answer;
        if (answer.free <= COUNTED_AT_ONCE) { count(true); }
      }
      show();
      return;
    }
  }

  let askingProgram = null;

  // The program of the command line, if there is one. It may be slow, so judgements do not wait.
  async function askProgram() {
    if (askingProgram) { askingProgram.abort(); }
    if (!state.program) { return; }
    const own = new AbortController();
    askingProgram = own;
    let said = null;
    try {
      said = await window.deadmove.ask(question("program"), own.signal);
      if (said.error) { said = { no_answer: said.error.message }; }
    } catch (error) {
      said = { no_answer: error.message };
    }
    if (askingProgram !== own) { return; }
    askingProgram = null;
    state.said = said;
    show();
  }

  let counting = null;

  function cancelCount() {
    if (counting) {
      counting.abort();
      counting = null;
    }
  }

  async function count(quick) {
    if (!state.judged || state.judged.free === 0 || state.judged.verdict !== "live") { return; }
    cancelCount();
    const own = new AbortController();
    counting = own;
    state.counts = { waiting: true, quick };
    if (!quick) { show(); }
    let counts = null;
    try {
      counts = await window.deadmove.ask(question("count", { quick }), own.signal);
      if (counts.error) { throw new Error(counts.error.message); }
      counts.quick = quick;
    } catch (error) {
      if (counting !== own && error.name === "AbortError") { return; }
      counts = { count: null, limit: error.message, quick: false };
    }
    if (counting !== own) { return; }
    counting = null;
    state.counts = counts;
    show();
  }

  async function sets() {
    let listed = null;
    try {
      listed = await window.deadmove.ask({ ask: "sets" });
    } catch (error) {
      fault(error.message, "engine");
      return;
    }
    state.program = listed.program || null;
    askProgram();
    const select = byId("rules");
    const options = listed.sets.map((set) => [set.name, `${set.name} (${set.files.length})`, set.about]);
    options.forEach(([value, text, about]) => {
      const option = panel.make("option", text, { value, title: about });
      select.append(option);
    });
    const group = panel.make("optgroup", "", { label: "single rules" });
    listed.files.forEach(({ file, name }) => group.append(panel.make("option", name, { value: file, title: file })));
    if (listed.files.length > 0) { select.append(group); }
    select.value = state.rules;
  }

  // ---- reasons, rules, completions

  function select(what) {
    state.selected = what;
    state.step = 0;
    show();
  }

  function hover(letter) {
    if (state.selected !== letter && state.selected !== "whole") {
      state.selected = letter;
      state.step = 0;
      show();
    }
  }

  function stepReason(by) {
    const steps = panel.reason(state);
    state.step = Math.max(0, Math.min(steps.length - 1, Math.min(state.step, steps.length - 1) + by));
    showBoard();
  }

  function match(at) {
    state.matched = at;
    state.peeked = null;
    show();
  }

  function peek(at) {
    if (state.peeked !== at) {
      state.peeked = at;
      showBoard();
      panel.legend(view());
    }
  }

  function stopAnimation() {
    window.clearInterval(state.animation);
    state.animation = null;
  }

  // Draws the completion step by step, or at once for those who do not want motion.
  function showWitness() {
    if (state.witness || state.animation) {
      stopAnimation();
      state.witness = null;
      show();
      return;
    }
    const whole = state.judged.witness;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      state.witness = whole;
      show();
      return;
    }
    const pace = Math.max(1, Math.ceil(whole.length / 120));
    state.witness = whole.slice(0, pace);
    state.animation = window.setInterval(() => {
      state.witness = whole.slice(0, state.witness.length + pace);
      showBoard();
      if (state.witness.length === whole.length) {
        stopAnimation();
        show();
      }
    }, 40);
    show();
  }

  // ---- events

  function watchButtons() {
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("skip", () => byId("board").focus());
    on("first", () => goTo(0));
    on("previous", () => goTo(state.at - 1));
    on("next", () => goTo(state.at + 1));
    on("last", () => goTo(state.path.length));
    on("back", takeBack);
    on("undo", undo);
    on("turn", () => goTo(state.judged.turning_point));
    on("why-previous", () => stepReason(-1));
    on("why-next", () => stepReason(1));
    on("witness", showWitness);
    on("finish", () => {
      const path = shownPath() + state.judged.witness;
      change({ path, at: path.length });
    });
    on("count-now", () => count(false));
    on("cancel", () => {
      cancelCount();
      state.counts = { cancelled: true, count: null };
      show();
    });
    byId("rules").addEventListener("change", (event) => {
      fault("");
      change({ rules: event.target.value }, { remember: false });
    });
    byId("line").addEventListener("click", (event) => {
      const step = event.target.dataset.step;
      if (step) {
        goTo(Number(step));
        const current = byId("line").querySelector("[aria-current]");
        if (current) { current.focus({ preventScroll: true }); }
      }
    });
    window.addEventListener("hashchange", fromAddress);
  }

  function fromAddress(event) {
    fragment = window.location.hash;
    try {
      change(position.fromFragment(fragment), { remember: event !== undefined });
      fault("");
      byId("rules").value = state.rules;
    } catch (error) {
      // It stays, to be mended or loaded again.
      window.clearTimeout(addressing);
      fault(`The address is not a position: ${error.message}.`);
      if (!state.judged) { judge(); }
      show();
    }
  }

  Object.assign(window.deadmove, {
    page: { state, change, play, takeBack, goTo, undo, mark, backTo, select, hover, stepReason, match, liveEnd, question, fault, show, stopAnimation, showBoard },
  });

  document.addEventListener("DOMContentLoaded", () => {
    watchButtons();
    window.deadmove.input.watch();
    window.deadmove.exchange.watch();
    fromAddress();
    sets();
  });
})();
