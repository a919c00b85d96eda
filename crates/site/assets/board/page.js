// The state of the page, what changes it, and showing it. The engine is asked in asking.js.
"use strict";

const page = (() => {
  const { byId, button } = panel;

  /** @type {PageState} */
  const state = {
    ...position.fromFragment(""),
    judged: null, waiting: false, guessing: false, matched: null, rulesFault: "", selected: null, hovered: null,
    step: 0, chosen: null, peeked: null, witness: null, counts: null, edges: null, animation: null,
    program: null, said: null,
  };
  const tree = variations.begin(place());
  // A drag is one change: its first step is a place of the history, the others move that place.
  /** @type {"none" | "begun" | "moved"} */
  let gesture = "none";

  function place() {
    return { board: state.board, path: state.path, at: state.at };
  }
  const shownPath = () => state.path.slice(0, state.at);
  const liveEnd = () => position.cells(state.board, shownPath())[state.at];

  // ---- showing

  /** @returns {View} */
  function view() {
    if (state.guessing) { return { ...state, judged: null, counts: null, edges: null, matched: null, match: null, whole: false }; }
    const selected = state.hovered ?? state.selected;
    const at = state.peeked ?? state.chosen;
    const match = at !== null && state.matched ? state.matched.matches[at] : null;
    return { ...state, selected, step: state.hovered ? 0 : state.step, whole: selected === "whole", match };
  }

  function showBoard() {
    const shown = view();
    byId("board").replaceChildren(draw.drawing(shown));
    panel.why(shown);
  }

  // Lists are made again; what had the focus keeps it.
  function show() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
    render();
    if (focused) {
      const same = document.querySelector(`[data-key="${CSS.escape(focused)}"]`);
      if (same instanceof HTMLElement) { same.focus({ preventScroll: true }); }
    }
  }

  function render() {
    const shown = view();
    showBoard();
    document.body.classList.toggle("embed", state.embed);
    byId("whole").setAttribute("href", position.toFragment({ ...state, embed: false }));
    const words = panel.status(shown);
    byId("status").textContent = words;
    document.title = `${words} – deadmove`;
    byId("status").className = `status ${state.judged ? state.judged.verdict : ""}`;
    panel.moves(byId("moves"), shown, { play, select, lift: lifting.possible() ? lifting.lift : null });
    panel.matches(byId("matches"), shown, { choose, peek, edit: playground.edit });
    panel.line(byId("line"), shown);
    const others = variations.lines(tree);
    panel.variations(byId("variations"), others.map((each) => each.place), state, (at) => goToNode(others[at]));
    panel.program(shown);
    byId("count").textContent = panel.counted(shown);
    byId("edges-note").textContent = panel.edgesNote(shown);
    byId("edges-now").setAttribute("aria-pressed", String(state.edges !== null));
    byId("cancel").hidden = !(state.counts && state.counts.waiting && !state.counts.quick);
    const judged = state.judged;
    const turning = judged?.turning_point ?? null;
    byId("turn").hidden = turning === null || turning >= state.at;
    byId("witness").textContent = state.witness || state.animation ? "Hide it" : "Show one";
    const none = !judged || !judged.witness || state.guessing;
    /** @type {[string, boolean][]} */
    const off = [
      ["first", state.at === 0], ["previous", state.at === 0], ["back", state.at === 0],
      ["next", state.at === state.path.length], ["last", state.at === state.path.length],
      ["undo", tree.now.parent === null], ["redo", tree.now.last === null],
      ["finish", none], ["witness", none],
      ["count-now", !judged || judged.free === 0 || judged.verdict !== "live" || state.guessing],
      ["edges-now", !judged || judged.free === 0 || judged.verdict !== "live" || state.guessing],
    ];
    for (const [id, disabled] of off) { button(id).disabled = disabled; }
    showStep();
    strip.show();
    walking.shown();
  }

  // Scrolls the list, never the page: on a phone the board would leave the screen.
  function showStep() {
    const list = byId("line");
    const current = list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      const top = current.offsetTop;
      const seen = top >= list.scrollTop && top + current.offsetHeight <= list.scrollTop + list.clientHeight;
      if (!seen) { list.scrollTop = top - list.clientHeight / 2; }
    }
  }

  // What is wrong with an address or a file stays until the next one; what is wrong with the engine
  // until it answers.
  const faults = { input: "", engine: "" };

  /** @param {string} text @param {keyof typeof faults} kind */
  function fault(text, kind = "input") {
    faults[kind] = text;
    const all = [faults.input, faults.engine].filter((each) => each !== "").join(" ");
    if (byId("fault").textContent !== all) { byId("fault").textContent = all; }
    byId("fault").hidden = all === "";
  }

  // What the trainer says.
  /** @param {string} text */
  function note(text) {
    byId("note").textContent = text;
  }

  // ---- changing the position

  // Another position. What was shown about the old one goes.
  /** @param {Partial<PageState>} next */
  function change(next, { remember = true } = {}) {
    stopAnimation();
    asking.cancelCount();
    lifting.cancel();
    walking.changed();
    Object.assign(state, { guessing: false }, next, {
      judged: null, matched: null, rulesFault: "", selected: null, hovered: null, step: 0,
      chosen: null, peeked: null, witness: null, counts: null, edges: null, said: null,
    });
    if (remember && gesture !== "moved") {
      variations.add(tree, place());
      if (gesture === "begun") { gesture = "moved"; }
    } else {
      tree.now.place = place();
    }
    note("");
    asking.judge();
    asking.program();
    show();
    strip.ask();
    writeAddress();
    exchange.boardChanged();
  }

  // Browsers refuse to change the address many times in a second, so it follows a little later.
  /** @type {number | undefined} */
  let addressing;
  // The fragment that was read or written last. Another one is somebody's new address, which the
  // page has not read yet and must not replace.
  let fragment = "";

  function writeAddress() {
    window.clearTimeout(addressing);
    addressing = window.setTimeout(updateAddress, 150);
  }

  function updateAddress() {
    if (window.location.hash !== fragment) { return; }
    try {
      window.history.replaceState(null, "", position.toFragment(state));
      fragment = window.location.hash;
    } catch (error) {
      addressing = window.setTimeout(updateAddress, 5000);
    }
  }

  /** @param {string} letter */
  function play(letter) {
    if (state.guessing) {
      trainer.guess(letter);
      return true;
    }
    const path = shownPath() + letter;
    if (position.legalLength(state.board, path) < path.length) { return false; }
    const goesOn = state.path[state.at] === letter;
    change({ path: goesOn ? state.path : path, at: state.at + 1 }, { remember: !goesOn });
    return true;
  }

  function takeBack() {
    if (state.at > 0) { change({ path: state.path.slice(0, state.at - 1), at: state.at - 1 }); }
  }

  /** @param {number} at */
  function goTo(at) {
    const inside = Math.max(0, Math.min(at, state.path.length));
    if (inside !== state.at) { change({ at: inside }, { remember: false }); }
  }

  // Begins a drag. Returns what takes it back.
  function beginDrag() {
    const [before, shown] = [tree.now, place()];
    gesture = "begun";
    return () => {
      if (tree.now !== before) {
        before.children = before.children.filter((each) => each !== tree.now);
        before.last = before.children[before.children.length - 1] ?? null;
        tree.now = before;
      }
      change(shown, { remember: false });
    };
  }

  function endDrag() {
    gesture = "none";
  }

  function undo() {
    const before = variations.undo(tree);
    if (before) { change(before, { remember: false }); }
  }

  function redo() {
    const after = variations.redo(tree);
    if (after) { change(after, { remember: false }); }
  }

  /** @param {HistoryNode} other */
  function goToNode(other) {
    tree.now = other;
    change(other.place, { remember: false });
  }

  /** @param {Event} [event] */
  function fromAddress(event) {
    fragment = window.location.hash;
    try {
      change(position.fromFragment(fragment), { remember: event !== undefined });
      fault("");
    } catch (error) {
      // It stays, to be mended or loaded again.
      window.clearTimeout(addressing);
      fault(`The address is not a position: ${panel.words(error)}.`);
      if (!state.judged) { asking.judge(); }
      show();
    }
    panel.chooseRules(state.rules);
    playground.fromAddress();
  }

  // ---- reasons, rules, completions

  /** @param {string} rules */
  function setRules(rules) {
    Object.assign(state, { rules, matched: null, rulesFault: "", chosen: null, peeked: null });
    panel.chooseRules(rules);
    asking.match();
    show();
    writeAddress();
  }

  // The rule in the playground, which shows it; null if that is closed.
  /** @param {string | null} rule */
  function setRule(rule) {
    state.rule = rule;
    writeAddress();
  }

  /** @param {string | null} what */
  function select(what) {
    state.selected = what;
    state.hovered = null;
    state.step = 0;
    show();
  }

  // Shows the reason of a move while the pointer is over it.
  /** @param {string | null} letter */
  function hover(letter) {
    const hovered = letter === state.selected || state.selected === "whole" ? null : letter;
    if (state.hovered !== hovered) {
      state.hovered = hovered;
      show();
    }
  }

  /** @param {number} by */
  function stepReason(by) {
    const last = panel.reason(state).length - 1;
    state.step = Math.max(0, Math.min(last, Math.min(state.step, last) + by));
    showBoard();
  }

  /** @param {number | null} at */
  function choose(at) {
    state.chosen = at;
    state.peeked = null;
    show();
  }

  /** @param {number | null} at */
  function peek(at) {
    if (state.peeked !== at) {
      state.peeked = at;
      showBoard();
      panel.legend(view());
    }
  }

  function hideAll() {
    stopAnimation();
    Object.assign(state, { selected: null, hovered: null, chosen: null, peeked: null, witness: null });
    show();
  }

  function stopAnimation() {
    window.clearInterval(state.animation ?? undefined);
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
    const whole = state.judged?.witness ?? "";
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      state.witness = whole;
      show();
      return;
    }
    const pace = Math.max(1, Math.ceil(whole.length / 120));
    state.witness = whole.slice(0, pace);
    state.animation = window.setInterval(() => {
      state.witness = whole.slice(0, (state.witness ?? "").length + pace);
      showBoard();
      if (state.witness.length === whole.length) {
        stopAnimation();
        show();
      }
    }, 40);
    show();
  }

  return {
    state, change, play, takeBack, goTo, setRules, setRule, undo, redo, beginDrag, endDrag, select, hover, stepReason,
    hideAll, liveEnd, shownPath, fault, note, fromAddress, show, showWitness,
  };
})();
