// The texts beside the board: the verdict, the moves, the reason, the rules that match, the line.
// Everything is set as text; nothing is inserted as HTML.
"use strict";

(() => {
  const NAMES = { U: "up", D: "down", L: "left", R: "right" };
  const LIMITS = {
    timeout: "the time limit was reached",
    conflicts: "the limit of the solver was reached",
    memory: "it would take too much memory",
  };

  const byId = (id) => document.getElementById(id);

  function make(name, text, attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [attribute, value] of Object.entries(attributes)) {
      made.setAttribute(attribute, value);
    }
    return made;
  }

  const steps = (count) => `${count} ${count === 1 ? "step" : "steps"}`;

  function status({ board, at, judged, waiting }) {
    const begin = `${board.width}×${board.height} board, ${steps(at)}`;
    const where = judged ? ` at (${judged.live_end.join(",")})` : "";
    if (!judged) {
      return `${begin}: ${waiting ? "…" : "not judged"}`;
    }
    if (judged.free === 0) {
      return `${begin}: ${judged.verdict === "live" ? "the board is full" : "dead"}`;
    }
    let text = `${begin}${where}: ${judged.verdict}`;
    if (judged.verdict === "dead") {
      text += judged.turning === "unknown" ? "; its turning point is unknown"
        : judged.turning === "from-the-start" ? ", from the start"
        : `, since step ${judged.turning_point + 1} (${judged.fatal_move}); the turning point is after step ${judged.turning_point}`;
    }
    if (judged.limit) {
      text += ` (something stayed unknown: ${LIMITS[judged.limit] || judged.limit})`;
    }
    return text;
  }

  // A button for each legal move, with its verdict in a word, and one that shows why it is dead.
  function moves(list, { judged, selected }, act) {
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
      const wrong = judged.matches.filter((match) => match.wrong.includes(move.move));
      if (wrong.length > 0) {
        item.append(make("span", ` forbidden by a rule that is wrong here`, { class: "wrong" }));
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
  function reason({ judged, selected }) {
    if (!judged || !selected) { return []; }
    if (selected === "whole") { return judged.reason; }
    const move = judged.moves.find((each) => each.move === selected);
    return move ? move.reason : [];
  }

  function why(view) {
    const shown = reason(view);
    byId("why").hidden = shown.length === 0;
    if (shown.length === 0) { return; }
    const at = Math.min(view.step, shown.length - 1);
    byId("why-heading").textContent = view.selected === "whole"
      ? "Why the position is dead" : `Why ${NAMES[view.selected]} is dead`;
    const { number, text } = shown[at];
    const last = shown.length > 1;
    const begin = { step: `${number}. `, supposed: "", contradiction: last || number ? "Contradiction: " : "" };
    byId("why-text").textContent = begin[shown[at].kind] + text;
    byId("why-steps").hidden = shown.length === 1;
    byId("why-place").textContent = `${at + 1} of ${shown.length}`;
    byId("why-previous").disabled = at === 0;
    byId("why-next").disabled = at === shown.length - 1;
    const roles = new Set([...shown[at].cells.map((cell) => cell.role), ...shown[at].edges.map((edge) => edge.role)]);
    const words = {
      focus: "frame: the cell in question", black: view.selected === "whole" ? "filled dot: colour of the live end" : "filled dot: colour of the live end after the move",
      white: "ring: the other colour", region: "shaded: the region", door: "gate: the only way in",
      chain: "shaded: the chain", used: "solid edge: must be used", unused: "crossed edge: cannot be used",
      crossing: "thin edge: leaves the region, or a way out",
    };
    byId("why-legend").textContent = [...roles].map((role) => words[role]).join("; ");
  }

  function matches(list, view, act) {
    list.replaceChildren();
    const found = view.judged ? view.judged.matches : [];
    found.forEach((match, at) => {
      const wrong = match.wrong !== "";
      const item = make("li", "", { class: wrong ? "match wrong" : "match" });
      const show = make("button", match.rule, {
        type: "button", "data-key": `match ${at}`, "aria-pressed": String(view.matched === at),
      });
      show.addEventListener("click", () => act.match(view.matched === at ? null : at));
      show.addEventListener("pointerenter", (event) => {
        if (event.pointerType === "mouse") { act.peek(at); }
      });
      show.addEventListener("pointerleave", () => act.peek(null));
      const placed = match.placement ? ` (${match.placement})` : "";
      item.append(show, make("span", `${placed} forbids ${[...match.forbids].map((m) => NAMES[m]).join(", ")}`));
      if (wrong) {
        item.append(make("strong", ` wrong: ${[...match.wrong].map((m) => NAMES[m]).join(", ")} is live`));
      }
      if (view.matched === at) {
        match.figure.segments.forEach((text) => item.append(make("p", text, { class: "segment" })));
      }
      list.append(item);
    });
    if (view.rules && view.judged && found.length === 0) {
      list.append(make("li", "No rule forbids a move here."));
    }
    legend(view);
  }

  // The signs of the rule that is drawn over the board.
  function legend({ match }) {
    const words = {
      free: "ring: free", "free-not-end": "crossed ring: free, not the end", drawn: "blue square: drawn",
      wall: "filled square: drawn, blocked or outside", outside: "empty square: outside",
      "on-board": "empty square: on the board", segment: "letter: segment, its arrow points to the region",
      "forced-line": "number: ends of a forced line",
    };
    const signs = new Set(match ? match.figure.signs.map((each) => each.sign) : []);
    byId("rules-legend").textContent = [...signs].map((sign) => words[sign]).join("; ");
  }

  // The line in runs of ten steps; a step is a button that shows the position after it.
  function line(list, { path, at, judged }, act) {
    list.replaceChildren();
    const turning = judged && judged.turning_point !== null && judged.turning_point < at ? judged.turning_point : null;
    for (let from = 0; from < path.length; from += 10) {
      const item = make("li", "");
      item.append(make("span", String(from + 1), { class: "step-number", "aria-hidden": "true" }));
      for (let step = from; step < Math.min(from + 10, path.length); step += 1) {
        const button = make("button", path[step], {
          type: "button", "data-step": String(step + 1), tabindex: "-1",
          "aria-label": `step ${step + 1}, ${NAMES[path[step]]}${step === turning ? ", the fatal move" : ""}`,
        });
        if (step + 1 === at) { button.setAttribute("aria-current", "step"); button.tabIndex = 0; }
        button.className = step === turning ? "fatal-step" : turning !== null && step > turning && step < at ? "dead-step" : step >= at ? "ahead-step" : "";
        item.append(button);
      }
      list.append(item);
    }
  }

  // What the program says about each legal move, and where that is wrong.
  function program({ program, said, judged }) {
    byId("program").hidden = !program;
    if (!program) { return; }
    byId("program-name").textContent = program.command;
    byId("program-name").title = `digest ${program.digest}`;
    const fault = said && said.no_answer;
    byId("program-fault").textContent = fault ? `No answer: ${fault}` : "";
    const moves = judged && said && !fault ? judged.moves : [];
    byId("program-moves").replaceChildren(...moves.map(({ move, verdict }) => {
      const allowed = said.allowed.includes(move);
      // What is allowed in a dead position says nothing.
      const wrong = judged.verdict === "live" && verdict === (allowed ? "dead" : "live");
      const text = `${NAMES[move]}: ${allowed ? "allowed" : "not allowed"}${wrong ? `, but ${verdict}` : ""}`;
      return make("li", text, wrong ? { class: "wrong" } : {});
    }));
  }

  function counted(view) {
    const { counts, judged } = view;
    if (!judged) { return "not counted"; }
    if (judged.free === 0) { return "the line is complete"; }
    if (!counts) { return judged.verdict === "dead" ? "none" : "not counted"; }
    if (counts.waiting) { return "counting …"; }
    if (counts.cancelled) { return "unknown: cancelled"; }
    if (counts.count === null) {
      return counts.quick ? "too many to count at once" : `unknown: ${LIMITS[counts.limit] || counts.limit}`;
    }
    const each = counts.moves.filter((move) => move.count !== "0").map((move) => `${NAMES[move.move]} ${grouped(move.count)}`);
    let text = `${grouped(counts.count)}`;
    if (each.length > 1) {
      text += ` (${each.join(", ")}). Most difficult live move: ${NAMES[counts.hardest]}, with the fewest.`;
    }
    return text;
  }

  const grouped = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

  window.deadmove.panel = { byId, make, status, moves, reason, why, matches, legend, line, program, counted, NAMES };
})();
