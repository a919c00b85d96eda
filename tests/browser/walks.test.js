// Walks by rules, the strip along the line, the edges of completions, and rules from a position,
// with the server and as a site of files.
"use strict";

const { test } = require("node:test");
const assert = require("node:assert/strict");
const { LIVE, SCHEMES, axeFinds, boards, end, judged, says, serve, text } = require("./browser");

const { kinds, at, visit } = boards();
const WIDE = { viewport: { width: 1440, height: 900 } };
/** @typedef {import("./browser").TestPage} TestPage */

/** @param {TestPage} page */
const steps = async (page) => Number(/(\d+) steps?/.exec(await text(page, "#status"))?.[1]);

for (const kind of kinds) {
  test(`${kind}: a dead move is lifted to a rule that is proved and opened beside its reason`, async () => {
    const page = await visit(at(`board=9x9&path=${LIVE}`, kind), WIDE);
    await judged(page, "live");
    await page.focus(".lift-move");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#playground:not([hidden])");
    await says(page, "rule-boards", "Every board: proved");
    assert.match(await page.inputValue("#rule-text"), /^name +left after 22 steps on 9x9, 1\n/);
    assert.ok(await page.isVisible("#why"));
    await page.click("#rule-try");
    await says(page, "matches", "forbids left");
    await end(page);
  });

  test(`${kind}: space walks by the rules, stops where they allow a dead move, and offers a rule for it`, async () => {
    const page = await visit(at("board=7x7&path=&rules=edge/c-shape.rule", kind), WIDE);
    await judged(page, "live");
    await page.selectOption("#walk-pace", "0");
    await page.focus("#board");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => /dead|complete|forbid/.test(document.getElementById("walk-note")?.textContent ?? ""));
    assert.match(await text(page, "#walk-note"), /^The rules allow \w+, which is dead\.$/);
    const drawn = await steps(page);
    assert.ok(drawn > 2, `${drawn} steps`);
    assert.match(await text(page, "#status"), /live/);
    // The same seed gives the same line, and a walk is one step of undo.
    const address = page.url();
    await page.focus("#board");
    await page.keyboard.press("Control+z");
    await judged(page, "0 steps");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => /dead/.test(document.getElementById("walk-note")?.textContent ?? ""));
    await page.waitForURL(address);
    await page.click("#walk-lift");
    await page.waitForSelector("#playground:not([hidden])");
    await says(page, "rule-boards", "proved");
    await end(page);
  });

  test(`${kind}: a walk by rules that forbid every dead move fills the board, and space stops one`, async () => {
    const page = await visit(at("board=5x5&path=&rules=mined-9", kind), WIDE);
    await judged(page, "live");
    await page.selectOption("#walk-pace", "0");
    await page.selectOption("#walk-order", "left");
    await page.click("#walk");
    await page.waitForFunction(() => /complete|dead|forbid/.test(document.getElementById("walk-note")?.textContent ?? ""));
    await page.selectOption("#walk-pace", "500");
    await page.focus("#board");
    await page.keyboard.press("Home");
    await judged(page, "0 steps");
    await page.focus("#board");
    await page.keyboard.press("Space");
    await judged(page, "1 step");
    await page.focus("#board");
    await page.keyboard.press("Space");
    assert.equal(await text(page, "#walk"), "Walk");
    const stopped = await steps(page);
    await page.waitForTimeout(700);
    assert.equal(await steps(page), stopped);
    await end(page);
  });

  test(`${kind}: the strip has each step with its live moves, and keys and clicks go along it`, async () => {
    const page = await visit(at(`board=9x9&path=${LIVE}L`, kind), WIDE);
    await judged(page, "dead");
    await page.waitForSelector(".strip-turning", { state: "attached" });
    assert.equal(await page.locator(".strip-curve").count(), 1);
    await page.focus("#strip");
    await page.keyboard.press("ArrowLeft");
    await judged(page, "22 steps at (3,7): live");
    assert.match(await page.getAttribute("#strip", "aria-valuetext") ?? "", /^step 22: 2 of 3 moves live, 22,866 completions$/);
    await page.keyboard.press("Home");
    await judged(page, "0 steps");
    assert.match(await text(page, "#strip-words"), /step 0: 2 of 2 moves live, 2,688,307,514 completions/);
    const box = await page.locator("#strip").boundingBox();
    if (!box) { throw new Error("the strip is not there"); }
    await page.mouse.click(box.x + box.width * (8.5 / 24), box.y + 10);
    await judged(page, "8 steps");
    assert.match(await text(page, "#strip-words"), /step 8: 1 of 1 moves live.*, forced/);
    await end(page);
  });

  test(`${kind}: the edges that every completion uses are drawn on demand`, async () => {
    const page = await visit(at("board=5x5&path=RRDD", kind), WIDE);
    await judged(page, "live");
    await page.click("#edges-now");
    await says(page, "edges-note", "used by every completion");
    const number = Number(/^(\d+)/.exec(await text(page, "#edges-note"))?.[1]);
    assert.ok(number > 0);
    assert.equal(await page.locator("#board .heat .every").count(), number);
    assert.ok(await page.locator("#board .heat .some").count() > 0);
    await page.click("#edges-now");
    assert.equal(await page.locator("#board .heat").count(), 0);
    await end(page);
  });

  test(`${kind}: strip and walk fit a phone, and axe finds nothing`, async () => {
    for (const colorScheme of SCHEMES) {
      const page = await visit(at(`board=9x9&path=${LIVE}L&rules=proved`, kind), { viewport: { width: 390, height: 844 }, colorScheme });
      await judged(page, "dead");
      await page.waitForSelector(".strip-turning", { state: "attached" });
      assert.deepEqual(await axeFinds(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      await end(page);
    }
  });
}

test("the program of the command line walks", async () => {
  const script = "while read -r b m; do case $m in -|R) echo R;; RR) echo D;; *) echo -;; esac; done";
  const asked = await serve("--program", `/bin/sh -c '${script}'`);
  try {
    const page = await visit(`${asked.address}#board=5x5&path=`, WIDE);
    await judged(page, "live");
    await page.selectOption("#walk-by", "program");
    await page.selectOption("#walk-pace", "0");
    await page.click("#walk");
    await says(page, "walk-note", "The program forbids every move here.");
    await page.waitForURL(/path=RRD$/);
    await end(page);
  } finally {
    await asked.kill();
  }
});
