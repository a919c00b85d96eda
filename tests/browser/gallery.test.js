// The gallery in a browser: it reads well without scripts, on a phone and in the dark, its filters
// work, and a counterexample opens on the board.
"use strict";

const { test, before, after } = require("node:test");
const assert = require("node:assert/strict");
const { SCHEMES, SITE, axeFinds, end, launch, open, says, text } = require("./browser");

const skip = SITE.there ? false : "skipped: there is no site with the engine";
const PAGES = [
  "index.html", "rules/index.html", "rules/9-grid/future-l-9.html", "rules/area/u.html",
  "sets/index.html", "sets/mined-9.html", "lemmas/index.html",
];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof SITE.serve>>} */
let site;
before(async () => {
  browser = await launch();
  if (SITE.there) { site = await SITE.serve(); }
});
after(async () => {
  await browser.close();
  if (site) { site.close(); }
});

test("a counterexample of the gallery opens on the board, and the rule is wrong there", { skip }, async () => {
  const page = await open(browser, `${site.address}rules/index.html#status=wrong`);
  await page.locator("a[href$='7-grid/future-l.html']:visible").first().click();
  await page.click("text=Open it on the board");
  await page.waitForSelector(".match.wrong");
  assert.match(page.url(), /board\.html#board=\d+x\d+&path=[UDLR]+&rules=7-grid\/future-l\.rule$/);
  assert.match(await text(page, ".match.wrong"), /wrong: \w+ is live/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a lifted rule is tried at the position it was lifted from, and its match leads back to its page", { skip }, async () => {
  const page = await open(browser, `${site.address}rules/lifted/lifted-001.html`);
  await page.click("text=Try it on the board");
  await says(page, "matches", "lifted 001");
  assert.match(page.url(), /#board=13x13&path=[UDLR]{40,}&rules=/);
  await page.locator("#matches button").first().click();
  await page.click("text=About this rule");
  await page.waitForURL(/rules\/lifted\/lifted-001\.html$/);
  await end(page);
});

test("the text of a rule is opened in the playground from its page", { skip }, async () => {
  const page = await open(browser, `${site.address}rules/area/u.html`);
  await page.click("text=Change it in the playground");
  await page.waitForURL(/rules=this-rule&rule=name/);
  assert.match(await page.inputValue("#rule-text"), /^name +U, small area\n/);
  await end(page);
});

test("without reports about it a proved rule is stated to be proved, on every page", { skip }, async () => {
  const page = await open(browser, null);
  for (const name of ["rules/lifted/lifted-001.html", "rules/index.html", "sets/all-sizes.html", "index.html"]) {
    await page.goto(site.address + name);
    assert.match(await text(page, "main"), /stated to be proved/, name);
  }
  await page.goto(`${site.address}sets/all-sizes.html`);
  assert.ok(await page.locator(".card svg").count() >= 20, "the set has pictures");
  await end(page);
});

test("pictures are dark in the dark", { skip }, async () => {
  const page = await open(browser, `${site.address}rules/area/u.html`, { colorScheme: "dark" });
  assert.match(await page.locator(".beside .picture svg").first().evaluate((svg) => getComputedStyle(svg).filter), /invert/);
  await end(page);
});

test("rules are found by words and by status, and the address keeps both", { skip }, async () => {
  const page = await open(browser, `${site.address}rules/index.html`);
  const shown = () => page.evaluate(() => [...document.querySelectorAll(".card")].filter((card) => /** @type {HTMLElement} */ (card).offsetParent).length);
  const all = await shown();
  assert.ok(all > 150, `${all} rules`);
  await page.fill("input[type=search]", "future");
  await page.waitForFunction((count) => [...document.querySelectorAll(".card")].filter((card) => /** @type {HTMLElement} */ (card).offsetParent).length < count, all);
  const found = await shown();
  assert.ok(found > 3 && found < 40, `${found} rules`);
  await page.reload();
  await page.waitForFunction((count) => [...document.querySelectorAll(".card")].filter((card) => /** @type {HTMLElement} */ (card).offsetParent).length === count, found);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("pages can be read without scripts", { skip }, async () => {
  const page = await open(browser, null, { javaScriptEnabled: false });
  for (const name of PAGES) {
    await page.goto(site.address + name);
    assert.ok((await text(page, "main")).trim().length > 100, name);
    assert.ok(await page.isVisible("h1"), name);
  }
  await page.goto(`${site.address}rules/index.html`);
  assert.ok(await page.locator(".card svg:visible").count() > 150);
  await page.context().close();
});

test("nothing is wider than a phone", { skip }, async () => {
  const page = await open(browser, null, { viewport: { width: 390, height: 844 } });
  for (const name of [...PAGES, "board.html#board=9x9&path=RR"]) {
    await page.goto(site.address + name);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("axe finds nothing on any kind of page, in light and dark", { skip }, async () => {
  for (const colorScheme of SCHEMES) {
    const page = await open(browser, null, { colorScheme, bypassCSP: true });
    for (const name of PAGES) {
      await page.goto(site.address + name);
      assert.deepEqual(await axeFinds(page), []);
    }
    await page.context().close();
  }
});
