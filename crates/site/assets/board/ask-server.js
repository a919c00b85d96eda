// Asks the server that sent this page. An answer is a promise of an object; it is rejected with an
// error whose `offline` is true if the server cannot be reached.
"use strict";

(() => {
  window.deadmove = window.deadmove || {};
  window.deadmove.ask = async (question, signal) => {
    let response;
    try {
      response = await fetch("/ask", { method: "POST", body: JSON.stringify(question), signal });
    } catch (error) {
      if (error.name !== "AbortError") {
        error.offline = true;
        error.message = "The server does not answer. Start deadmove board again; the line is kept.";
      }
      throw error;
    }
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`the server refuses: ${text.slice(0, 200)}`);
    }
    return JSON.parse(text);
  };
})();
