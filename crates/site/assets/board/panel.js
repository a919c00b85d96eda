// The texts beside the board: the verdict, the moves, the reason, the rules that match, the line.
// Everything is set as text; nothing is inserted as HTML.
"use strict";

const panel = (() => {
  /** @type {Record<string, string>} */
  const NAMES = { U: "up", D: "down", L: "left", R: "right" };
  /** @type {Record<string, string>} */
  const LIMITS = {
    timeout: "the time limit was reached",
    conflicts: "the limit of the solver was reached",
    memory: "it would take too much memory",
  };

  /** @param {string} id @returns {HTMLElement} */
  function byId(id) {
    const found = document.getElementById(id);
    if (!found) { throw new Error(`the page lacks #${id}`); }
    return found;
  }

  // What an error says.
  const words = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

  // Elements with values of their own.
  const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (byId(id));
  const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));

  /** @template {keyof HTMLElementTagNameMap} K
   *  @param {K} name @param {string} text @param {Record<string, string>} attributes */
  function make(name, text, attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [attribute, value] of Object.entries(attributes)) {
      made.setAttribute(attribute, value);
    }
    return made;
  }

  const named = (/** @type {string} */ letters) => [...letters].map((letter) => NAMES[letter]).join(", ");

  /** @param {number} count */
  const steps = (count) => `${count} ${count === 1 ? "step" : "steps"}`;

  /** @param {View} view */
  function status({ board, at, judged, waiting, guessing }) {
    const begin = `${board.width}×${board.height} board, ${steps(at)}`;
    const where = judged ? ` at (${judged.live_end.join(",")})` : "";
    if (!judged) {
      return `${begin}: ${guessing ? "one live move" : waiting ? "…" : "not judged"}`;
    }
    if (judged.free === 0) {
      return `${begin}: ${judged.verdict === "live" ? "the board is full" : "dead"}`;
    }
    let text = `${begin}${where}: ${judged.verdict}`;
    if (judged.verdict === "dead") {
      text += judged.turning === "unknown" ? "; its turning point is unknown"
        : judged.turning === "from-the-start" ? ", from the start"
        : `, since step ${Number(judged.turning_point) + 1} (${judged.fatal_move}); the turning point is after step ${judged.turning_point}`;
    }
    if (judged.limit) {
      text += ` (something stayed unknown: ${LIMITS[judged.limit] || judged.limit})`;
    }
    return text;
  }

  // A button for each legal move, with its verdict in a word, and one that shows why it is dead.
  /** @param {HTMLElement} list @param {View} view
   *  @param {{ play: (letter: string) => unknown, select: (what: string | null) => void,
   *           lift: ((letter: string) => void) | null }} act */
  function moves(list, { judged, matched, selected }, act) {
    list.replaceChildren();
    if (!judged) { return; }
    for (const move of judged.moves) {
      const item = make("li", "", { class: `move-item ${move.verdict}` });
      const play = make("button", `${NAMES[move.move]} (${move.to.join(",")})`, {
        type: "button", class: "play-move", "data-key": `play ${move.move}`,
      });
      play.addEventListener("click", () => act.play(move.move));
      item.append(play, make("span", ` ${move.verdict} `, { class: `verdict ${move.verdict}` }));
      if (move.reason.length > 0) {
        const why = make("button", "Why?", {
          type: "button", class: "why-move", "data-key": `why ${move.move}`, "aria-pressed": String(selected === move.move),
          "aria-label": `Why is ${NAMES[move.move]} dead?`,
        });
        why.addEventListener("click", () => act.select(selected === move.move ? null : move.move));
        item.append(why);
      }
      const { lift } = act;
      if (lift && move.verdict === "dead") {
        const from = make("button", "Rule", {
          type: "button", class: "lift-move", "data-key": `lift ${move.move}`,
          "aria-label": `A rule that forbids ${NAMES[move.move]} on every board`,
        });
        from.addEventListener("click", () => lift(move.move));
        item.append(" ", from);
      }
      if (matched?.matches.some((match) => match.wrong.includes(move.move))) {
        const what = matched.claims ? "is wrong here" : "makes no claim about this board";
        item.append(make("span", ` forbidden by a rule that ${what}`, { class: "wrong" }));
      }
      list.append(item);
    }
    if (judged.moves.length === 0) {
      list.append(make("li", judged.free === 0 ? "The line is complete." : "There is no legal move."));
    }
    if (judged.reason.length > 0) {
      const why = make("button", "Why is the position dead?", {
        type: "button", "data-key": "why", "aria-pressed": String(selected === "whole"),
      });
      why.addEventListener("click", () => act.select(selected === "whole" ? null : "whole"));
      const item = make("li", "");
      item.append(why);
      list.append(item);
    }
  }

  // The steps of the reason that is shown, or none.
  /** @param {Pick<View, "judged" | "selected">} view @returns {ReasonStep[]} */
  function reason({ judged, selected }) {
    if (!judged || !selected) { return []; }
    if (selected === "whole") { return judged.reason; }
    const move = judged.moves.find((each) => each.move === selected);
    return move ? move.reason : [];
  }

  /** @param {View} view */
  function why(view) {
    const shown = reason(view);
    byId("why").hidden = shown.length === 0;
    if (shown.length === 0) { return; }
    const at = Math.min(view.step, shown.length - 1);
    byId("why-heading").textContent = view.selected === "whole"
      ? "Why the position is dead" : `Why ${NAMES[String(view.selected)]} is dead`;
    const { number, text } = shown[at];
    const last = shown.length > 1;
    const begin = { step: `${number}. `, supposed: "", contradiction: last || number ? "Contradiction: " : "" };
    byId("why-text").textContent = begin[shown[at].kind] + text;
    byId("why-steps").hidden = shown.length === 1;
    byId("why-place").textContent = `${at + 1} of ${shown.length}`;
    button("why-previous").disabled = at === 0;
    button("why-next").disabled = at === shown.length - 1;
    const roles = new Set([...shown[at].cells.map((cell) => cell.role), ...shown[at].edges.map((edge) => edge.role)]);
    if (roles.has("black") || roles.has("white")) { roles.add("crossing"); }
    /** @type {Record<string, string>} */
    const meanings = {
      focus: "orange: the cell in question", black: `dot: colour of the live end${view.selected === "whole" ? "" : " after the move"}`,
      white: "pale: the other colour", region: "shaded: the region", door: "gate: the only way in",
      chain: "shaded: the chain", used: "bar: an edge that must be used",
      unused: "two strokes: an edge that cannot be used", crossing: "short thick bar: a way out",
      piece: "bar: an edge of the path or a loop",
    };
    byId("why-legend").textContent = [...roles].map((role) => meanings[role]).join("; ");
  }

  /** @param {HTMLElement} list @param {View} view
   *  @param {{ choose: (at: number | null) => void, peek: (at: number | null) => void,
   *           edit: (file: string) => void }} act */
  function matches(list, view, act) {
    const { matched, rules, rulesFault } = view;
    list.replaceChildren();
    byId("rules-fault").textContent = rulesFault;
    (matched?.matches ?? []).forEach((match, at) => {
      const wrong = match.wrong !== "";
      const item = make("li", "", { class: wrong ? "match wrong" : "match" });
      const show = make("button", match.rule, {
        type: "button", "data-key": `match ${at}`, "aria-pressed": String(view.chosen === at),
      });
      show.addEventListener("click", () => act.choose(view.chosen === at ? null : at));
      show.addEventListener("pointerenter", (event) => {
        if (event.pointerType === "mouse") { act.peek(at); }
      });
      show.addEventListener("pointerleave", () => act.peek(null));
      const placed = match.placement ? ` (${match.placement})` : "";
      item.append(show, make("span", `${placed} forbids ${named(match.forbids)}`));
      if (wrong) {
        const what = matched?.claims ? "wrong" : "makes no claim about this board";
        item.append(make("strong", ` ${what}: ${named(match.wrong)} is live`));
      }
      if (view.chosen === at) {
        match.figure.segments.forEach((text) => item.append(make("p", text, { class: "segment" })));
        const address = window.deadmove.pages?.[match.file];
        if (address) { item.append(make("a", "About this rule", { href: address }), " "); }
        if (rules !== ruleText.THIS && match.file) {
          const edit = make("button", "Edit", { type: "button", "data-key": `edit ${at}`, "aria-label": `Edit ${match.rule}` });
          edit.addEventListener("click", () => act.edit(match.file));
          item.append(edit);
        }
      }
      list.append(item);
    });
    if (rules && view.judged && !matched && !rulesFault) { list.append(make("li", "matching …")); }
    if (matched?.applied === 0) {
      const who = matched.asked === 1 ? "The rule makes" : "These rules make";
      list.append(make("li", `${who} no claim about boards of this size.`));
    } else if (matched?.matches.length === 0) {
      list.append(make("li", "No rule forbids a move here."));
    }
    if (matched && !matched.claims) {
      list.append(make("li", "Rules claim to hold only on boards from corner to opposite corner without blocked cells."));
    }
    legend(view);
  }

  // The signs of the rule that is drawn over the board.
  /** @param {View} view */
  function legend({ match }) {
    /** @type {Record<string, string>} */
    const meanings = {
      free: "ring: free", "free-not-end": "crossed ring: free, not the end", drawn: "blue dot: drawn",
      wall: "filled square: drawn, blocked or outside", outside: "empty square: outside",
      "on-board": "dashed square: on the board", segment: "letter: segment, its arrow points to its region, which is shaded",
      "forced-line": "number: ends of a forced line",
    };
    const signs = new Set(match ? match.figure.signs.map((each) => each.sign) : []);
    const all = [...signs].map((sign) => meanings[sign]);
    if (match) { all.push("cross: forbidden"); }
    byId("rules-legend").textContent = all.join("; ");
  }

  // The line in runs of ten steps; a step is a button that shows the position after it.
  /** @param {HTMLElement} list @param {View} view */
  function line(list, { path, at, judged }) {
    list.replaceChildren();
    const turning = judged && judged.turning_point !== null && judged.turning_point < at ? judged.turning_point : null;
    for (let from = 0; from < path.length; from += 10) {
      const item = make("li", "");
      item.append(make("span", String(from + 1), { class: "step-number", "aria-hidden": "true" }));
      for (let step = from; step < Math.min(from + 10, path.length); step += 1) {
        const shown = make("button", path[step], {
          type: "button", "data-step": String(step + 1), tabindex: "-1",
          "aria-label": `step ${step + 1}, ${NAMES[path[step]]}${step === turning ? ", the fatal move" : ""}`,
        });
        if (step + 1 === at) { shown.setAttribute("aria-current", "step"); shown.tabIndex = 0; }
        shown.className = step === turning ? "fatal-step" : turning !== null && step > turning && step < at ? "dead-step" : step >= at ? "ahead-step" : "";
        item.append(shown);
      }
      list.append(item);
    }
  }

  // What the program says about each legal move, and where that is wrong.
  /** @param {View} view */
  function program({ program, said, judged }) {
    byId("program").hidden = !program;
    if (!program) { return; }
    byId("program-name").textContent = program.command;
    byId("program-name").title = `digest ${program.digest}`;
    const fault = said?.no_answer;
    byId("program-fault").textContent = fault ? `No answer: ${fault}` : "";
    const letters = said?.allowed;
    const moves = judged && letters !== undefined ? judged.moves : [];
    byId("program-moves").replaceChildren(...moves.map(({ move, verdict }) => {
      const allowed = letters?.includes(move);
      // What is allowed in a dead position says nothing.
      const wrong = judged?.verdict === "live" && verdict === (allowed ? "dead" : "live");
      const text = `${NAMES[move]}: ${allowed ? "allowed" : "not allowed"}${wrong ? `, but ${verdict}` : ""}`;
      return make("li", text, wrong ? { class: "wrong" } : {});
    }));
  }

  /** @param {View} view */
  function counted(view) {
    const { counts, judged } = view;
    if (!judged) { return "not counted"; }
    if (judged.free === 0) { return "the line is complete"; }
    if (!counts) { return judged.verdict === "dead" ? "none" : "not counted"; }
    if (counts.waiting) { return "counting …"; }
    if (counts.cancelled) { return "unknown: cancelled"; }
    if (counts.count === null) {
      return counts.quick ? "too many to count at once" : `unknown: ${LIMITS[counts.limit ?? ""] || counts.limit}`;
    }
    const some = (counts.moves ?? []).filter((move) => move.count !== "0");
    let text = grouped(counts.count);
    if (some.length > 1) {
      text += ` (${some.map((move) => `${NAMES[move.move]} ${grouped(move.count)}`).join(", ")}).`;
      const fewest = some.find((move) => move.move === counts.hardest)?.count;
      if (some.filter((move) => move.count === fewest).length === 1) {
        text += ` Most difficult live move: ${NAMES[counts.hardest ?? ""]}, with the fewest.`;
      }
    }
    return text;
  }

  /** @param {View} view */
  function edgesNote({ edges }) {
    if (!edges) { return ""; }
    if (edges.limit) { return `unknown: ${LIMITS[edges.limit] || edges.limit}`; }
    if (edges.count === null) { return "counting the completions of each edge …"; }
    const every = edges.edges.filter((edge) => edge.every).length;
    return `${every === 1 ? "1 edge is" : `${every} edges are`} used by every completion (solid); the others are as broad as they are frequent.`;
  }

  /** @param {string} digits */
  const grouped = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

  // The lines that were drawn on this board, to go back to one.
  /** @param {HTMLElement} list @param {Place[]} lines @param {Place} shown
   *  @param {(at: number) => void} choose */
  function variations(list, lines, shown, choose) {
    byId("variations-part").hidden = lines.length < 2;
    list.replaceChildren(...lines.slice(0, 20).map(({ path }, at) => {
      // Where it leaves the line that is shown.
      let common = 0;
      while (common < path.length && path[common] === shown.path[common]) { common += 1; }
      const own = path === shown.path;
      const where = own ? "this line" : `after ${steps(common)}: ${path.slice(common, common + 12)}${path.length > common + 12 ? "…" : ""}`;
      const button = make("button", `${steps(path.length)}, ${where}`, {
        type: "button", "data-key": `line ${path}`, "aria-pressed": String(own),
      });
      button.addEventListener("click", () => choose(at));
      const item = make("li", "");
      item.append(button);
      return item;
    }));
  }

  // The rules to choose from.
  /** @param {Listed} listed */
  function listRules({ sets, files }) {
    const select = byId("rules");
    for (const { name, about, files } of sets) {
      select.append(make("option", `${name} (${files.length})`, { value: name, title: about }));
    }
    const group = make("optgroup", "", { label: "single rules" });
    group.append(...files.map(({ file, name }) => make("option", name, { value: file, title: file })));
    if (files.length > 0) { select.append(group); }
  }

  // Shows which rules are chosen. Of an unknown set the menu shows the name.
  /** @param {string} rules */
  function chooseRules(rules) {
    const select = /** @type {HTMLSelectElement} */ (byId("rules"));
    select.querySelector("[data-unknown]")?.remove();
    select.value = rules;
    if (select.value !== rules) {
      select.append(make("option", `${rules} (unknown)`, { value: rules, "data-unknown": "" }));
      select.value = rules;
    }
  }

  return {
    NAMES, byId, button, field, words, make, status, moves, reason, why, edgesNote, matches, legend, line, program,
    counted, grouped, variations, listRules, chooseRules,
  };
})();
