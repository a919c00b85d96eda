// Search and filters of the overview of rules, without which the page shows all of them; and on the
// page of a rule the link that opens its text in the playground.
"use strict";

(() => {
  const form = document.getElementById("filters");
  const found = document.getElementById("found");
  if (!form || !found) return;
  const [search, status, family] = ["q", "status", "family"].map(
    (id) => /** @type {HTMLInputElement} */ (form.querySelector("#" + id)));
  /** @type {HTMLElement[]} */
  const all = [...document.querySelectorAll(".card")].filter((card) => card instanceof HTMLElement);
  const cards = all.map((card) => ({
    card,
    text: (card.dataset.words + " " + card.textContent).toLowerCase(),
    status: card.dataset.status,
    family: card.closest(".family")?.getAttribute("data-family"),
  }));

  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { card, text, status: of, family: within } of cards) {
      const fits =
        words.every((word) => text.includes(word)) &&
        (!status.value || status.value === of) &&
        (!family.value || family.value === within);
      card.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const section of document.querySelectorAll("section.family")) {
      section.toggleAttribute("hidden", !section.querySelector(".card:not([hidden])"));
    }
    found.hidden = false;
    found.textContent = shown ? `${shown} of ${cards.length} shown` : "No rule fits.";
  };

  // The filters are part of the address, so that they can be linked.
  const remember = () => {
    const values = new URLSearchParams();
    for (const control of [search, status, family]) {
      if (control.value) values.set(control.id, control.value);
    }
    history.replaceState(null, "", "#" + values);
  };

  const recall = () => {
    const values = new URLSearchParams(location.hash.slice(1));
    // An anchor of a family has none of them: all rules are shown.
    for (const control of [search, status, family]) control.value = values.get(control.id) ?? "";
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    apply();
    remember();
  });
  form.querySelector("#all")?.addEventListener("click", () => {
    for (const control of [search, status, family]) control.value = "";
    apply();
    remember();
  });
  window.addEventListener("hashchange", () => {
    recall();
    apply();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });
  recall();
  apply();
})();

(() => {
  const [change, text] = ["change", "text"].map((id) => document.getElementById(id));
  const position = document.querySelector("a.button");
  if (!(change instanceof HTMLAnchorElement) || !(position instanceof HTMLAnchorElement) || !text) return;
  const rule = encodeURIComponent(text.textContent ?? "");
  change.href = position.href.replace(/&rules=.*/, `&rules=this-rule&rule=${rule}`);
  change.hidden = false;
})();
