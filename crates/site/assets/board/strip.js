// The strip along the line: for each step the live moves as a bar, the completions as a curve where
// counting is fast, a dot below a forced step, and the turning point. It is a slider: a press and
// arrow keys go along the line.
"use strict";

const strip = (() => {
  const { byId } = panel;
  const { state } = page;
  // The boards on which completions are counted, the largest with a strip, and the cells of all
  // positions of one question together: rules that are matched wait for it.
  const [COUNTED, LARGEST, CELLS] = [121, 441, 1500];

  /** What is known of the positions of a board, by their paths.
   *  @type {{ board: string, steps: Map<string, StripStep> }} */
  const known = { board: "", steps: new Map() };
  let busy = false;

  /** @param {number} at */
  const stepAt = (at) => known.steps.get(state.path.slice(0, at));

  // The steps up to the first that is not known; one after a dead position needs no question.
  /** @returns {StripStep[]} */
  function steps() {
    const found = [];
    for (let at = 0; at <= state.path.length; at += 1) {
      const step = stepAt(at);
      if (!step) { break; }
      found.push(step);
      if (step.verdict === "dead") { break; }
    }
    return found;
  }

  // Asks about what is not known of the line, some steps at a time, as long as the line changes.
  async function ask() {
    if (busy) { return; }
    busy = true;
    try {
      for (;;) {
        const board = JSON.stringify(state.board);
        if (known.board !== board || known.steps.size > 20000) {
          known.board = board;
          known.steps = new Map();
        }
        const { path } = state;
        const cells = state.board.width * state.board.height;
        const found = steps();
        const from = found.length;
        if (cells > LARGEST || path === "" || from > path.length || found[from - 1]?.verdict === "dead") { break; }
        const to = Math.min(path.length, from + Math.ceil(CELLS / cells) - 1);
        const answer = await asking.ask("strip", { path, from, to, counts: cells <= COUNTED });
        if (JSON.stringify(state.board) === board) {
          answer.steps.forEach((step) => known.steps.set(path.slice(0, step.at), step));
          show();
        }
      }
    } catch (error) {
      byId("strip-words").textContent = panel.words(error);
    }
    busy = false;
  }

  /** @param {number} at */
  function words(at) {
    const step = stepAt(at);
    if (!step) { return `step ${at}`; }
    if (step.verdict === "dead") { return `step ${at}: dead`; }
    const { live, legal, count } = step;
    const moves = at === state.path.length && legal === "" ? "the end" : `${live.length} of ${legal.length} moves live`;
    return `step ${at}: ${moves}${count === null ? "" : `, ${panel.grouped(count)} ${count === "1" ? "completion" : "completions"}`}${isForced(step) ? ", forced" : ""}`;
  }

  /** @param {StripStep} step */
  const isForced = ({ live, verdict }) => verdict === "live" && live.length === 1;

  function show() {
    const slider = byId("strip");
    byId("strip-part").hidden = state.path === "" || state.guessing;
    const found = steps();
    slider.setAttribute("aria-valuemax", String(state.path.length));
    slider.setAttribute("aria-valuenow", String(state.at));
    slider.setAttribute("aria-valuetext", words(state.at));
    byId("strip-words").textContent = words(state.at);
    slider.replaceChildren(draw.strip(found, state.path.length, state.at, isForced));
  }

  /** @param {PointerEvent} event */
  function press(event) {
    const box = byId("strip").getBoundingClientRect();
    if (event.buttons % 2 === 1 || event.type === "click") {
      page.goTo(Math.round((event.clientX - box.left) / box.width * (state.path.length + 1) - 0.5));
    }
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    /** @type {Record<string, number>} */
    const to = {
      ArrowLeft: state.at - 1, ArrowDown: state.at - 1, ArrowRight: state.at + 1, ArrowUp: state.at + 1,
      Home: 0, End: state.path.length, PageUp: state.at - 10, PageDown: state.at + 10,
    };
    if (event.key in to) {
      event.preventDefault();
      page.goTo(to[event.key]);
    }
  }

  function watch() {
    const slider = byId("strip");
    slider.addEventListener("pointerdown", press);
    slider.addEventListener("pointermove", press);
    slider.addEventListener("keydown", key);
  }

  return { watch, ask, show };
})();
