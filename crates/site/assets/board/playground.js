// The playground: a rule that is being written, as a text and as its pictures, and what the engine
// says about it at each pause of typing: whether it is sound on small boards, proved for every
// board, and what it adds to others. A keystroke ends the question before it.
"use strict";

const playground = (() => {
  const { byId, make, field, button } = panel;
  const { state } = page;
  const { THIS, OWN } = ruleText;

  const PAUSE = 120;
  const PATIENCE = 30000;
  const LARGEST = 20000;
  // Parts in which the claims of a family are checked on a larger board.
  const PARTS = 12;
  /** @type {Record<string, string>} */
  const VERDICTS = {
    sound: "sound", wrong: "wrong", vacuous: "vacuous, forbids nothing",
    unknown: "unknown", "no-claim": "makes no claim",
  };
  /** @type {Record<string, string>} */
  const PROOFS = {
    proved: "proved", vacuous: "vacuous, never forbids a move", refuted: "wrong",
    open: "not proved, no counterexample either",
  };

  const text = () => state.rule ?? "";

  // ---- the questions

  /** @type {{ controller: AbortController | null, timer: number | undefined }} */
  const asked = { controller: null, timer: undefined };

  // What is known about the rule; the keys are lines of the list of verdicts.
  /** @type {PlaygroundState} */
  let known = { fault: null, judged: null, proof: null, adds: null, beyond: null };

  function stop() {
    window.clearTimeout(asked.timer);
    asked.controller?.abort();
    asked.controller = null;
  }

  // Asks after a pause of typing, for none if it is 0.
  function askSoon(pause = PAUSE) {
    stop();
    asked.timer = window.setTimeout(ask, pause);
  }

  async function ask() {
    const controller = new AbortController();
    asked.controller = controller;
    const own = { text: text() };
    const { signal } = controller;
    const current = () => asked.controller === controller;
    try {
      const judged = await question("rule", own, signal);
      if (!current()) { return; }
      known = { fault: null, judged, proof: null, adds: null, beyond: null };
      show();
      if (state.rules === THIS || state.rules === OWN) { asking.match(); }
      await askAdds(signal);
      if (!current()) { return; }
      await askProof(signal, judged);
    } catch (error) {
      if (!current()) { return; }
      const fault = error instanceof RuleFault ? error.fault : { message: panel.words(error) };
      if (known.judged) {
        known.proof = { note: fault.message };
      } else {
        known.fault = fault;
      }
    }
    show();
  }

  // An error of the parser, with its place.
  class RuleFault extends Error {
    /** @param {Failed["error"]} fault */
    constructor(fault) {
      super(fault.message);
      this.fault = fault;
    }
  }

  /** @template {keyof Answers} Q
   *  @param {Q} name @param {object} fields @param {AbortSignal} [signal] */
  async function question(name, fields, signal) {
    const answer = await window.deadmove.ask({ ask: name, ...fields }, signal);
    if (answer.error) { throw new RuleFault(answer.error); }
    return answer;
  }

  /** @param {AbortSignal} signal */
  async function askAdds(signal) {
    const rules = /** @type {HTMLSelectElement} */ (byId("adds-to")).value;
    const own = rules === OWN ? ownRules.all() : [];
    if (rules === "" || (rules === OWN && own.length === 0)) { return; }
    known.adds = { rules, boards: null };
    show();
    const { boards } = await question("adds", { text: text(), rules: rules === OWN ? "" : rules, own }, signal);
    known.adds = { rules, boards };
    show();
  }

  // Without a clock the engine may not end, so the page does.
  /** @param {AbortSignal} signal @param {JudgedRule} judged */
  async function askProof(signal, judged) {
    if (judged.form === "lemmas") {
      known.proof = { note: "lemmas are proved by hand" };
      return;
    }
    if (judged.boards.some(({ verdict }) => verdict === "wrong")) {
      known.proof = { note: "wrong" };
      return;
    }
    known.proof = { note: "…" };
    show();
    const own = new AbortController();
    let late = false;
    const timer = window.setTimeout(() => { late = true; own.abort(); }, PATIENCE);
    signal.addEventListener("abort", () => own.abort());
    try {
      const proof = await question("prove", { text: text() }, own.signal);
      known.proof = { note: PROOFS[proof.verdict], proof };
    } catch (error) {
      if (!late) { throw error; }
      known.proof = { note: `unknown: not decided within ${PATIENCE / 1000} seconds; deadmove prove goes on for longer` };
    } finally {
      window.clearTimeout(timer);
    }
  }

  // Checks a larger board part by part, so that there is progress to show.
  /** @param {number} size */
  async function askBeyond(size) {
    stop();
    const controller = new AbortController();
    asked.controller = controller;
    const parts = known.judged?.form === "family" ? PARTS : 1;
    /** @type {RuleOnBoard | null} */
    let all = null;
    try {
      for (let part = 1; part <= parts; part += 1) {
        known.beyond = { size, done: part - 1, parts, board: null };
        show();
        const found = await question("beyond", { text: text(), size, part, parts }, controller.signal);
        all = all ? worse(all, found) : found;
      }
      known.beyond = { size, done: parts, parts, board: all };
    } catch (error) {
      if (asked.controller !== controller) { return; }
      const cancelled = error instanceof DOMException;
      known.beyond = { size, done: 0, parts, board: null, note: cancelled ? "cancelled" : panel.words(error) };
    }
    show();
  }

  // The verdict on two parts of the claims together.
  /** @param {RuleOnBoard} one @param {RuleOnBoard} other */
  function worse(one, other) {
    const order = ["wrong", "unknown", "sound", "vacuous", "no-claim"];
    return order.indexOf(one.verdict) <= order.indexOf(other.verdict) ? one : other;
  }

  // ---- showing

  /** @param {RuleExample} example @param {string} words */
  function opener({ size, path, move }, words) {
    const made = make("button", words, { type: "button", class: "example", "data-key": `example ${size} ${path} ${move}` });
    made.addEventListener("click", () => {
      page.change({ board: position.open(size, size), path, at: path.length });
      page.setRules(THIS);
    });
    return made;
  }

  /** @param {string} what @param {string} verdict @param {string} words @param {Node[]} more */
  function line(what, verdict, words, ...more) {
    const item = make("li", `${what}: `);
    item.append(make("span", words, { class: `verdict ${verdict}` }), ...more);
    return item;
  }

  /** @param {RuleOnBoard} board */
  function boardLine(board) {
    const { size, verdict, dead, live, counterexample } = board;
    let words = VERDICTS[verdict];
    if (verdict === "sound" && dead !== null) { words += `, forbids ${panel.grouped(String(dead))} dead moves`; }
    if (verdict === "wrong" && live !== null) { words += `, forbids ${panel.grouped(String(live))} live moves`; }
    // Boards may have the same one, of a smaller board.
    const first = known.judged?.boards.find((each) => JSON.stringify(each.counterexample) === JSON.stringify(counterexample));
    const more = counterexample && (!first || first.size === size)
      ? [" ", opener(counterexample, `Counterexample on ${counterexample.size}×${counterexample.size}`)] : [];
    return line(`${size}×${size}`, verdict, words, ...more.map((each) => (typeof each === "string" ? document.createTextNode(each) : each)));
  }

  function proofLine() {
    const { proof: found } = known;
    if (!found) { return null; }
    const { note, proof } = found;
    const verdict = proof && { proved: "sound", refuted: "wrong", vacuous: "vacuous", open: "unknown" }[proof.verdict];
    /** @type {Node[]} */
    const more = [];
    if (proof?.counterexample) { more.push(document.createTextNode(" "), opener(proof.counterexample, `Counterexample on ${proof.counterexample.size}×${proof.counterexample.size}`)); }
    const item = line("Every board", verdict ?? (note === "wrong" ? "wrong" : "unknown"), note, ...more);
    const claims = proof?.claims ?? [];
    if (claims.length > 0 && proof?.verdict !== "refuted") {
      const list = make("ul", "", { class: "claims" });
      list.append(...claims.slice(0, 20).map(({ name, verdict: each, needs }) =>
        make("li", `${name}: ${each}${needs.length > 0 ? `, from ${needs.join(", ")}` : ""}`)));
      if (claims.length > 20) { list.append(make("li", `and ${claims.length - 20} more`)); }
      const details = make("details", "");
      details.append(make("summary", claims.length === 1 ? "one claim" : `${claims.length} claims`), list);
      item.append(details);
    }
    return item;
  }

  function beyondLine() {
    const { beyond } = known;
    if (!beyond) { return null; }
    const { size, done, parts, board, note } = beyond;
    if (board) { return boardLine(board); }
    if (note) { return line(`${size}×${size}`, "unknown", note); }
    const item = make("li", `${size}×${size}: `);
    const bar = make("progress", "", { max: String(parts), "aria-label": `Checking ${size}×${size}` });
    if (parts > 1) { bar.value = done; }
    const cancel = make("button", "Cancel", { type: "button", "data-key": "beyond cancel" });
    cancel.addEventListener("click", () => asked.controller?.abort());
    item.append(bar, " ", cancel);
    return item;
  }

  function addsLines() {
    const { adds } = known;
    if (!adds) { return []; }
    const { boards } = adds;
    if (!boards) { return [make("li", "…")]; }
    return boards.map(({ size, dead, example }) => {
      const item = make("li", `${size}×${size}: ${dead === 0 ? "nothing" : `${panel.grouped(String(dead))} dead ${dead === 1 ? "move" : "moves"} that only it forbids`}`);
      if (example) { item.append(" ", opener(example, "Show one")); }
      return item;
    });
  }

  // The error under its line: a mark below the characters, and the message beside what follows.
  function showFault() {
    const { fault } = known;
    const marks = byId("rule-marks");
    marks.replaceChildren();
    field("rule-text").setAttribute("aria-invalid", String(fault !== null));
    const words = fault ? fault.message + (fault.expected ? `; expected ${fault.expected}` : "") : "";
    byId("rule-fault").textContent = fault?.line ? `Line ${fault.line}, column ${fault.column}: ${words}` : words;
    if (!fault?.line) { return; }
    const rows = Number(field("rule-text").getAttribute("rows"));
    field("rule-text").setAttribute("rows", String(Math.max(rows, fault.line + 5)));
    const lines = text().split("\n");
    const begin = (fault.column ?? 1) - 1;
    const length = /^[^\s,]*/.exec((lines[fault.line - 1] ?? "").slice(begin))?.[0].length || 1;
    const mark = make("span", "", { class: "rule-mark" });
    mark.style.cssText = `--line: ${fault.line}; --column: ${begin}; --length: ${length}`;
    const next = Math.max(...lines.slice(fault.line, fault.line + 3).map((each) => each.length), 0);
    const message = make("span", "", { class: "rule-message" });
    message.append(make("span", words));
    message.style.cssText = `--line: ${fault.line}; --column: ${next > 0 && next <= 22 ? next + 2 : 0}`;
    marks.append(mark, message);
  }

  // Lists are made again; what had the focus keeps it.
  function show() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
    showFault();
    const { judged, fault } = known;
    const lines = judged ? [...judged.boards.map(boardLine), beyondLine(), proofLine()].filter((each) => each !== null) : [];
    byId("rule-boards").replaceChildren(...lines);
    byId("rule-adds").replaceChildren(...(judged ? addsLines() : []));
    byId("rule-verdicts").setAttribute("aria-busy", String(!judged && !fault));
    byId("rule-summary").textContent = fault ? "Not a rule yet" : judged ? summary(judged) : "…";
    button("rule-beyond").disabled = !judged || judged.form === "lemmas" || Boolean(known.beyond && !known.beyond.board && !known.beyond.note);
    [button("rule-add"), button("rule-save")].forEach((each) => { each.disabled = !judged; });
    if (focused) {
      const same = byId("rule-verdicts").querySelector(`[data-key="${CSS.escape(focused)}"]`);
      if (same instanceof HTMLElement) { same.focus({ preventScroll: true }); }
    }
  }

  /** @param {JudgedRule} judged */
  function summary({ name, boards }) {
    const first = ["wrong", "unknown", "sound", "vacuous", "no-claim"].find((each) =>
      boards.some(({ verdict }) => verdict === each));
    return `${name}: ${first === "no-claim" ? "makes no claim about 5×5 and 7×7" : first}`;
  }

  // ---- changing the rule

  /** Shows another text of the rule, and asks about it. @param {string} next */
  function change(next, pause = PAUSE) {
    page.setRule(next.slice(0, LARGEST));
    const area = field("rule-text");
    if (area.value !== text()) { area.value = text(); }
    area.setAttribute("rows", String(Math.min(40, text().split("\n").length + 1)));
    known = { ...known, fault: null, judged: null, proof: null, adds: null, beyond: null };
    byId("rule-marks").replaceChildren();
    byId("rule-verdicts").setAttribute("aria-busy", "true");
    rulePicture.show(text());
    askSoon(pause);
  }

  /** Opens the playground with a rule. @param {string} next */
  function open(next) {
    shown(true);
    change(next, 0);
  }

  /** @param {boolean} is */
  function shown(is) {
    byId("playground").hidden = !is;
    document.body.classList.toggle("playing", is);
    byId("playground-open").hidden = is;
  }

  function close() {
    stop();
    shown(false);
    page.setRule(null);
    if (state.rules === THIS) { page.setRules(""); }
    byId("playground-open").focus();
  }

  // The address had a rule, or none.
  function fromAddress() {
    if (state.rule === null) {
      stop();
      shown(false);
    } else if (field("rule-text").value !== state.rule || byId("playground").hidden) {
      open(state.rule);
    }
  }

  // Opens the text of a rule that matches.
  /** @param {string} file */
  async function edit(file) {
    try {
      const own = /^own\/(\d+)$/.exec(file);
      if (own && state.rules === THIS) { return; }
      open(own ? ownRules.all()[Number(own[1]) - 1] : (await question("text", { rules: file })).text);
    } catch (error) {
      page.fault(panel.words(error), "engine");
    }
  }

  // The sets that a rule can be compared with.
  /** @param {Listed} listed */
  function listSets({ sets }) {
    byId("adds-to").append(...sets.map(({ name, files }) => make("option", `${name} (${files.length})`, { value: name })));
  }

  // The rules of one's own are other ones.
  function ownChanged() {
    if (state.rules === OWN) { asking.match(); }
    if (known.adds?.rules === OWN) { askSoon(); }
  }

  function watch() {
    const area = field("rule-text");
    area.addEventListener("input", () => change(area.value));
    area.addEventListener("scroll", () => { byId("rule-marks").style.transform = `translateX(${-area.scrollLeft}px)`; });
    rulePicture.watch((next) => change(next));
    byId("playground-open").addEventListener("click", () => {
      open(state.rule ?? ruleText.NEW);
      area.focus();
    });
    byId("playground-close").addEventListener("click", close);
    byId("rule-beyond").addEventListener("click", () => askBeyond(9));
    byId("rule-add").addEventListener("click", () => ownRules.add(text()));
    byId("rule-save").addEventListener("click", () => exchange.download(ruleText.fileName(text()), text(), "text/plain"));
    byId("rule-try").addEventListener("click", () => page.setRules(THIS));
    byId("adds-to").addEventListener("change", () => askSoon(0));
    ownRules.watch();
    ownRules.show();
  }

  return { watch, open, fromAddress, edit, listSets, ownChanged };
})();
