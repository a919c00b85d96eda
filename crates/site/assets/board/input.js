// Mouse, touch and keys on the board.
"use strict";

(() => {
  const { position, draw, page } = window.deadmove;
  const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
  const { state } = page;

  let pressed = false;
  let moved = false;

  const cellOf = (event) =>
    draw.cellAt(document.getElementById("board"), state.board, event.clientX, event.clientY);

  // The line follows the pointer: on to a free neighbour, or back along itself.
  function follow(cell) {
    const line = position.cells(state.board, state.path.slice(0, state.at));
    const letter = position.letterBetween(line.at(-1), cell);
    if (line.length > 1 && position.same(line.at(-2), cell)) {
      page.takeBack();
      moved = true;
    } else if (letter && page.play(letter)) {
      moved = true;
    }
  }

  function press(event) {
    const cell = cellOf(event);
    if (!cell || event.button > 0) { return; }
    if (document.getElementById("edit").checked) {
      window.deadmove.exchange.toggle(cell);
      return;
    }
    pressed = true;
    moved = false;
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
    if (pressed) {
      if (cell && !position.same(cell, page.liveEnd())) { follow(cell); }
      event.preventDefault();
      return;
    }
    if (event.pointerType === "mouse") {
      const found = cell && state.judged && state.judged.moves.find((each) => position.same(each.to, cell));
      if (found && found.reason.length > 0) { page.hover(found.move); }
    }
  }

  const release = () => { pressed = false; };

  function key(event) {
    const inText = event.target.closest("input, textarea, select");
    if (inText || event.altKey || event.metaKey && event.key !== "z") { return; }
    const control = event.ctrlKey || event.metaKey;
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
      act = event.key.toLowerCase() === "z" ? page.undo : null;
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
    board.addEventListener("pointercancel", release);
    document.addEventListener("keydown", key);
  }

  window.deadmove.input = { watch };
})();
