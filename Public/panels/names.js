// The switch that shows names, stars and kinds on every cell, and not just on the one under the pointer. The browser remembers it.

import { remember, remembered } from "../state/remembered.js";

const key = "names";

/** @param view gets the class `saying` while the words are on every cell. */
export function setUpNames(button, view) {
  const show = isShown => {
    button.ariaPressed = String(isShown);
    view.classList.toggle("saying", isShown);
  };
  button.addEventListener("click", () => {
    const isShown = button.ariaPressed !== "true";
    remember(key, isShown ? "shown" : "");
    show(isShown);
  });
  show(remembered(key) === "shown");
}
