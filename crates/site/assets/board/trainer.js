// The trainer: positions in which exactly one move is live, shown without the verdicts.
"use strict";

const trainer = (() => {
  const { state } = page;
  const SIDE = 9;
  // Beginnings of lines are easy, and the end leaves no choice.
  const [FIRST, LAST] = [20, 60];

  const one = (/** @type {string[]} */ from) => from[Math.floor(Math.random() * from.length)];

  // Draws live moves at random until exactly one of several moves is live.
  async function find() {
    const board = position.open(SIDE, SIDE);
    for (let path = ""; ;) {
      const { moves } = await asking.ask("judge", { ...board, path });
      const live = moves.filter(({ verdict }) => verdict === "live").map(({ move }) => move);
      if (path.length >= FIRST && moves.length > 1 && live.length === 1) { return { board, path }; }
      path = live.length === 0 || path.length >= LAST ? "" : path + one(live);
    }
  }

  async function begin() {
    try {
      const { board, path } = await find();
      page.change({ board, path, at: path.length, guessing: true });
      page.note("One move is live. Which?");
    } catch (error) {
      page.fault(panel.words(error), "engine");
    }
  }

  // Answers the guess and shows the verdicts. The line stays, so that the reason can be read.
  /** @param {string} letter */
  function guess(letter) {
    const found = state.judged?.moves.find(({ move }) => move === letter);
    if (!found) { return; }
    state.guessing = false;
    const right = found.verdict === "live";
    page.note(right ? "Right: it is the only live move." : "Wrong: it is dead. The reason is on the board.");
    page.select(right ? null : letter);
  }

  return { begin, guess };
})();
