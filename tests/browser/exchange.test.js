// What the board page exchanges: addresses, files, and answers of its server and of a program.
"use strict";

const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { LIVE, ROOT, boards, drop, end, judged, says, serve, text } = require("./browser");

const { at, visit } = boards();

test("the address holds the position, so that a reload shows it again", async () => {
  const fragment = `board=9x7&start=2,2&end=9,6&blocked=4,4;5,4&path=RRD&rules=mined-9`;
  const page = await visit(at(fragment));
  await judged(page, "9×7 board, 3 steps");
  await page.keyboard.press("ArrowLeft");
  await judged(page, "4 steps at (3,3)");
  await page.waitForURL(/path=RRDL&rules=mined-9$/);
  const before = await page.innerHTML("#board");
  await page.reload();
  await judged(page, "4 steps at (3,3)");
  assert.equal(await page.innerHTML("#board"), before);
  assert.equal(await page.inputValue("#rules"), "mined-9");
  await end(page);
});

test("a file that is dropped on the page is read, and undo brings the old line back", async () => {
  const page = await visit(at("board=5x5&path=RR"));
  await judged(page, "2 steps");
  // Without a listener that refuses them, the browser would open the file instead of the page.
  assert.deepEqual(await drop(page, "a.txt", "board 9x9\npath RRDD\n"), [false, false]);
  await judged(page, "9×9 board, 4 steps");
  await drop(page, "b.txt", "<script>alert(1)</script>");
  await says(page, "fault", "none of the known formats");
  assert.match(await text(page, "#status"), /9×9 board, 4 steps/);
  await page.keyboard.press("Control+z");
  await judged(page, "5×5 board, 2 steps");
  await end(page);
});

test("undo brings back what was there before another address", async () => {
  const page = await visit(at("board=5x5&path=RR"));
  await judged(page, "2 steps");
  await page.evaluate(() => { window.location.hash = "#board=7x7&path=DDDR"; });
  await judged(page, "7×7 board, 4 steps");
  await page.click("#undo");
  await judged(page, "5×5 board, 2 steps");
  await page.waitForURL(/board=5x5&path=RR$/);
  assert.ok(await page.isDisabled("#undo"));
  await end(page);
});

test("path files of the research are read", async (context) => {
  const folder = path.join(ROOT, "../shared/corpus/path-files");
  if (!fs.existsSync(folder)) {
    context.skip("skipped: the corpus is not there");
    return;
  }
  const page = await visit(at("board=5x5&path="));
  await page.click("#open summary");
  for (const name of fs.readdirSync(folder)) {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    const side = text.split("|")[0];
    await page.setInputFiles("#file", path.join(folder, name));
    await judged(page, `${side}×${side} board, ${text.trim().replace(/;$/, "").split(";").filter((item) => item.includes("-")).length - 1} steps`);
    assert.ok(!await page.isVisible("#fault"), name);
  }
  await end(page);
});

test("a position is saved as a case, a path file, SVG and PNG", async () => {
  const page = await visit(at(`board=9x9&path=${LIVE}`));
  await judged(page, "live");
  await page.click("#save summary");
  for (const [form, begins] of [["case", "board    9x9"], ["path-file", "9|1-1,1"], ["svg", "<svg"], ["png", "\u0089PNG"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-save="${form}"]`)]);
    const content = fs.readFileSync(await download.path(), "latin1");
    assert.ok(content.startsWith(begins), `${form}: ${content.slice(0, 40)}`);
  }
  await end(page);
});

test("downloads show what is on the screen, and keep the steps after it", async () => {
  const page = await visit(at("board=9x9&path=RRRRRDDDDLLLL&at=12"));
  await judged(page, "12 steps");
  await page.locator(".why-move").last().click();
  await page.click("#save summary");
  /** @param {string} form */
  const saved = async (form) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-save="${form}"]`)]);
    return fs.readFileSync(await download.path(), "utf8");
  };
  const svg = await saved("svg");
  const shown = await page.locator("#board svg *").count();
  assert.ok(shown > 20);
  assert.equal((svg.match(/<(rect|path|circle|text|g) /g) ?? []).length, shown + 1, "and the background");
  assert.ok(!svg.includes("witness") && !svg.includes("class="));
  assert.match(svg, /<title>9×9 board, 12 steps at \(3,5\): live<\/title>/);
  assert.match(await saved("path-file"), /;2,0,3-2,5;/);
  await end(page);
});

test("an address of the page can be pasted, and a dropped rule file opens the playground", async () => {
  const page = await visit(at("board=5x5&path="));
  await judged(page, "live");
  await page.click("#open summary");
  await page.fill("#paste", at("board=9x9&path=RRD&rules=mined-9"));
  await page.click("#read");
  await judged(page, "9×9 board, 3 steps");
  assert.equal(await page.inputValue("#rules"), "mined-9");
  const rule = fs.readFileSync(path.join(ROOT, "rules/7-grid/future-l.rule"), "utf8");
  await drop(page, "future-l.rule", rule);
  await page.waitForURL(/rules=mined-9&rule=name/);
  assert.equal(await page.inputValue("#rule-text"), rule);
  await judged(page, "9×9 board, 3 steps");
  await end(page);
});

test("bad addresses and files get a message, and the board goes on", async () => {
  const page = await visit(at("board=5x5&path=RR"));
  await judged(page, "2 steps");
  // From an address of the same page, the browser would keep the page and only change its address.
  /** @param {string} address */
  const load = async (address) => {
    await page.goto("about:blank");
    await page.goto(address);
  };
  for (const fragment of [
    "board=<script>&path=", "board=0x5", "board=999x999", "board=5x5&path=RRRRR", "board=5x5&path=RLRL",
    "board=5x5&path=%00%ff", "board=5x5&start=9,9", "board=5x5&start=5,5", "board=5x5&blocked=1,1", "board=5x5&path=R&at=x", "%",
  ]) {
    await load(at(fragment));
    await page.waitForSelector("#fault:not([hidden])");
    assert.ok((await text(page, "#fault")).length > 20, fragment);
  }
  await load(at("board=5x5&path=RR"));
  await judged(page, "2 steps");
  await page.evaluate(() => { window.location.hash = "#board=0x5"; });
  await says(page, "fault", "The address is not a position");
  assert.match(await text(page, "#status"), /2 steps/);
  await page.click("#open summary");
  /** @type {[Buffer, string][]} */
  const files = [
    [Buffer.from([0xff, 0xfe, 0, 1, 2]), "is not a text file"],
    [Buffer.from("<img src=x onerror=alert(1)>"), "none of the known formats"],
    [Buffer.alloc(2 << 20, "R"), "larger than 1 MB"],
    [Buffer.alloc(0), "empty"],
  ];
  for (const [buffer, message] of files) {
    await page.setInputFiles("#file", { name: "<b>bad</b>.txt", mimeType: "text/plain", buffer });
    await says(page, "fault", message);
    assert.match(await text(page, "#status"), /2 steps/);
  }
  assert.equal(await page.locator("b, img").count(), 0);
  await end(page);
});

test("an address is read even if the page is about to write its own", async () => {
  const page = await visit(at("board=5x5&path=RR"));
  await judged(page, "2 steps");
  // The page writes its address 150 ms after a move. The new address comes while it is busy then,
  // so that both are waiting.
  await page.evaluate(() => {
    window.deadmove.page?.play("D");
    const until = performance.now() + 300;
    window.setTimeout(() => {
      window.location.hash = "#board=7x7&path=RRRR";
      while (performance.now() < until) { /* busy */ }
    }, 100);
  });
  await judged(page, "4 steps");
  await page.waitForURL(/board=7x7&path=RRRR/);
  await end(page);
});

test("without its server the page keeps the line and says so", async () => {
  const own = await serve();
  const page = await visit(`${own.address}#board=5x5&path=RR`);
  await judged(page, "2 steps at (3,1): live");
  await own.kill();
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector("#fault:not([hidden])");
  assert.match(await text(page, "#fault"), /does not answer/);
  assert.match(await text(page, "#status"), /3 steps: not judged/);
  await page.waitForURL(/path=RRD$/);
  // What the browser says of a server that stops depends on what it was asking just then.
  const unanswered = /net::ERR_(EMPTY_RESPONSE|CONNECTION_(REFUSED|RESET|ABORTED|CLOSED))/;
  assert.ok(page.faults.every((fault) => unanswered.test(fault)), String(page.faults));
  await page.context().close();
});

test("the program of the command line says what it allows, and where that is wrong", async () => {
  const answers = "-) echo D;; R) echo RUL;; *) echo \"? lost\"";
  const script = `while read -r b m; do case $m in ${answers};; esac; done`;
  const asked = await serve("--program", `/bin/sh -c '${script}'`);
  const page = await visit(`${asked.address}#board=5x5&path=`);
  await says(page, "program-moves", "down: allowed");
  await says(page, "program-moves", "right: not allowed, but live");
  await page.focus("#board");
  await page.keyboard.press("ArrowRight");
  await says(page, "program-fault", "No answer: ");
  await page.keyboard.press("ArrowDown");
  await says(page, "program-fault", "it cannot say: lost");
  await end(page);
  await asked.kill();
});
