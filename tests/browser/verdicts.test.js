// The pages say what the command line says: the same verdicts on 3,000 positions, by the server and
// by WebAssembly.
"use strict";

const { test, before, after } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { SITE, judged, launch, open, run, serve } = require("./browser");
const { positions } = require("./positions");

const COUNT = 3000;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof positions>} */
let asked;
/** @type {{ verdict: string, moves: object, turning_point: number, fatal_move: string }[]} */
let expected;
before(async () => {
  asked = positions(COUNT, 20);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "positions-")), "positions.jsonl");
  fs.writeFileSync(file, asked.map((each, at) => JSON.stringify({ name: String(at), ...each })).join("\n"));
  const lines = run("judge", "--jsonl", file, "--json").trim().split("\n").map((line) => JSON.parse(line));
  expected = lines.map(({ verdict, moves, turning_point, fatal_move }) => ({ verdict, moves, turning_point, fatal_move }));
  browser = await launch();
});
after(() => browser.close());

test("half of the positions are dead, and some are late in the line", () => {
  assert.equal(expected.length, COUNT);
  const dead = expected.filter(({ verdict }) => verdict === "dead").length;
  assert.ok(dead > 0.4 * COUNT && dead < 0.6 * COUNT, `${dead} of ${COUNT} are dead`);
  const late = asked.filter(({ n, path: drawn }) => drawn.length > 0.8 * n * n).length;
  assert.ok(late > 300, `${late} are late`);
});

// Asks through the function of the page itself.
/** @param {import("./browser").TestPage} page */
async function agrees(page) {
  await judged(page, "live");
  const begin = Date.now();
  const answers = await page.evaluate(async (all) => {
    const found = [];
    for (const each of all) {
      const { verdict, moves, turning_point, fatal_move } = 
        await /** @type {Promise<Judged>} */ (window.deadmove.ask({ ask: "judge", ...each }));
      const words = Object.fromEntries((moves || []).map((move) => [move.move, move.verdict]));
      found.push({ verdict, moves: words, turning_point, fatal_move });
    }
    return found;
  }, asked);
  const each = (Date.now() - begin) / COUNT;
  console.log(`${COUNT} positions, ${each.toFixed(2)} ms each`);
  answers.forEach((answer, at) => assert.deepEqual(answer, expected[at], JSON.stringify(asked[at])));
  assert.deepEqual(page.faults, []);
}

test("the served page says what the command line says", async () => {
  const server = await serve();
  const page = await open(browser, `${server.address}#board=5x5&path=`);
  await agrees(page);
  await server.kill();
});

for (const kind of ["from a server of files", "opened from a folder"]) {
  test(`the page without a server says what the command line says, ${kind}`, async (context) => {
    if (!SITE.there) {
      context.skip("skipped: there is no site with the engine");
      return;
    }
    const site = kind.startsWith("from") ? await SITE.serve() : { address: SITE.folder, close: () => {} };
    const page = await open(browser, `${site.address}board.html#board=5x5&path=`);
    await agrees(page);
    site.close();
  });
}
