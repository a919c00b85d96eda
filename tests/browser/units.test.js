// The scripts of the board page that draw nothing, without a browser: positions and their
// addresses, the history, and what a pasted text is.
"use strict";

const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");

// Scripts of the page share one scope.
const SCRIPTS = ["position.js", "variations.js", "rule-text.js", "walking.js", "exchange.js"];
const source = SCRIPTS.map((name) =>
  fs.readFileSync(path.join(__dirname, "../../crates/site/assets/board", name), "utf8")).join("\n");
const load = new Function("panel", "page", `${source}; return { position, variations, ruleText, walking, exchange };`);
const loaded = load({}, {});
/** @type {typeof position} */
const positions = loaded.position;
/** @type {typeof variations} */
const history = loaded.variations;
/** @type {Pick<typeof walking, "chosen" | "numbers">} */
const walks = loaded.walking;
/** @type {typeof ruleText} */
const rules = loaded.ruleText;
/** @type {Pick<typeof exchange, "ruleName" | "fragmentIn">} */
const { ruleName, fragmentIn } = loaded.exchange;

test("an address is read and written again as it was", () => {
  for (const fragment of [
    "#board=9x9&path=RRDD", "#board=9x7&start=2,2&end=9,6&blocked=4,4;5,4&path=RRD&at=1&rules=mined-9",
    "#board=1x1&path=", "#board=5x5&path=&rule=name+a%0A%0Apicture%0A++%3F+%2B+L%0A", "#board=9x9&path=RR&embed=1", "#board=51x51&path=DDR&rules=near-field/side-back.rule",
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

const RULE = "name one\n\npicture\n  ? a\n  # L\n\nsegment a: left side enclosed\nforbids ahead\n";

test("the pictures of a rule are found with their live ends", () => {
  const text = RULE.replace("forbids", "unless picture\n  L .\nforbids");
  const [first, second] = rules.pictures(text);
  assert.deepEqual([first.line, first.rows, first.live], [2, [["?", "a"], ["#", "L"]], { row: 1, column: 1 }]);
  assert.deepEqual([second.title, second.rows, second.live], ["unless picture", [["L", "."]], { row: 0, column: 0 }]);
  assert.deepEqual(rules.pictures("name one\npicture\n").map(({ rows }) => rows), [[]]);
});

test("a cell changes in its picture alone, which grows and loses empty borders", () => {
  const rows = (/** @type {string} */ text) => rules.pictures(text)[0].rows.map((row) => row.join(""));
  assert.equal(rules.withCell(RULE, 0, 1, 0, "+"), RULE.replace("# L", "+ L"));
  assert.deepEqual(rows(rules.withCell(RULE, 0, -1, 2, "#")), ["??#", "?a?", "#L?"]);
  assert.deepEqual(rows(rules.withCell(RULE, 0, 1, 0, "?")), ["a", "L"]);
  // The live end moves, and nothing is drawn over it.
  assert.deepEqual(rows(rules.withCell(RULE, 0, 1, 0, "L")), ["?a", "L?"]);
  assert.equal(rules.withCell(RULE, 0, 1, 1, "#"), RULE);
  assert.equal(rules.withCell(RULE, 7, 0, 0, "#"), RULE);
  assert.equal(rules.withCell(RULE, 0, 0, 500, "#"), RULE);
  assert.match(rules.withCell(RULE, 0, 0, 0, "b"), /\n {2}# L\nsegment b: left side enclosed\n\nsegment a/);
});

test("a move is forbidden and allowed again in the order of the rule language", () => {
  const both = rules.withForbidden(RULE.replace("forbids ahead", "forbids ahead, behind unless in region a"), "left");
  assert.match(both, /\nforbids ahead, left, behind unless in region a\n/);
  assert.match(rules.withForbidden(both, "behind"), /\nforbids ahead, left\n/);
  assert.match(rules.withForbidden("name one\n", "left"), /\n\nforbids left\n$/);
  assert.ok(rules.isForbidden(both, "behind") && !rules.isForbidden(both, "right"));
  const [picture] = rules.pictures(RULE);
  assert.deepEqual([[0, 1], [1, 0], [1, 1], [0, 0]].map(([row, column]) => rules.directionTo(picture, row, column)), ["ahead", "left", null, null]);
  assert.equal(rules.where(picture, 0, 0), "1 left, 1 ahead");
});

test("a file with several rules is taken apart, and a rule names its file", () => {
  const file = `${RULE}\n${RULE.replace("one", "The other: 2!")}`.replace(/\n/g, "\r\n");
  assert.deepEqual(rules.split(file), [RULE, RULE.replace("one", "The other: 2!")]);
  assert.deepEqual(rules.split(file).map(rules.fileName), ["one.rule", "the-other-2.rule"]);
  assert.equal(rules.fileName("picture\n  L\n"), "rule.rule");
});

test("a walk takes the first allowed move of its order, seen along the last step", () => {
  const none = () => { throw new Error("nothing is drawn"); };
  assert.equal(walks.chosen("UDR", "R", "left", none), "U");
  assert.equal(walks.chosen("UDR", "R", "straight", none), "R");
  assert.equal(walks.chosen("UDR", "R", "right", none), "D");
  assert.equal(walks.chosen("LR", "DD", "left", none), "R");
  assert.equal(walks.chosen("D", "", "left", none), "D");
  assert.equal(walks.chosen("UDR", "R", "random", () => 0.5), "D");
});

test("random numbers are the same for a seed, and spread", () => {
  const draw = (/** @type {number} */ seed) => {
    const next = walks.numbers(seed);
    return [...Array(300).keys()].map(next);
  };
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
  const thirds = [0, 0, 0];
  draw(1).forEach((each) => { thirds[Math.floor(each * 3)] += 1; });
  assert.ok(Math.min(...thirds) > 70, String(thirds));
});
