// What the tests of pages share: the browser, a served board, and the program.
"use strict";

const assert = require("node:assert/strict");
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { after, before } = require("node:test");
const axe = require("axe-core");
const { chromium } = require("playwright-core");

const ROOT = path.resolve(__dirname, "../..");
const PROGRAM = process.env.DEADMOVE || path.join(ROOT, "target/release/deadmove");
const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";

// Without these, Chromium looks for updates in the network.
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

const launch = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/** @typedef {import("playwright-core").Page & { faults: string[] }} TestPage */

// A page whose errors and refused resources end the test.
/** @param {import("playwright-core").Browser} browser @param {string | null} address
 *  @param {import("playwright-core").BrowserContextOptions} options @returns {Promise<TestPage>} */
async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = Object.assign(await context.newPage(), { faults: /** @type {string[]} */ ([]) });
  page.on("pageerror", (error) => page.faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") { page.faults.push(`console: ${message.text()}`); }
  });
  if (address) { await page.goto(address); }
  return page;
}

// Ends a page, and fails if something was wrong with it.
/** @param {TestPage} page */
async function end(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

// The text of an element.
/** @param {import("playwright-core").Page} page @param {string} selector */
const text = async (page, selector) => (await page.textContent(selector)) ?? "";

/** @param {import("playwright-core").Page} page @param {string} words */
const judged = (page, words) => says(page, "status", words);

// Waits until an element has some words.
/** @param {import("playwright-core").Page} page @param {string} id @param {string} words */
const says = (page, id, words) => page.waitForFunction(
  ([name, wanted]) => document.getElementById(name)?.textContent?.includes(wanted), [id, words]);

// Drops a file on the board. Returns whether the browser would open it instead of the page.
/** @param {import("playwright-core").Page} page @param {string} name @param {string} content */
const drop = (page, name, content) => page.evaluate(([fileName, words]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([words], fileName));
  const event = (/** @type {string} */ type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
  return ["dragover", "drop"].map((type) => document.getElementById("board")?.dispatchEvent(event(type)));
}, [name, content]);

// What axe finds, as texts.
/** @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
async function axeFinds(page) {
  await page.evaluate(axe.source);
  // The policy of the page lets nothing read style sheets again.
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run({ preload: false }));
  return violations.map((/** @type {import("axe-core").Result} */ { id, nodes }) =>
    `${page.url()} ${id}: ${nodes.map((node) => node.html).join(" ").slice(0, 300)}`);
}

// The middle of a cell on the screen.
/** @param {import("playwright-core").Page} page @param {number} column @param {number} row */
function place(page, column, row) {
  return page.evaluate(([c, r]) => {
    const drawn = /** @type {SVGSVGElement} */ (document.querySelector("#board svg"));
    const { x, y } = new DOMPoint((c - 0.5) * 24, (r - 0.5) * 24).matrixTransform(drawn.getScreenCTM() ?? undefined);
    return { x, y };
  }, [column, row]);
}

/** @param {import("playwright-core").Page} page @param {number} column @param {number} row */
async function press(page, column, row) {
  const { x, y } = await place(page, column, row);
  await page.mouse.click(x, y);
}

// `deadmove board`: its address and how to end it.
/** @param {string[]} rules @returns {Promise<{ address: string, kill: () => Promise<unknown> }>} */
function serve(...rules) {
  const child = spawn(PROGRAM, ["board", "--no-open", ...rules], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.once("data", (line) => {
      const address = String(line).split("\n")[0];
      resolve({ address, kill: () => new Promise((ended) => { child.once("exit", ended); child.kill("SIGKILL"); }) });
    });
  });
}

// Runs the program and returns its output.
/** @param {string[]} words */
function run(...words) {
  const ran = spawnSync(PROGRAM, words, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.error) { throw ran.error; }
  return ran.stdout;
}

// The site that SITE names, made with the engine as WebAssembly.
const folder = process.env.SITE ? path.resolve(process.env.SITE) : "";
/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

// A server of its files and nothing else.
/** @returns {Promise<{ address: string, close: () => void }>} */
function serveSite() {
  const server = http.createServer((request, response) => {
    if (request.url === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    const name = path.normalize(path.join(folder, decodeURIComponent(new URL(request.url ?? "", "http://site").pathname)));
    if (!name.startsWith(folder) || !fs.existsSync(name) || fs.statSync(name).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(name)] || "text/plain" });
    response.end(fs.readFileSync(name));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      resolve({ address: `http://127.0.0.1:${port}/`, close: () => { server.closeAllConnections(); server.close(); } });
    });
  });
}

/** @typedef {"server" | "site"} Kind */

// A browser with the board by the server of the program and, where there is one, as a site of
// files, for the tests of a file.
/** @param {string[]} rules */
function boards(...rules) {
  /** @type {import("playwright-core").Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let server;
  before(async () => {
    browser = await launch();
    server = await serve(...rules);
  });
  after(async () => {
    await browser.close();
    await server.kill();
  });
  /** @param {string} fragment @param {Kind} kind */
  const at = (fragment, kind = "server") => `${kind === "server" ? server.address : `${SITE.folder}board.html`}#${fragment}`;
  return {
    /** @type {Kind[]} */
    kinds: SITE.there ? ["server", "site"] : ["server"],
    at,
    /** @param {string | null} address
     *  @param {import("playwright-core").BrowserContextOptions} options */
    visit: (address, options = {}) => open(browser, address, options),
  };
}

/** @type {("light" | "dark")[]} */
const SCHEMES = ["light", "dark"];

// A position with a dead move.
const LIVE = "RRRRRRRRDDDDDDDLLLLLLU";

const SITE = { there: folder !== "", folder: `file://${folder}/`, serve: serveSite };

module.exports = {
  LIVE, ROOT, SCHEMES, SITE, boards, launch, open, end, text, judged, says, axeFinds, drop, place, press, serve, run,
};
