// The rules that the person keeps: in the storage of the browser, and out of it as one file.
"use strict";

const ownRules = (() => {
  const { byId, make } = panel;
  const KEY = "deadmove.rules";
  /** @type {string[]} */
  let texts = [];
  let kept = true;

  function load() {
    try {
      const found = JSON.parse(window.localStorage.getItem(KEY) ?? "[]");
      texts = Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
    } catch (error) {
      kept = false;
    }
  }

  function keep() {
    try {
      window.localStorage.setItem(KEY, JSON.stringify(texts));
      kept = true;
    } catch (error) {
      kept = false;
    }
  }

  /** Adds a rule; one of the same name gives way to it. @param {string} text */
  function add(text) {
    const own = text.replace(/\s*$/, "\n");
    const at = texts.findIndex((each) => ruleText.name(each) === ruleText.name(own));
    texts = at < 0 ? [...texts, own] : texts.map((each, other) => (other === at ? own : each));
    keep();
    show();
  }

  /** @param {string} name */
  function remove(name) {
    texts = texts.filter((each) => ruleText.name(each) !== name);
    keep();
    show();
  }

  function show() {
    byId("own-count").textContent = String(texts.length);
    byId("own-rules").replaceChildren(...texts.map((text) => {
      const name = ruleText.name(text);
      const open = make("button", name, { type: "button", "data-key": `own ${name}` });
      open.addEventListener("click", () => playground.open(text));
      const drop = make("button", "Remove", { type: "button", "aria-label": `Remove ${name}` });
      drop.addEventListener("click", () => remove(name));
      const item = make("li", "");
      item.append(open, " ", drop);
      return item;
    }));
    byId("own-note").textContent = kept ? "" : "This browser keeps nothing for this page: save the rules as a file.";
    panel.button("own-save").disabled = texts.length === 0;
    playground.ownChanged();
  }

  // Other pages of this browser have the same rules.
  function watch() {
    load();
    byId("own-save").addEventListener("click", () => exchange.download("my-rules.rule", texts.join("\n"), "text/plain"));
    window.addEventListener("storage", (event) => {
      if (event.key === KEY) {
        load();
        show();
      }
    });
  }

  return { watch, add, show, all: () => texts };
})();
