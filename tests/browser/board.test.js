// The board page as a person uses it: by mouse, by touch and by keys.
"use strict";

const { test } = require("node:test");
const assert = require("node:assert/strict");
const { LIVE, boards, end, judged, place, press, says, text } = require("./browser");

const { at, visit } = boards();

test("clicks draw on 5x5, and a dead move shows why", async () => {
  const page = await visit(at("board=5x5&path="));
  await judged(page, "live");
  for (const [column, row] of [[2, 1], [3, 1], [3, 2], [3, 3], [2, 3]]) {
    await press(page, column, row);
  }
  await judged(page, "5 steps");
  await page.waitForURL(/path=RRDDL$/);
  const dead = page.locator(".move-item.dead").first();
  await dead.locator("text=Why?").click();
  assert.ok(await page.isVisible("#why"));
  assert.ok((await text(page, "#why-text")).length > 10);
  assert.ok(await page.locator("#board .figure").count() > 0);
  await end(page);
});

test("a drag draws a line and takes it back along itself", async () => {
  const page = await visit(at("board=9x9&path="));
  await judged(page, "live");
  const cells = [[1, 1], [2, 1], [3, 1], [3, 2], [3, 3]];
  const places = [];
  for (const [column, row] of cells) { places.push(await place(page, column, row)); }
  await page.mouse.move(places[0].x, places[0].y);
  await page.mouse.down();
  for (const { x, y } of places.slice(1)) { await page.mouse.move(x, y, { steps: 6 }); }
  await page.waitForURL(/path=RRDD$/);
  for (const { x, y } of places.slice(2, 4).reverse()) { await page.mouse.move(x, y, { steps: 6 }); }
  await page.mouse.up();
  await judged(page, "2 steps");
  await page.waitForURL(/path=RR$/);
  await end(page);
});

test("a fast drag skips cells, and the line follows all the same", async () => {
  const page = await visit(at("board=9x9&path="));
  await judged(page, "live");
  const [from, to] = [await place(page, 1, 1), await place(page, 6, 3)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await page.waitForURL(/path=RRRRRDD$/);
  await end(page);
});

test("clicks hit their cells on tall boards and on a phone that lies on its side", async () => {
  /** @type {[string, { width: number, height: number }][]} */
  const windows = [["5x20", { width: 1280, height: 860 }], ["9x9", { width: 844, height: 390 }]];
  for (const [size, viewport] of windows) {
    const page = await visit(at(`board=${size}&path=DDDDDDD`), { viewport });
    await judged(page, "7 steps");
    await press(page, 2, 8);
    await page.waitForURL(/path=DDDDDDDR$/);
    await end(page);
  }
});

test("the link to the board keeps the line, and what has the focus keeps it", async () => {
  const page = await visit(at(`board=9x9&path=${LIVE}`));
  await judged(page, "22 steps at (3,7): live");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "board");
  assert.match(await text(page, "#status"), /22 steps/);
  await page.focus(".why-move");
  await page.keyboard.press("Enter");
  assert.ok(await page.isVisible("#why"));
  assert.equal(await page.evaluate(() => document.activeElement?.className), "why-move");
  await end(page);
});

test("a move dies on 9x9, and its turning point is marked", async () => {
  const page = await visit(at(`board=9x9&path=${LIVE}`));
  await judged(page, "22 steps at (3,7): live");
  const { x, y } = await place(page, 2, 7);
  await page.mouse.move(x, y);
  await page.waitForSelector("#why:not([hidden])");
  assert.match(await text(page, "#why-heading"), /left is dead/);
  await page.mouse.click(x, y);
  await judged(page, "dead, since step 23 (L)");
  assert.equal(await page.locator("#board .turning").count(), 1);
  await page.click("#turn");
  await judged(page, "22 steps at (3,7): live");
  await page.waitForURL(/path=\w{23}&at=22$/);
  await end(page);
});

test("keys alone draw, take back, undo, and look along the line", async () => {
  const page = await visit(at("board=5x5&path="));
  await judged(page, "live");
  await page.focus("#board");
  for (const key of ["ArrowRight", "r", "ArrowDown", "d"]) { await page.keyboard.press(key); }
  await judged(page, "4 steps");
  await page.keyboard.press("Backspace");
  await judged(page, "3 steps");
  await page.keyboard.press("Control+z");
  await judged(page, "4 steps");
  await page.keyboard.press("Home");
  await judged(page, "0 steps");
  await page.waitForURL(/path=RRDD&at=0/);
  await page.keyboard.press("PageDown");
  await judged(page, "1 step");
  await page.keyboard.press("End");
  await judged(page, "4 steps");
  await page.keyboard.press("ArrowUp");
  assert.match(await text(page, "#status"), /4 steps/);
  // Everything can be reached and pressed without a mouse.
  await page.goto(at(`board=9x9&path=${LIVE}&rules=mined-9`));
  await judged(page, "22 steps at (3,7): live");
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.className) === "why-move") { break; }
  }
  await page.keyboard.press("Enter");
  assert.ok(await page.isVisible("#why"));
  await page.keyboard.press("Escape");
  assert.ok(!await page.isVisible("#why"));
  await end(page);
});

test("touch draws on a phone, and nothing is wider than the screen", async () => {
  const page = await visit(null, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(at("board=9x9&path="));
  await judged(page, "live");
  for (const [column, row] of [[2, 1], [3, 1], [3, 2]]) {
    const { x, y } = await place(page, column, row);
    await page.touchscreen.tap(x, y);
  }
  await judged(page, "3 steps");
  await page.waitForURL(/path=RRD$/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await end(page);
});

test("two fingers zoom and draw nothing, on a phone", async () => {
  const page = await visit(null, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(at("board=9x9&path=RR"));
  await judged(page, "2 steps");
  const zoom = () => page.evaluate(() => window.visualViewport?.scale ?? 1);
  const before = await zoom();
  const [one, two] = [await place(page, 4, 1), await place(page, 8, 8)];
  const input = await page.context().newCDPSession(page);
  /** @param {"touchStart" | "touchMove" | "touchEnd"} type
   *  @param {{ x: number, y: number }[]} points */
  const touch = (type, ...points) => input.send("Input.dispatchTouchEvent", {
    type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
  });
  // The first finger comes down on a cell that the line could go to.
  await touch("touchStart", one);
  await judged(page, "3 steps");
  await touch("touchStart", one, two);
  for (let step = 1; step <= 10; step += 1) {
    await touch("touchMove", { x: one.x - 4 * step, y: one.y }, { x: two.x + 2 * step, y: two.y + 8 * step });
  }
  await touch("touchEnd");
  assert.ok(await zoom() > before, `zoomed from ${before} to ${await zoom()}`);
  await judged(page, "2 steps");
  await page.waitForURL(/path=RR$/);
  await end(page);
});

test("51x51 answers while one draws, also with the set proved", async () => {
  for (const rules of ["", "&rules=proved"]) {
    const page = await visit(at(`board=51x51&path=${rules}`));
    await judged(page, "live");
    const times = await page.evaluate(async () => {
      const { page } = window.deadmove;
      /** @type {number[]} */
      const all = [];
      for (const letter of `${"R".repeat(40)}DL${"DRDL".repeat(9)}`) {
        const begin = performance.now();
        page?.play(letter);
        while (!page?.state.judged) { await new Promise((resolve) => { setTimeout(resolve, 0); }); }
        all.push(performance.now() - begin);
      }
      return all.sort((one, other) => one - other);
    });
    // The aim is 50 ms on an idle machine.
    const median = times[times.length >> 1];
    console.log(`51×51${rules}: ${times.length} moves, median ${median.toFixed(1)} ms, slowest ${times[times.length - 1].toFixed(1)} ms`);
    assert.ok(times.length > 60 && median < 200, `median ${median} ms`);
    await end(page);
  }
});

test("after a click on Why? the keys still draw, take back and step", async () => {
  const page = await visit(at(`board=9x9&path=${LIVE}`));
  await judged(page, "22 steps at (3,7): live");
  await page.locator(".why-move").first().click();
  await page.keyboard.press("ArrowRight");
  await judged(page, "23 steps");
  await page.keyboard.press("Backspace");
  await judged(page, "22 steps at (3,7): live");
  await page.goto(at("board=9x9&path=RRRRRRRRDDDLDRDLLULLUURDRURULLLLLLLDDDDDDDRURDRU"));
  await judged(page, "dead");
  await page.click("text=Why is the position dead?");
  await page.keyboard.press("n");
  await says(page, "why-place", "2 of ");
  await page.keyboard.press("p");
  await says(page, "why-place", "1 of ");
  await end(page);
});

test("a reason under the pointer goes when the pointer leaves, and cells say their coordinates", async () => {
  const page = await visit(at(`board=9x9&path=${LIVE}`));
  await judged(page, "22 steps at (3,7): live");
  const { x, y } = await place(page, 2, 7);
  await page.mouse.move(x, y);
  await page.waitForSelector("#why:not([hidden])");
  await says(page, "pointer", "(2,7)");
  assert.equal(await page.locator("#board .path.supposed").count(), 1, "the move is only supposed");
  await page.mouse.move(2, 2);
  await page.waitForSelector("#why", { state: "hidden" });
  assert.equal(await page.locator("#board .figure, #board .supposed").count(), 0);
  assert.equal(await text(page, "#pointer"), "");
  await end(page);
});

test("a drag is one change to undo and redo, and other lines are kept to choose from", async () => {
  const page = await visit(at("board=9x9&path="));
  await judged(page, "live");
  /** @param {[number, number]} from @param {[number, number]} to */
  const drag = async (from, to) => {
    const [begin, finish] = [await place(page, ...from), await place(page, ...to)];
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await page.mouse.move(finish.x, finish.y, { steps: 8 });
    await page.mouse.up();
  };
  await drag([1, 1], [5, 1]);
  await page.waitForURL(/path=RRRR$/);
  await page.click("#undo");
  await judged(page, "0 steps");
  await page.keyboard.press("Control+y");
  await judged(page, "4 steps");
  await page.keyboard.press("Control+z");
  await drag([1, 1], [1, 4]);
  await page.waitForURL(/path=DDD$/);
  assert.deepEqual(await page.locator("#variations button").allTextContents(), ["4 steps, after 0 steps: RRRR", "3 steps, this line"]);
  await page.locator("#variations button").first().click();
  await page.waitForURL(/path=RRRR$/);
  await end(page);
});

