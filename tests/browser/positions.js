// Positions for comparisons: beginnings of random complete lines, and such beginnings with a few
// random steps more, which are mostly dead. The same seed gives the same positions.
"use strict";

/** @type {Record<string, [number, number]>} */
const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

// Numbers below `below`, by a linear congruential generator.
/** @param {number} seed @returns {(below: number) => number} */
function numbers(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((state >> 33n) % BigInt(below));
  };
}

/** @param {Cell} cell @param {number} n @returns {Cell[]} */
const neighbours = ([x, y], n) => Object.values(STEPS)
  .map(([dx, dy]) => /** @type {Cell} */ ([x + dx, y + dy]))
  .filter(([a, b]) => a >= 1 && b >= 1 && a <= n && b <= n);

// A random line through every cell from corner to opposite corner, by backbite moves: the last cell
// is joined to a neighbour on the line, and the loop is opened there.
/** @param {number} n @param {(below: number) => number} random */
function completeLine(n, random) {
  /** @type {Cell[]} */
  let line = [];
  for (let row = 1; row <= n; row += 1) {
    for (let column = 1; column <= n; column += 1) {
      line.push([row % 2 === 1 ? column : n + 1 - column, row]);
    }
  }
  const end = (/** @type {number} */ at) => line[at][0] === n && line[at][1] === n;
  for (let turn = 0; turn < 4 * n * n || !end(line.length - 1); turn += 1) {
    const options = neighbours(line[line.length - 1], n).filter(([x, y]) => !line.slice(-2, -1).some(([a, b]) => x === a && y === b));
    const [x, y] = options[random(options.length)];
    const at = line.findIndex(([a, b]) => a === x && b === y);
    line = [...line.slice(0, at + 1), ...line.slice(at + 1).reverse()];
  }
  return line;
}

/** @param {Cell} from @param {Cell} to */
const letter = ([x, y], [a, b]) =>
  Object.keys(STEPS).find((key) => STEPS[key][0] === a - x && STEPS[key][1] === b - y);

/** @param {Cell[]} line */
function path(line) {
  return line.slice(1).map((cell, at) => letter(line[at], cell)).join("");
}

// `count` positions: { n, path }. Three in four stray from their line, late or early.
/** @param {number} count @param {number} seed */
function positions(count, seed) {
  const random = numbers(seed);
  const found = [];
  while (found.length < count) {
    const n = [5, 7, 9, 11, 13, 15][random(6)];
    const line = completeLine(n, random);
    const drawn = line.slice(0, 1 + random(line.length - 1));
    if (found.length % 4 !== 0) {
      for (let steps = 1 + random(2 * n); steps > 0; steps -= 1) {
        const free = neighbours(drawn[drawn.length - 1], n)
          .filter(([x, y]) => !drawn.some(([a, b]) => a === x && b === y));
        if (free.length === 0) { break; }
        drawn.push(free[random(free.length)]);
      }
    }
    found.push({ n, path: path(drawn) });
  }
  return found;
}

module.exports = { positions };
