// Mouse, touch and keys on the board.
"use strict";

(() => {
  const { position, draw, page } = window.deadmove;
  const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
  const { state } = page;

  let pressed = null;
  // What the board was when the finger came down.
  let before = null;

  const cellOf = (event) =>
    draw.cellAt(document.getElementById("board"), state.board, event.clientX, event.clientY);

  // The line follows the pointer: on to a free neighbour, or back along itself.
  function follow(cell) {
    const line = position.cells(state.board, state.path.slice(0, state.at));
    const letter = position.letterBetween(line.at(-1), cell);
    if (line.length > 1 && position.same(line.at(-2), cell)) {
      page.takeBack();
    } else if (letter) {
      page.play(letter);
    }
  }

  // A fast pointer skips cells: go to where it is now, one cell at a time, first across, then down.
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

  function press(event) {
    const cell = cellOf(event);
    if (!cell || event.button > 0 || pressed !== null) { return; }
    if (document.getElementById("edit").checked) {
      window.deadmove.exchange.toggle(cell);
      return;
    }
    pressed = event.pointerId;
    before = page.mark();
    const line = position.cells(state.board, state.path.slice(0, state.at));
    const at = line.findIndex((other) => position.same(other, cell));
    // A press on the line goes back to there; the end of the line is where drawing begins.
    if (at >= 0 && at < line.length - 1) {
      page.goTo(at);
    } else {
      follow(cell);
    }
    document.getElementById("board").setPointerCapture(event.pointerId);
  }

  function move(event) {
    const cell = cellOf(event);
    if (pressed === event.pointerId) {
      if (cell) { followTo(cell); }
      event.preventDefault();
      return;
    }
    if (event.pointerType === "mouse") {
      const found = cell && state.judged && state.judged.moves.find((each) => position.same(each.to, cell));
      if (found && found.reason.length > 0) { page.hover(found.move); }
    }
  }

  const release = (event) => {
    if (pressed === event.pointerId) { pressed = null; }
  };

  // A second finger makes it a gesture of the browser, so the first one was not meant to draw.
  function cancel(event) {
    if (pressed === event.pointerId) {
      pressed = null;
      page.backTo(before);
    }
  }

  function key(event) {
    if (event.target.closest("input, textarea, select") || event.altKey) { return; }
    const control = event.ctrlKey || event.metaKey;
    const onBoard = event.target === document.body || event.target.closest("#board");
    // Elsewhere keys scroll and walk lists, as on any page.
    if (!onBoard && !control && event.key !== "Escape" && !event.target.closest("#why")) { return; }
    if (!onBoard && event.key in ARROWS) { return; }
    const acts = {
      Backspace: page.takeBack,
      Home: () => page.goTo(0),
      End: () => page.goTo(state.path.length),
      PageUp: () => page.goTo(state.at - 1),
      PageDown: () => page.goTo(state.at + 1),
      n: () => page.stepReason(1),
      p: () => page.stepReason(-1),
      Escape: () => {
        page.stopAnimation();
        Object.assign(state, { selected: null, matched: null, peeked: null, witness: null });
        page.show();
      },
    };
    let act = ARROWS[event.key] && (() => page.play(ARROWS[event.key]));
    act = act || acts[event.key];
    if (control) {
      act = event.key === "z" ? page.undo : null;
    }
    if (act) {
      event.preventDefault();
      act();
    }
  }

  function watch() {
    const board = document.getElementById("board");
    board.addEventListener("pointerdown", press);
    board.addEventListener("pointermove", move);
    board.addEventListener("pointerup", release);
    board.addEventListener("pointercancel", cancel);
    document.addEventListener("keydown", key);
  }

  window.deadmove.input = { watch };
})();
