// Another board, files in, files out, the address.
"use strict";

const exchange = (() => {
  const { byId } = panel;
  const { state } = page;
  const LARGEST_FILE = 1 << 20;
  /** @type {Record<string, string>} */
  const ENDS = { case: "case", "path-file": "txt" };

  // ---- another board

  // The fields of the form, by their names.
  function fields() {
    const elements = /** @type {HTMLFormElement} */ (byId("board-form")).elements;
    return /** @type {Record<string, HTMLInputElement>} */ (/** @type {unknown} */ (elements));
  }

  function fillForm() {
    const { width, height, start, end, blocked } = state.board;
    const form = fields();
    form.width.value = String(width);
    form.height.value = String(height);
    form.start.value = position.key(start);
    form.end.value = position.key(end);
    form.blocked.value = blocked.map(position.key).join(";");
  }

  // The end is the last corner unless another cell was wanted for this size.
  /** @param {Event} event */
  function begin(event) {
    event.preventDefault();
    const { width, height, start, end, blocked } = fields();
    const old = state.board;
    const resized = String(old.width) !== width.value || String(old.height) !== height.value;
    const untouched = end.value === position.key(old.end);
    try {
      const wanted = resized && untouched ? "" : end.value;
      const board = position.board(`${width.value}x${height.value}`, start.value, wanted, blocked.value);
      page.change({ board, path: "", at: 0 });
      fillForm();
      page.fault("");
    } catch (error) {
      page.fault(`This is no board: ${panel.words(error)}.`);
    }
  }

  /** @param {Cell} cell */
  function toggle(cell) {
    const { board } = state;
    const drawn = position.cells(board, state.path).some((other) => position.same(other, cell));
    if (drawn || position.same(cell, board.end)) { return; }
    const blocked = position.isBlocked(board, cell)
      ? board.blocked.filter((other) => !position.same(other, cell))
      : [...board.blocked, cell];
    page.change({ board: { ...board, blocked } });
    fillForm();
  }

  // ---- files in

  // The name of a rule, if a text looks like a rule file.
  /** @param {string} text @returns {string | null} */
  function ruleName(text) {
    const name = /^name[ \t]+(\S.*)$/m.exec(text);
    return name && /^(picture|lemmas|forbids|case|claim)\b/m.test(text) ? name[1].trim() : null;
  }

  // The fragment of an address of this page, or null.
  /** @param {string} text @returns {string | null} */
  function fragmentIn(text) {
    const found = /^(?:\S*#)?(board=\S*)$/.exec(text.trim());
    return found ? found[1] : null;
  }

  /** @param {string} text */
  async function read(text) {
    if (text.length > LARGEST_FILE) {
      page.fault("The file is larger than 1 MB; a file holds one position.");
      return;
    }
    if (ruleName(text) !== null) {
      // Of several rules the first is opened, and all are kept.
      const rules = ruleText.split(text);
      if (rules.length > 1) { rules.forEach(ownRules.add); }
      playground.open(rules[0]);
      page.fault("");
      return;
    }
    const fragment = fragmentIn(text);
    try {
      if (fragment !== null) {
        page.change(position.fromFragment(fragment));
        panel.chooseRules(state.rules);
      } else {
        const { board, path } = await asking.ask("read", { path: "", text });
        const { width, height } = board;
        if (Math.max(width, height) > position.LARGEST) {
          throw new Error(`its board has ${width}×${height} cells; the page draws up to ${position.LARGEST}×${position.LARGEST}`);
        }
        page.change({ board, path, at: path.length });
      }
      page.fault("");
      fillForm();
    } catch (error) {
      page.fault(`This cannot be read: ${panel.words(error)}.`);
    }
  }

  /** @param {File | undefined} file */
  async function readFile(file) {
    if (!file) { return; }
    if (file.size > LARGEST_FILE) {
      page.fault("The file is larger than 1 MB; a file holds one position.");
      return;
    }
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      await read(text);
    } catch (error) {
      page.fault(`${file.name.slice(0, 60)} is not a text file.`);
    }
  }

  // ---- files out

  /** @param {string} name @param {BlobPart} content @param {string} type */
  function download(name, content, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  /** @param {string} end */
  const fileName = (end) => `${state.board.width}x${state.board.height}-${state.at}.${end}`;

  const LOOKS = [
    "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin",
    "stroke-linecap", "opacity", "paint-order", "font-size", "font-weight", "text-anchor",
  ];

  // The drawing on the screen as a document of its own: what the style sheet says as attributes.
  function drawn() {
    const shown = /** @type {SVGSVGElement} */ (byId("board").querySelector("svg"));
    const copy = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
    const copies = [...copy.querySelectorAll("*")];
    shown.querySelectorAll("*").forEach((element, at) => {
      const style = window.getComputedStyle(element);
      LOOKS.forEach((look) => copies[at].setAttribute(look, style.getPropertyValue(look)));
      copies[at].removeAttribute("class");
    });
    const { x, y, width, height } = shown.viewBox.baseVal;
    const back = document.createElementNS(shown.namespaceURI, "rect");
    const title = document.createElementNS(shown.namespaceURI, "title");
    title.textContent = byId("status").textContent;
    const around = { x, y, width, height, fill: window.getComputedStyle(document.body).backgroundColor };
    Object.entries(around).forEach(([name, value]) => back.setAttribute(name, String(value)));
    copy.prepend(title, back);
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(height));
    copy.setAttribute("font-family", "sans-serif");
    copy.removeAttribute("aria-hidden");
    return new XMLSerializer().serializeToString(copy);
  }

  /** @returns {Promise<Blob>} */
  async function picture() {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([drawn()], { type: "image/svg+xml" }));
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    return new Promise((resolve, reject) => {
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("the picture is too large"))), "image/png");
    });
  }

  /** @param {string} form */
  async function save(form) {
    try {
      if (form === "png") {
        download(fileName("png"), await picture(), "image/png");
      } else if (form === "svg") {
        download(fileName("svg"), drawn(), "image/svg+xml");
      } else {
        // The whole line, not only the steps that are shown.
        const { text } = await asking.ask("write", { as: form, path: state.path });
        download(fileName(ENDS[form]), text, "text/plain");
      }
      page.fault("");
    } catch (error) {
      page.fault(`This cannot be saved: ${panel.words(error)}.`);
    }
  }

  async function copy() {
    try {
      const { origin, pathname, protocol } = window.location;
      const own = protocol === "file:" ? window.location.href.split("#")[0] : origin + pathname;
      await navigator.clipboard.writeText(own + position.toFragment(state));
      byId("copy").textContent = "Copied";
    } catch (error) {
      byId("copy").textContent = "Copy it from the address bar";
    }
    window.setTimeout(() => { byId("copy").textContent = "Copy the address"; }, 2000);
  }

  // HTML that shows the position in another page. The server of `deadmove board` does not allow it.
  async function copyEmbed() {
    const address = window.location.href.split("#")[0] + position.toFragment({ ...state, embed: true });
    const html = `<iframe src="${address.replace(/&/g, "&amp;")}" width="480" height="520" title="A line on a board"></iframe>`;
    try {
      await navigator.clipboard.writeText(html);
      byId("embed").textContent = "Copied";
    } catch (error) {
      byId("embed").textContent = "The browser does not allow to copy";
    }
    window.setTimeout(() => { byId("embed").textContent = "Copy HTML for another page"; }, 2000);
  }

  function boardChanged() {
    if (byId("setup").hasAttribute("open") && !byId("setup").contains(document.activeElement)) { fillForm(); }
  }

  function watch() {
    byId("board-form").addEventListener("submit", begin);
    byId("setup").addEventListener("toggle", () => {
      fillForm();
      panel.field("edit").checked = false;
    });
    byId("read").addEventListener("click", () => read(panel.field("paste").value));
    panel.field("file").addEventListener("change", async () => {
      await readFile(panel.field("file").files?.[0]);
      panel.field("file").value = "";
    });
    document.querySelectorAll("[data-save]").forEach((button) => {
      button.addEventListener("click", () => save(button.getAttribute("data-save") ?? ""));
    });
    byId("copy").addEventListener("click", copy);
    byId("embed").hidden = window.deadmove.engine === undefined;
    byId("embed").addEventListener("click", copyEmbed);
    document.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text");
      const target = /** @type {HTMLElement} */ (event.target);
      if (!target.closest("input, textarea") && text) { read(text); }
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) { return; }
      event.preventDefault();
      readFile(file);
    });
  }

  return { watch, download, toggle, ruleName, fragmentIn, boardChanged };
})();
