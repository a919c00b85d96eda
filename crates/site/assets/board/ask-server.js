// Asks the server that sent this page. An answer is a promise of an object.
"use strict";

(() => {
  /** @type {Ask} */
  const ask = async (question, signal) => {
    let response;
    try {
      response = await fetch("/ask", { method: "POST", body: JSON.stringify(question), signal });
    } catch (error) {
      if (error instanceof DOMException) { throw error; }
      const port = window.location.port || "80";
      throw new Error(`The server does not answer. The line is kept: start deadmove board --port ${port}, then go on.`);
    }
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`the server refuses: ${text.slice(0, 200)}`);
    }
    return JSON.parse(text);
  };
  window.deadmove = { ...window.deadmove, ask };
})();
