// The text of a rule, as far as its pictures and its `forbids` line go: where they are, and the
// text after a change. What a rule means is the engine's business. Lines are numbered from 0.
"use strict";

const ruleText = (() => {
  /** The characters of pictures and what each says of its cell, as the style sheet and the drawing
   *  call it.
   *  @type {Record<string, string>} */
  const SIGNS = {
    "?": "untested", ".": "free", "!": "free-not-end", "#": "wall", "+": "drawn", "=": "outside",
    "@": "on-board", X: "forbidden", L: "live-end",
  };
  const DIRECTIONS = ["ahead", "left", "right", "behind"];
  const LARGEST = 40;
  // The menu of rules calls the rule in the playground, and those that the person keeps, so.
  const [THIS, OWN] = ["this-rule", "my-rules"];

  const NEW = [
    "name        my rule", "", "picture", "  # ! L", "  ? # ?", "", "forbids ahead, right, behind", "",
  ].join("\n");

  /** The sign of a character: letters are segments, digits forced lines.
   *  @param {string} character */
  const sign = (character) => SIGNS[character]
    ?? (/^[a-z]$/.test(character) ? "segment" : /^[1-9]$/.test(character) ? "forced-line" : "unreadable");

  /** The pictures of a text, in its order.
   *  @param {string} text @returns {TextPicture[]} */
  function pictures(text) {
    const lines = text.split("\n");
    /** @type {TextPicture[]} */
    const found = [];
    lines.forEach((line, at) => {
      if (!/^(unless\s+)?picture\b/.test(line)) { return; }
      let end = at + 1;
      while (end < lines.length && /^\s+\S/.test(lines[end])) { end += 1; }
      const rows = lines.slice(at + 1, end).map((row) => row.trim().split(/\s+/));
      const live = rows.findIndex((row) => row.includes("L"));
      found.push({
        title: line.trim(), line: at, rows,
        live: live < 0 ? null : { row: live, column: rows[live].indexOf("L") },
      });
    });
    return found;
  }

  /** Rows without border lines that say nothing, which `?` fills up to a rectangle.
   *  @param {string[][]} rows */
  function trimmed(rows) {
    const says = (/** @type {string[]} */ row) => row.some((each) => each !== "?");
    const kept = rows.slice(rows.findIndex(says), rows.length - [...rows].reverse().findIndex(says));
    const width = Math.max(...kept.map((row) => row.length));
    const used = [...Array(width).keys()].filter((at) => kept.some((row) => (row[at] ?? "?") !== "?"));
    const columns = [...Array(width).keys()].slice(used[0], used[used.length - 1] + 1);
    return kept.map((row) => columns.map((at) => row[at] ?? "?"));
  }

  /** The text with another character in a cell of a picture; the cell may lie beside the picture,
   *  which then grows. The live end moves if it is drawn elsewhere, and cannot be drawn over. A
   *  new segment gets a line.
   *  @param {string} text @param {number} number @param {number} row @param {number} column
   *  @param {string} character */
  function withCell(text, number, row, column, character) {
    const picture = pictures(text)[number];
    if (!picture || (picture.rows[row]?.[column] === "L" && character !== "L")) { return text; }
    const height = Math.max(picture.rows.length, row + 1) + Math.max(0, -row);
    const width = Math.max(column + 1, ...picture.rows.map((each) => each.length)) + Math.max(0, -column);
    if (height > LARGEST || width > LARGEST) { return text; }
    const [down, right] = [Math.max(0, -row), Math.max(0, -column)];
    const rows = [...Array(height).keys()].map((y) => [...Array(width).keys()].map((x) => {
      const old = picture.rows[y - down]?.[x - right] ?? "?";
      return character === "L" && old === "L" ? "?" : old;
    }));
    rows[row + down][column + right] = character;
    const lines = text.split("\n");
    const drawn = trimmed(rows).map((each) => `  ${each.join(" ")}`);
    lines.splice(picture.line + 1, picture.rows.length, ...drawn);
    if (/^[a-z]$/.test(character) && !picture.rows.flat().includes(character)) {
      lines.splice(picture.line + 1 + drawn.length, 0, `segment ${character}: left side enclosed`);
    }
    return lines.join("\n");
  }

  /** The moves that the text forbids, each with its condition, and the line that says it; -1 if
   *  there is none.
   *  @param {string} text */
  function forbids(text) {
    const lines = text.split("\n");
    const line = lines.findIndex((each) => /^forbids\b/.test(each));
    const moves = line < 0 ? [] : lines[line].slice(7).split(",").map((each) => each.trim()).filter(Boolean);
    return { line, moves };
  }

  /** Whether the text forbids a move. @param {string} text @param {string} direction */
  const isForbidden = (text, direction) => forbids(text).moves.some((each) => each.split(/\s+/)[0] === direction);

  /** The text that forbids a move if it did not, and allows it if it did.
   *  @param {string} text @param {string} direction */
  function withForbidden(text, direction) {
    const { line, moves } = forbids(text);
    const others = moves.filter((each) => each.split(/\s+/)[0] !== direction);
    const now = others.length < moves.length ? others
      : DIRECTIONS.flatMap((each) => (each === direction ? [each] : others.filter((one) => one.split(/\s+/)[0] === each)));
    const lines = text.split("\n");
    if (line < 0) {
      return `${text.replace(/\n*$/, "\n")}\nforbids ${now.join(", ")}\n`;
    }
    lines[line] = `forbids ${now.join(", ")}`;
    return lines.join("\n");
  }

  /** The direction from the live end to a cell of a picture beside it, or null.
   *  @param {TextPicture} picture @param {number} row @param {number} column */
  function directionTo(picture, row, column) {
    if (!picture.live) { return null; }
    const key = `${column - picture.live.column},${row - picture.live.row}`;
    /** @type {Record<string, string>} */
    const beside = { "0,-1": "ahead", "-1,0": "left", "1,0": "right", "0,1": "behind" };
    return beside[key] ?? null;
  }

  /** Where a cell is, seen from the live end.
   *  @param {TextPicture} picture @param {number} row @param {number} column */
  function where(picture, row, column) {
    if (!picture.live) { return `row ${row + 1}, column ${column + 1}`; }
    const [right, down] = [column - picture.live.column, row - picture.live.row];
    const across = right === 0 ? "" : `${Math.abs(right)} ${right < 0 ? "left" : "right"}`;
    const along = down === 0 ? "" : `${Math.abs(down)} ${down < 0 ? "ahead" : "behind"}`;
    return [across, along].filter(Boolean).join(", ") || "live end";
  }

  /** The name of a rule; empty if it has none. @param {string} text */
  const name = (text) => (/^name[ \t]+(\S.*)$/m.exec(text)?.[1] ?? "").trim();

  /** The rules of a file, which may hold several, each beginning with its name.
   *  @param {string} text */
  function split(text) {
    const rules = text.replace(/\r\n?/g, "\n").split(/^(?=name[ \t])/m).filter((each) => each.trim() !== "");
    return rules.map((each) => each.replace(/\s*$/, "\n"));
  }

  /** The name of the file that a rule is saved as. @param {string} text */
  const fileName = (text) => `${name(text).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "rule"}.rule`;

  return {
    THIS, OWN, NEW, sign, pictures, withCell, isForbidden, withForbidden, directionTo, where, name, split,
    fileName,
  };
})();
