// The pictures of the rule in the playground: a button for each cell, and a ring of cells around
// them into which the picture can grow. A press puts the chosen sign there, or takes it away; on
// the cell with the focus, the characters of the rule language do the same.
"use strict";

const rulePicture = (() => {
  const { byId, make } = panel;
  /** @type {[character: string, words: string][]} */
  const BRUSHES = [
    [".", "free"], ["!", "free, not the end"], ["#", "wall: drawn, blocked or outside"], ["+", "drawn"],
    ["=", "outside the board"], ["@", "on the board"], ["a", "segment a"], ["b", "segment b"],
    ["1", "end of forced line 1"], ["X", "forbidden move"], ["L", "live end"], ["?", "not tested"],
  ];
  /** @type {Record<string, string>} */
  const WORDS = { ...Object.fromEntries(BRUSHES), "?": "not tested" };

  /** @param {string} character */
  const words = (character) => WORDS[character]
    ?? { segment: `segment ${character}`, "forced-line": `end of forced line ${character}` }[ruleText.sign(character)]
    ?? `“${character}”, which has no meaning`;

  const brush = () => /** @type {HTMLInputElement} */ (document.querySelector("[name=brush]:checked")).value;

  /** @type {(text: string) => void} */
  let changed = () => {};

  /** @param {string} text @param {number} number @param {number} row @param {number} column
   *  @param {string} character */
  function put(text, number, row, column, character) {
    const picture = ruleText.pictures(text)[number];
    if (character === "X") {
      const direction = ruleText.directionTo(picture, row, column);
      if (direction) { changed(ruleText.withForbidden(text, direction)); }
      return;
    }
    const same = picture.rows[row]?.[column] === character;
    changed(ruleText.withCell(text, number, row, column, same ? "?" : character));
  }

  // The cell with the focus, from the live end: it stays when the picture grows.
  /** @returns {string | undefined} */
  const focused = () => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.cell;

  /** @param {string} text @param {TextPicture} picture @param {number} number @param {number} row
   *  @param {number} column */
  function cell(text, picture, number, row, column) {
    const inside = picture.rows[row]?.[column] !== undefined;
    const character = picture.rows[row]?.[column] ?? "?";
    const direction = ruleText.directionTo(picture, row, column);
    const forbidden = direction !== null && ruleText.isForbidden(text, direction);
    const from = picture.live ?? { row: 0, column: 0 };
    const made = make("button", "", {
      type: "button", class: inside ? "cell" : "cell beside", tabindex: "-1",
      "data-cell": `${number}:${row - from.row}:${column - from.column}`,
      "aria-label": `${ruleText.where(picture, row, column)}: ${words(character)}${forbidden ? ", forbidden" : ""}`,
    });
    made.append(draw.symbol(ruleText.sign(character), /^[a-z1-9]$/.test(character) ? character : "", forbidden));
    made.addEventListener("click", () => put(text, number, row, column, brush()));
    made.addEventListener("keydown", (event) => {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (step) {
        const next = `${number}:${row - from.row + step[0]}:${column - from.column + step[1]}`;
        focus(next);
      } else if (/^[.!#+=@a-z1-9XL?]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        put(text, number, row, column, event.key);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        put(text, number, row, column, "?");
      } else {
        return;
      }
      event.preventDefault();
    });
    return made;
  }

  /** @param {string} which */
  function focus(which) {
    const found = byId("rule-pictures").querySelector(`[data-cell="${CSS.escape(which)}"]`);
    if (!(found instanceof HTMLElement)) { return; }
    byId("rule-pictures").querySelectorAll('[tabindex="0"]').forEach((each) => each.setAttribute("tabindex", "-1"));
    found.tabIndex = 0;
    found.focus();
  }

  /** @param {string} text */
  function show(text) {
    const before = focused();
    const pictures = ruleText.pictures(text);
    byId("rule-pictures").replaceChildren(...pictures.map((picture, number) => {
      const width = Math.max(1, ...picture.rows.map((row) => row.length));
      const group = make("div", "", {
        class: "rule-picture", role: "group", "aria-label": `${picture.title}: arrow keys move, characters set a cell`,
      });
      group.style.gridTemplateColumns = `repeat(${width + 2}, minmax(1.5rem, 2rem))`;
      for (let row = -1; row <= picture.rows.length; row += 1) {
        for (let column = -1; column <= width; column += 1) { group.append(cell(text, picture, number, row, column)); }
      }
      const first = group.querySelector(picture.live ? '[data-cell$=":0:0"]' : ".cell:not(.beside)");
      if (first instanceof HTMLElement) { first.tabIndex = 0; }
      const part = make("figure", "", { class: "pictured" });
      if (pictures.length > 1) { part.append(make("figcaption", picture.title)); }
      part.append(group);
      return part;
    }));
    if (before) { focus(before); }
  }

  // What a cell can be set to.
  function brushes() {
    byId("brushes").append(...BRUSHES.map(([character, meaning]) => {
      const label = make("label", "", { class: "brush", title: meaning });
      const choice = make("input", "", { type: "radio", name: "brush", value: character, "aria-label": meaning });
      choice.toggleAttribute("checked", character === "#");
      const sign = character === "X" ? "untested" : ruleText.sign(character);
      label.append(choice, draw.symbol(sign, /^[a-z1-9]$/.test(character) ? character : "", character === "X"));
      return label;
    }));
  }

  /** `change` is called with the text after each change of a picture.
   *  @param {(text: string) => void} change */
  function watch(change) {
    changed = change;
    brushes();
  }

  return { show, watch };
})();
