// The flag and the colour label in a cell's lower corner; the cell's link says them in words.

import { element } from "../elements/element.js";
import { flagOf, flagSign } from "../values/noted.js";

/**
 * Shows what is noted of a picture.
 * @param {HTMLElement} parent @param {HTMLElement | null} shown is the sign that is there; null for none.
 * @param {Wire.Badge | null} [badge] has nothing where nothing is shown.
 * @returns {HTMLElement | null} the sign that is there now.
 */
export function notedIn(parent, shown, badge) {
  const text = badge ? flagSign(badge) : "";
  if (!text && !badge?.label) {
    shown?.remove();
    return null;
  }
  const sign = shown ?? parent.appendChild(element("span", { className: "noted", ariaHidden: "true" }));
  sign.textContent = text;
  sign.dataset.label = badge.label ?? "";
  sign.dataset.flag = flagOf(badge) ?? "";
  return sign;
}
