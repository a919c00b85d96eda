// The position on the page: the board, the line, and how far along the line the page looks. It
// knows the shape of boards, and nothing about verdicts. Its text form is the fragment of the URL.
"use strict";

const position = (() => {
  /** @type {Record<string, Cell>} */
  const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
  const LARGEST = 51;
  const FIELDS = ["board", "start", "end", "blocked", "path", "at", "rules", "rule", "embed"];

  /** @param {Cell} cell */
  const key = (cell) => `${cell[0]},${cell[1]}`;
  /** @param {Cell} a @param {Cell} b */
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];

  // A board from corner to corner.
  /** @param {number} width @param {number} height @returns {Board} */
  function open(width, height) {
    return { width, height, start: [1, 1], end: [width, height], blocked: [] };
  }

  /** @param {Board} board @param {Cell} cell */
  function isInside(board, [column, row]) {
    return column >= 1 && row >= 1 && column <= board.width && row <= board.height;
  }

  /** @param {Board} board @param {Cell} cell */
  function isBlocked(board, cell) {
    return board.blocked.some((other) => same(other, cell));
  }

  // The cells of a line, from the start.
  /** @param {Board} board @param {string} path @returns {Cell[]} */
  function cells(board, path) {
    const found = [board.start];
    for (const letter of path) {
      const [x, y] = found[found.length - 1];
      const [dx, dy] = STEPS[letter];
      found.push([x + dx, y + dy]);
    }
    return found;
  }

  // The length of the longest beginning of a path that stays on the board and crosses nothing.
  /** @param {Board} board @param {string} path */
  function legalLength(board, path) {
    const seen = new Set([key(board.start), ...board.blocked.map(key)]);
    const line = cells(board, path);
    for (let at = 1; at < line.length; at += 1) {
      if (!isInside(board, line[at]) || seen.has(key(line[at]))) {
        return at - 1;
      }
      seen.add(key(line[at]));
    }
    return path.length;
  }

  // The letter of the step from one cell to a neighbour, or null.
  /** @param {Cell} from @param {Cell} to @returns {string | null} */
  function letterBetween(from, to) {
    const found = Object.entries(STEPS).find(([, [dx, dy]]) => same([from[0] + dx, from[1] + dy], to));
    return found ? found[0] : null;
  }

  /** @param {string} text @param {string} what */
  function number(text, what) {
    if (!/^[0-9]{1,4}$/.test(text)) {
      throw new Error(`${what} "${text.slice(0, 20)}" is not a number`);
    }
    return Number(text);
  }

  /** @param {string} text @param {string} what @returns {Cell} */
  function cell(text, what) {
    const parts = text.split(",");
    if (parts.length !== 2) {
      throw new Error(`${what} "${text.slice(0, 20)}" is not a cell such as 3,4`);
    }
    return [number(parts[0].trim(), what), number(parts[1].trim(), what)];
  }

  /** @param {string} text @param {string} what */
  function cellList(text, what) {
    return text.split(/[;\s]+/).filter((part) => part !== "").map((part) => cell(part, what));
  }

  // A board from texts, as the form and the address have them.
  /** @param {string} size @param {string | null} start @param {string | null} end
   *  @param {string | null} blocked */
  function board(size, start, end, blocked) {
    const sides = size.split(/[x×]/i);
    if (sides.length !== 2) {
      throw new Error(`"${size.slice(0, 20)}" is not a board such as 9x9`);
    }
    const [width, height] = sides.map((side) => number(side.trim(), "side"));
    if (width < 1 || height < 1 || width > LARGEST || height > LARGEST) {
      throw new Error(`a board of ${width}x${height}; sides go from 1 to ${LARGEST}`);
    }
    const made = open(width, height);
    if (start) { made.start = cell(start, "start"); }
    if (end) { made.end = cell(end, "end"); }
    if (blocked) { made.blocked = cellList(blocked, "blocked cell"); }
    /** @type {[string, Cell][]} */
    const ends = [["start", made.start], ["end", made.end]];
    /** @type {[string, Cell][]} */
    const blocks = made.blocked.map((at) => ["blocked cell", at]);
    for (const [what, at] of [...ends, ...blocks]) {
      if (!isInside(made, at)) {
        throw new Error(`the ${what} ${key(at)} is not on the board`);
      }
    }
    for (const [what, at] of ends) {
      if (isBlocked(made, at)) {
        throw new Error(`the ${what} ${key(at)} is blocked`);
      }
    }
    if (same(made.start, made.end) && width * height > 1) {
      throw new Error("start and end are the same cell");
    }
    return made;
  }

  // The position of a fragment: { board, path, at, rules, rule }. Throws an error with a sentence.
  /** @param {string} fragment
   *  @returns {Place & { rules: string, rule: string | null, embed: boolean }} */
  function fromFragment(fragment) {
    const fields = new URLSearchParams(fragment.replace(/^#/, ""));
    for (const field of fields.keys()) {
      if (!FIELDS.includes(field)) {
        throw new Error(`it has a part "${field.slice(0, 20)}" that means nothing here`);
      }
    }
    if (fields.get("board") === "") {
      throw new Error("it names no board");
    }
    const made = board(
      fields.get("board") || "9x9", fields.get("start"), fields.get("end"), fields.get("blocked"));
    const path = (fields.get("path") || "").toUpperCase();
    if (/[^UDLR]/.test(path)) {
      throw new Error("the path has letters other than U, D, L, R");
    }
    const legal = legalLength(made, path);
    if (legal < path.length) {
      throw new Error(`step ${legal + 1} of the path (${path[legal]}) leaves the board or crosses what is drawn`);
    }
    const place = fields.get("at");
    const at = place === null ? path.length : Math.min(number(place, "at"), path.length);
    return {
      board: made, path, at, rules: fields.get("rules") || "", rule: fields.get("rule"), embed: fields.has("embed"),
    };
  }

  /** @param {Place & { rules: string, rule: string | null, embed: boolean }} position */
  function toFragment({ board: made, path, at, rules, rule, embed }) {
    const plain = open(made.width, made.height);
    let text = `board=${made.width}x${made.height}`;
    if (!same(plain.start, made.start) || !same(plain.end, made.end)) {
      text += `&start=${key(made.start)}&end=${key(made.end)}`;
    }
    if (made.blocked.length > 0) {
      text += `&blocked=${made.blocked.map(key).join(";")}`;
    }
    text += `&path=${path}`;
    if (at < path.length) {
      text += `&at=${at}`;
    }
    if (rules) {
      text += `&rules=${encodeURIComponent(rules).replace(/%2F/g, "/")}`;
    }
    if (rule !== null) {
      text += `&rule=${encodeURIComponent(rule).replace(/%20/g, "+")}`;
    }
    return `#${text}${embed ? "&embed=1" : ""}`;
  }

  return {
    STEPS, LARGEST, key, same, open, board, isInside, isBlocked, cells, legalLength, letterBetween,
    fromFragment, toFragment,
  };
})();
