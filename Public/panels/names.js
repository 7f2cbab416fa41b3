// The switch that shows names, stars and kinds on every cell, and not just on the one under the pointer. The browser remembers it.

const key = "names";

/** @param view gets the class `saying` while the words are on every cell. */
export function setUpNames(button, view) {
  const show = isShown => {
    button.ariaPressed = String(isShown);
    view.classList.toggle("saying", isShown);
  };
  button.addEventListener("click", () => {
    const isShown = button.ariaPressed !== "true";
    try { localStorage.setItem(key, isShown ? "shown" : ""); } catch { /* It is forgotten with the page, then. */ }
    show(isShown);
  });
  show(isRemembered());
}

function isRemembered() {
  try { return localStorage.getItem(key) === "shown"; } catch { return false; }
}
