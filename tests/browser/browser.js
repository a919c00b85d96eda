// What the tests of pages share: the browser, a served board, and the program.
"use strict";

const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
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

// A page whose errors and refused resources end the test.
async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") { page.faults.push(`console: ${message.text()}`); }
  });
  if (address) { await page.goto(address); }
  return page;
}

// `deadmove board`: its address and how to end it.
function serve(...rules) {
  const child = spawn(PROGRAM, ["board", "--no-open", ...rules], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.once("data", (text) => {
      const address = String(text).split("\n")[0];
      resolve({ address, kill: () => new Promise((ended) => { child.once("exit", ended); child.kill("SIGKILL"); }) });
    });
  });
}

// Runs the program and returns its output.
function run(...words) {
  const ran = spawnSync(PROGRAM, words, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.error) { throw ran.error; }
  return ran.stdout;
}

// The site that SITE names, made with the engine as WebAssembly.
const folder = process.env.SITE ? path.resolve(process.env.SITE) : null;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

// A server of its files and nothing else.
function serveSite() {
  const server = http.createServer((request, response) => {
    if (request.url === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    const name = path.normalize(path.join(folder, decodeURIComponent(new URL(request.url, "http://site").pathname)));
    if (!name.startsWith(folder) || !fs.existsSync(name) || fs.statSync(name).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(name)] || "text/plain" });
    response.end(fs.readFileSync(name));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve({ address: `http://127.0.0.1:${server.address().port}/`, close: () => { server.closeAllConnections(); server.close(); } });
    });
  });
}

const SITE = { there: folder !== null, folder: `file://${folder}/`, serve: serveSite };

module.exports = { ROOT, SITE, launch, open, serve, run };
