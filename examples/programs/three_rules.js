#!/usr/bin/env node
// Answers deadmove's questions by three easy rules. Put your own into `isAllowed`.
"use strict";

const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

// The free cells, the live end and the end cell of a question. A cell is the text "column,row".
function read(question) {
  const [board, moves, ...others] = question.trim().split(/\s+/);
  const [width, height] = board.split("x").map(Number);
  const more = Object.fromEntries(others.map((other) => other.split("=")));
  let liveEnd = more.start ?? "1,1";
  const end = more.end ?? `${width},${height}`;
  const free = new Set();
  for (let row = 1; row <= height; row++) {
    for (let column = 1; column <= width; column++) free.add(`${column},${row}`);
  }
  for (const blocked of (more.blocked ?? "").split(";")) free.delete(blocked);
  free.delete(liveEnd);
  for (const move of moves === "-" ? "" : moves) {
    liveEnd = after(liveEnd, move);
    free.delete(liveEnd);
  }
  return { free, liveEnd, end };
}

function after(cell, move) {
  const [column, row] = cell.split(",").map(Number);
  return `${column + STEPS[move][0]},${row + STEPS[move][1]}`;
}

const near = (cell) => Object.keys(STEPS).map((move) => after(cell, move));

function connected(cells) {
  const seen = new Set();
  const stack = [...cells].slice(0, 1);
  while (stack.length > 0) {
    const cell = stack.pop();
    if (seen.has(cell)) continue;
    seen.add(cell);
    stack.push(...near(cell).filter((next) => cells.has(next)));
  }
  return seen.size === cells.size;
}

// Whether the rules allow a step to a free cell.
function isAllowed(free, to, end) {
  const rest = new Set(free);
  rest.delete(to);
  // 1. The end cell comes last.
  if (to === end) return rest.size === 0;
  // 2. Every cell can be entered and left.
  for (const cell of rest) {
    const ways = near(cell).filter((next) => rest.has(next) || next === to).length;
    if (ways < (cell === end ? 1 : 2)) return false;
  }
  // 3. The free cells are connected.
  return connected(rest);
}

function answer(question) {
  const { free, liveEnd, end } = read(question);
  const allowed = Object.keys(STEPS).filter((move) => {
    const to = after(liveEnd, move);
    return free.has(to) && isAllowed(free, to, end);
  });
  return allowed.join("") || "-";
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (question) => process.stdout.write(answer(question) + "\n"));
