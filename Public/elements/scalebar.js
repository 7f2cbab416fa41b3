// A bar that stands for a length in a picture: see a plan's `picture`.

import { element } from "./element.js";

/** Returns a bar that shows nothing yet. */
export const scaleBar = () => element("div", { className: "scale-bar", role: "img", hidden: true }, element("i"), element("span"));

/**
 * Shows what a plan tells of the scale of its picture, or hides the bar where it tells nothing.
 * @param {HTMLElement} bar @param {Wire.PlanPicture["bar"] | null} told
 */
export function showScale(bar, told) {
  bar.hidden = !told;
  if (!told) return;
  bar.style.setProperty("--length", `${told.length}px`);
  bar.ariaLabel = `Scale: this bar stands for ${told.text}`;
  bar.lastElementChild.textContent = told.text;
}
