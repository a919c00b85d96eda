// The buttons and menus of the page, and its beginning.
"use strict";

(() => {
  const { byId } = panel;
  const { state } = page;

  // How large the board is drawn: 1 fits the window. Large boards on small windows need more.
  let zoom = 1;

  /** @param {number} by */
  function magnify(by) {
    zoom = Math.max(1, Math.min(6, zoom * by));
    const board = byId("board");
    board.style.width = zoom === 1 ? "" : `${zoom * 100}%`;
    board.classList.toggle("large", zoom > 1);
    panel.button("smaller").disabled = zoom === 1;
    board.querySelector(".live-end")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  function watchButtons() {
    /** @type {Record<string, () => unknown>} */
    const acts = {
      skip: () => byId("board").focus(),
      first: () => page.goTo(0),
      previous: () => page.goTo(state.at - 1),
      next: () => page.goTo(state.at + 1),
      last: () => page.goTo(state.path.length),
      back: page.takeBack,
      undo: page.undo,
      redo: page.redo,
      turn: () => page.goTo(state.judged?.turning_point ?? state.at),
      larger: () => magnify(1.5),
      smaller: () => magnify(1 / 1.5),
      "why-previous": () => page.stepReason(-1),
      "why-next": () => page.stepReason(1),
      train: trainer.begin,
      witness: page.showWitness,
      finish: () => {
        const path = page.shownPath() + (state.judged?.witness ?? "");
        page.change({ path, at: path.length });
      },
      "count-now": () => asking.count(false),
      "edges-now": asking.edges,
      cancel: () => {
        asking.cancelCount();
        state.counts = { cancelled: true, count: null };
        page.show();
      },
    };
    Object.entries(acts).forEach(([id, act]) => byId(id).addEventListener("click", act));
    byId("rules").addEventListener("change", () => {
      page.fault("");
      page.setRules(/** @type {HTMLSelectElement} */ (byId("rules")).value);
    });
    byId("line").addEventListener("click", ({ target }) => {
      const step = /** @type {HTMLElement} */ (target).dataset.step;
      if (step) {
        page.goTo(Number(step));
        const current = byId("line").querySelector("[aria-current]");
        if (current instanceof HTMLElement) { current.focus({ preventScroll: true }); }
      }
    });
    window.addEventListener("hashchange", page.fromAddress);
  }

  document.addEventListener("DOMContentLoaded", () => {
    window.deadmove.page = page;
    watchButtons();
    input.watch();
    exchange.watch();
    playground.watch();
    lifting.watch();
    strip.watch();
    walking.watch();
    // Who comes without a position may not know what this is.
    byId("about").toggleAttribute("open", window.location.hash === "");
    page.fromAddress();
    asking.sets();
  });
})();
