// The playground for rules, with the server and as a site of files: the text and its pictures, the
// verdicts, the larger board, what a rule adds, the address, files, and the rules of one's own.
"use strict";

const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { LIVE, ROOT, SCHEMES, axeFinds, boards, drop, end, judged, press, run, says, text } = require("./browser");

const { kinds, at, visit } = boards();
const BEGIN = `board=9x9&path=${LIVE}`;
/** @param {string} file */
const rule = (file) => fs.readFileSync(path.join(ROOT, "rules", file), "utf8");
const SOUND = rule("near-field/close-across-left.rule");
const WRONG = rule("near-field/close-side-straight.rule");
/** @typedef {import("./browser").TestPage} TestPage */

/** @param {string} text */
const withRule = (text, fragment = BEGIN) => `${fragment}&rule=${encodeURIComponent(text)}`;

// Waits until the verdicts on the text that is shown are there.
/** @param {TestPage} page */
const verdicts = async (page) => {
  await page.waitForSelector('#rule-verdicts[aria-busy="false"]');
  return (await page.innerText("#rule-boards")).replace(/\n/g, " ");
};
/** @param {TestPage} page @param {string} words */
const types = async (page, words) => {
  await page.fill("#rule-text", words);
  return verdicts(page);
};

for (const kind of kinds) {
  test(`${kind}: a sound rule is proved, and a wrong one opens its counterexample on the board`, async () => {
    const page = await visit(at(BEGIN, kind));
    await page.click("#playground-open");
    assert.match(await types(page, SOUND), /5×5: sound, forbids 20 dead moves 7×7: sound, forbids/);
    await says(page, "rule-boards", "Every board: proved");
    assert.match(await types(page, WRONG), /5×5: wrong, forbids 116 live moves Counterexample on 5×5/);
    assert.match(await text(page, "#rule-summary"), /close side straight: wrong/);
    await page.click(".example");
    await page.waitForSelector("#board .rule .sign");
    await says(page, "matches", "wrong: left is live");
    await page.waitForURL(/board=5x5/);
    await end(page);
  });

  test(`${kind}: what is typed wrong is marked under its line`, async () => {
    const page = await visit(at(withRule(SOUND.replace("? . a . ?", "? . % . ?")), kind));
    await says(page, "rule-fault", "'%' has no meaning in a picture");
    assert.match(await text(page, "#rule-fault"), /^Line 10, column 7: /);
    const under = await page.evaluate(() => {
      const [mark, message] = [".rule-mark", ".rule-message"].map((each) => document.querySelector(each)?.getBoundingClientRect());
      const lineHeight = parseFloat(getComputedStyle(/** @type {HTMLElement} */ (document.getElementById("rule-text"))).lineHeight);
      const top = /** @type {HTMLElement} */ (document.getElementById("rule-text")).getBoundingClientRect().top;
      return { mark: ((mark?.top ?? 0) - top) / lineHeight, below: (message?.top ?? 0) - (mark?.bottom ?? 0) };
    });
    assert.ok(Math.abs(under.mark - 9) < 0.6 && Math.abs(under.below) < 8, JSON.stringify(under));
    assert.equal(await page.getAttribute("#rule-text", "aria-invalid"), "true");
    await page.fill("#rule-text", SOUND);
    await verdicts(page);
    assert.equal(await page.locator(".rule-message").count(), 0);
    await end(page);
  });

  test(`${kind}: a press on the picture changes the text, and the text the picture`, async () => {
    const page = await visit(at(withRule(SOUND), kind));
    await verdicts(page);
    const value = () => page.inputValue("#rule-text");
    await page.check('[name=brush][value="#"]', { force: true });
    await page.click('.rule-picture [aria-label^="1 left, 1 ahead"]');
    assert.match(await value(), /\n {2}\+ \+ \? \? \?\n {2}\? \. # \. \?\n/);
    await page.click('.rule-picture [aria-label^="1 left, 1 ahead"]');
    assert.match(await value(), /\n {2}\? \. \? \. \?\n/);
    // Beside the picture it grows.
    await page.click('.rule-picture [aria-label^="1 right, 3 ahead"]');
    assert.match(await value(), /picture\n {2}\? \? \? \? #\n {2}\+ \+/);
    await page.check('[name=brush][value="X"]', { force: true });
    await page.click('.rule-picture [aria-label^="1 left:"]');
    assert.match(await value(), /forbids ahead, left, right/);
    await page.fill("#rule-text", SOUND.replace("? . a . ?", "? . a ! ?"));
    await page.waitForSelector('.rule-picture [aria-label="1 ahead: free, not the end, forbidden"], .rule-picture [aria-label="1 ahead: free, not the end"]');
    await end(page);
  });

  test(`${kind}: keys alone write a rule, change its picture and open a counterexample`, async () => {
    const page = await visit(at(BEGIN, kind));
    await judged(page, "live");
    await page.focus("#playground-open");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "rule-text");
    await verdicts(page);
    // From the text to the picture: its live end has the focus.
    await page.keyboard.press("Tab");
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""), /^live end/);
    for (const key of ["ArrowLeft", "."]) { await page.keyboard.press(key); }
    assert.match(await page.inputValue("#rule-text"), /# \. L/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Delete");
    assert.match(await page.inputValue("#rule-text"), /\n {2}\. L\n {2}# \?\n/);
    await verdicts(page);
    await says(page, "rule-boards", "Counterexample");
    await page.focus(".example");
    await page.keyboard.press("Enter");
    await says(page, "matches", "wrong");
    await end(page);
  });

  test(`${kind}: 9×9 is checked by a button, and what a rule adds to a set is counted and shown`, async () => {
    const page = await visit(at(withRule(SOUND), kind));
    await verdicts(page);
    await page.click("#rule-beyond");
    await says(page, "rule-boards", "9×9: sound");
    await page.selectOption("#adds-to", "all-sizes");
    await says(page, "rule-adds", "7×7");
    // No set forbids what a rule of its own forbids beyond it.
    await page.fill("#rule-text", SOUND.replace("close across left", "mine").replace("enclosed", "enclosed or empty"));
    await verdicts(page);
    await says(page, "rule-adds", "7×7");
    const words = await page.innerText("#rule-adds");
    assert.match(words, /nothing|dead moves? that only it forbids/);
    await end(page);
  });

  test(`${kind}: the address holds the rule, and closing takes it out`, async () => {
    const page = await visit(at(withRule(SOUND), kind));
    await verdicts(page);
    await page.fill("#rule-text", SOUND.replace("forbids ahead, right", "forbids right"));
    await page.waitForURL(/rule=.*forbids\+right%0A$/);
    await page.reload();
    assert.match(await page.inputValue("#rule-text"), /forbids right\n$/);
    assert.match(await verdicts(page), /sound/);
    await page.click("#playground-close");
    await page.waitForURL(/path=\w+$/);
    await end(page);
  });

  test(`${kind}: rules are dropped, kept by the browser, matched as a set, and saved as one file`, async () => {
    const page = await visit(at(BEGIN, kind));
    await judged(page, "live");
    await drop(page, "mine.rule", SOUND);
    await page.waitForSelector("#playground:not([hidden])");
    await verdicts(page);
    await page.click("#rule-add");
    await page.evaluate((words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", words);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, WRONG);
    await verdicts(page);
    await page.click("#rule-add");
    assert.equal(await text(page, "#own-count"), "2");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#rule-save")]);
    assert.equal(saved.suggestedFilename(), "close-side-straight.rule");
    // The address follows the rule a little later.
    await page.waitForURL(/rule=/);
    await page.reload();
    await page.waitForSelector("#playground:not([hidden])");
    assert.equal(await text(page, "#own-count"), "2");
    await page.selectOption("#rules", "my-rules");
    await says(page, "matches", "forbids");
    if (!await page.isVisible("#own-save")) { await page.click("#own summary"); }
    const [all] = await Promise.all([page.waitForEvent("download"), page.click("#own-save")]);
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "own-")), all.suggestedFilename());
    await all.saveAs(file);
    // The command line reads both rules from it.
    const { rules } = JSON.parse(run("check", file, "--size", "5", "--json", "--include-wrong"));
    assert.deepEqual(rules.map((/** @type {{ name: string }} */ { name }) => name), ["close across left", "close side straight"]);
    await end(page);
  });

  test(`${kind}: the playground fits a phone, and axe finds nothing`, async () => {
    for (const colorScheme of SCHEMES) {
      for (const width of [1280, 390]) {
        const page = await visit(at(withRule(WRONG), kind), { viewport: { width, height: 844 }, colorScheme });
        await verdicts(page);
        assert.deepEqual(await axeFinds(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${width}: ${wide} pixels too wide`);
        await end(page);
      }
    }
  });

  // From the keystroke to the words on the page, with the pause of typing.
  test(`${kind}: a message comes within 300 ms, and the verdict within 500 ms at the median`, async () => {
    const page = await visit(at(withRule(SOUND), kind));
    await verdicts(page);
    const measured = await page.evaluate(async ([sound, wrong]) => {
      const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("rule-text"));
      const here = (/** @type {() => boolean} */ is) => new Promise((resolve) => {
        const look = () => (is() ? resolve(performance.now()) : requestAnimationFrame(look));
        look();
      });
      const type = (/** @type {string} */ words) => {
        area.value = words;
        area.dispatchEvent(new Event("input"));
      };
      const [messages, verdicts] = [[0], [0]];
      for (let turn = 0; turn < 15; turn += 1) {
        const own = (turn % 2 === 0 ? sound : wrong).replace(/^name.*/m, `name rule ${turn}`);
        let begun = performance.now();
        type(own.replace("L", "L%"));
        messages.push(await here(() => document.getElementById("rule-fault")?.textContent !== "") - begun);
        begun = performance.now();
        type(own);
        verdicts.push(await here(() => document.getElementById("rule-verdicts")?.getAttribute("aria-busy") === "false") - begun);
      }
      return { messages: messages.slice(1), verdicts: verdicts.slice(1) };
    }, [SOUND, WRONG]);
    const median = (/** @type {number[]} */ all) => Math.round(all.sort((a, b) => a - b)[Math.floor(all.length / 2)]);
    const [message, verdict] = [median(measured.messages), median(measured.verdicts)];
    console.log(`${kind}: message ${message} ms, verdict on 5×5 and 7×7 ${verdict} ms (medians of 15)`);
    assert.ok(message < 300 && verdict < 500);
    await end(page);
  });

  test(`${kind}: the verdicts are those of the command line`, async () => {
    const files = ["near-field/close-across-left.rule", "near-field/close-side-straight.rule", "7-grid/future-l.rule", "area/s.rule"];
    const page = await visit(at(withRule(SOUND), kind));
    await verdicts(page);
    for (const file of files) {
      const shown = await types(page, rule(file));
      for (const size of [5, 7]) {
        if (file.startsWith("7-grid") && size === 5) { continue; }
        const { rules } = JSON.parse(run("check", path.join(ROOT, "rules", file), "--size", String(size), "--json"));
        const said = rules.map((/** @type {{ verdict: string }} */ { verdict }) => verdict);
        const expected = said.includes("unsound") ? "wrong" : said.includes("sound") ? "sound" : "vacuous";
        assert.match(shown, new RegExp(`${size}×${size}: ${expected}`), `${file}: ${shown}`);
      }
    }
    await end(page);
  });
}
