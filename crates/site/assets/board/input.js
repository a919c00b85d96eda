// Mouse, touch and keys on the board.
"use strict";

const input = (() => {
  /** @type {Record<string, string>} */
  const MOVES = {
    ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", u: "U", d: "D", l: "L", r: "R",
  };
  const DRAWING = [...Object.keys(MOVES), "Backspace", "n", "p"];
  const { state } = page;

  /** @type {number | null} */
  let pressed = null;
  // Takes the drag back.
  /** @type {(() => void) | null} */
  let takeBackDrag = null;

  /** @param {PointerEvent} event */
  const cellOf = (event) =>
    draw.cellAt(panel.byId("board"), state.board, event.clientX, event.clientY);

  // The line follows the pointer: on to a free neighbour, or back along itself.
  /** @param {Cell} cell */
  function follow(cell) {
    const line = position.cells(state.board, state.path.slice(0, state.at));
    const letter = position.letterBetween(line[line.length - 1], cell);
    if (line.length > 1 && position.same(line[line.length - 2], cell)) {
      page.takeBack();
    } else if (letter) {
      page.play(letter);
    }
  }

  // A fast pointer skips cells: go to where it is now, one cell at a time, first across, then down.
  /** @param {Cell} cell */
  function followTo(cell) {
    for (let turns = 0; turns < 2 * position.LARGEST; turns += 1) {
      const [x, y] = page.liveEnd();
      const [dx, dy] = [Math.sign(cell[0] - x), Math.sign(cell[1] - y)];
      if (dx === 0 && dy === 0) { return; }
      follow(dx !== 0 ? [x + dx, y] : [x, y + dy]);
      if (position.same(page.liveEnd(), [x, y]) && dx !== 0 && dy !== 0) { follow([x, y + dy]); }
      if (position.same(page.liveEnd(), [x, y])) { return; }
    }
  }

  /** @param {PointerEvent} event */
  function press(event) {
    const cell = cellOf(event);
    if (!cell || event.button > 0 || pressed !== null || state.embed) { return; }
    walking.stop("");
    if (panel.field("edit").checked) {
      exchange.toggle(cell);
      return;
    }
    pressed = event.pointerId;
    takeBackDrag = page.beginDrag();
    const line = position.cells(state.board, state.path.slice(0, state.at));
    const at = line.findIndex((other) => position.same(other, cell));
    // A press on the line goes back to there; the end of the line is where drawing begins.
    if (at >= 0 && at < line.length - 1) {
      page.goTo(at);
    } else {
      follow(cell);
    }
    panel.byId("board").setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const cell = cellOf(event);
    if (pressed === event.pointerId) {
      if (cell) { followTo(cell); }
      event.preventDefault();
      return;
    }
    if (event.pointerType === "mouse") {
      panel.byId("pointer").textContent = cell ? `(${cell.join(",")})` : "";
      const found = cell && state.judged?.moves.find(({ to }) => position.same(to, cell));
      page.hover(found && found.reason.length > 0 ? found.move : null);
    }
  }

  function leave() {
    panel.byId("pointer").textContent = "";
    page.hover(null);
  }

  /** @param {PointerEvent} event */
  const release = (event) => {
    if (pressed === event.pointerId) {
      pressed = null;
      page.endDrag();
    }
  };

  // A second finger makes it a gesture of the browser, so the first one was not meant to draw.
  /** @param {PointerEvent} event */
  function cancel(event) {
    if (pressed === event.pointerId) {
      pressed = null;
      page.endDrag();
      takeBackDrag?.();
    }
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select") || event.altKey || state.embed) { return; }
    const control = event.ctrlKey || event.metaKey;
    const onBoard = target === document.body || target.closest("#board");
    // A button of the board that was clicked keeps the focus, and drawing goes on. Elsewhere keys
    // scroll and walk lists, as on any page.
    const beside = target.closest(".play button, .answers button") && DRAWING.includes(event.key);
    if (!onBoard && !control && event.key !== "Escape" && !beside) { return; }
    /** @type {Record<string, () => unknown>} */
    const acts = {
      Backspace: page.takeBack,
      Home: () => page.goTo(0),
      End: () => page.goTo(state.path.length),
      PageUp: () => page.goTo(state.at - 1),
      PageDown: () => page.goTo(state.at + 1),
      n: () => page.stepReason(1),
      p: () => page.stepReason(-1),
      " ": walking.toggle,
      Escape: page.hideAll,
    };
    /** @type {(() => unknown) | null} */
    let act = event.key in MOVES ? () => page.play(MOVES[event.key]) : acts[event.key];
    if (control) {
      act = event.key === "y" || event.key === "Z" ? page.redo : event.key === "z" ? page.undo : null;
    }
    if (act) {
      event.preventDefault();
      act();
    }
  }

  function watch() {
    const board = panel.byId("board");
    board.addEventListener("pointerdown", press);
    board.addEventListener("pointermove", move);
    board.addEventListener("pointerup", release);
    board.addEventListener("pointercancel", cancel);
    board.addEventListener("pointerleave", leave);
    document.addEventListener("keydown", key);
  }

  return { watch };
})();
