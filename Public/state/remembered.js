// What a reader has chosen for this browser, such as the colours: small texts that the browser keeps.

/** The text that was kept under a name; null if there is none, or the browser keeps nothing. @param {string} name */
export function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Keeps a text under a name. @param {string} name @param {string} text */
export function remember(name, text) {
  try { localStorage.setItem(name, text); } catch { /* It is forgotten with the page, then. */ }
}
