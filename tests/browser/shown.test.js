// What the board page shows: reasons, rules, completions, and the page itself.
"use strict";

const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { LIVE, ROOT, SCHEMES, axeFinds, boards, end, judged, place, press, says, text } = require("./browser");

const { at, visit } = boards();

test("a deduction is shown step by step", async () => {
  const deduction = fs.readFileSync(path.join(ROOT, "cases/reasons/deduction.case"), "utf8");
  const page = await visit(at("board=5x5&path="));
  await judged(page, "live");
  await page.click("#open summary");
  await page.fill("#paste", deduction);
  await page.click("#read");
  await judged(page, "dead");
  await page.click("text=Why is the position dead?");
  const place = () => text(page, "#why-place");
  const steps = Number((await place()).split(" of ")[1]);
  assert.ok(steps > 1, await place());
  const seen = new Set();
  for (let step = 1; step < steps; step += 1) {
    seen.add(await text(page, "#why-text"));
    await page.click("#why-next");
  }
  assert.ok((await text(page, "#why-text")).startsWith("Contradiction"));
  assert.equal(seen.size, steps - 1);
  await page.click("#why-previous");
  assert.equal(await place(), `${steps - 1} of ${steps}`);
  await end(page);
});

test("after a cancelled count the next position is judged and counted", async () => {
  const page = await visit(at("board=15x15&path="));
  await judged(page, "15×15 board, 0 steps at (1,1): live");
  await page.click("#count-now");
  await page.click("#cancel");
  await says(page, "count", "unknown: cancelled");
  await page.focus("#board");
  await page.keyboard.press("ArrowRight");
  await judged(page, "1 step at (2,1): live");
  assert.ok(!(await text(page, "#count")).includes("cancelled"));
  await page.evaluate(() => { window.location.hash = "#board=5x5&path="; });
  await says(page, "count", "104");
  await end(page);
});

test("the rules that match are drawn over the board, and a wrong one is marked", async () => {
  const page = await visit(at(`board=9x9&path=${LIVE}&rules=mined-9`));
  await judged(page, "22 steps at (3,7): live");
  await page.click(".matches button");
  assert.ok(await page.locator("#board .rule .sign").count() > 2);
  assert.equal(await page.locator(".match.wrong").count(), 0);
  await page.goto(at("board=5x5&path=DDRRU&rules=near-field/close-side-straight.rule"));
  await page.waitForSelector(".match.wrong");
  assert.match(await text(page, ".match.wrong"), /wrong: \w+ is live/);
  await end(page);
});

test("completions are counted, shown and drawn, and a long count can be cancelled", async () => {
  const page = await visit(at("board=5x5&path="));
  await says(page, "count", "104");
  await page.click("#witness");
  await page.waitForSelector("#board .witness");
  await page.click("#finish");
  await judged(page, "24 steps: the board is full");
  await page.goto(at("board=15x15&path="));
  await judged(page, "15×15 board, 0 steps at (1,1): live");
  await page.click("#count-now");
  await page.click("#cancel");
  await says(page, "count", "unknown: cancelled");
  await end(page);
});

test("an unknown set costs neither the verdict nor the menu", async () => {
  const page = await visit(at("board=9x9&path=RR&rules=nonsense"));
  await judged(page, "2 steps at (3,1): live");
  await says(page, "rules-fault", "there are no rules `nonsense`");
  assert.equal(await page.inputValue("#rules"), "nonsense");
  await page.selectOption("#rules", "mined-9");
  await page.waitForURL(/rules=mined-9$/);
  await says(page, "matches", "No rule forbids a move here.");
  assert.equal(await text(page, "#rules-fault"), "");
  await end(page);
});

test("a rule makes no claim about a board with other ends or of another size", async () => {
  const page = await visit(at("board=6x6&start=5,4&end=4,6&path=RDDLUL&rules=proved"));
  await page.waitForSelector(".match.wrong");
  assert.match(await text(page, ".match.wrong"), /makes no claim about this board: \w+ is live/);
  assert.doesNotMatch(await text(page, "#moves") + await text(page, "#matches"), /wrong/);
  await page.goto(at("board=9x9&path=RR&rules=7-grid/future-l.rule"));
  await says(page, "matches", "The rule makes no claim about boards of this size.");
  await end(page);
});

test("a rule over the board shades the region that it counts", async () => {
  const page = await visit(at(`board=9x9&path=${LIVE}&rules=proved`));
  await page.locator(".matches button", { hasText: "all sizes 02" }).click();
  const cells = Number(/here (\d+) cells/.exec(await text(page, "#matches .segment"))?.[1]);
  assert.ok(cells > 20, `${cells} cells`);
  assert.equal(await page.locator("#board .region-cell").count(), cells);
  await end(page);
});

test("the most difficult move is named only if no other has as few completions", async () => {
  const page = await visit(at("board=5x5&path="));
  await says(page, "count", "104 (down 52, right 52).");
  assert.doesNotMatch(await text(page, "#count"), /difficult/);
  await page.goto(at(`board=9x9&path=${LIVE}`));
  await says(page, "count", "Most difficult live move: ");
  await end(page);
});

test("a coloured region shows the ways out", async () => {
  const page = await visit(at("board=9x9&path=RRRRRDDDDLLLL"));
  await judged(page, "dead");
  await page.click("text=Why is the position dead?");
  assert.match(await text(page, "#why-text"), /colour: \d+ black and \d+ white cells: at least \d+ more/);
  assert.ok(await page.locator("#board .edge.crossing").count() > 0);
  assert.match(await text(page, "#why-legend"), /short thick bar: a way out/);
  await end(page);
});

test("every column and row up to 21 has its number", async () => {
  for (const [size, count] of [[5, 10], [21, 42], [51, 22]]) {
    const page = await visit(at(`board=${size}x${size}&path=`));
    await judged(page, "live");
    assert.equal(await page.locator("#board .number").count(), count);
    await end(page);
  }
});

test("who comes without a position is told what this is, and the title names the position", async () => {
  const page = await visit(at("").replace("#", ""));
  await judged(page, "live");
  assert.match(await text(page, "header"), /Draw a line/);
  assert.match(await text(page, "#about"), /filled arrow: a live move/);
  const examples = await page.locator("#about a").count();
  assert.ok(examples >= 4);
  for (let at = 0; at < examples; at += 1) {
    await page.locator("#about a").nth(at).click();
    await page.waitForFunction(() => /: (live|dead)/.test(document.title));
    assert.ok(!await page.isVisible("#fault"));
  }
  await page.goto(at("board=5x5&path=RR"));
  await page.reload();
  await judged(page, "2 steps at (3,1): live");
  assert.equal(await page.title(), "5×5 board, 2 steps at (3,1): live – deadmove");
  assert.equal(await page.locator("#about[open]").count(), 0);
  await end(page);
});

test("nothing is below an empty area at 1024 pixels, and a phone can enlarge the board", async () => {
  const page = await visit(at("board=9x9&path="), { viewport: { width: 1024, height: 768 } });
  await judged(page, "live");
  const [answers, more, play] = await Promise.all([".answers", ".more", ".play"].map((name) => page.locator(name).boundingBox()));
  assert.ok(answers && more && play);
  assert.ok(more.x === answers.x && more.y - (answers.y + answers.height) < 40, "the line follows the moves");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at("board=51x51&path=DDD"));
  await judged(page, "3 steps");
  const width = () => page.evaluate(() => document.querySelector("#board svg")?.getBoundingClientRect().width ?? 0);
  const before = await width();
  await page.click("#larger");
  assert.ok(await width() > 1.4 * before);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await press(page, 2, 4);
  await page.waitForURL(/path=DDDR$/);
  await page.click("#smaller");
  assert.equal(await width(), before);
  await end(page);
});

test("on paper there are no controls", async () => {
  const page = await visit(at(`board=9x9&path=${LIVE}`));
  await judged(page, "live");
  await page.emulateMedia({ media: "print" });
  for (const id of ["undo", "rules", "setup", "count-now"]) { assert.ok(!await page.isVisible(`#${id}`), id); }
  for (const id of ["board", "status", "moves"]) { assert.ok(await page.isVisible(`#${id}`), id); }
  await end(page);
});

test("axe finds nothing, in light and dark", async () => {
  for (const colorScheme of SCHEMES) {
    const page = await visit(null, { colorScheme, bypassCSP: true });
    await page.goto(at(`board=9x9&path=${LIVE}LUR&rules=mined-9`));
    await judged(page, "dead");
    await page.click("text=Why is the position dead?");
    assert.deepEqual(await axeFinds(page), []);
    await page.context().close();
  }
});


test("one live move is to be found: the verdicts come after the guess", async () => {
  const page = await visit(at("board=5x5&path="));
  await judged(page, "live");
  await page.click("#about summary");
  await page.click("#train");
  await says(page, "note", "One move is live. Which?");
  assert.equal(await page.locator("#moves button, #board .arrow").count(), 0);
  const { live, dead, path } = await page.evaluate(async () => {
    const { board, path } = /** @type {NonNullable<Window["deadmove"]["page"]>} */ (window.deadmove.page).state;
    const { moves } = /** @type {Judged} */ (await window.deadmove.ask({ ask: "judge", ...board, path }));
    const having = (/** @type {Verdict} */ verdict) => moves.filter((move) => move.verdict === verdict);
    return { live: having("live"), dead: having("dead"), path };
  });
  assert.equal(live.length, 1);
  assert.ok(dead.length > 0);
  await press(page, ...dead[0].to);
  await says(page, "note", "Wrong: it is dead.");
  assert.ok(await page.isVisible("#why"));
  await page.waitForURL(new RegExp(`path=${path}$`));
  await press(page, ...live[0].to);
  await judged(page, `${path.length + 1} steps`);
  await end(page);
});

test("an embedded board only shows, and leads to the whole one", async () => {
  const page = await visit(at("board=9x9&path=RRDD&embed=1"));
  await judged(page, "4 steps at (3,3): live");
  await press(page, 3, 4);
  await page.keyboard.press("ArrowDown");
  assert.ok(!await page.isVisible(".more") && !await page.isVisible("#undo"));
  assert.match(await text(page, "#status"), /4 steps/);
  assert.equal(await page.getAttribute("#whole", "href"), "#board=9x9&path=RRDD");
  await end(page);
});
