// Draws the board as SVG: cells, the line, the verdicts of the moves, figures of reasons, and rules
// drawn over it. The shapes are those of pictures (shapes.js), the colours are in board.css.
// Everything is an element made here; no text becomes markup.
"use strict";

const draw = (() => {
  const { cells, STEPS } = position;
  const SIDE = shapes.CELL;
  /** How far to turn clockwise what points to the right.
   *  @type {Record<string, number>} */
  const ANGLES = { R: 0, D: 90, L: 180, U: 270 };
  // Larger boards have a number at every fifth column and row only.
  const NUMBERED = 21;
  const SPACE = "http://www.w3.org/2000/svg";

  /** @param {string} name @param {Record<string, string | number>} attributes
   *  @param {(Node | string)[]} children */
  function element(name, attributes, ...children) {
    const made = document.createElementNS(SPACE, name);
    for (const [attribute, value] of Object.entries(attributes)) {
      made.setAttribute(attribute, String(value));
    }
    made.append(...children);
    return made;
  }

  // Around the board, for the numbers, which grow with it to stay readable.
  /** @param {Board} board */
  const margin = ({ width, height }) => Math.max(17, Math.max(width, height) * 0.6);

  /** @param {Cell} cell @returns {Cell} */
  const middle = ([column, row]) => [(column - 0.5) * SIDE, (row - 0.5) * SIDE];

  /** @param {Cell} cell @param {string} kind */
  function square(cell, kind, inset = 0) {
    const [x, y] = middle(cell);
    const half = SIDE / 2 - inset;
    return element("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  }

  // A line through cells, as the data of a path.
  /** @param {Cell[]} line */
  function through(line) {
    return line.map((cell, at) => `${at === 0 ? "M" : "L"}${middle(cell).join(" ")}`).join("");
  }

  /** @param {Cell[]} line @param {string} kind */
  function stroke(line, kind) {
    return element("path", { class: kind, d: through(line) });
  }

  /** @param {Cell} cell @param {string} text @param {string} kind */
  function label(cell, text, kind, [dx, dy] = [0, 0]) {
    const [x, y] = middle(cell);
    return element("text", { class: kind, x: x + dx, y: y + dy }, text);
  }

  /** @param {string} d @param {string} kind */
  const shape = (d, kind = "") => element("path", { d, class: kind });
  /** @param {number} x @param {number} y @param {number} r @param {string} kind */
  const disc = (x, y, r, kind = "") => element("circle", { cx: x, cy: y, r, class: kind });

  /** @param {[x: number, y: number]} at @param {string} d @param {string} kind */
  const placed = ([x, y], d, kind = "") => element("path", { d, class: kind, transform: `translate(${x} ${y})` });

  // A shape that points to the right, turned into a direction around the middle of a cell.
  /** @param {Cell} cell @param {string} letter @param {string} d @param {string} kind */
  function turned(cell, letter, d, kind) {
    const transform = `translate(${middle(cell).join(" ")}) rotate(${ANGLES[letter]})`;
    return element("path", { d, class: kind, transform });
  }

  // A grid is one path, not a rectangle for each cell: 51×51 has 2,601.
  /** @param {Board} board */
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

  /** @param {Board} board */
  function numbers(board) {
    const { width, height } = board;
    const shown = (/** @type {number} */ at, /** @type {number} */ last) => 
      last <= NUMBERED || at === 1 || at === last || (at % 5 === 0 && last - at > 1);
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

  // The arrow of a live move is filled, that of a dead one is hollow, an unknown one is dashed.
  // Where the edge of the move has a mark of its own, the arrow stands aside.
  /** @param {Cell} from @param {JudgedMove} move @param {boolean} aside */
  function verdict(from, move, aside) {
    const arrow = aside ? shapes.ARROW_ASIDE : shapes.ARROW;
    return element("g", { class: `move ${move.verdict}` }, turned(from, move.move, arrow, "arrow"));
  }

  // A used edge is a bar, an unused one has two strokes across, a way out is a short thick bar.
  /** @param {Edge} edge @param {boolean} past */
  function edge({ from, to, role }, past) {
    const [[x, y], [u, v]] = [middle(from), middle(to)];
    const [dx, dy] = [(u - x) / SIDE, (v - y) / SIDE];
    const group = element("g", { class: `edge ${role}${past ? " past" : ""}` });
    if (role === "unused") {
      for (const side of [-2.5, 2.5]) {
        const [a, b] = [(x + u) / 2 + dx * side, (y + v) / 2 + dy * side];
        const [across, down] = [dy * shapes.UNUSED, dx * shapes.UNUSED];
        group.append(shape(`M${a - across} ${b - down}L${a + across} ${b + down}`));
      }
    } else {
      const short = role === "crossing" ? shapes.CROSSING : 0;
      group.append(shape(`M${x + dx * short} ${y + dy * short}L${u - dx * short} ${v - dy * short}`));
    }
    return group;
  }

  /** @param {ReasonStep["cells"][0]} mark @param {boolean} contradicts */
  function marked({ cell, role }, contradicts) {
    const at = middle(cell);
    const group = element("g", { class: `mark ${role}` }, square(cell, "mark-cell"));
    if (role === "black") {
      group.append(disc(...at, shapes.BLACK));
    } else if (role === "door") {
      group.append(placed(at, shapes.DOOR));
    } else if (role === "focus" && contradicts) {
      group.append(placed(at, shapes.DEAD_END));
    }
    return group;
  }

  // The ways out of a coloured region that nothing has decided yet.
  /** @param {Board} board @param {Cell[]} drawn @param {ReasonStep} step @returns {Edge[]} */
  function exits(board, drawn, step) {
    const inside = step.cells.filter(({ role }) => role === "black" || role === "white").map(({ cell }) => cell);
    if (step.edges.some(({ role }) => role === "crossing")) { return []; }
    const closed = new Set([...inside, ...board.blocked, ...drawn.slice(0, -1)].map(position.key));
    return inside.flatMap((from) => Object.values(STEPS).map(([dx, dy]) => ({
      from, to: /** @type {Cell} */ ([from[0] + dx, from[1] + dy]), role: /** @type {const} */ ("crossing"),
    }))).filter(({ to }) => position.isInside(board, to) && !closed.has(position.key(to)));
  }

  // An edge without direction and role.
  /** @param {Pick<Edge, "from" | "to">} edge */
  const ends = ({ from, to }) => [from, to].map(position.key).sort().join(" ");

  // A step of a reason, with the edges that earlier steps decided.
  /** @param {Board} board @param {Cell[]} drawn @param {ReasonStep[]} steps @param {number} at */
  function figure(board, drawn, steps, at) {
    const group = element("g", { class: "figure" });
    const step = steps[at];
    step.cells.forEach((cell) => group.append(marked(cell, step.kind === "contradiction")));
    // What is inside another probe was only supposed.
    const earlier = steps.slice(0, at).filter(({ scope }) => step.scope.startsWith(scope));
    const past = earlier.flatMap(({ edges }) => edges);
    const decided = new Set(past.map(ends));
    past.forEach((each) => group.append(edge(each, true)));
    exits(board, drawn, step).filter((each) => !decided.has(ends(each)))
      .forEach((each) => group.append(edge(each, false)));
    step.edges.forEach((each) => group.append(edge(each, false)));
    return group;
  }

  // The sign of what a rule says about a cell, around a point.
  /** @param {string} kind @param {string} text @param {number} x @param {number} y */
  function signAt(kind, text, x, y, size = 1) {
    if (text) {
      return [element("text", { class: "sign-label", x, y: y + 3.5 * size, "text-anchor": "middle", "font-size": 10 * size }, text)];
    }
    const ring = disc(x, y, shapes.FREE * size);
    switch (kind) {
      case "untested": case "forbidden": return [];
      case "drawn": return [disc(x, y, shapes.DRAWN * size)];
      case "free": return [ring];
      case "free-not-end": {
        const stroke = placed([x, y], shapes.NOT_END);
        stroke.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
        return [ring, stroke];
      }
      case "live-end": return [disc(x, y, 4.2 * size, "live-end")];
      default: {
        const half = (kind === "wall" ? shapes.WALL : shapes.BOX) * size;
        return [element("rect", { class: "box", x: x - half, y: y - half, width: 2 * half, height: 2 * half })];
      }
    }
  }

  /** @param {RuleMatch["figure"]["signs"][0]} sign */
  function sign({ at, sign: kind, label: text }) {
    const [x, y] = middle(at).map((each) => each - shapes.CORNER);
    return element("g", { class: `sign ${kind}` }, square(at, "sign-cell"), ...signAt(kind, text, x, y));
  }

  // A cell of the picture of a rule, alone.
  /** @param {string} kind @param {string} text @param {boolean} forbidden */
  function symbol(kind, text, forbidden) {
    const picture = element("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false", class: "symbol" });
    picture.append(element("g", { class: `sign ${kind}` }, square([1, 1], "sign-cell"), ...signAt(kind, text, 12, 12, 1.8)));
    const at = kind === "untested" || kind === "forbidden" ? 12 : 18;
    if (forbidden) { picture.append(cross(at, at)); }
    return picture;
  }

  // The cross of a forbidden move.
  /** @param {number} x @param {number} y */
  const cross = (x, y) => element("g", { class: "forbidden" },
    disc(x, y, shapes.CROSS_RING), placed([x, y], shapes.CROSS));

  // The side of a segment on which its region lies, beside the line.
  /** @param {RuleMatch["figure"]["sides"][0]} side */
  function side([column, row, letter]) {
    return turned([column, row], letter, "RU".includes(letter) ? shapes.SIDE_BELOW : shapes.SIDE_ABOVE, "side");
  }

  /** @param {RuleMatch} match */
  function region(match) {
    const group = element("g", { class: "region" });
    match.figure.regions.flat().forEach((cell) => group.append(square(cell, "region-cell")));
    return group;
  }

  /** @param {RuleMatch} match @param {Cell} end */
  function rule(match, end) {
    const group = element("g", { class: "rule" });
    match.figure.signs.forEach((each) => group.append(sign(each)));
    match.figure.sides.forEach((each) => group.append(side(each)));
    for (const letter of match.forbids) {
      const [dx, dy] = STEPS[letter];
      const [x, y] = middle([end[0] + dx, end[1] + dy]);
      const far = (/** @type {number} */ along) => shapes.CROSS_CORNER * (along < 0 ? -1 : 1);
      group.append(cross(x + far(dx), y + far(dy)));
    }
    return group;
  }

  // Edges as broad as they are frequent in completions; those of every completion are solid.
  /** @param {EdgeUses} uses */
  function heat({ edges }) {
    const group = element("g", { class: "heat" });
    edges.forEach(({ from, to, share, every }) => {
      const drawn = stroke([from, to], every ? "every" : "some");
      if (!every) { drawn.setAttribute("stroke-width", (1 + 7 * share).toFixed(2)); }
      group.append(drawn);
    });
    return group;
  }

  // The strip along a line of `length` steps, of which the first ones are known.
  /** @param {StripStep[]} steps @param {number} length @param {number} at
   *  @param {(step: StripStep) => boolean} isForced */
  function strip(steps, length, at, isForced) {
    const [wide, high] = [10, 40];
    const picture = element("svg", {
      viewBox: `0 0 ${(length + 1) * wide} ${high + 6}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false",
    });
    const digits = Math.max(1, ...steps.map(({ count }) => count?.length ?? 0));
    const [bars, forced] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
    let curve = "";
    steps.forEach((step) => {
      const x = step.at * wide;
      const tall = high * step.live.length / 3;
      if (step.verdict !== "dead") { bars.push(`M${x + 1} ${high}v${-tall}h${wide - 2}v${tall}z`); }
      if (isForced(step)) { forced.push(`M${x + 2} ${high + 1}h${wide - 4}v4h${4 - wide}z`); }
      if (step.count !== null) {
        const y = high - (high - 2) * (Math.log10(Number(step.count)) / digits);
        curve += `${curve ? "L" : "M"}${x + wide / 2} ${y.toFixed(1)}`;
      }
    });
    picture.append(shape(bars.join(""), "strip-live"), shape(forced.join(""), "strip-forced"), shape(curve, "strip-curve"));
    const last = steps[steps.length - 1];
    if (last?.verdict === "dead") {
      const x = last.at * wide;
      picture.append(element("rect", { class: "strip-dead", x, y: 0, width: (length + 1) * wide - x, height: high }));
      picture.append(shape(`M${x} 0v${high}`, "strip-turning"));
    }
    picture.append(element("rect", { class: "strip-now", x: at * wide, y: 0, width: wide, height: high + 6 }));
    return picture;
  }

  /** @param {View} view */
  function drawing(view) {
    const { board, path, at, judged } = view;
    const line = cells(board, path);
    const drawn = line.slice(0, at + 1);
    const end = drawn[at];
    const [width, height] = [board.width * SIDE, board.height * SIDE];
    const edge = margin(board);
    const picture = element("svg", {
      viewBox: `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`,
      "aria-hidden": "true", focusable: "false",
    });
    const add = (/** @type {Node[]} */ ...made) => picture.append(...made);
    add(element("rect", { class: "paper", x: 0, y: 0, width, height }));
    if (view.match) { add(region(view.match)); }
    board.blocked.forEach((cell) => add(square(cell, "blocked")));
    add(grid(board), numbers(board));
    const selected = judged && judged.moves.find((move) => move.move === view.selected);
    const steps = selected ? selected.reason : view.whole && judged ? judged.reason : [];
    // The reason of a move is about the position after it, which is drawn as only supposed.
    const after = selected && selected.reason.length > 0 ? selected.to : end;
    const whole = after === end ? drawn : [...drawn, after];
    if (steps.length > 0) { add(figure(board, whole, steps, Math.min(view.step, steps.length - 1))); }
    if (view.edges) { add(heat(view.edges)); }
    if (path.length > at) { add(stroke(line.slice(at), "ahead")); }
    if (view.witness) { add(stroke(cells({ ...board, start: end }, view.witness), "witness")); }
    const turning = judged?.turning_point ?? at;
    const live = Math.min(turning, at);
    if (live < at) { add(stroke(drawn.slice(live), "fatal"), stroke(drawn.slice(live), "core")); }
    add(stroke(drawn.slice(0, live + 1), "path"));
    if (after !== end) { add(stroke([end, after], "path supposed")); }
    const target = middle(board.end);
    if (!position.same(board.end, after)) { add(disc(...target, shapes.END, "end"), disc(...target, shapes.END_DOT, "end-dot")); }
    add(disc(...middle(board.start), shapes.START, "start"));
    if (live < at) {
      add(placed(middle(drawn[live]), shapes.TURNING, "turning"));
    }
    if (view.match) { add(rule(view.match, end)); }
    const marks = new Set(steps.flatMap(({ edges }) => edges).map(ends));
    judged?.moves.filter(({ to }) => to !== after).forEach((move) => {
      add(verdict(end, move, marks.has(ends({ from: end, to: move.to }))));
    });
    if (after !== end) { add(square(after, "chosen", 1), disc(...middle(after), shapes.LIVE_END, "live-end supposed")); }
    add(disc(...middle(end), shapes.LIVE_END, live < at ? "live-end lost" : "live-end"));
    return picture;
  }

  // The cell at a place of the window, or null.
  /** @param {HTMLElement} container @param {Board} board @param {number} x @param {number} y
   *  @returns {Cell | null} */
  function cellAt(container, board, x, y) {
    const page = container.querySelector("svg");
    if (!page) { return null; }
    const at = new DOMPoint(x, y).matrixTransform(page.getScreenCTM()?.inverse());
    const [column, row] = [Math.floor(at.x / SIDE) + 1, Math.floor(at.y / SIDE) + 1];
    const inside = column >= 1 && row >= 1 && column <= board.width && row <= board.height;
    return inside ? [column, row] : null;
  }

  return { drawing, cellAt, symbol, strip };
})();
