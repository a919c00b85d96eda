// Draws the board as SVG: cells, the line, the verdicts of the moves, figures of reasons, and rules
// drawn over it. Everything is an element made here; no text becomes markup.
"use strict";

(() => {
  const { cells, STEPS } = window.deadmove.position;
  const SIDE = 20;
  const SPACE = "http://www.w3.org/2000/svg";

  function element(name, attributes, ...children) {
    const made = document.createElementNS(SPACE, name);
    for (const [attribute, value] of Object.entries(attributes)) {
      made.setAttribute(attribute, value);
    }
    made.append(...children);
    return made;
  }

  // Around the board, for the numbers, which grow with it to stay readable.
  const margin = ({ width, height }) => Math.max(14, Math.max(width, height) * 0.5);

  const middle = ([column, row]) => [(column - 0.5) * SIDE, (row - 0.5) * SIDE];

  function square(cell, kind, inset = 0) {
    const [x, y] = middle(cell);
    const half = SIDE / 2 - inset;
    return element("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  }

  // A line through cells, as the data of a path.
  function through(line) {
    return line.map((cell, at) => `${at === 0 ? "M" : "L"}${middle(cell).join(" ")}`).join("");
  }

  function stroke(line, kind) {
    return element("path", { class: kind, d: through(line) });
  }

  function label(cell, text, kind, [dx, dy] = [0, 0]) {
    const [x, y] = middle(cell);
    return element("text", { class: kind, x: x + dx, y: y + dy }, text);
  }

  // A grid is one path, not a rectangle for each cell: 51×51 has 2,601.
  function grid({ width, height }) {
    let data = "";
    for (let column = 0; column <= width; column += 1) {
      data += `M${column * SIDE} 0V${height * SIDE}`;
    }
    for (let row = 0; row <= height; row += 1) {
      data += `M0 ${row * SIDE}H${width * SIDE}`;
    }
    return element("path", { class: "grid", d: data });
  }

  // Every fifth column and row has its number, and the last one.
  function numbers(board) {
    const { width, height } = board;
    const shown = (at, last) => at === 1 || at === last || (at % 5 === 0 && last - at > 1);
    const size = margin(board) / 2;
    const all = element("g", { class: "numbers", "font-size": size });
    for (let column = 1; column <= width; column += 1) {
      if (shown(column, width)) {
        all.append(label([column, 0.5], String(column), "number", [0, -1]));
      }
    }
    for (let row = 1; row <= height; row += 1) {
      if (shown(row, height)) {
        all.append(label([0.5, row], String(row), "number", [-size * 0.6, size * 0.4]));
      }
    }
    return all;
  }

  // A live move is a ring, a dead one a cross, an unknown one a question mark. Over a figure they
  // are small and in a corner, to leave the figure to be seen.
  function verdict(move, selected, covers) {
    const [x, y] = middle(move.to).map((at) => (covers ? at + SIDE / 4 : at));
    const r = covers ? 2.8 : 4.5;
    const group = element("g", { class: `move ${move.verdict}${selected ? " selected" : ""}` });
    group.append(square(move.to, "move-cell", 1));
    if (move.verdict === "live") {
      group.append(element("circle", { cx: x, cy: y, r }));
    } else if (move.verdict === "dead") {
      group.append(element("path", { d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` }));
    } else {
      group.append(label(move.to, "?", "unknown-sign", [0, 5]));
    }
    return group;
  }

  function edge({ from, to, role }, past) {
    const [x, y] = middle(from);
    const [a, b] = middle(to);
    const group = element("g", { class: `edge ${role}${past ? " past" : ""}` });
    group.append(element("path", { d: `M${x} ${y}L${a} ${b}` }));
    if (role === "unused") {
      const [u, v] = [(x + a) / 2, (y + b) / 2];
      group.append(element("path", { class: "bar", d: `M${u - 4} ${v - 4}l8 8m0 -8l-8 8` }));
    }
    return group;
  }

  function marked({ cell, role }) {
    const [x, y] = middle(cell);
    const group = element("g", { class: `mark ${role}` }, square(cell, "mark-cell", 1.5));
    if (role === "black" || role === "white") {
      group.append(element("circle", { cx: x, cy: y, r: 4 }));
    } else if (role === "door") {
      group.append(element("path", { d: `M${x - 5} ${y + 6}v-11h10v11` }));
    }
    return group;
  }

  // A step of a reason, with the edges that earlier steps decided.
  function figure(steps, at) {
    const group = element("g", { class: "figure" });
    const step = steps[at];
    step.cells.forEach((cell) => group.append(marked(cell)));
    // What is inside another probe was only supposed.
    steps.slice(0, at).filter((earlier) => step.scope.startsWith(earlier.scope)).forEach((earlier) => {
      earlier.edges.forEach((decided) => group.append(edge(decided, true)));
    });
    step.edges.forEach((decided) => group.append(edge(decided, false)));
    return group;
  }

  function sign({ at, sign: kind, label: text }) {
    const [x, y] = middle(at);
    const group = element("g", { class: `sign ${kind}` }, square(at, "sign-cell", 0.5));
    const [left, top] = [x - 6, y - 6];
    if (text) {
      group.append(label(at, text, "sign-label", [-5.5, -2.5]));
    } else if (kind === "free" || kind === "free-not-end") {
      group.append(element("circle", { cx: left, cy: top, r: 2.4 }));
      if (kind === "free-not-end") {
        group.append(element("path", { d: `M${left - 3} ${top + 3}l6 -6` }));
      }
    } else {
      group.append(element("rect", { x: left - 2.2, y: top - 2.2, width: 4.4, height: 4.4 }));
    }
    return group;
  }

  function side([column, row, letter]) {
    const [x, y] = middle([column, row]);
    const [dx, dy] = STEPS[letter];
    const [u, v] = [x + dx * SIDE / 2, y + dy * SIDE / 2];
    const [a, b] = [-dy * 3.5, dx * 3.5];
    return element("path", {
      class: "side", d: `M${u + a} ${v + b}L${u + dx * 6} ${v + dy * 6}L${u - a} ${v - b}Z`,
    });
  }

  function rule(match) {
    const group = element("g", { class: "rule" });
    match.figure.signs.forEach((each) => group.append(sign(each)));
    match.figure.sides.forEach((each) => group.append(side(each)));
    return group;
  }

  // The whole drawing. `view`: board, path, at, judged (or null), selected (letter or null), step,
  // match (or null), witness (letters or null).
  function drawing(view) {
    const { board, path, at, judged } = view;
    const line = cells(board, path);
    const drawn = line.slice(0, at + 1);
    const end = drawn[drawn.length - 1];
    const [width, height] = [board.width * SIDE, board.height * SIDE];
    const edge = margin(board);
    const page = element("svg", {
      viewBox: `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`,
      "aria-hidden": "true", focusable: "false",
    });
    page.append(element("rect", { class: "paper", x: 0, y: 0, width, height }));
    if (view.match) {
      page.append(rule(view.match));
    }
    board.blocked.forEach((cell) => page.append(square(cell, "blocked")));
    page.append(grid(board), numbers(board));
    const selected = judged && judged.moves.find((move) => move.move === view.selected);
    const steps = selected ? selected.reason : view.whole ? judged.reason : [];
    if (steps.length > 0) {
      page.append(figure(steps, Math.min(view.step, steps.length - 1)));
    }
    page.append(square(board.start, "start", 3), square(board.end, "end", 3));
    if (path.length > at) {
      page.append(stroke(line.slice(at), "ahead"));
    }
    const live = judged && judged.turning_point !== null ? Math.min(judged.turning_point, at) : at;
    page.append(stroke(drawn.slice(0, live + 1), "path"));
    if (live < at) {
      page.append(stroke(drawn.slice(live), "path dead-part"), stroke(drawn.slice(live, live + 2), "fatal"));
      const [x, y] = middle(drawn[live]);
      page.append(element("path", { class: "turning", d: `M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z` }));
    }
    if (view.witness) {
      page.append(stroke(cells({ ...board, start: end }, view.witness), "witness"));
    }
    if (judged) {
      judged.moves.forEach((move) => page.append(verdict(move, move.move === view.selected, steps.length > 0 || view.match)));
    }
    // The reason of a move is about the position after it.
    const after = selected && selected.reason.length > 0 ? selected.to : end;
    if (after !== end) { page.append(stroke([end, after], "path")); }
    const [x, y] = middle(after);
    page.append(element("circle", { class: "live-end", cx: x, cy: y, r: 6 }));
    return page;
  }

  // The cell at a place of the window, or null.
  function cellAt(container, board, x, y) {
    const page = container.querySelector("svg");
    if (!page) { return null; }
    const at = new DOMPoint(x, y).matrixTransform(page.getScreenCTM().inverse());
    const [column, row] = [Math.floor(at.x / SIDE) + 1, Math.floor(at.y / SIDE) + 1];
    const inside = column >= 1 && row >= 1 && column <= board.width && row <= board.height;
    return inside ? [column, row] : null;
  }

  window.deadmove.draw = { drawing, cellAt };
})();
