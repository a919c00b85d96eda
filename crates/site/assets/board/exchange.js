// Another board, files in, files out, the address.
"use strict";

(() => {
  const { position, page, panel } = window.deadmove;
  const { byId } = panel;
  const { state } = page;
  const LARGEST_FILE = 1 << 20;
  const ENDS = { case: "case", "path-file": "txt", svg: "svg" };

  // ---- another board

  function fillForm() {
    const form = byId("board-form");
    const { width, height, start, end, blocked } = state.board;
    form.elements.width.value = width;
    form.elements.height.value = height;
    form.elements.start.value = position.key(start);
    form.elements.end.value = position.key(end);
    form.elements.blocked.value = blocked.map(position.key).join(";");
  }

  // The end is the last corner unless another cell was wanted for this size.
  function begin(event) {
    event.preventDefault();
    const { width, height, start, end, blocked } = byId("board-form").elements;
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
      page.fault(`This is no board: ${error.message}.`);
    }
  }

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

  async function read(text) {
    if (text.length > LARGEST_FILE) {
      page.fault("The file is larger than 1 MB; a file holds one position.");
      return;
    }
    try {
      const answer = await window.deadmove.ask(page.question("read", { path: "", text }));
      if (answer.error) {
        const expected = answer.error.expected ? ` Expected: ${answer.error.expected}.` : "";
        const place = answer.error.line ? ` (line ${answer.error.line}, column ${answer.error.column})` : "";
        page.fault(`This cannot be read: ${answer.error.message}${place}.${expected}`);
        return;
      }
      if (Math.max(answer.board.width, answer.board.height) > position.LARGEST) {
        page.fault(`The board of this file has ${answer.board.width}×${answer.board.height} cells; the page draws up to ${position.LARGEST}×${position.LARGEST}.`);
        return;
      }
      page.fault("");
      page.change({ board: answer.board, path: answer.path, at: answer.path.length });
      fillForm();
    } catch (error) {
      page.fault(error.message, "engine");
    }
  }

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

  function download(name, content, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  const fileName = (end) => `${state.board.width}x${state.board.height}-${state.at}.${end}`;

  async function written(form) {
    const answer = await window.deadmove.ask(page.question("write", { as: form }));
    if (answer.error) { throw new Error(answer.error.message); }
    return answer.text;
  }

  async function picture() {
    const text = await written("svg");
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    return new Promise((resolve, reject) => {
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("the picture is too large"))), "image/png");
    });
  }

  async function save(form) {
    try {
      if (form === "png") {
        download(fileName("png"), await picture(), "image/png");
      } else {
        const type = form === "svg" ? "image/svg+xml" : "text/plain";
        download(fileName(ENDS[form]), await written(form), type);
      }
      page.fault("");
    } catch (error) {
      page.fault(`This cannot be saved: ${error.message}.`);
    }
  }

  async function copy() {
    try {
      const { origin, pathname, protocol } = window.location;
      const page = protocol === "file:" ? window.location.href.split("#")[0] : origin + pathname;
      await navigator.clipboard.writeText(page + position.toFragment(state));
      byId("copy").textContent = "Copied";
    } catch (error) {
      byId("copy").textContent = "Copy it from the address bar";
    }
    window.setTimeout(() => { byId("copy").textContent = "Copy the address"; }, 2000);
  }

  function boardChanged() {
    if (byId("setup").open && !byId("setup").contains(document.activeElement)) { fillForm(); }
  }

  function watch() {
    byId("board-form").addEventListener("submit", begin);
    byId("setup").addEventListener("toggle", () => {
      fillForm();
      byId("edit").checked = false;
    });
    byId("read").addEventListener("click", () => read(byId("paste").value));
    byId("file").addEventListener("change", async (event) => {
      await readFile(event.target.files[0]);
      event.target.value = "";
    });
    document.querySelectorAll("[data-save]").forEach((button) => {
      button.addEventListener("click", () => save(button.dataset.save));
    });
    byId("copy").addEventListener("click", copy);
    document.addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text");
      if (!event.target.closest("input, textarea") && text) { read(text); }
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (event.dataTransfer.files.length === 0) { return; }
      event.preventDefault();
      readFile(event.dataTransfer.files[0]);
    });
  }

  window.deadmove.exchange = { watch, toggle, read, boardChanged };
})();
