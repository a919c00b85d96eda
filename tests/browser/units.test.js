// The scripts of the board page that draw nothing, without a browser: positions and their
// addresses, the history, and what a pasted text is.
"use strict";

const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");

// Scripts of the page share one scope.
const SCRIPTS = ["position.js", "variations.js", "exchange.js"];
const source = SCRIPTS.map((name) =>
  fs.readFileSync(path.join(__dirname, "../../crates/site/assets/board", name), "utf8")).join("\n");
const load = new Function("panel", "page", `${source}; return { position, variations, exchange };`);
const loaded = load({}, {});
/** @type {typeof position} */
const positions = loaded.position;
/** @type {typeof variations} */
const history = loaded.variations;
/** @type {Pick<typeof exchange, "ruleName" | "fragmentIn">} */
const { ruleName, fragmentIn } = loaded.exchange;

test("an address is read and written again as it was", () => {
  for (const fragment of [
    "#board=9x9&path=RRDD", "#board=9x7&start=2,2&end=9,6&blocked=4,4;5,4&path=RRD&at=1&rules=mined-9",
    "#board=1x1&path=", "#board=9x9&path=RR&embed=1", "#board=51x51&path=DDR&rules=near-field/side-back.rule",
  ]) {
    assert.equal(positions.toFragment(positions.fromFragment(fragment)), fragment);
  }
});

test("a wrong address is refused with what was found", () => {
  /** @type {[string, RegExp][]} */
  const wrong = [
    ["board=52x9", /52x9; sides go from 1 to 51/], ["board=9", /"9" is not a board such as 9x9/],
    ["board=5x5&path=RRRRR", /step 5 of the path \(R\)/], ["board=5x5&path=RDLU", /step 4 of the path \(U\)/],
    ["board=5x5&end=1,1", /same cell/], ["board=5x5&blocked=5,5", /the end 5,5 is blocked/],
    ["board=5x5&blocked=6,1", /blocked cell 6,1 is not on the board/], ["board=5x5&path=X", /letters other than/],
    ["board=5x5&size=3", /"size" that means nothing/], ["board=5x5&path=R&at=x", /at "x" is not a number/],
  ];
  for (const [fragment, message] of wrong) {
    assert.throws(() => positions.fromFragment(fragment), message, fragment);
  }
});

test("the cells of a line follow its letters, and neighbours have a letter between them", () => {
  const board = positions.open(5, 5);
  const line = positions.cells(board, "RDLD");
  assert.deepEqual(line, [[1, 1], [2, 1], [2, 2], [1, 2], [1, 3]]);
  assert.equal(positions.letterBetween([2, 1], [2, 2]), "D");
  assert.equal(positions.letterBetween([2, 1], [3, 2]), null);
  assert.equal(positions.legalLength(board, "RDLU"), 3);
});

test("undo and redo go along the branch that was left, and other lines are kept", () => {
  const board = positions.open(5, 5);
  const place = (/** @type {string} */ drawn) => ({ board, path: drawn, at: drawn.length });
  const tree = history.begin(place(""));
  for (const drawn of ["R", "RR", "RRD"]) { history.add(tree, place(drawn)); }
  assert.equal(history.undo(tree)?.path, "RR");
  assert.equal(history.undo(tree)?.path, "R");
  assert.equal(history.redo(tree)?.path, "RR");
  history.undo(tree);
  history.add(tree, place("RD"));
  assert.equal(history.redo(tree), null);
  assert.deepEqual(history.lines(tree).map((each) => each.place.path), ["RRD", "RD"]);
  assert.equal(history.undo(tree)?.path, "R");
  assert.equal(history.redo(tree)?.path, "RD");
});

test("the history forgets its beginning, never the present place", () => {
  const board = positions.open(51, 51);
  const tree = history.begin({ board, path: "", at: 0 });
  for (let at = 1; at <= 5000; at += 1) { history.add(tree, { board, path: "", at }); }
  assert.equal(tree.size, 2000);
  assert.equal(history.undo(tree)?.at, 4999);
});

test("a pasted address and a rule file are told from positions", () => {
  assert.equal(fragmentIn("http://127.0.0.1:8000/#board=5x5&path=RR\n"), "board=5x5&path=RR");
  assert.equal(fragmentIn("board=5x5&path=RR"), "board=5x5&path=RR");
  assert.equal(fragmentIn("board 5x5\npath RR\n"), null);
  assert.equal(fragmentIn("RRDD"), null);
  const rule = fs.readFileSync(path.join(__dirname, "../../rules/near-field/close-across-left.rule"), "utf8");
  assert.equal(ruleName(rule), /^name +(.*)$/m.exec(rule)?.[1]);
  assert.equal(ruleName("name one\nboard 5x5\npath RR\n"), null);
});
